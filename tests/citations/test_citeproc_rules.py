"""Our reading of suffixes against that of real Pandocs: `locator_oracle` asks, this compares."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from ars_pandoc.citations.citeproc_rules import Found, Scan, citeproc_locator
from ars_pandoc.citations.labels import CITEPROC_TERMS
from tests.citations import locator_oracle
from tests.citations.locator_oracle import Reading
from tests.citations.suffixes import make_suffixes

ACCEPTED = {
    "typography": (
        "citeproc prints with the locale's typography: dashes of ranges, curly apostrophes, "
        "spaces, and one comma for two"
    ),
    "comma": "citeproc puts a comma before what stays in the suffix, where none is",
    "braces without label": (
        "`{12}` has no label in Pandoc 3.9 (but `{3}` is a page) and is a page in 2.17; we leave "
        "the label empty and look at the value"
    ),
    "number of pages": "Pandoc 2.17 reads this label, too, but its styles can only print `page`",
}
"""Every difference that is no fault of ours, and why; `same` undoes these and no others."""


@dataclass(frozen=True, slots=True)
class Case:
    suffix: str
    ours: Found | None
    theirs: Reading


def typeset(text: str) -> str:
    """Text without what the typography of citeproc changes, and without the comma it adds."""
    text = re.sub("[-–‑]", "-", text.replace("’", "'"))
    return re.sub(",+", ",", re.sub(r"\s", "", text)).lstrip(",")


def same(case: Case) -> bool:
    ours, theirs = case.ours, case.theirs
    if ours is None:
        return (
            theirs.label is None
            and not theirs.value
            and typeset(theirs.rest) == typeset(case.suffix)
        )
    labels = {ours.label if ours.value else None}
    if ours.explicit and not ours.label:
        labels = {"", "page"} if ours.value else {None}
    if ours.label == "number-of-pages":
        labels.add("page")
    return (
        theirs.label in labels
        and typeset(theirs.value) == typeset(ours.value)
        and typeset(theirs.rest) == typeset(ours.rest)
    )


def table(printed: dict[str, list[str]]) -> dict[str, str]:
    """The labels of this very Pandoc: this test is about the rules, not about the table."""
    labels: dict[str, str] = {}
    for term in CITEPROC_TERMS:
        for label in printed.get(term, ()):
            labels.setdefault(label.casefold(), term)
    return labels


@pytest.mark.parametrize("pandoc", locator_oracle.pandocs())
@pytest.mark.parametrize(("lang", "count"), [("en", 4000), ("de", 3000), ("fr", 3000)])
def test_ten_thousand_suffixes_read_as_pandoc_reads_them(
    lang: str, count: int, pandoc: str
) -> None:
    printed = locator_oracle.labels(pandoc, lang)
    spellings = sorted({label for forms in printed.values() for label in forms})
    suffixes = make_suffixes(spellings, count, seed=20240515)
    labels = table(printed)
    cases = [
        Case(suffix, citeproc_locator(suffix, labels), reading)
        for suffix, reading in zip(
            suffixes, locator_oracle.read(suffixes, lang, pandoc), strict=True
        )
    ]
    assert [case for case in cases if not same(case)] == []
    # The generator must try both answers, or agreement says little.
    found = sum(case.ours is not None for case in cases)
    assert count * 0.4 < found < count * 0.9


WRITTEN = [
    ", p. 12",
    ", pp. 12--14 and passim",
    " p. iv",
    ", chap. 3, emphasis added",
    ", vol. 2, p. 3",
    ", ch. 2",
    ", para. 4 (my emphasis)",
    ", {pp. iv, vi-xi, (xv)-(xvii)} with suffix here",
    "{}, 99 years later",
    ", {} p. 3",
    ", 99 years later",
    ", fig. 3b",
    ", §§ 3-5, 7",
    ", e1004",
    ", and nothing else",
    ", p. \\[89\\]",
    ", 3(a), 4.4.8, \\[7.6\\], 7A(2)(a)(i)-(iv)",
    ", sub verbo 3",
    ", s.v. 3",
    ", no. 3",
]


@pytest.mark.parametrize("pandoc", locator_oracle.pandocs())
def test_suffixes_written_in_markdown_read_as_pandoc_reads_them(pandoc: str) -> None:
    # The reader of Markdown joins `p.` to its number with a no-break space and curls quotes.
    readings = locator_oracle.read_markdown(WRITTEN, "en", pandoc)
    labels = table(locator_oracle.labels(pandoc, "en"))
    cases = [Case(r.suffix, citeproc_locator(r.suffix, labels), r) for r in readings]
    assert len(cases) == len(WRITTEN)
    assert [case for case in cases if not same(case)] == []
    assert cases[0].suffix == ", p.\xa012"


ENGLISH = {"p.": "page", "page": "page", "sec.": "section", "s. v.": "sub-verbo", "s.": "scene"}


@pytest.mark.parametrize(
    ("suffix", "found"),
    [
        (", p. 12", Found("page", "12", "")),
        (", P. 12", Found("page", "12", "")),
        (", 12-14", Found("page", "12-14", "")),
        (", x. 12", None),
        (", p.\xa012,\xa014\xa0f.", Found("page", "12, 14", "\xa0f.")),
        # The longest label wins.
        (", s. v. 3", Found("sub-verbo", "3", "")),
        # A bare number needs a digit, also in every further word; a labelled one does not.
        (", iv", None),
        (", 12, iv", Found("page", "12", ", iv")),
        (", p. 12, iv", Found("page", "12, iv", "")),
        (", p. (iv)-3 (a)", Found("page", "(iv)-3", " (a)")),
        (", p. (iv-ix)", None),
        # A full stop inside a number belongs to it, one behind it does not.
        (", 1.2.", Found("page", "1.2", ".")),
        (", {sec. Results [3]} at", Found("section", "Results [3]", " at", explicit=True)),
        (", {}, p. 3", Found("", "", ", p. 3", explicit=True)),
        (", {a [b c]}", None),
        ("", None),
        (",", None),
        (", {", None),
    ],
)
def test_rules_one_by_one(suffix: str, found: Found | None) -> None:
    assert citeproc_locator(suffix, ENGLISH) == found


def test_a_scan_loses_nothing() -> None:
    text = "p.\xa012–14, (iv): “x”…3:2\u2009y"
    assert Scan(text).text(0) == text
    assert len(Scan(text).sorts) == len(Scan(text).tokens)

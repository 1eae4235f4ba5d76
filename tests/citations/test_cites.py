"""Pandoc's own citations one by one: cut keys, traps, cross-references (contract §3)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from ars_pandoc.citations.citation import Anchor, Condition
from ars_pandoc.citations.cites import (
    cross_reference,
    cut_key,
    lost_brackets,
    lost_locator,
    near_miss,
    read_locator,
)
from ars_pandoc.citations.cross_reference_prefixes import CROSS_REFERENCE_PREFIXES
from tests.pandoc_documents import Document, read_documents

DECOMPOSED = unicodedata.normalize("NFD", "müller2020")
CUT = {
    f"[@{DECOMPOSED}, p. 3]": ("mu", "müller2020"),
    f"As @{DECOMPOSED} [p. 3] says.": ("mu", "müller2020"),
    "[@smith\u200b2024, p. 3]": ("smith", "smith2024"),
    "[@10.1016/S0140-6736(95)90120-5, p. 3]": (
        "10.1016/S0140-6736",
        "10.1016/S0140-6736(95)90120-5",
    ),
}
WHOLE = [
    "[@smith2024, p. 3]",
    "[@smith2024: 12]",
    "[@smith2024’s view]",
    "As @smith2024’s view.",
    "[-@smith2024, p. 3]",
    "-@smith2024 [p. 3]",
    "@smith2024 [p. 3]",
    "@smith2024 (2024)",
    "[@smith2024]",
    "[@smith2024 p. 3]",
    "@smith2024<!-- note: x --> is right.",
    "@smith2024，研究",
    "@smith2024研究",
    "@{smith2024} and more",
]
LOST = {
    "@smith2024, p. 3 and more.": "write @smith2024 [p. 3]",
    "@smith2024 (p. 3) says.": "write @smith2024 [p. 3]",
    "@smith2024 (pp. 3-5) says.": "write @smith2024 [pp. 3-5]",
    "@smith2024, chap. 4, says.": "write @smith2024 [chap. 4]",
    "[@smith2024; p. 3]": "write [@smith2024, p. 3]",
    "[@smith2024, p. 3; see also Poe]": "write [@smith2024, p. 3]",
}
NOT_LOST = [
    "@smith2024 [p. 3] says.",
    "[@smith2024, p. 3]",
    "@smith2024 says so on p. 3.",
    "@smith2024 had 3 apples.",
    "@smith2024 (2024) says.",
    "[@smith2024]",
]
SPANS = {
    '[@smith2024]{quote="x y z"}': '[[@smith2024]]{quote="x y z"}',
    '[@smith2024, p. 3]{quote="x y z"}': '[[@smith2024, p. 3]]{quote="x y z"}',
}
CLASSED = {
    "[@smith2024, p. 3]{.c}": "[[@smith2024, p. 3]]{.c}",
    "[@smith2024; p. 3]{#i .c}": "[[@smith2024, p. 3]]{#i .c}",
}
OTHER_SPANS = [
    '[[@smith2024, p. 3]]{quote="x y z"}',
    '[@smith2024 is right]{quote="x y z"}',
    '[words alone]{quote="x y z"}',
    '[]{quote="x y z"}',
]


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return read_documents([*CUT, *WHOLE, *LOST, *NOT_LOST, *SPANS, *CLASSED, *OTHER_SPANS])


def elements(inlines: list[Any], kind: str) -> Iterator[tuple[list[Any], int]]:
    """Give the places of elements of a type, outermost first."""
    for index, element in enumerate(inlines):
        if element["t"] == kind:
            yield inlines, index
        if element["t"] == "Span":
            yield from elements(element["c"][1], kind)


def only(document: Document, kind: str) -> tuple[list[Any], int]:
    found = list(elements(document["blocks"][0]["c"], kind))
    assert len(found) >= 1
    return found[0]


@pytest.mark.parametrize("text", CUT)
def test_a_key_that_pandoc_cut_short(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Cite")
    citation = inlines[index]["c"][0][0]
    read, whole = CUT[text]
    assert citation["citationId"] == read
    cut = cut_key(citation, inlines, index)
    assert cut is not None
    assert f"'{read}'" in cut.fault.reason
    assert f"@{{{whole}}}" in cut.fault.fix
    # Only where the rest stands in the suffix, it must be kept out of the locator.
    assert bool(cut.rest) is text.startswith("[")


@pytest.mark.parametrize("text", WHOLE)
def test_what_may_stand_behind_a_whole_key(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Cite")
    assert cut_key(inlines[index]["c"][0][0], inlines, index) is None


@pytest.mark.parametrize("text", LOST)
def test_a_locator_beside_its_citation(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Cite")
    fault = lost_locator(inlines[index]["c"][0][0], inlines, index, None)
    assert fault is not None
    assert LOST[text] in fault.fix.replace("\u00a0", " ")


@pytest.mark.parametrize("text", NOT_LOST)
def test_no_locator_is_lost_there(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Cite")
    assert lost_locator(inlines[index]["c"][0][0], inlines, index, None) is None


@pytest.mark.parametrize("text", SPANS)
def test_a_quote_span_without_its_inner_brackets(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Span")
    fault = near_miss(inlines[index], "x y z")
    assert fault is not None
    assert "loses its brackets" in fault.reason
    assert SPANS[text] in fault.fix.replace("\u00a0", " ")


@pytest.mark.parametrize("text", CLASSED)
def test_other_spans_lose_brackets_too(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Span")
    fault = lost_brackets(inlines[index])
    assert fault is not None
    assert CLASSED[text] in fault.fix.replace("\u00a0", " ")


@pytest.mark.parametrize("text", OTHER_SPANS)
def test_spans_that_lose_nothing(text: str, documents: dict[str, Document]) -> None:
    inlines, index = only(documents[text], "Span")
    assert near_miss(inlines[index], "x y z") is None
    assert lost_brackets(inlines[index]) is None


@pytest.mark.parametrize(
    ("key", "ids", "condition"),
    [
        ("smith2024", {"smith2024"}, Condition.ALWAYS),
        ("fig:one", {"fig:one"}, Condition.DEFINED_CROSS_REFERENCE),
        ("Fig:one", {"fig:one"}, Condition.DEFINED_CROSS_REFERENCE),
        # Of an id with any other prefix a bibliography that cannot be read may hold the key.
        ("note:mine", {"note:mine"}, Condition.LIKELY_CROSS_REFERENCE),
        ("smith-2020", {"smith-2020"}, Condition.LIKELY_CROSS_REFERENCE),
        ("note:mine", set(), Condition.ALWAYS),
        ("fig:one", set(), Condition.LIKELY_CROSS_REFERENCE),
        ("Fig:one", set(), Condition.LIKELY_CROSS_REFERENCE),
        ("doi:10.1038/nature14539", set(), Condition.ALWAYS),
        ("url:https://example.org", set(), Condition.ALWAYS),
        ("smith-2024", set(), Condition.ALWAYS),
        # Quarto's prefixes stand before a hyphen alone.
        ("exm-one", set(), Condition.LIKELY_CROSS_REFERENCE),
        ("exm:one", set(), Condition.ALWAYS),
        ("fig:", set(), Condition.ALWAYS),
    ],
)
def test_cross_references(key: str, ids: set[str], condition: Condition) -> None:
    assert cross_reference(key, ids, ()) is condition


def test_a_kind_that_the_metadata_defines_is_a_cross_reference() -> None:
    kinds = frozenset(["suppfig"])
    assert cross_reference("suppfig-x", set(), (), kinds) is Condition.LIKELY_CROSS_REFERENCE
    assert cross_reference("Suppfig-x", {"suppfig-x"}, (), kinds) is (
        Condition.DEFINED_CROSS_REFERENCE
    )
    assert cross_reference("suppfig:x", set(), (), kinds) is Condition.ALWAYS


@pytest.mark.parametrize(
    ("mode", "suffix", "cut"),
    [
        ("NormalCitation", "–key, p. 1", True),
        ("NormalCitation", "=b, p. 3", True),
        ("NormalCitation", "’hara2011, p. 2", True),
        ("NormalCitation", "’s view, p. 2", False),
        ("NormalCitation", "—but see p. 2", False),
        ("NormalCitation", ": p. 2", False),
    ],
)
def test_a_sign_that_goes_on_in_brackets_cuts_a_key(mode: str, suffix: str, cut: bool) -> None:
    one = {
        "citationId": "a",
        "citationPrefix": [],
        "citationSuffix": [{"t": "Str", "c": suffix}],
        "citationMode": {"t": mode},
    }
    found = cut_key(one, [{"t": "Cite", "c": [[one], []]}], 0)
    assert (found is not None) is cut


@pytest.mark.parametrize("prefix", sorted(CROSS_REFERENCE_PREFIXES))
def test_a_page_speaks_for_a_citation_unless_the_id_is_defined(prefix: str) -> None:
    page, section = Anchor("page", "3"), Anchor("section", "3")
    key = f"{prefix}-x"
    assert cross_reference(key, set(), [page]) is Condition.ALWAYS
    assert cross_reference(key, set(), [section]) is Condition.LIKELY_CROSS_REFERENCE
    assert cross_reference(key, {key}, [page]) is Condition.DEFINED_CROSS_REFERENCE


@pytest.mark.parametrize("suffix", ["", " ", ", and passim", ", my emphasis", ", {}"])
def test_a_suffix_without_locator(suffix: str) -> None:
    assert read_locator(suffix, "smith2024", None) is None


def test_the_language_of_the_document_gives_its_labels() -> None:
    german = read_locator(", S. 3", "smith2024", "de")
    assert german is not None
    assert (german.kind, german.value, german.notes) == ("page", "3", ())
    unset = read_locator(", S. 3", "smith2024", None)
    assert unset is not None
    assert [note.code for note in unset.notes] == ["unknown-label"]


def behind(text: str) -> str | None:
    """Give the fix for what stands behind a bare key, if it is a locator that is lost there."""
    citation = {
        "citationId": "smith2024",
        "citationSuffix": [],
        "citationMode": {"t": "AuthorInText"},
    }
    inlines: list[dict[str, Any]] = [{"t": "Cite", "c": [[citation], []]}, {"t": "Str", "c": text}]
    fault = lost_locator(citation, inlines, 0, None)
    return None if fault is None else fault.fix


@pytest.mark.parametrize("number", [*"3ivxlcIVXLC", "12", "xiv", "CX"])
def test_a_locator_beside_begins_with_any_digit_or_numeral(number: str) -> None:
    assert behind(f", p. {number}") is not None


@pytest.mark.parametrize(
    "label",
    ["p.", "p", "pp.", "ps", "ch.", "chap.", "sec.", "sect.", "fig.", "figs.", "eq.", "eqs.", "para.",
     "paras.", "n.", "nn.", "chapter", "chapters", "section", "sections", "page", "pages", "§", "§§"],
)  # fmt: skip
def test_each_label_beside_a_citation(label: str) -> None:
    assert behind(f", {label} 3") is not None


@pytest.mark.parametrize("before", ["", " ", ", ", "; ", ": ", " (", " [", ",\u00a0"])
def test_what_may_stand_before_a_label(before: str) -> None:
    assert behind(f"{before}p. 3") is not None


@pytest.mark.parametrize(
    "text", [", table of 3", ", q. 3", " says p. 3", ", p. d", "{p. 3", ", p."]
)
def test_what_is_no_lost_locator(text: str) -> None:
    assert behind(text) is None

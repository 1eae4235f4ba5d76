"""Raw code of each format, by any of its names (contract §3)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_code import raw_cites
from ars_pandoc.citations.raw_html import html_cites
from ars_pandoc.citations.raw_tex import tex_cites


def pairs(cites: list[RawCite]) -> list[tuple[str, str]]:
    return [(cite.key, cite.locator) for cite in cites]


@given(st.text())
def test_any_code_can_be_read(code: str) -> None:
    for cite in [*tex_cites(code), *tex_cites(f"\\cite{code}"), *html_cites(code)]:
        assert cite.key


@pytest.mark.parametrize(
    ("style", "code", "found"),
    [
        ("LaTeX", r"\cite[3]{a}", [("a", "3")]),
        ("TeX", r"\cite{a}", [("a", "")]),
        ("beamer", r"\cite<1>[3]{a}", [("a", "3")]),
        ("HTML", '<span data-cites="a b">', [("a", ""), ("b", "")]),
        ("html5", "<span data-cites=a>", [("a", "")]),
        ("revealjs", "<span data-cites=a>", [("a", "")]),
        ("Typst", "@a", [("a", "")]),
        ("typst", "@a[p. 3] and #cite(<b>, supplement: [p. 4])", [("a", "p. 3"), ("b", "p. 4")]),
        ("typst", '#cite(label("a/b"), form: "prose")', [("a/b", "")]),
        ("typst", "#cite(<a>, form: none) // @b\n /* @c */ `@d` \\@e mail@f.org", []),
        ("typst", "https://e.org/@a ```\n@b\n``` @c", [("c", "")]),
        ("markdown", "[@a, p. 3; see @b, p. 4]", [("a", ", p. 3"), ("b", ", p. 4")]),
        ("Markdown", "As @a [p. 3] and @{b c}.", [("a", "p. 3"), ("b c", "")]),
        ("markdown_phpextra", "As @a, p. 3.", [("a", "")]),
        ("gfm", r"\@a `@b` c@d.org https://e.org/@f <!-- @g -->", []),
        ("openxml", "<w:t>@a</w:t>", []),
        ("rtf", r"\cite{a}", []),
    ],
)
def test_a_raw_format_is_known_by_any_of_its_names(
    style: str, code: str, found: list[tuple[str, str]]
) -> None:
    cites = raw_cites(style, code)
    assert pairs(cites) == found
    assert [code[slice(*cite.place)] for cite in cites] == [cite.key for cite in cites]
    assert all(cite.whole[0] <= cite.place[0] and cite.place[1] <= cite.whole[1] for cite in cites)


@pytest.mark.parametrize(
    "piece",
    ["\\cite[", "\\cite{", "\\begin{verbatim}", "[{", "}]", "<span ", 'data-cites="', "`", "@["],
)
def test_what_nothing_closes_is_read_in_good_time(piece: str) -> None:
    code = piece * 20_000
    started = time.perf_counter()
    for style in ("latex", "html", "typst", "markdown"):
        raw_cites(style, code)
    assert time.perf_counter() - started < 5

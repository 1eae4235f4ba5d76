"""Citations of Typst."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.raw_typst import typst_cites


def found(code: str) -> list[tuple[str, str, bool]]:
    return [(cite.key, cite.locator, cite.sure) for cite in typst_cites(code)]


@pytest.mark.parametrize(
    ("code", "cites"),
    [
        ("@a", [("a", "", False)]),
        ("@a[p. 3] says", [("a", "p. 3", False)]),
        ("@a.", [("a", "", False)]),
        ("@a:b-c.d", [("a:b-c.d", "", False)]),
        ("#cite(<a>)", [("a", "", True)]),
        ("#cite(<a>, supplement: [p.~3])", [("a", "p.\u00a03", True)]),
        ('#cite(label("https://x.org/a"))', [("https://x.org/a", "", True)]),
        ('#cite("a")', [("a", "", True)]),
        ('#cite(<a>, form: "prose") @b', [("a", "", True), ("b", "", False)]),
        ("#text(red)[#cite(<a>)]", [("a", "", True)]),
    ],
)
def test_each_way_to_cite(code: str, cites: list[tuple[str, str, bool]]) -> None:
    assert found(code) == cites


@pytest.mark.parametrize(
    "code",
    ["// @a", "/* @a #cite(<a>) */", "`@a`", "```typ\n#cite(<a>)\n```", "\\@a", "https://x.org/@a ",
     "me@a.org", "#cite(<a>, form: none)", "#mycite(<a>)", "#x.cite(<a>)"],
)  # fmt: skip
def test_what_cites_nothing(code: str) -> None:
    assert found(code) == []
    assert found(f"{code}\n#cite(<b>)") == [("b", "", True)]


def test_two_ticks_are_empty_code() -> None:
    assert found("`` @a ``") == [("a", "", False)]


def test_each_key_has_its_place() -> None:
    code = "x @a[p] #cite(<b>)"
    places = [(cite.whole, cite.place) for cite in typst_cites(code)]
    assert [code[slice(*key)] for _, key in places] == ["a", "b"]
    assert code[slice(*places[0][0])] == "@a[p]"

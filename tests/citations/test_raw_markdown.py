"""Citations of raw Markdown."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.raw_markdown import markdown_cites


def found(code: str) -> list[tuple[str, str, bool]]:
    return [(cite.key, cite.locator.strip(" ,"), cite.sure) for cite in markdown_cites(code)]


@pytest.mark.parametrize(
    ("code", "cites"),
    [
        ("[@a]", [("a", "", True)]),
        ("[see @a, p. 3]", [("a", "p. 3", True)]),
        ("[@a, p. 3; -@b, p. 4]", [("a", "p. 3", True), ("b", "p. 4", True)]),
        ("@a says", [("a", "", False)]),
        ("@a [p. 3] says", [("a", "p. 3", False)]),
        ("@{a b} says", [("a b", "", False)]),
        ("[@doi:10.1/x_y]", [("doi:10.1/x_y", "", True)]),
        ("(@a)", [("a", "", False)]),
    ],
)
def test_each_way_to_cite(code: str, cites: list[tuple[str, str, bool]]) -> None:
    assert found(code) == cites


@pytest.mark.parametrize("code", ["`@a`", "``x ` @a``", "\\@a", "<!-- @a -->", "me@a.org", "1@a",
                                  "https://x.org/@a", "www.x.org/@a", "@", "@-a"])  # fmt: skip
def test_what_cites_nothing(code: str) -> None:
    assert found(code) == []
    assert found(f"{code} [@b]") == [("b", "", True)]


def test_a_tick_that_nothing_closes_hides_nothing() -> None:
    assert found("a ` [@b]") == [("b", "", True)]


def test_each_key_has_its_place() -> None:
    code = "see [@{a b}; @c]"
    places = [(cite.whole, cite.place) for cite in markdown_cites(code)]
    assert [(code[slice(*whole)], code[slice(*key)]) for whole, key in places] == [
        ("@{a b}", "a b"),
        ("@c", "c"),
    ]

"""Keys that have lost their @ in the brackets of a citation (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.bare_words import (
    MAY_BE_KEY,
    bare_keys,
    keys_in,
    may_share_brackets,
    without_at,
)
from tests.citations.finding.parts import cite, member, words

BARE = cite(member("a", mode="AuthorInText"))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("see RamellaRoman2005,", ["RamellaRoman2005"]),
        ("roe-2021a; poe_2020", ["roe-2021a", "poe_2020"]),
        ("p. 12, S12, e1004, 12ff, AA IV, 421", []),
        ("@roe2021 and a/roe2021", ["a/roe2021"]),
        ("Roe 2021", []),
    ],
)
def test_words_that_may_be_keys(text: str, keys: list[str]) -> None:
    assert keys_in(text) == keys
    assert not keys or MAY_BE_KEY.search(text) is not None


@pytest.mark.parametrize(
    ("before", "behind", "keys"),
    [
        ("[roe2021; ", "] and [poe2020]", ["roe2021"]),
        ("[roe2021] and roe2022; ", "]", []),
        ("roe2021; ", "]", []),
        ("[x; ", "; poe2020]", ["poe2020"]),
    ],
)
def test_only_what_stands_in_the_same_brackets(before: str, behind: str, keys: list[str]) -> None:
    inlines = [one for one in [*words(before), BARE, *words(behind)] if one.get("c") != ""]
    place = inlines.index(BARE)
    assert may_share_brackets(inlines, place)
    assert [key for key, _ in bare_keys(inlines, place)] == keys


@pytest.mark.parametrize("before", ["", "As ", "As in [x] "])
def test_a_cite_that_shares_no_brackets(before: str) -> None:
    inlines = [one for one in [*words(before), BARE, *words(" says")] if one.get("c") != ""]
    assert not may_share_brackets(inlines, inlines.index(BARE))


def test_the_fault_says_what_to_write() -> None:
    assert "[@roe2021, p. 12; …]" in without_at("roe2021").fix

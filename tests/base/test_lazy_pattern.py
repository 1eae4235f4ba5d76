"""A pattern that is compiled at its first use behaves like one that was compiled at once."""

from __future__ import annotations

import re

import pytest

from ars_pandoc.base.lazy_pattern import lazy_pattern


@pytest.mark.parametrize("method", ["search", "match", "fullmatch", "findall", "split"])
@pytest.mark.parametrize("text", ["", "a1b2", "A1", "xyz"])
def test_the_methods_are_those_of_a_pattern(method: str, text: str) -> None:
    lazy, eager = lazy_pattern(r"[a-z](\d)", re.IGNORECASE), re.compile(r"[a-z](\d)", re.I)
    first, second = getattr(lazy, method)(text), getattr(eager, method)(text)
    assert str(first) == str(second)


def test_sub_finditer_and_the_pattern_itself() -> None:
    lazy = lazy_pattern("b+")
    assert lazy.sub("-", "abbbc") == "a-c"
    assert [hit.span() for hit in lazy.finditer("bab")] == [(0, 1), (2, 3)]
    assert lazy.pattern == "b+"


def test_a_wrong_pattern_is_found_at_its_first_use_and_other_names_are_none() -> None:
    broken = lazy_pattern("(")
    with pytest.raises(re.error):
        broken.search("")
    with pytest.raises(AttributeError):
        _ = lazy_pattern("a").groups

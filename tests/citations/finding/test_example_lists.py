"""Numbered example lists (contract §3, traps)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.finding.example_lists import ExampleLists
from tests.citations.finding.parts import words


def content(style: str, delimiter: str, *items: Any) -> list[Any]:
    return [[1, {"t": style}, {"t": delimiter}], list(items)]


ITEM = [{"t": "Para", "c": words("is where the paragraph begins")}]


@pytest.mark.parametrize(
    ("delimiter", "swallowed"),
    [
        ("Period", "is where the paragraph begins"),
        ("OneParen", "is where the paragraph begins"),
        ("TwoParens", None),
        ("DefaultDelim", None),
    ],
)
def test_a_paragraph_that_became_a_list(delimiter: str, swallowed: str | None) -> None:
    lists = ExampleLists()
    lists.read(content("Example", delimiter, ITEM))
    assert (lists.count, lists.swallowed) == (1, swallowed)


@pytest.mark.parametrize("style", ["Decimal", "DefaultStyle", "LowerRoman"])
def test_other_lists_are_none(style: str) -> None:
    lists = ExampleLists()
    lists.read(content(style, "Period", ITEM))
    assert (lists.count, lists.swallowed) == (0, None)


def test_an_item_without_words_is_named_by_none() -> None:
    lists = ExampleLists()
    lists.read(content("Example", "Period", []))
    assert lists.swallowed == ""


@pytest.mark.parametrize(
    ("kind", "named"), [("Para", "A b"), ("Plain", "A b"), ("Header", ""), ("LineBlock", "")]
)
def test_only_words_of_a_paragraph_are_named(kind: str, named: str) -> None:
    lists = ExampleLists()
    lists.read(content("Example", "Period", [{"t": kind, "c": words("A b")}]))
    assert lists.swallowed == named

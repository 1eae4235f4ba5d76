"""Elements put beside others, each list rebuilt once."""

from __future__ import annotations

from typing import Any

from ars_pandoc.render.insertions import Insertions


def words(text: str) -> list[dict[str, Any]]:
    return [{"t": "Str", "c": word} for word in text.split()]


def said(holder: list[dict[str, Any]]) -> str:
    return " ".join(one["c"] for one in holder)


def test_each_stands_where_it_was_asked_for() -> None:
    holder = words("a b c")
    b = holder[1]
    edits = Insertions()
    edits.behind(holder, b, words("4"))
    edits.before(holder, b, words("2"))
    edits.first(holder, words("0"))
    edits.behind(holder, b, words("5"))
    edits.before(holder, b, words("3"))
    edits.first(holder, words("1"))
    assert said(holder) == "a b c"  # nothing moves before
    same = holder
    edits.make()
    assert said(holder) == "0 1 a 2 3 b 4 5 c"
    assert holder is same


def test_equal_elements_are_told_apart() -> None:
    holder = words("x x x")
    edits = Insertions()
    edits.behind(holder, holder[1], words("!"))
    edits.make()
    assert said(holder) == "x x ! x"


def test_other_lists_are_left_alone() -> None:
    one, two = words("a"), words("a")
    edits = Insertions()
    edits.before(one, one[0], words("b"))
    edits.make()
    assert (said(one), said(two)) == ("b a", "a")
    empty: list[dict[str, Any]] = []
    edits = Insertions()
    edits.first(empty, words("n"))
    edits.make()
    assert said(empty) == "n"

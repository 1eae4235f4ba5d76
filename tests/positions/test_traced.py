from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.positions.traced import Run, Traced

A, B = Path("a.md"), Path("b.md")


def test_each_character_knows_its_place() -> None:
    text = Traced([Run("one ", A, 0, 4), Run("\n"), Run("two", B, 10, 13), Run(" x", A, 4, 6)])
    assert text.text == "one \ntwo x"
    assert text.origin((1, 3)) == (A, (1, 3))
    assert text.origin((5, 8)) == (B, (10, 13))
    assert text.origin((8, 10)) == (A, (4, 6))
    assert text.origin((10, 10)) == (A, (6, 6))
    # What stands in no file, or in two, has no place.
    assert text.origin((4, 5)) is None
    assert text.origin((0, 8)) is None
    # What is put between two pieces of one file is within them.
    assert text.origin((0, 10)) == (A, (0, 6))


def test_an_escape_stands_there_as_a_whole() -> None:
    text = Traced([Run("a", A, 0, 1), Run("é", A, 1, 7), Run("b", A, 7, 8)])
    assert text.origin((1, 2)) == (A, (1, 7))
    assert text.origin((0, 3)) == (A, (0, 8))


def test_nothing_has_no_place() -> None:
    assert Traced([]).origin((0, 0)) is None


@given(
    st.lists(
        st.tuples(st.text(min_size=1, max_size=5), st.booleans(), st.integers(0, 50)), max_size=6
    ),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_a_cut_keeps_the_places(pieces: list[tuple[str, bool, int]], start: int, end: int) -> None:
    runs = [Run(text, A if own else None, at, at + len(text)) for text, own, at in pieces]
    whole = Traced(runs)
    start, end = sorted((min(start, len(whole.text)), min(end, len(whole.text))))
    cut = whole.cut(start, end)
    assert cut.text == whole.text[start:end]
    for offset in range(len(cut.text)):
        one = (offset, offset + 1)
        assert cut.origin(one) == whole.origin((start + offset, start + offset + 1))

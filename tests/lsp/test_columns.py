"""Columns of an editor: UTF-16 units, other encodings, line ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, PositionEncodingKind

from ars_pandoc.lsp.columns import Columns

TEXTS = st.text(st.sampled_from("a é研😀\n\r\u2028\x0c"), max_size=40)
ENCODINGS = st.sampled_from(list(PositionEncodingKind))


def test_an_emoji_is_two_columns() -> None:
    columns = Columns("x\n😀 [@a]")
    assert columns.position(4) == Position(1, 3)
    assert columns.offset(Position(1, 3)) == 4


@pytest.mark.parametrize(
    ("encoding", "character"),
    [
        (PositionEncodingKind.Utf8, 5),
        (PositionEncodingKind.Utf16, 3),
        (PositionEncodingKind.Utf32, 2),
    ],
)
def test_the_encoding_that_both_agreed_on_counts(encoding: str, character: int) -> None:
    assert Columns("😀 a", encoding).position(2) == Position(0, character)


def test_a_position_behind_the_end_is_the_end() -> None:
    columns = Columns("ab\ncd")
    assert columns.offset(Position(0, 99)) == 2
    assert columns.offset(Position(9, 0)) == 5


def test_only_the_protocols_line_ends_end_a_line() -> None:
    assert Columns("a\u2028b\x0cc\r\nd\re").position(9).line == 2
    assert Columns("a\u2028b").position(2) == Position(0, 2)


@given(TEXTS, ENCODINGS, st.data())
def test_there_and_back(text: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    if 0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1  # within a line end there is no position
    columns = Columns(text, encoding)
    assert columns.offset(columns.position(offset)) == offset

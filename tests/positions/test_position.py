"""Lines and columns, as Pandoc and editors count them."""

from __future__ import annotations

import pytest

from ars_pandoc.positions.position import Lines


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("", 0, (1, 1)),
        ("ab\ncd", 2, (1, 3)),  # the line end belongs to its line
        ("ab\ncd", 3, (2, 1)),
        ("ab\ncd", 5, (2, 3)),  # the end of the text
        ("a\r\nb", 3, (2, 1)),  # one line end, not two
        ("a\rb", 2, (2, 1)),
        ("a\n\nb", 3, (3, 1)),
        ("a\x0bb\x0cc\x85d\u2028e", 8, (1, 9)),  # no other character ends a line
        ("\tx", 1, (1, 2)),  # a tab is one column
        ("😀x", 1, (1, 2)),  # and so is a character beyond 16 bits
        ("\ufeffx", 1, (1, 1)),  # a byte order mark is none
        ("\ufeffx", 0, (1, 1)),
        ("\ufeffx\n\ufeffy", 4, (2, 2)),  # in the first line alone
    ],
)
def test_an_offset_has_its_line_and_column(text: str, offset: int, place: tuple[int, int]) -> None:
    assert Lines(text).line_and_column(offset) == place


@pytest.mark.parametrize(
    ("line", "text"), [(0, ""), (1, "one"), (2, ""), (3, "three"), (4, ""), (-1, "")]
)
def test_a_line_is_given_without_its_end(line: int, text: str) -> None:
    assert Lines("\ufeffone\r\n\rthree").text(line) == text


def test_a_line_is_cut_out_once() -> None:
    lines = Lines("a long line\nanother")
    assert lines.text(1) is lines.text(1)

"""Lines, columns and line ends."""

from __future__ import annotations

from ars_pandoc.census.collect import Lines, with_plain_line_ends


def test_every_line_end_counts() -> None:
    lines = Lines("a\r\nb\rc\nd")
    assert [lines.place(offset) for offset in (0, 3, 5, 7)] == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_characters_keep_their_offsets() -> None:
    text = "a\r\nb\rc\n"
    plain = with_plain_line_ends(text)
    assert plain == "a \nb\nc\n"
    assert len(plain) == len(text)

"""Words for messages: whatever a document holds, a message is one line that a terminal can show."""

from __future__ import annotations

import pytest

from ars_pandoc.base.wording import (
    kind_of,
    plural,
    printable,
    printable_lines,
    shown,
)


@pytest.mark.parametrize(("count", "said"), [(0, "0 marks"), (1, "1 mark"), (2, "2 marks")])
def test_one_has_no_s(count: int, said: str) -> None:
    assert plural(count, "mark") == said


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("größer 研究", "größer 研究"),
        ("a\x1b[31mb", "a\ufffd[31mb"),
        ("a\nb\tc", "a b c"),
        ("a\u202eb", "a\ufffdb"),
        ("a\u2028b", "a b"),
        ("", ""),
    ],
)
def test_a_terminal_is_told_nothing(text: str, safe: str) -> None:
    assert printable(text) == safe


def test_lines_stay_lines() -> None:
    assert printable_lines("a\n\x1bb\n") == "a\n\ufffdb\n"


@pytest.mark.parametrize(
    ("value", "most", "said"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("a\nb", 9, "a\\u000ab"),
        ("\x1b" * 9, 3, "\\u"),
        (12, 60, "12"),
        (None, 60, "None"),
    ],
)
def test_a_value_is_cut_and_made_visible(value: object, most: int, said: str) -> None:
    found = shown(value, most)
    assert found == said or (found.startswith(said) and found.endswith("…"))
    assert len(found) <= max(most, len(said))


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "empty"), (True, "true or false"), (0, "a number"), (1.5, "a number"),
        ("", "text"), ([], "a list"), ({}, "a map"),
    ],
)  # fmt: skip
def test_kinds_are_named_as_writers_name_them(value: object, kind: str) -> None:
    assert kind_of(value) == kind

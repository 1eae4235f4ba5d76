"""JSON for files and terminals."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.json_text import to_text


def test_letters_stay_readable_and_what_a_terminal_obeys_does_not() -> None:
    assert to_text({"größe": "研究"}) == '{\n  "größe": "研究"\n}'
    assert to_text("a\x1b\x7f\u202e\u2028b") == '"a\\u001b\\u007f\\u202e\\u2028b"'


@given(st.recursive(st.none() | st.booleans() | st.text(st.characters(codec="utf-8")), st.lists))
def test_it_is_read_back_and_every_line_is_printable(data: Any) -> None:
    text = to_text(data)
    assert json.loads(text) == data
    assert all(line.isprintable() for line in text.split("\n"))

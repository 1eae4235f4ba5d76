"""YAML written by the editor is read back as it was meant, by every reader."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.yaml_editor import dumped, is_surely_text, quoted, round_trip, yaml_text


@pytest.mark.parametrize("word", ["smith", "a_b-c", "Y1", "nope", "x"])
def test_a_word_that_every_reader_takes_for_text_needs_no_quotes(word: str) -> None:
    assert is_surely_text(word)
    assert yaml_text(word) is word


@pytest.mark.parametrize(
    "word",
    ["y", "N", "yes", "No", "on", "OFF", "true", "False", "null", "", "1a", "a b", "a:b", "é"],
)
def test_any_other_is_put_in_quotes(word: str) -> None:
    assert not is_surely_text(word)
    assert yaml_text(word) == word
    assert type(yaml_text(word)) is not str


@pytest.mark.parametrize(
    "sign", ["\n", "\r", "\x85", "\u2028", "\u2029", "\t", "\xa0", "'", '"', "\\"]
)
def test_a_line_end_of_any_kind_comes_back(sign: str) -> None:
    value = f"a{sign}b"
    editor = round_trip("")
    text = dumped(editor, {"note": quoted(value)})
    assert editor.load(text)["note"] == value
    assert yaml.safe_load(text) == {"note": value}
    assert dumped(editor, editor.load(text)) == text


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_whatever_is_written_is_read(value: str) -> None:
    editor = round_trip("")
    text = dumped(editor, {"note": yaml_text(value)})
    assert editor.load(text)["note"] == value
    assert parse_yaml(text, "file") == {"note": value}


@pytest.mark.parametrize(
    "text",
    [
        "a:\n- b\n- c\n",
        "a:\n  - b\n",
        "# top\na:\n    - b: 1  # why\n      c: 'x'\n",
        '---\na: "x"\n',
        "a:\n# note\n  - b\n",
    ],
)
def test_an_edited_file_keeps_its_form(text: str) -> None:
    editor = round_trip(text, "a")
    assert dumped(editor, editor.load(text)) == text

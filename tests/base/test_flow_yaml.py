"""Plain data on one line of YAML, as every reader takes it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.flow_yaml import flow_value
from ars_pandoc.base.strict_yaml import parse_yaml

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"), (True, "true"), (False, "false"), (7, "7"), ("plain", "plain"),
        ("two words", '"two words"'), ("", '""'), ("yes", '"yes"'), ("No", '"No"'), ("y", '"y"'),
        ("null", '"null"'), ("12", '"12"'), ("2024-01-02", '"2024-01-02"'), ("a: b", '"a: b"'),
        ("größe", '"größe"'), ("a\nb", '"a\\nb"'), ("\x7f", '"\\u007f"'), ("\ufeff", '"\\ufeff"'),
        ([1, "a"], "[1, a]"), ((1,), "[1]"), ({"a": [None]}, "{a: [null]}"), ([], "[]"), ({}, "{}"),
    ],
)  # fmt: skip
def test_text_is_quoted_where_a_reader_could_take_it_for_something_else(
    value: object, text: str
) -> None:
    assert flow_value(value) == text


@given(VALUES)
def test_every_reader_reads_back_what_was_written(value: Any) -> None:
    text = f"key: {flow_value(value)}\n"
    assert "\n" not in text[:-1]
    assert yaml.safe_load(text) == {"key": value}


def test_our_own_reader_does_too() -> None:
    value = {"a": ["yes", True, None, 12, "12", "a: b"], "b": "#"}
    assert parse_yaml(f"key: {flow_value(value)}\n", "file") == {"key": value}

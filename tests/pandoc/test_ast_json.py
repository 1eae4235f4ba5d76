"""Pandoc's JSON in and out: nothing is lost on either way (the library's or orjson's)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.pandoc.ast_json import LARGE, dumps, loads

SIZES = [0, LARGE]

text = st.text(st.characters(codec="utf-8"))
# Pandoc's numbers are of 64 bits.
numbers = st.integers(-(2**63), 2**63 - 1)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | text,
    lambda inner: st.lists(inner) | st.dictionaries(text, inner),
    max_leaves=20,
)


def padded(data: bytes) -> bytes:
    """Make JSON large without changing what it says."""
    return data + b" " * LARGE


@given(values, st.sampled_from(SIZES))
def test_what_is_written_is_read_again(value: Any, size: int) -> None:
    # Infinities are none of JSON's: orjson writes null, the library a word of its own.
    if "Infinity" in json.dumps(value):
        return
    data = dumps(value, size=size)
    assert loads(data) == value
    assert loads(padded(data)) == value


@given(text)
def test_both_ways_write_the_same_words(value: str) -> None:
    assert loads(dumps([value], size=0)) == loads(dumps([value], size=LARGE)) == [value]
    assert "\\u" not in dumps(["ä研😀"], size=LARGE).decode()
    assert "\\u" not in dumps(["ä研😀"], size=0).decode()


@pytest.mark.parametrize("size", SIZES)
def test_more_levels_than_orjson_takes(size: int) -> None:
    value: list[Any] = []
    for _ in range(400):
        value = [value]
    data = dumps(value, size=size)
    assert data == b"[" * 401 + b"]" * 401
    assert loads(padded(data)) == loads(data) == value


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[1,]", b"not json", b'{"a": 1} and more', b'"\xff"', b"\x00"]
)
def test_what_is_no_json_is_a_value_error(data: bytes) -> None:
    with pytest.raises(ValueError):
        loads(data)
    with pytest.raises(ValueError):
        loads(padded(data))


@pytest.mark.parametrize("size", SIZES)
def test_it_is_written_without_spaces(size: int) -> None:
    value = {"t": "Str", "c": ["a", 1]}
    assert dumps(value, size=size) == b'{"t":"Str","c":["a",1]}'

"""Metadata of an AST as plain data."""

from __future__ import annotations

from ars_pandoc.pandoc.metadata import plain_value
from tests.pandoc_documents import read_document

TEXT = """---
title: A *title* with `a--b` -- and "quotes"
flag: true
number: 12
list: [a, {b: c}]
empty: ""
abstract: |
  One.

  Two.

  - item
...
"""


def test_every_kind_of_value_is_plain() -> None:
    meta = {name: plain_value(value) for name, value in read_document(TEXT)["meta"].items()}
    assert meta["title"] == "A title with a--b \u2013 and “quotes”"
    assert meta["flag"] is True
    assert meta["number"] == "12"
    assert meta["list"] == ["a", {"b": "c"}]
    assert meta["empty"] == ""
    assert meta["abstract"] == "One.\nTwo."

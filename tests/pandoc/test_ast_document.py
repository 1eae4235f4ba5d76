"""What Pandoc writes to a filter is read, and what it has not written is named."""

from __future__ import annotations

import json

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.ast_document import read_document


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no JSON"),
        (b"# A claim\n", "no JSON"),
        (b"[]", "no list of blocks"),
        (b'"text"', "no list of blocks"),
        (b'{"blocks": 3}', "no list of blocks"),
        (b'{"blocks": [], "meta": {}}', "API version is none"),
        (b'{"blocks": [], "meta": {}, "pandoc-api-version": [1, 21]}', "API version is 1.21"),
        (b'{"blocks": [], "meta": {}, "pandoc-api-version": [2, 0]}', "API version is 2.0"),
        (b'{"blocks": [], "pandoc-api-version": [1, 23]}', "no metadata"),
        (b'[{"unMeta": {}}, []]', "no list of blocks"),
    ],
)
def test_what_is_no_tree_of_pandoc_s_is_named(data: bytes, said: str) -> None:
    with pytest.raises(ArsError, match=said):
        read_document(data)


@pytest.mark.parametrize("version", [[1, 22], [1, 22, 2, 1], [1, 23, 1, 1], [1, 99]])
def test_versions_that_are_known(version: list[int]) -> None:
    document = {"pandoc-api-version": version, "meta": {}, "blocks": []}
    assert read_document(json.dumps(document).encode()) == document

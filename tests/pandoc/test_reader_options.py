"""What Pandoc tells of its reader, and what it cannot be made to tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ars_pandoc.pandoc.reader_options import reader_options


@pytest.mark.parametrize(
    ("told", "options"),
    [
        ('{"extensions": ["citations"]}', {"extensions": ["citations"]}),
        ("", {}),
        ("{", {}),
        ("[1]", {}),
        ("null", {}),
    ],
)
def test_the_options_of_the_reader(told: str, options: Mapping[str, Any]) -> None:
    assert reader_options({"PANDOC_READER_OPTIONS": told}) == options


def test_none_are_told() -> None:
    assert reader_options({}) == {}

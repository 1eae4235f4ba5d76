"""What Pandoc tells its filters of the reader."""

from __future__ import annotations

import pytest

from ars_pandoc.pandoc.reader_options import reader_options


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ('{"extensions": ["citations"]}', {"extensions": ["citations"]}),
        ("", {}),
        ("no JSON", {}),
        ("[1]", {}),
    ],
)
def test_what_cannot_be_read_is_nothing(given: str, found: dict[str, object]) -> None:
    assert reader_options({"PANDOC_READER_OPTIONS": given}) == found
    assert reader_options({}) == {}

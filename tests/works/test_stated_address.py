from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.works.stated_address import can_be_sought, stated_address
from tests.corpus.sidecars import raw_entry


@pytest.mark.parametrize(
    ("fields", "address", "sought"),
    [
        ({"source_pointer": "https://example.org/a.pdf"}, "https://example.org/a.pdf", True),
        ({"source_pointer": "https://doi.org/10.1000/one"}, None, True),
        ({"source_pointer": "https://arxiv.org/abs/2401.01234"}, None, True),
        ({"source_pointer": "pmid:12"}, None, True),
        ({"source_pointer": "shelf 3"}, None, False),
        ({"source_pointer": "shelf 3", "doi": "10.1000/one"}, None, True),
        ({"source_pointer": "https://[bad/"}, None, False),
        ({"source_pointer": "https://example.org/a", "obtained_via": "manual"}, None, False),
    ],
)
def test_what_can_be_sought(fields: dict[str, Any], address: str | None, sought: bool) -> None:
    entry = Entry.from_valid(raw_entry(**fields))
    assert can_be_sought(entry) is sought
    if "obtained_via" not in fields:
        assert stated_address(entry) == address

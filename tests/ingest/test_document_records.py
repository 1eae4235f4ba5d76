from __future__ import annotations

import pytest

from ars_pandoc.ingest.document_records import records_of_document


@pytest.mark.parametrize(
    ("key", "url"),
    [
        ("doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("pmid:12345", "https://pubmed.ncbi.nlm.nih.gov/12345"),
        ("arxiv:2401.00001", "https://arxiv.org/abs/2401.00001"),
        ("https://example.org/a", "https://example.org/a"),
        ("url:https://example.org/a", "https://example.org/a"),
    ],
)
def test_keys_of_manubot_name_the_source(key: str, url: str) -> None:
    assert records_of_document([key], "", "p.md").records[key]["URL"] == url


def test_tags_name_it_too_and_nothing_is_guessed() -> None:
    text = "Words [@tag:x; @smith2024].\n\n[@tag:x]: doi:10.1000/182\n"
    records = records_of_document(["tag:x", "smith2024"], text, "p.md").records
    assert records["tag:x"]["DOI"] == "10.1000/182"
    assert records["smith2024"] == {"id": "smith2024"}

from __future__ import annotations

import pytest

from ars_pandoc.works.identifiers import (
    arxiv_of,
    doi_of,
    in_path,
    pmcid_of,
    pmid_of,
    same_doi,
    states,
)
from tests.signals.looking_up import entry


@pytest.mark.parametrize(
    ("pointer", "pmid", "pmcid"),
    [
        ("pmid:31452104", "31452104", None),
        ("PMID: 31452104", "31452104", None),
        ("https://pubmed.ncbi.nlm.nih.gov/31452104/", "31452104", None),
        ("https://www.ncbi.nlm.nih.gov/pubmed/31452104", "31452104", None),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC6713001/", None, "PMC6713001"),
        ("https://pmc.ncbi.nlm.nih.gov/articles/pmc6713001", None, "PMC6713001"),
        ("https://europepmc.org/article/PMC/PMC6713001", None, "PMC6713001"),
        ("pmcid:PMC6713001", None, "PMC6713001"),
        ("https://example.org/31452104", None, None),
        ("zotero://select/items/PMC1", None, None),
    ],
)
def test_pmids_and_pmcids(pointer: str, pmid: str | None, pmcid: str | None) -> None:
    one = entry(source_pointer=pointer)
    assert (pmid_of(one), pmcid_of(one)) == (pmid, pmcid)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"arxiv_id": "2401.01234v3"}, "2401.01234"),
        ({"arxiv_id": "arXiv:hep-th/9901001"}, "hep-th/9901001"),
        ({"source_pointer": "https://arxiv.org/pdf/2401.01234.pdf"}, "2401.01234"),
        ({"source_pointer": "http://export.arxiv.org/abs/math.GT/0309136"}, "math/0309136"),
        ({"arxiv_id": "cond-mat.mes-hall/0211022"}, "cond-mat/0211022"),
        ({"doi": "10.48550/ARXIV.2401.01234"}, "2401.01234"),
        ({"venue": "arXiv preprint arXiv:1412.6980"}, "1412.6980"),
        ({"venue": "Nature, see arXiv:1412.6980"}, None),
        ({"arxiv_id": 24}, None),
        ({}, None),
    ],
)
def test_arxiv_ids(fields: dict[str, str], expected: str | None) -> None:
    assert arxiv_of(entry(**fields)) == expected


def test_dois() -> None:
    assert doi_of(entry(doi="10.1000/A")) == "10.1000/A"
    assert doi_of(entry(source_pointer="https://doi.org/10.1016/S0140-6736%2895%2990120-5")) == (
        "10.1016/S0140-6736(95)90120-5"
    )
    assert same_doi("10.1000/ABC", "10.1000/abc")
    assert not same_doi(None, None)
    assert in_path("10.1002/(SICI)1<1::AID-X>3.0.CO;2-#,é") == (
        "10.1002/%28SICI%291%3C1%3A%3AAID-X%3E3.0.CO%3B2-%23%2C%C3%A9"
    )


@pytest.mark.parametrize(
    ("fields", "identifier", "stated", "exactly"),
    [
        ({"doi": "10.1000/A"}, "10.1000/a", True, True),
        ({"doi": "10.1000/A"}, "https://doi.org/10.1000/a", True, True),
        ({"doi": "10.1000/b"}, "10.1000/a", False, False),
        ({"source_pointer": "https://doi.org/10.1000/b"}, "10.1000/a", False, False),
        ({"source_pointer": "https://doi.org/10.1000/a"}, "10.1000/a", True, True),
        ({}, "10.1000/a", True, False),  # taken out, or never there
        ({"source_pointer": "pmid:12"}, "pmid:12", True, True),
        ({"source_pointer": "pmid:12"}, "12", True, True),
        ({"source_pointer": "pmid:123"}, "pmid:12", False, False),
        ({"source_pointer": "https://x.org/12"}, "pmid:12", True, False),
        ({"source_pointer": "pmcid:PMC12"}, "pmcid:PMC12", True, True),
        ({"source_pointer": "pmcid:PMC13"}, "PMC12", False, False),
        ({"venue": "arXiv:2401.01234"}, "arXiv:2401.01234", True, True),
        ({"arxiv_id": "hep-th/9901001"}, "arXiv:HEP-TH/9901001", True, True),
        ({"arxiv_id": "2401.01235v2"}, "arXiv:2401.01234", False, False),
    ],
)
def test_what_an_entry_still_states(
    fields: dict[str, str], identifier: str, stated: bool, exactly: bool
) -> None:
    assert states(entry(**fields), identifier) is stated
    assert states(entry(**fields), identifier, exactly=True) is exactly


def test_a_key_may_state_an_identifier_too() -> None:
    one = entry("doi:10.1000/A", source_pointer="https://doi.org/10.1000/b")
    assert states(one, "10.1000/a", exactly=True)
    assert not states(one, "10.1000/c")

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.signals.preprints import is_post_inflection_preprint, preprint_server, servers
from tests.signals.looking_up import entry


def test_the_list_is_closed_and_has_the_ten_of_the_specification() -> None:
    assert [server.name for server in servers()] == [
        "arXiv", "bioRxiv", "medRxiv", "SSRN", "Research Square", "Preprints.org", "ChemRxiv",
        "EarthArXiv", "OSF Preprints", "TechRxiv",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("venue", "server"),
    [
        ("arXiv", "arXiv"),
        ("arXiv.org", "arXiv"),
        ("arXiv preprint arXiv:2401.01234", "arXiv"),
        ("arXiv:1904.04923 [astro-ph]", "arXiv"),
        ("arXiv (Cornell University)", "arXiv"),
        ("Preprint at arXiv, https://arxiv.org/abs/2401.01234", "arXiv"),
        ("CoRR abs/1709.00103", "arXiv"),
        ("CoRR", "arXiv"),
        ("Computing Research Repository (CoRR)", "arXiv"),
        ("arXiv e-prints", "arXiv"),
        ("arXiv: Computation and Language", "arXiv"),
        ("arXiv Prepr. arXiv2401.01234", "arXiv"),
        ("ArXiv200514165 Cs", "arXiv"),
        ("{arXiv} preprint", "arXiv"),
        ("Tech. rep. arXiv:2401.01234", "arXiv"),
        ("https://arxiv.org/abs/2401.01234", "arXiv"),
        ("Available at SSRN: https://ssrn.com/abstract=123", "SSRN"),
        ("SSRN Electron. J.", "SSRN"),
        ("Social Science Research Network (SSRN)", "SSRN"),
        ("bioRxiv : the preprint server for biology", "bioRxiv"),
        ("medRxiv (Cold Spring Harbor Laboratory)", "medRxiv"),
        ("Res Sq", "Research Square"),
        ("Research Square [Preprint]", "Research Square"),
        ("Preprints 2024, 2024010001", "Preprints.org"),
        ("Preprints (Basel)", "Preprints.org"),
        ("www.preprints.org", "Preprints.org"),
        ("ChemRxiv (Cambridge Open Engage)", "ChemRxiv"),
        ("California Digital Library (CDL): EarthArXiv", "EarthArXiv"),
        ("OSF Preprints (Center for Open Science)", "OSF Preprints"),
        ("IEEE TechRxiv", "TechRxiv"),
        ("SSRN Electronic Journal", "SSRN"),
        ("Available at SSRN 3456789", "SSRN"),
        ("bioRxiv (Cold Spring Harbor Laboratory)", "bioRxiv"),
        ("Cold Spring Harbor Laboratory: bioRxiv", "bioRxiv"),
        ("medRxiv", "medRxiv"),
        ("Research Square (Research Square)", "Research Square"),
        ("Preprints.org", "Preprints.org"),
        ("Preprints", "Preprints.org"),
        ("ChemRxiv", "ChemRxiv"),
        ("EarthArXiv", "EarthArXiv"),
        ("OSF Preprints", "OSF Preprints"),
        ("TechRxiv", "TechRxiv"),
        ("Nature", None),
        ("Genome Research", None),
        ("PsyArXiv", None),
        ("SocArXiv", None),
        ("Zenodo", None),
        ("engrXiv", None),
        ("Authorea Preprints", None),
        ("Open Science Framework", None),
        ("Cold Spring Harbor Perspectives in Biology", None),
        ("CORR: Clinical Orthopaedics and Related Research", None),
        ("Corrosion Science", None),
        ("Social Science Research", None),
        ("IEEE Access", None),
        ("Preprint", None),
        ("Cornell University Press", None),
        ("Physical Review D, arXiv:2401.01234", None),
        ("https://www.nature.com/articles/x", None),
        ("Preprints of the 3rd Symposium on Gates", None),
        ("Journal of Research Squares", None),
        ("Nature (first on arXiv)", None),
    ],
)
def test_venues_in_real_life(venue: str, server: str | None) -> None:
    assert preprint_server(entry(venue=venue)) == server


@pytest.mark.parametrize(
    ("pointer", "doi", "server"),
    [
        ("https://arxiv.org/abs/2401.01234v2", None, "arXiv"),
        ("arXiv:2401.01234", None, "arXiv"),
        ("https://www.biorxiv.org/content/10.1101/2024.01.02.573838v1", None, "bioRxiv"),
        ("https://papers.ssrn.com/sol3/papers.cfm?abstract_id=1", None, "SSRN"),
        ("https://www.researchsquare.com/article/rs-1/v1", None, "Research Square"),
        ("https://doi.org/10.26434/chemrxiv-2024-abc", None, "ChemRxiv"),
        ("x", "10.48550/arXiv.2401.01234", "arXiv"),
        ("x", "10.1101/2024.01.02.573838", "bioRxiv"),
        ("x", "10.1101/573838", "bioRxiv"),
        ("x", "10.1101/gr.123456.111", None),  # Genome Research, of the same house
        ("x", "10.2139/ssrn.4567890", "SSRN"),
        ("x", "10.20944/preprints202401.0001.v1", "Preprints.org"),
        ("https://notarxiv.org/abs/2401.01234", None, None),
        ("https://example.org/arxiv.org", None, None),
    ],
)
def test_without_a_venue_the_pointer_then_the_doi_decides(
    pointer: str, doi: str | None, server: str | None
) -> None:
    fields: dict[str, Any] = {"source_pointer": pointer, **({"doi": doi} if doi else {})}
    assert preprint_server(entry(**fields)) == server


def test_a_preprint_whose_venue_names_a_journal_is_none() -> None:
    fields = {"venue": "Cell", "doi": "10.1101/2024.01.02.573838"}
    assert (
        preprint_server(entry(source_pointer="https://arxiv.org/abs/2401.01234", **fields)) is None
    )


@pytest.mark.parametrize(("year", "expected"), [(2023, False), (2024, True), (2026, True)])
def test_the_inflection_year(year: int, expected: bool) -> None:
    assert is_post_inflection_preprint(entry(venue="arXiv", year=year)) is expected

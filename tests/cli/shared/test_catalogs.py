from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.cli.shared.catalogs import catalog_folder, catalog_of
from ars_pandoc.corpus.catalog import Fact, load_catalog
from ars_pandoc.corpus.edit_catalog import record_facts
from tests.corpus.sidecars import raw_entry, write_sidecar

SIDECAR = Path("refs.ars.yaml")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_SOURCES", "ARS_LOCKED"):
        monkeypatch.delenv(name, raising=False)
    write_sidecar(SIDECAR, raw_entry())
    Path("held").mkdir()
    Path("paper.md").write_text(
        "---\nbibliography: refs.bib\nars:\n  sources: held\n---\n", encoding="utf-8"
    )


def test_beside_the_sidecar_unless_something_names_a_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert catalog_folder(None) is None
    assert catalog_of(SIDECAR, None) == Path(".ars/catalog.yaml")
    assert catalog_folder("paper.md") == Path("held")
    monkeypatch.setenv("ARS_SOURCES", "elsewhere")
    assert catalog_folder(None) == Path("elsewhere")
    assert catalog_folder("paper.md") == Path("held")
    monkeypatch.setenv("ARS_LOCKED", "1")
    assert catalog_folder("paper.md") == Path("elsewhere")


def test_an_acknowledgement_goes_where_the_gate_reads() -> None:
    fact = Fact("retracted", True, "pubmed", "2026-05-14T10:00:00Z")
    record_facts(Path("held/catalog.yaml"), {"smith2024": [fact]})
    command = ["acknowledge-retraction", "smith2024", "--note", "x", "--yes", "--for", "paper.md"]
    assert main(command) == 0
    assert load_catalog([SIDECAR], Path("held")).acknowledged("smith2024") is not None
    assert not Path(".ars").exists()

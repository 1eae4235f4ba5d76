"""Indexes are asked about sidecars, and what they say is written and shown (contract §9)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.look_up import FOUND, look_up
from ars_pandoc.corpus.catalog import catalog_path, load_catalog
from ars_pandoc.corpus.load_sidecar import Corpus, load_corpus
from ars_pandoc.verdict.recorded import stated_by
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.servers import Record, Services, serve

GATES = Record("On the gates of old cities", doi="10.1000/gates")
GONE = Record("A study that was withdrawn", doi="10.1000/gone", retracted=True)


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARS_") or name == "S2_API_KEY":
            monkeypatch.delenv(name)
    with serve(GATES, GONE) as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        yield running


def sidecar(name: str, *entries: dict[str, Any]) -> Corpus:
    return load_corpus(write_sidecar(Path(name), *entries))


def gates(**fields: Any) -> dict[str, Any]:
    return raw_entry("gates", title=GATES.title, doi=GATES.doi, **fields)


def gone() -> dict[str, Any]:
    return raw_entry("gone", title=GONE.title, doi=GONE.doi)


def test_all_answered_is_0_and_what_was_said_is_written_once(
    services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    one = sidecar("refs.ars.yaml", gates())
    assert look_up([one], None) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "wrote signals of 1 entry to refs.ars.yaml" in said.out
    assert look_up([load_corpus(Path("refs.ars.yaml"))], None) == 0
    assert "nothing was to be written" in capsys.readouterr().out


def test_each_sidecar_gets_its_own(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    (Path("b")).mkdir()
    two = [sidecar("a.ars.yaml", gates()), sidecar("b/b.ars.yaml", raw_entry("other"))]
    assert look_up(two, None) == 0
    said = capsys.readouterr().out
    assert "wrote signals of 1 entry to a.ars.yaml" in said
    assert "b.ars.yaml" in said
    signals = [load_corpus(corpus.paths[0]).entries for corpus in two]
    assert [list(entries) for entries in signals] == [["gates"], ["other"]]
    assert all(one.contamination_signals for entries in signals for one in entries.values())


def test_a_retraction_is_found(services: Services, capsys: pytest.CaptureFixture[str]) -> None:
    one = sidecar("refs.ars.yaml", gates(), gone())
    assert look_up([one], None, indexes=["crossref"]) == FOUND
    catalog = load_catalog(one.paths, None)
    assert catalog.retracted("gone", stated=stated_by(one.entries["gone"]))
    assert "gone" in capsys.readouterr().out


def test_offline_nothing_is_sent(services: Services) -> None:
    assert look_up([sidecar("refs.ars.yaml", gates())], None, offline=True) in (0, FOUND)
    assert services.asked == []


def test_an_index_that_is_none_is_named_before_anything_is_asked(services: Services) -> None:
    with pytest.raises(ArsError, match="nonesuch"):
        look_up([sidecar("refs.ars.yaml", gates())], None, indexes=["nonesuch"])
    assert services.asked == []


def test_a_catalog_that_cannot_be_read_stops_before_anything_is_asked(services: Services) -> None:
    one = sidecar("refs.ars.yaml", gates())
    assert look_up([one], None) == 0
    services.asked.clear()
    catalog_path(one.paths[0]).write_text("[", "utf-8")
    with pytest.raises(ArsError):
        look_up([one], None, refresh=True)
    assert services.asked == []

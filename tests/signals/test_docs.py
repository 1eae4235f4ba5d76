"""docs/signals.md shows what the program prints, and its table names what is asked."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.signals.indexes import INDEXES
from ars_pandoc.signals.preprints import servers
from tests.conftest import ROOT
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.servers import Record, serve

PAGE = (ROOT / "docs" / "signals.md").read_text(encoding="utf-8")
GATES = Record(
    "On the gates of old cities", year=2019, doi="10.1000/gates", pmid="11", retracted=True
)


def test_what_is_shown_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARS_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    write_sidecar(
        Path("refs.ars.yaml"),
        raw_entry("gates2019", title=GATES.title, year=2019, doi=GATES.doi),
        raw_entry("poe2024", title="Nobody wrote of this", doi="10.9999/none", venue="arXiv"),
        raw_entry("merton1968", year=1968, obtained_via="manual"),
    )
    shown = re.search(r"<!-- shown -->\n```text\n(.*?)```", PAGE, re.S)
    assert shown is not None
    with serve(GATES) as services:
        for name, value in services.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        assert main(["signals", "--index", "all"]) == 1
        printed = capsys.readouterr().out
        assert re.sub(r"\d{4}-\d\d-\d\d", "2026-05-14", printed) == shown[1]
        # The remedy that is shown works as it stands.
        remedy = re.search(
            r'ars (acknowledge) (\S+) (--what) (retraction) (--note) "(\w+)"', printed
        )
        assert remedy is not None
        assert main([*remedy.groups(), "--yes"]) == 0


def test_the_table_names_every_index_and_what_it_sets() -> None:
    rows = dict(re.findall(r"^\| `([a-z][a-z-]+)`[^|]*\|.*\|.*\| (.*) \|$", PAGE, re.M))
    assert list(rows) == list(INDEXES)
    for name, index in INDEXES.items():
        assert (index.signal or "whether") in rows[name]


def test_every_variable_and_server_is_named() -> None:
    for index in INDEXES.values():
        assert f"`{index.service.variable}`" in PAGE
        if index.service.key_variable:
            assert f"`{index.service.key_variable}`" in PAGE
    text = " ".join(PAGE.split())
    for server in servers():
        assert server.name in text


@pytest.mark.parametrize("name", INDEXES)
def test_the_pace_is_the_one_that_is_told(name: str) -> None:
    service = INDEXES[name].service
    row = re.search(rf"^\| {re.escape(service.label)} \| (.*?) \| (.*?) \|$", PAGE, re.M)
    assert row is not None
    number = "1 in three seconds" if service.per_second < 1 else f"{service.per_second:g} "
    assert row[1].startswith(number)
    faster = service.per_second_known != service.per_second
    assert row[2].startswith(f"{service.per_second_known:g} with" if faster else "the same")

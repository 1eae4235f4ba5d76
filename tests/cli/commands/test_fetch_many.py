"""`ars fetch` of 500 sources, with a run that is killed in the middle (contract §12)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.store import store_of
from tests.conftest import ROOT
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.open_texts.articles import jats
from tests.signals.servers import Record, Services, serve

MANY = 500
_NUMBERS = "one two three four five six seven eight nine ten".split()


def title(number: int) -> str:
    """A title that no other work has within it."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    words = [_NUMBERS[hundreds], _NUMBERS[tens], _NUMBERS[ones]]
    return f"On the {' and '.join(words)} gates of the old city"


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    for name in list(os.environ):
        if name.startswith("ARS_") or name.endswith("_proxy"):
            monkeypatch.delenv(name)
    records = [
        Record(title(n), doi=f"10.1000/{n}", pmcid=f"PMC{n + 1}", jats=jats(title(n)))
        for n in range(MANY)
    ]
    with serve(*records) as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        (tmp_path / "work").mkdir()
        monkeypatch.chdir(tmp_path / "work")
        yield running


def brought(services: Services) -> list[str]:
    return [asked for asked in services.asked if asked.endswith("fullTextXML")]


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_and_leaves_nothing_behind(
    services: Services, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path()
    sidecar = write_sidecar(
        Path("refs.ars.yaml"),
        *(
            raw_entry(
                f"k{n}", title=title(n), doi=f"10.1000/{n}", source_pointer=f"doi:10.1000/{n}"
            )
            for n in range(MANY)
        ),
    )
    program = "import sys; from ars_pandoc.cli import main; sys.exit(main(['fetch']))"
    with Path(tmp_path / "shown").open("wb") as shown:
        running = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=shown,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        deadline = time.monotonic() + 60
        # The catalog is written now and then: the run is killed once it has been.
        while not Path(".ars/catalog.yaml").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
        running.wait(timeout=10)
    said = (tmp_path / "shown").read_text("utf-8").count(": pinned:")
    recorded = [key for key in load_corpus(sidecar).entries if load_catalog([sidecar]).pinned(key)]
    assert 0 < len(recorded) < MANY
    # What was said to be pinned is.
    assert said <= len(recorded)
    before = len(brought(services))
    assert main(["fetch"]) == 0
    out = capsys.readouterr().out
    assert f"{len(recorded)} pinned before" in out
    # What was recorded is not brought again.
    assert len(brought(services)) - before == MANY - len(recorded)
    entries, catalog = load_corpus(sidecar).entries, load_catalog([sidecar])
    assert all(catalog.content_match(key) for key in entries)
    assert all(entry.source_acquired for entry in entries.values())
    store = store_of([sidecar])
    assert all(store.is_whole(one.sha256) for key in entries for one in catalog.snapshots(key))
    assert {path.name for path in folder.iterdir()} == {".ars", "refs.ars.yaml"}
    assert all(Path(str(e.fields["source_acquisition_path"])).is_file() for e in entries.values())

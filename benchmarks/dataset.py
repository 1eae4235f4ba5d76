"""Audit 10,000 documents, one in a hundred hostile, killed twice and resumed.

    python -m benchmarks.dataset [--number 10000] [--jobs 2] [--cluster]
    python -m benchmarks.dataset --papers 120 [--jobs 2]

The documents are generated, so that it is known how many have each verdict. The run is killed with
SIGKILL after a third and after two thirds of its parts, and goes on each time; with --cluster on
a Dask cluster of this machine. It prints the counts beside
those that are right, documents per second of the last run, and the most memory that the main
process held in its first parts and at the end.

With --papers it measures what papers of 6,000 words take that all pass, and `pandoc -t json` on each:
from that follows what 2.5 million of them take.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

from ars_pandoc.auditing.dataset_store import Store
from ars_pandoc.auditing.dataset_summary import summarise
from ars_pandoc.auditing.run_dataset import BATCH
from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import thesis
from benchmarks.measure import processor_seconds
from tests.auditing.many_documents import write_folder
from tests.conftest import clean_environment

LIMIT = "5"
_WORDS = 6_000
_PEERS = 40
_FEW = 3
"""Parts after which a run has come to its pace."""


def _megabytes(process: int) -> float:
    try:
        text = Path(f"/proc/{process}/status").read_text("ascii")
    except OSError:
        return 0
    line = next((one for one in text.splitlines() if one.startswith("VmRSS")), "VmRSS: 0 kB")
    return int(line.split()[1]) / 1000


def run(folder: Path, more: list[str], until: int | None) -> tuple[int, float, float, float, int]:
    """Run the command, perhaps only until there are so many parts.

    Returns:
        Its exit code, its seconds, the memory of its main process in MB after its first parts and at
        the most, and how many parts it wrote.
    """
    out = folder / "out" / "documents"
    before = len(list(out.glob("*.parquet")))
    line = [str(Path(sys.executable).with_name("ars")), "audit", "theses", "--dataset", "out"]
    started = time.monotonic()
    running = subprocess.Popen(
        [*line, "--time-limit", LIMIT, *more], cwd=folder, env=clean_environment(),
        stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    first = most = 0.0
    while running.poll() is None:
        time.sleep(0.2)
        most = max(most, _megabytes(running.pid))
        parts = len(list(out.glob("*.parquet")))
        if parts - before <= _FEW:
            first = most
        if until is not None and parts >= until:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            break
    took = time.monotonic() - started
    return running.returncode, took, first, most, len(list(out.glob("*.parquet"))) - before


@contextmanager
def cluster() -> Iterator[Any]:
    """Give a Dask cluster of two processes of this machine."""
    import distributed

    local: Any = distributed.LocalCluster
    with local(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as running:
        yield running


def measure(folder: Path, number: int, more: list[str]) -> bool:
    """Run to the end, killed twice; print what came out, and return whether it is right."""
    right = write_folder(folder / "theses", number, large=True)
    parts = -(-number // BATCH)
    for until in (parts // 3, 2 * parts // 3):
        run(folder, more, until)
    code, took, first, most, last = run(folder, more, None)
    verdicts = summarise(Store(str(folder / "out"))).verdicts
    print(f"exit code {code}, verdicts {verdicts}, right {dict(right)}")
    print(f"last run: {last * BATCH / took:.1f} documents/s, memory {first:.0f} to {most:.0f} MB")
    return verdicts == right and code == 2


def write_papers(folder: Path, number: int) -> list[Path]:
    """Write papers of 6,000 words out of the thesis, with its sidecar and bibliography for all."""
    thesis.write(folder)
    head, _, body = (folder / "thesis.md").read_text("utf-8").partition("\n---\n")
    (folder / "thesis.md").unlink()
    lines = cycle(body.split("\n"))
    papers = []
    for n in range(number):
        words, part = 0, []
        while words < _WORDS:
            part.append(next(lines))
            words += len(part[-1].split())
        papers.append(folder / f"p{n:05}.md")
        papers[-1].write_text(f"{head}\n---\n\n" + "\n".join(part) + "\n", "utf-8")
    return papers


def measure_papers(folder: Path, number: int, jobs: int) -> None:
    """Print what papers take: processor time for each, papers per second, bytes in the dataset."""
    papers = write_papers(folder / "papers", number)
    ars = str(Path(sys.executable).with_name("ars"))
    line = [ars, "audit", "papers", "--dataset", "out", "--jobs", str(jobs)]
    started = time.monotonic()
    spent = processor_seconds(line, folder, clean_environment())
    clock = time.monotonic() - started
    size = sum(path.stat().st_size for path in (folder / "out").rglob("*.parquet"))
    pandoc = str(bundled_pandoc().path)
    peer = sum(
        processor_seconds([pandoc, str(one), "-t", "json", "-o", os.devnull], folder)
        for one in papers[:_PEERS]
    ) / min(number, _PEERS)
    each = spent / number
    print(f"{each:.3f} s of processor time a paper, `pandoc -t json` {peer:.3f} s")
    print(
        f"{number / clock:.1f} papers/s with {jobs} processes, {size / number / 1000:.1f} kB a paper"
    )
    print(
        f"2.5 million: {2_500_000 * each / 3600:.0f} core-hours, {size / number * 2.5e6 / 1e9:.0f} GB"
    )


def main() -> None:
    """Measure and print; exit with 1 where a count is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--papers", type=int)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if given.papers:
            measure_papers(Path(name), given.papers, given.jobs)
            return
        if not given.cluster:
            ok = measure(Path(name), given.number, ["--jobs", str(given.jobs)])
        else:
            with cluster() as running:
                ok = measure(Path(name), given.number, ["--dask", running.scheduler_address])
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()

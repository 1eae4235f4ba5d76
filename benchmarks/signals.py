"""Measure `ars signals` against a server on this machine: `python -m benchmarks.signals`.

The bounds, without a rate limit: 500 entries in 5 s, a second run from the cache in 1 s, and a
Retraction Watch file of 60,000 rows costs the second run nothing. Beside the clock stands the
processor's time, which other work on the machine does not change much. Run it in a checkout: the
server is the tests' own.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

ENTRIES = 500
ROWS = 60_000
RUNS = 5
BOUNDS = {"first run": 5.0, "second run": 1.0}

# An installed package has its bytecode: a machine that forbids to write it compiles at each start.
_ENVIRONMENT = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
_COLUMNS = "OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,RetractionDate"


@dataclass(frozen=True, slots=True)
class Taken:
    """How long a run took, in seconds.

    Attributes:
        wall: By the clock.
        processor: Of the processor, for the user and for the system.
    """

    wall: float
    processor: float


def title(number: int) -> str:
    """Return the title of a work."""
    return f"On the gates of city {number} and its walls"


def write_sidecar(folder: Path) -> None:
    """Write a sidecar without signals, as `ars init` writes it."""
    entries = (
        f"- citation_key: key{number}\n  title: {title(number)}\n"
        "  authors:\n  - family: Smith\n    given: Jane\n  year: 2024\n"
        f"  source_pointer: https://doi.org/10.1000/{number}\n  doi: 10.1000/{number}\n"
        for number in range(ENTRIES)
    )
    text = f"literature_corpus:\n{''.join(entries)}"
    (folder / "refs.ars.yaml").write_text(text, "utf-8")


def write_retractions(path: Path) -> None:
    """Write a Retraction Watch file; none of the entries is in it."""
    rows = (f"10.2000/{number},0,Retraction,3/1/2024 0:00\n" for number in range(ROWS))
    path.write_text(f"{_COLUMNS}\n{''.join(rows)}", "utf-8")


def serve_until_told(channel: Connection, folder: Path) -> None:
    """Answer for all indexes, and tell the variables that lead here."""
    from tests.signals.servers import Record, serve

    records = [Record(title(number), doi=f"10.1000/{number}") for number in range(ENTRIES)]
    with serve(*records) as services:
        channel.send(services.environment(folder))
        channel.recv()


def run(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Taken:
    """Run `ars signals` once.

    Raises:
        SystemExit: It failed, with what it said.
    """
    ars = str(Path(sys.executable).with_name("ars"))
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [ars, "signals", *arguments],
        cwd=folder,
        env={**_ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    wall, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"ars signals ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return Taken(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(folder: Path, environment: Mapping[str, str], runs: int) -> dict[str, Taken]:
    """Return the median of each kind of run."""
    watch = ["--retraction-watch", "watch.csv"]
    write_retractions(folder / "watch.csv")
    taken: dict[str, list[Taken]] = {}

    def once(name: str, *arguments: str, fresh: bool = True) -> None:
        if fresh:
            write_sidecar(folder)
        taken.setdefault(name, []).append(run(arguments, folder, environment))

    for _ in range(runs):
        for kept in (folder / "cache" / "lookups").glob("*"):
            kept.unlink()
        once("first run")
        once("second run", fresh=False)
        once("the sidecar without signals again, from the cache")
        once(f"the same, {ROWS:,} retractions read the first time", *watch)
        once("the same, the second time", *watch)
    return {
        name: Taken(median(one.wall for one in all_), median(one.processor for one in all_))
        for name, all_ in taken.items()
    }


def main(runs: int = RUNS) -> None:
    """Measure, and print one line for each kind of run."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        ours, theirs = multiprocessing.Pipe()
        server = multiprocessing.Process(target=serve_until_told, args=(theirs, folder))
        server.start()
        try:
            taken = measure(folder, ours.recv(), runs)
        finally:
            ours.send("enough")
            server.join()
    print(f"{ENTRIES} entries, median of {runs} runs        clock  processor  bound")
    for name, one in taken.items():
        bound = f"{BOUNDS[name]:>5.1f} s" if name in BOUNDS else "      –"
        print(f"{name:<50} {one.wall:>5.2f} s  {one.processor:>7.2f} s  {bound}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)

"""Each figure of speed beside its peer and its limit, and a history of them.

    python -m benchmarks.figures [--runs 9] [--quick] [--history build/bench-history.jsonl]

Times are processor times (user and system, of a command and all its children), the median of
several runs in turn, so that another's work on the machine counts for little; memory is the most that
all processes held at one time. Each run adds a line to the history: commit, machine, figures.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from statistics import median

from ars_pandoc.base.version import __version__
from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import census_share, growth, pinned, thesis
from benchmarks.measure import peak_megabytes, processor_seconds
from benchmarks.speed import one_page, pass_through

HISTORY = Path("build", "bench-history.jsonl")
RUNS = 9
_PAGE_RUNS = 3
"""So many times as often a page is rendered: it takes a twentieth of a thesis."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes:
        name: What was measured.
        value: How much.
        unit: Of what: s, MB, ×.
        beside: What it is compared with, with its own figure.
        limit: The most it may be, in the same unit.
    """

    name: str
    value: float
    unit: str
    beside: str
    limit: float

    @property
    def row(self) -> str:
        """The figure as a row of the table."""
        held = "yes" if self.value <= self.limit else "**no**"
        return (
            f"| {self.name} | {self.value:.3g} {self.unit} | {self.beside} "
            f"| {self.limit:g} {self.unit} | {held} |"
        )


HEAD = "| what | measured | beside | limit | held |\n|:--|--:|:--|--:|:--|"


def in_turn(
    commands: Mapping[str, Sequence[str]], folder: Path, environment: Mapping[str, str], runs: int
) -> dict[str, float]:
    """Return the median processor time of commands that are run in turn, after one run of each."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            spent = processor_seconds(command, folder, environment)
            if run:
                taken[name].append(spent)
    return {name: median(each) for name, each in taken.items()}


def commands_of(gate: str, ars: Sequence[str], folder: Path) -> dict[str, dict[str, Sequence[str]]]:
    """Return what is measured on the thesis and on pages: the peers first.

    Args:
        gate: The filter.
        ars: The command `ars`, perhaps with arguments before its own.
        folder: Where the documents are, which this writes.
    """
    thesis.write(folder)
    one_page(folder)
    cited = next(iter(thesis_sources(folder)))
    (folder / "large.md").write_text(
        f"---\nbibliography: refs.bib\n---\n\nOne claim rests on a source [@{cited}, p. 3].\n",
        encoding="utf-8",
    )
    pandoc = str(bundled_pandoc().path)

    def renders(document: str) -> dict[str, Sequence[str]]:
        base = [pandoc, document, "-t", "html", "-o", "out.html"]
        cat = [*base, "--filter", str(pass_through(folder))]
        return {"none": base, "cat": cat, "gate": [*base, "--filter", gate]}

    return {
        "thesis": renders("thesis.md"),
        "page": renders("paper.md"),
        "page of 1,000 entries": renders("large.md"),
        "commands": {
            "pandoc -t json": [pandoc, "thesis.md", "-t", "json", "-o", "out.json"],
            "check": [*ars, "check", "thesis.md"],
            "finalize": [*ars, "finalize", "--stdout", "thesis.md"],
        },
    }


def thesis_sources(folder: Path) -> list[str]:
    """Return the keys of the thesis's sidecar."""
    lines = (folder / "refs.ars.yaml").read_text(encoding="utf-8").splitlines()
    return [line.rpartition(": ")[2] for line in lines if "citation_key:" in line]


def executables() -> tuple[str, str]:
    """Return the filter and the command of this environment.

    Raises:
        SystemExit: They are not installed.
    """
    gate, ars = (Path(sys.executable).with_name(name) for name in ("ars-gate", "ars"))
    if not gate.exists():
        sys.exit(f"{gate} is missing; run: python -m pip install --editable .")
    return str(gate), str(ars)


def figures(folder: Path, runs: int, *, quick: bool) -> Iterator[Figure]:
    """Measure.

    Args:
        folder: Where all is written.
        runs: How often each is run.
        quick: Leave the PDFs out, which take minutes.
    """
    gate, ars = executables()
    cache = {"ARS_CACHE_DIR": str(folder / "cache")}
    all_commands = commands_of(gate, [ars], folder)
    times = in_turn(all_commands["thesis"], folder, cache, runs)
    beside = f"`cat` {times['cat']:.2f} s, no filter {times['none']:.2f} s"
    yield Figure("thesis of 500 pages", times["gate"] / times["cat"], "× `cat`", beside, 1.13)
    held = {name: peak_megabytes(all_commands["thesis"][name], folder) for name in ("cat", "gate")}
    beside = f"`cat` {held['cat']:.0f} MB"
    yield Figure("memory for it", held["gate"] / held["cat"], "× `cat`", beside, 1.1)
    for name, limit in (("page", 0.1), ("page of 1,000 entries", 0.1)):
        times = in_turn(all_commands[name], folder, cache, _PAGE_RUNS * runs)
        beside = f"no filter {times['none']:.3f} s"
        yield Figure(f"one {name}, added", times["gate"] - times["none"], "s", beside, limit)
    times = in_turn(all_commands["commands"], folder, cache, max(runs // 3, 1))
    peer = times["pandoc -t json"]
    beside = f"`pandoc -t json` {peer:.2f} s"
    yield Figure("`ars finalize` on the thesis", times["finalize"] / peer, "×", beside, 3)
    yield Figure("`ars check` on the thesis", times["check"] / peer, "×", beside, 3)
    name, percent, whole = census_share.share(folder / "census", max(runs // 3, 1))
    beside = f"`ars check` {whole:.2f} s"
    yield Figure(f"the census of {name}", percent, "%", beside, census_share.LIMIT)
    if quick:
        return
    yield _pdfs(folder / "pinned")


def _pdfs(folder: Path) -> Figure:
    pinned.write(folder, 300)
    commands = pinned.renders(folder, folder / "cache")
    # By the clock, since the readers of PDFs end by themselves and nobody counts their time.
    from benchmarks.measure import seconds

    bare = seconds(commands["no filter"], folder)
    first = seconds(commands["ars-gate"], folder)
    return Figure(
        "300 small PDFs, first render (clock)", first - bare, "s", f"no filter {bare:.2f} s", 6
    )


def note(path: Path, found: Sequence[Figure], grown: Sequence[str]) -> None:
    """Add a run to the history."""
    path.parent.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    line = {
        "at": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "commit": commit.stdout.strip() or None,
        "version": __version__,
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "figures": [asdict(one) for one in found],
        "growth": list(grown),
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def main() -> None:
    """Measure, print and note."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=thesis.FOLDER)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    parser.add_argument("--large", action="store_true", help="growth at the promised sizes")
    parser.add_argument("--history", type=Path, default=HISTORY)
    options = parser.parse_args()
    found, grown = [], []
    print(HEAD)
    for figure in figures(options.folder.resolve(), options.runs, quick=options.quick):
        found.append(figure)
        print(figure.row, flush=True)
    if not options.quick:
        print(f"\n{growth.HEAD}")
        for row in growth.rows(growth.FOLDER.resolve(), large=options.large):
            grown.append(row)
            print(row, flush=True)
    note(options.history, found, grown)


if __name__ == "__main__":
    main()

"""Two commits measured in turn, and what became worse than noise explains.

    python -m benchmarks.compare OLD [NEW] [--runs 7]

Each commit is checked out into a folder of its own and run with this environment's Python and
libraries, so that nothing differs but the code. The runs alternate. Noise is how far apart the
middle half of a commit's runs lies; a difference of medians counts where it is larger than the
noise of both, and than two hundredths. Exit code 1 if something is worse.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from benchmarks.figures import commands_of
from benchmarks.measure import processor_seconds

FOLDER = Path("build", "compare")
RUNS = 7
_LEAST = 0.02


@dataclass(frozen=True, slots=True)
class Compared:
    """The times of one command at two commits.

    Attributes:
        name: What was run.
        old: Seconds of each run at the older commit.
        new: And at the newer.
    """

    name: str
    old: Sequence[float]
    new: Sequence[float]

    @property
    def change(self) -> float:
        """How much longer the newer takes, as a share of the older."""
        return median(self.new) / median(self.old) - 1

    @property
    def noise(self) -> float:
        """How much of a change says nothing."""
        apart = max(_spread(self.old), _spread(self.new))
        return max(apart / median(self.old), _LEAST)

    @property
    def verdict(self) -> str:
        """Say what the change is: `worse`, `better` or `as before`."""
        if abs(self.change) <= self.noise:
            return "as before"
        return "worse" if self.change > 0 else "better"


def _spread(times: Sequence[float]) -> float:
    if len(times) < 2:
        return 0.0
    low, _, high = quantiles(times, n=4, method="inclusive")
    return high - low


def check_out(commit: str, folder: Path) -> Path:
    """Write a commit's files into a folder, and the two programs of its package.

    Raises:
        SystemExit: There is no such commit.
    """
    place = folder / commit.replace("/", "-")
    place.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", commit], capture_output=True, check=False)
    if archive.returncode:
        sys.exit(f"{commit}: {archive.stderr.decode()}")
    subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)
    for name, module in (("ars-gate", "gate"), ("ars", "cli")):
        program = place / name
        program.write_text(
            f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(place)!r})\n"
            f"from ars_pandoc.{module} import main\nsys.exit(main())\n",
            encoding="utf-8",
        )
        program.chmod(0o755)
    return place


def measure(places: Mapping[str, Path], runs: int) -> list[Compared]:
    """Run each command of each commit in turn; the first run of each is not counted."""
    commands: dict[str, dict[str, Sequence[str]]] = {}
    for which, place in places.items():
        work = place / "build" / "bench"
        work.mkdir(parents=True, exist_ok=True)
        groups = commands_of(str(place / "ars-gate"), [str(place / "ars")], work)
        for group, members in groups.items():
            for name, command in members.items():
                if name in ("none", "cat", "pandoc -t json"):
                    continue  # no code of ours
                shown = f"`ars {name}`, thesis" if group == "commands" else f"`ars-gate`, {group}"
                commands.setdefault(shown, {})[which] = command
    taken: dict[str, dict[str, list[float]]] = {
        name: {which: [] for which in places} for name in commands
    }
    for run in range(runs + 1):
        for name, each in commands.items():
            for which, command in each.items():
                place = places[which]
                cache = {"ARS_CACHE_DIR": str(place / "build" / "cache")}
                spent = processor_seconds(command, place / "build" / "bench", cache)
                if run:
                    taken[name][which].append(spent)
    return [Compared(name, times["old"], times["new"]) for name, times in taken.items()]


def main() -> int:
    """Compare and print; 1 if something is worse."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old")
    parser.add_argument("new", nargs="?", default="HEAD")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    folder = options.folder.resolve()
    places = {
        "old": check_out(options.old, folder / "old"),
        "new": check_out(options.new, folder / "new"),
    }
    found = measure(places, options.runs)
    print(f"| what | {options.old} | {options.new} | change | noise | |")
    print("|:--|--:|--:|--:|--:|:--|")
    for one in found:
        print(
            f"| {one.name} | {median(one.old):.3f} s | {median(one.new):.3f} s "
            f"| {one.change:+.0%} | ±{one.noise:.0%} | {one.verdict} |"
        )
    return 1 if any(one.verdict == "worse" for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())

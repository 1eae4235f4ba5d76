"""How much of `ars check` is the census of the text: its share beside its limit.

    python -m benchmarks.census_share [--runs 9]

The manuscript is the folder that the variable DEEP_REVIEW names (the chapters of Manubot's
deep-review); without it the generated thesis. Of `ars check` on all its files the processor time
is taken with its children's, Pandoc's too; of the census what counting and comparing the same
texts takes in this process.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from ars_pandoc.census import cite_aliases, compare, count_written
from benchmarks import thesis
from benchmarks.measure import processor_seconds

VARIABLE = "DEEP_REVIEW"
LIMIT = 15
"""Percent of the time of `ars check`."""

RUNS = 9


def write(folder: Path) -> tuple[str, list[Path]]:
    """Write the manuscript with its sidecar into a folder; return its name and its files.

    Raises:
        SystemExit: The named folder holds no Markdown, or `ars init` failed.
    """
    named = os.environ.get(VARIABLE)
    if not named:
        thesis.write(folder)
        return "thesis", [folder / "thesis.md"]
    files = sorted(Path(named).glob("*.md"))
    if not files:
        sys.exit(f"{VARIABLE}={named} holds no Markdown")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    copies = [Path(shutil.copy(path, folder)) for path in files]
    done = subprocess.run(
        [*_ars(), "init", *(path.name for path in copies)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if not (folder / "literature_corpus.yaml").exists():
        sys.exit(done.stderr)
    return "deep-review", copies


def census_seconds(texts: Mapping[str, str], known: Sequence[str]) -> float:
    """Return the processor time of one census of the texts."""
    begin = time.process_time()
    aliases = frozenset[str]().union(*map(cite_aliases, texts.values()))
    for name, text in texts.items():
        compare({name: count_written(text, "markdown", known, aliases)}, (), known)
    return time.process_time() - begin


def share(folder: Path, runs: int, check: Sequence[str] | None = None) -> tuple[str, float, float]:
    """Measure.

    Args:
        folder: Where the manuscript is written.
        runs: How often each is run, after one run of each that is not counted.
        check: The command that checks, for the manuscript's files to be put behind.

    Returns:
        The manuscript's name, the share of the census in percent, and the time of `ars check`.
    """
    name, files = write(folder)
    texts = {str(path): path.read_text(encoding="utf-8") for path in files}
    sidecar = next(folder.glob("*.yaml"))
    lines = sidecar.read_text(encoding="utf-8").splitlines()
    known = [line.rpartition(": ")[2].strip("'\"") for line in lines if "citation_key:" in line]
    command = [*(check or [*_ars(), "check"]), *(path.name for path in files)]
    cache = {"ARS_CACHE_DIR": str(folder / "cache")}
    whole, census = [], []
    for run in range(runs + 1):
        spent = _checked(command, folder, cache)
        counted = census_seconds(texts, known)
        if run:
            whole.append(spent)
            census.append(counted)
    return name, 100 * median(census) / median(whole), median(whole)


def _checked(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> float:
    """Return the processor time of a check; deep-review gives no places, so that it is refused."""
    shell = ["sh", "-c", '"$@" >out.txt 2>&1; test $? -le 1', "sh", *command]
    return processor_seconds(shell, folder, environment)


def _ars() -> list[str]:
    return [str(Path(sys.executable).with_name("ars"))]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build", "bench-census"))
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args()
    name, percent, whole = share(options.folder.resolve(), options.runs)
    held = "yes" if percent <= LIMIT else "**no**"
    print("| what | measured | beside | limit | held |\n|:--|--:|:--|--:|:--|")
    print(
        f"| census of {name} | {percent:.3g} % | `ars check` {whole:.2f} s | {LIMIT} % | {held} |"
    )


if __name__ == "__main__":
    main()

"""Measure `ars init` and `ars status` against the Pandoc that they run: `-m benchmarks.first_hour`.

The bounds: `ars init` on 1,000 keys 1.5 times `pandoc -f biblatex -t csljson` plus 0.5 s, and
`ars status` on a document 1.5 times `pandoc -t json` on it plus 0.5 s.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from ars_pandoc.pandoc.executable import find_pandoc

RUNS = 5
KEYS = 1_000


def seconds(command: Sequence[str], remove: Path | None = None) -> float:
    """Return the median time of some runs; `remove` is deleted before each."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    found = []
    for _ in range(RUNS):
        if remove is not None:
            remove.unlink(missing_ok=True)
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False, env=environment)
        found.append(time.perf_counter() - start)
    return median(found)


def write_library(folder: Path) -> tuple[Path, Path]:
    """Write a paper that cites a thousand keys, and its bibliography."""
    entries = (
        f"@article{{key{n},\n  title = {{A study of {{DNA}} number {n}}},\n"
        f'  author = {{M{{\\"u}}ller, Ada and van der Berg, Jan}},\n  year = {{{1990 + n % 30}}},\n'
        f"  journal = {{Journal {n % 40}}},\n  doi = {{10.1000/x{n}}},\n}}\n"
        for n in range(KEYS)
    )
    library, paper = folder / "refs.bib", folder / "paper.md"
    library.write_text("\n".join(entries), "utf-8")
    text = "\n\n".join(f"A sentence that rests on [@key{n}]." for n in range(KEYS))
    paper.write_text(f"---\nbibliography: {library}\n---\n\n{text}\n", "utf-8")
    return paper, library


def report(name: str, pandoc: float, own: float) -> None:
    """Print one line: both times and the bound."""
    print(f"{name}: Pandoc {pandoc:.2f} s, ars {own:.2f} s, bound {1.5 * pandoc + 0.5:.2f} s")


def main(documents: Sequence[str]) -> None:
    """Measure `ars init` on a written library and `ars status` on the documents named."""
    pandoc, ars = str(find_pandoc().path), str(Path(sys.executable).with_name("ars"))
    with tempfile.TemporaryDirectory() as place:
        paper, library = write_library(Path(place))
        base = seconds([pandoc, "-f", "biblatex", "-t", "csljson", str(library)])
        own = seconds([ars, "init", str(paper)], library.with_name("refs.ars.yaml"))
        report(f"ars init, {KEYS} keys", base, own)
    if documents:
        base = seconds([pandoc, "-t", "json", *documents])
        report("ars status", base, seconds([ars, "status", *documents]))


if __name__ == "__main__":
    main(sys.argv[1:])

"""What the gate adds to a render, as a Markdown table.

python -m benchmarks.speed [--pandoc PATH]… [--runs N] [--without-ten]
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import thesis
from benchmarks.measure import alternating, peak_megabytes, seconds

_PAPER = """\
---
title: One Page
bibliography: paper.bib
---

# Introduction

{prose}

# Results

{prose}
"""


def main() -> None:
    """Generate, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pandoc", action="append", type=Path, help="default: all that are here")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--without-ten", action="store_true", help="leave the ten theses out")
    options = parser.parse_args()
    folder = thesis.FOLDER.resolve()
    thesis.write(folder)
    one_page(folder)
    gate = Path(sys.executable).with_name("ars-gate")
    if not gate.exists():
        sys.exit(f"{gate} is missing; run: python -m pip install --editable .")
    print("| Pandoc | what | no filter | `cat` | `ars-gate` | measured | limit |")
    print("|:--|:--|--:|--:|--:|--:|--:|")
    for pandoc in options.pandoc or _pandocs():
        version = subprocess.run([pandoc, "--version"], capture_output=True, text=True, check=True)
        for row in _rows(str(pandoc), str(gate), folder, options.runs, not options.without_ten):
            print(f"| {version.stdout.split()[1]} | {row} |", flush=True)


def _pandocs() -> Iterator[Path]:
    bundled = bundled_pandoc().path
    yield bundled
    found = shutil.which("pandoc")
    if found and Path(found).resolve() != bundled.resolve():
        yield Path(found)


def _rows(pandoc: str, gate: str, folder: Path, runs: int, ten: bool) -> Iterator[str]:
    def variants(document: str) -> dict[str, list[str]]:
        reader = "json" if document.endswith(".json") else "markdown"
        base = [pandoc, "-f", reader, document, "-t", "html", "-o", "out.html"]
        return {
            "none": base,
            "cat": [*base, "--filter", str(pass_through(folder))],
            "gate": [*base, "--filter", gate],
        }

    book = variants("thesis.md")
    times = alternating(book, folder, runs)
    cells = " | ".join(f"{times[name]:.2f} s" for name in book)
    yield (
        f"thesis, time | {cells} | "
        f"{times['gate'] / times['cat']:.2f} × `cat`, {times['gate'] / times['none']:.2f} × none "
        "| 1.2 × `cat`"
    )
    memory = {name: peak_megabytes(command, folder) for name, command in book.items()}
    cells = " | ".join(f"{memory[name]:.0f} MB" for name in book)
    yield f"thesis, memory | {cells} | {memory['gate'] / memory['cat']:.2f} × `cat` | 1.3 × `cat`"
    if ten:
        one, ten_times_as_long = _asts(pandoc, folder)
        yield _growth(variants(one), variants(ten_times_as_long), folder, runs)
    page = variants("paper.md")
    times = alternating(page, folder, 3 * runs)
    cells = " | ".join(f"{times[name]:.3f} s" for name in page)
    yield f"one page, time | {cells} | + {times['gate'] - times['none']:.3f} s | + 0.15 s"


def _growth(one: dict[str, list[str]], ten: dict[str, list[str]], folder: Path, runs: int) -> str:
    times = alternating(one, folder, runs)
    # Long enough not to be measured twice.
    ten_times = {name: seconds(command, folder) for name, command in ten.items()}
    cells = " | ".join(f"{ten_times[name]:.1f} s" for name in ten)
    growth = {name: ten_times[name] / times[name] for name in ten}
    return (
        f"ten theses, time | {cells} | {growth['gate']:.1f} × one ({growth['cat']:.1f} × with "
        "`cat`) | 11 × one"
    )


def _asts(pandoc: str, folder: Path) -> tuple[str, str]:
    """Write the AST of the thesis, and one of ten theses behind each other."""
    subprocess.run([pandoc, "thesis.md", "-o", "thesis.json", "-t", "json"], cwd=folder, check=True)
    ast = json.loads((folder / "thesis.json").read_bytes())
    ast["blocks"] *= 10
    (folder / "ten.json").write_text(json.dumps(ast), encoding="utf-8")
    return "thesis.json", "ten.json"


def pass_through(folder: Path) -> Path:
    """Write a filter that changes nothing; plain `cat` would take the format for a file."""
    path = folder / "cat.sh"
    path.write_text("#!/bin/sh\nexec cat\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def one_page(folder: Path) -> None:
    """Write a paper of one page with six citations and a sidecar of three sources."""
    prose = (
        "The usual experiment answers this question in part (Abbott 1999) "
        "<!--ref:abbott1999--><!--anchor:page:12-->. Others find the same [@becker2005, p. 3], "
        "and @castillo2012 [sec. Results] explains why. "
    ) + "The separate ledger follows the specific result, and the image limits the outcome. " * 12
    (folder / "paper.md").write_text(_PAPER.format(prose=prose), encoding="utf-8")
    sources = [
        thesis.Source("abbott1999", "Abbott", 1999, "The first source"),
        thesis.Source("becker2005", "Becker", 2005, "The second source"),
        thesis.Source("castillo2012", "Castillo", 2012, "The third source"),
    ]
    thesis.write_sources(folder, "paper", sources)


if __name__ == "__main__":
    main()

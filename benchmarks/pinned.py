"""What pinned sources add to a render: 300 PDFs, 600 quotes.

python -m benchmarks.pinned [--sources N] [--folder FOLDER]

The first render reads the PDFs and looks each quote up; the second finds in the cache what the
first one found. Both are compared with a render without any filter.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import typst

from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import thesis
from benchmarks.measure import alternating, seconds

FOLDER = Path("build/pinned")
_PAGE = """\
#set page(paper: "a5", columns: 2, numbering: "1")
#set par(justify: true)
#set text(size: 9pt, hyphenate: true, lang: "en")
= {title}
{author}

{prose}
"""
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_RUNS = 5


def sentence(number: int, at: int) -> str:
    """Return one of a source's sentences; no two sources have one in common."""
    return (
        f"In the {_ORDINALS[at % 10]} series of cohort {number} we saw that {at + 11} of the patients "
        f"were given dose {number + at} and that none of them left the trial before its end"
    )


def write(folder: Path, sources: int) -> Path:
    """Write the PDFs into a store, with sidecar, ledger, catalog and a paper that quotes each twice.

    Returns:
        The paper.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries = [
        thesis.Source(f"source{number}", "Abbott", 1900 + number % 120, f"Trial of cohort {number}")
        for number in range(sources)
    ]
    thesis.write_sources(folder, "paper", entries)
    sidecar = folder / "paper.ars.yaml"
    store = store_of([sidecar])
    held = {}
    for number, entry in enumerate(entries):
        prose = ". ".join(sentence(number, at) for at in range(40)) + "."
        made = typst.compile(
            _PAGE.format(title=entry.title, author=entry.name, prose=prose).encode()
        )
        if not isinstance(made, bytes):
            raise TypeError("typst gave several files for one document")
        held[entry.key] = [
            Snapshot(store.write(made, ".pdf"), "application/pdf", content_match=True)
        ]
    set_snapshots(catalog_path(sidecar), held)
    paper = folder / "paper.md"
    paper.write_text("---\nbibliography: paper.bib\n---\n\n" + _prose(sources), encoding="utf-8")
    return paper


def _prose(sources: int) -> str:
    return "\n\n".join(
        f"One group writes: “{quote}” [@source{number}]<!--anchor:quote:{quote.replace(' ', '%20')}-->."
        for number in range(sources)
        for quote in (" ".join(sentence(number, at).split()[4:24]) for at in (7, 31))
    )


def renders(folder: Path, cache: Path) -> dict[str, Sequence[str]]:
    """Return the commands that render the paper, without any filter and with the gate."""
    gate = Path(sys.executable).with_name("ars-gate")
    if not gate.exists():
        sys.exit(f"{gate} is missing; run: python -m pip install --editable .")
    base = ["env", f"ARS_CACHE_DIR={cache}", str(bundled_pandoc().path), "paper.md"]
    base += ["-t", "html", "-o", str(folder / "out.html")]
    return {"no filter": base, "ars-gate": [*base, "--filter", str(gate)]}


def main() -> None:
    """Write, render and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=300)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args()
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    write(folder, options.sources)
    commands = renders(folder, folder / "cache")
    seconds(commands["no filter"], folder)
    first = seconds(commands["ars-gate"], folder)
    said = subprocess.run(
        commands["ars-gate"], cwd=folder, capture_output=True, text=True, check=True
    )
    times = alternating(commands, folder, _RUNS)
    print(said.stderr.strip(), file=sys.stderr)
    print(
        "| render of 600 quotes from 300 PDFs | s |" if options.sources == 300 else "| render | s |"
    )
    print("|:--|--:|")
    print(f"| no filter | {times['no filter']:.2f} |")
    print(f"| `ars-gate`, first time | {first:.2f} |")
    print(f"| `ars-gate`, again | {times['ars-gate']:.2f} |")
    print(f"| added, again | {times['ars-gate'] - times['no filter']:.2f} |")


if __name__ == "__main__":
    main()

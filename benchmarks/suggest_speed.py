"""The clock of `ars suggest`: a source of 300 pages, and a manuscript with 844 citations."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import typst

from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.store import store_of
from ars_pandoc.suggesting.suggest import Suggester
from ars_pandoc.texts.extract import extract
from benchmarks.civic_data import fetch, load
from benchmarks.measure import seconds

VARIABLE = "DEEP_REVIEW"
PAGES = 300
_SENTENCES_A_PAGE = 17
_RUNS = 5
_KEY = re.compile(r"@([\w:.#$%&+?<>~/()\[\];_-]*\w)")
_SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi xo ya ze cha dro fle gri stu tro".split()


def book(pages: int = PAGES) -> bytes:
    """Return a PDF whose words are as rare and as frequent as those of a language."""
    chance = random.Random(7)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(12_000)]
    weights = [1 / place for place in range(2, len(words) + 2)]
    drawn = iter(chance.choices(words, weights, k=pages * _SENTENCES_A_PAGE * 30))
    parts = ['#set page(width: 16cm, height: 23cm, numbering: "1")', "#set par(justify: true)"]
    for page in range(pages):
        if page % 20 == 0:
            parts.append(f"= Chapter {page // 20 + 1}")
        sentences = (
            " ".join(next(drawn) for _ in range(chance.randint(12, 26))).capitalize() + "."
            for _ in range(_SENTENCES_A_PAGE)
        )
        parts.append(" ".join(sentences) + "\n\n#pagebreak(weak: true)\n")
    made = typst.compile("\n".join(parts).encode())
    if not isinstance(made, bytes):
        raise TypeError("typst gave several files for one document")
    return made


def lines(folder: Path) -> Iterator[str]:
    """Give the lines of the measurement."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield "\n| the clock | s |"
    yield "|:--|--:|"
    yield from _of_a_book(folder / "book")
    named = os.environ.get(VARIABLE)
    if named and any(Path(named).glob("*.md")):
        yield from _of_a_manuscript(Path(named), folder / "manuscript")
    else:
        print(f"the manuscript is left out: {VARIABLE} names no folder", file=sys.stderr)


def _of_a_book(folder: Path) -> Iterator[str]:
    folder.mkdir()
    data = book()
    sidecar = _sidecar(folder, ["book"])
    store = store_of([sidecar])
    sha256 = store.write(data, ".pdf")
    set_snapshots(catalog_path(sidecar), {"book": [Snapshot(sha256, "application/pdf")]})
    source = extract(data, "book.pdf")
    asked = " ".join(source.text[len(source.text) // 2 :].split()[40:60])
    command = _command(folder, "book", "--sentence", asked)
    first = seconds(command, folder)
    again, worked = _timed(command, folder)
    environment = {"ARS_CACHE_DIR": str(folder / "cache")}
    begin = time.perf_counter()
    Suggester(source, None, sha256, environment).suggest(ClaimInContext(asked, "", "", None))
    inside = time.perf_counter() - begin
    yield f"| `ars suggest` in a PDF of {len(source.pages)} pages, first time | {first:.2f} |"
    yield f"| again, start-up of the program included | {again:.2f} |"
    yield f"| of these the processor worked | {worked:.2f} |"
    yield f"| again, without start-up | {inside:.2f} |"


def _of_a_manuscript(source: Path, folder: Path) -> Iterator[str]:
    """Give each key of the manuscript one of 120 real articles, and suggest for each citation."""
    folder.mkdir()
    chapters = sorted(source.glob("0[0-8]*.md"))
    keys: dict[str, None] = {}
    for chapter in chapters:
        text = chapter.read_text("utf-8")
        (folder / chapter.name).write_text(text, "utf-8")
        keys.update(dict.fromkeys(_KEY.findall(text)))
    sidecar = _sidecar(folder, list(keys))
    store = store_of([sidecar])
    hashes = [
        store.write(paper.jats, ".xml") for paper in load(fetch(Path("build/grounding"))).papers
    ]
    held = {
        key: [Snapshot(hashes[place % len(hashes)], "application/jats+xml")]
        for place, key in enumerate(keys)
    }
    set_snapshots(catalog_path(sidecar), held)
    command = _command(folder, *(chapter.name for chapter in chapters), "--format", "json")
    first = seconds(command, folder)
    again, worked = _timed(command, folder)
    report = json.loads(_output(command, folder))
    asked = [one for document in report["documents"] for one in document["citations"]]
    looked = sum(one["outcome"] in ("suggested", "nothing") for one in asked)
    yield f"| {len(asked)} citations, {looked} with one of 120 sources, first time | {first:.1f} |"
    yield f"| again | {again:.1f} |"
    yield f"| of these the processor worked, Pandoc's share included | {worked:.1f} |"


def _timed(command: list[str], folder: Path) -> tuple[float, float]:
    """Return the median of some runs by the clock, and what the processor worked for one."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = median(seconds(command, folder) for _ in range(_RUNS))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return clock, worked / _RUNS


def _output(command: list[str], folder: Path) -> str:
    import subprocess

    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def _command(folder: Path, *arguments: str) -> list[str]:
    program = Path(sys.executable).with_name("ars")
    cache = folder.resolve() / "cache"
    return ["env", f"ARS_CACHE_DIR={cache}", str(program), "suggest", *arguments]


def _sidecar(folder: Path, keys: list[str]) -> Path:
    path = folder / "literature_corpus.json"
    entries = [
        {
            "citation_key": key,
            "title": f"Source {place}",
            "authors": [{"family": "Abbott"}],
            "year": 2020,
            "source_pointer": f"https://example.org/{place}",
        }
        for place, key in enumerate(keys)
    ]
    path.write_text(json.dumps({"literature_corpus": entries}), encoding="utf-8")
    return path

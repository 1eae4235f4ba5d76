"""How time grows with each input, as a Markdown table: no step may grow faster than its input.

    python -m benchmarks.growth [--large] [--folder build/growth]

Processor time (user and system, of the command and all its children) at one size and at ten times
that size. Where a limit is a multiple of Pandoc's own time, `pandoc -t json` stands beside it.
`--large` measures the sizes that are promised: 50,000 entries, 100,000 citations and ledger lines,
5,000 pinned sources; without it a tenth of them.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.pandoc.executable import bundled_pandoc
from benchmarks import thesis
from benchmarks.measure import processor_seconds

FOLDER = Path("build", "growth")
TIMES = 10
ALLOWED = 1.3
"""How much more than ten times as long ten times as much may take: caches, collectors, sorting."""
_FINALIZE = 3.0


@dataclass(frozen=True, slots=True)
class Step:
    """One command at two sizes.

    Attributes:
        name: What it does.
        size: Of what, in the larger case.
        small: Its command line in the smaller case.
        large: And in the larger case.
        within: A multiple of `pandoc -t json` that it may take, or None.
    """

    name: str
    size: str
    small: tuple[Sequence[str], Path]
    large: tuple[Sequence[str], Path]
    within: float | None = None


def sources(number: int) -> list[thesis.Source]:
    """Return that many sources, always the same ones."""
    return [
        thesis.Source(f"abbott{1900 + n % 120}n{n:06d}", "Abbott", 1900 + n % 120, f"Cohort {n}")
        for n in range(number)
    ]


def write(folder: Path, entries: int, citations: int) -> None:
    """Write a bibliography with sidecar and ledger, and a paper that cites it."""
    folder.mkdir(parents=True, exist_ok=True)
    known = sources(entries)
    thesis.write_sources(folder, "refs", known)
    lines = ["---\nbibliography: refs.bib\n---\n"]
    for number in range(citations):
        key, page = known[number % entries].key, number % 300 + 1
        cited = (
            f"[@{key}, p. {page}]"
            if number % 2
            else f"(Abbott {page}) <!--ref:{key}--><!--anchor:page:{page}-->"
        )
        lines.append(f"Claim {number} rests on its cohort {cited}.")
        if number % 10 == 9:
            lines.append("")
    (folder / "paper.md").write_text("\n".join(lines), encoding="utf-8")


def _steps(folder: Path, entries: int, citations: int, pinned: int) -> Iterator[Step]:
    ars = str(Path(sys.executable).with_name("ars"))
    few, many, small = folder / "few", folder / "many", folder / "small"
    long = folder / "long"
    write(small, entries // TIMES, 20)
    write(many, entries, 20)
    write(few, 1_000, citations // TIMES)
    write(long, 1_000, citations)
    for place, number in ((small, citations // TIMES), (many, citations)):
        _long_ledger(place, number)
    for name, command in {
        "bibliography into a sidecar (`ars init --all`)": (
            ars, "init", "paper.md", "--all", "--bibliography", "refs.bib", "-o", "all.yaml",
        ),
        "sidecar and ledger checked (`ars validate`)": (
            ars, "validate", "--corpus", "refs.ars.yaml",
        ),
        "a page judged beside them (`ars check`)": (ars, "check", "paper.md"),
    }.items():  # fmt: skip
        yield Step(
            name, f"{entries:,} entries, {citations:,} marks", (command, small), (command, many)
        )
    read = (str(bundled_pandoc().path), "-t", "json", "-o", "paper.json", "paper.md")
    yield Step("`pandoc -t json`", f"{citations:,} citations", (read, few), (read, long))
    for name, command, within in (
        ("`ars check`", (ars, "check", "paper.md"), None),
        ("`ars finalize`", (ars, "finalize", "--stdout", "paper.md"), _FINALIZE),
    ):
        yield Step(name, f"{citations:,} citations", (command, few), (command, long), within)
    for place, number in ((folder / "held", pinned // TIMES), (folder / "all-held", pinned)):
        write(place, number, 20)
        texts = place / "texts"
        texts.mkdir(exist_ok=True)
        for one in sources(number):
            (texts / f"{one.key}.xml").write_text(_article(one), encoding="utf-8")
    for name, command in {
        "articles pinned (`ars pin --from`)": (
            ars, "pin", "--from", "texts", "--for", "paper.md", "--yes",
        ),
        "a page judged beside them": (ars, "check", "paper.md"),
    }.items():  # fmt: skip
        yield Step(
            name,
            f"{pinned:,} pinned sources",
            (command, folder / "held"),
            (command, folder / "all-held"),
        )


def _article(one: thesis.Source) -> str:
    """Return an article in JATS that is the source's: its DOI, title and author stand in it."""
    said = " ".join(
        f"Sentence {number} of {one.key} says what no other says." for number in range(40)
    )
    return (
        "<article><front><article-meta>"
        f'<article-id pub-id-type="doi">10.5555/{one.key}</article-id>'
        f"<title-group><article-title>{one.title}</article-title></title-group>"
        '<contrib-group><contrib contrib-type="author"><name><surname>'
        f"{one.name}</surname><given-names>A.</given-names></name></contrib></contrib-group>"
        f"<pub-date><year>{one.year}</year></pub-date></article-meta></front>"
        f"<body><sec><title>Results</title><p>{said}</p></sec></body></article>"
    )


def _long_ledger(folder: Path, marks: int) -> None:
    """Write a ledger of that many marks, several of each source."""
    path = folder / "refs.ars_human_read_log.yaml"
    head, _, rest = path.read_text(encoding="utf-8").partition("human_read:\n")
    lines = rest.splitlines(keepends=True)
    times = -(-2 * marks // len(lines))
    path.write_text(head + "human_read:\n" + "".join((lines * times)[: 2 * marks]), "utf-8")


def rows(folder: Path, *, large: bool) -> Iterator[str]:
    """Measure each step at its two sizes, a row of the table each.

    Args:
        folder: Where all is written; it is emptied first.
        large: Whether the sizes that are promised are measured, or a tenth of them.
    """
    shutil.rmtree(folder, ignore_errors=True)
    share = 1 if large else TIMES
    cache = {"ARS_CACHE_DIR": str(folder / "cache")}
    pandoc = 0.0
    for step in _steps(folder, 50_000 // share, 100_000 // share, 5_000 // share):
        small, much = (
            processor_seconds(command, place, cache) for command, place in (step.small, step.large)
        )
        if step.name.startswith("`pandoc"):
            pandoc = much
        growth = f"{much / small:.1f} × for {TIMES} ×"
        limit = f"{TIMES * ALLOWED:.0f} ×"
        if step.within is not None and pandoc:
            growth += f", {much / pandoc:.1f} × Pandoc"
            limit += f", {step.within:.0f} × Pandoc"
        yield f"| {step.name} | {step.size} | {small:.2f} s | {much:.2f} s | {growth} | {limit} |"


HEAD = "| what | of what | a tenth | all | growth | limit |\n|:--|:--|--:|--:|--:|--:|"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    print(HEAD)
    for row in rows(options.folder.resolve(), large=options.large):
        print(row, flush=True)


if __name__ == "__main__":
    main()

"""The grounding benchmark: the second seed's case, rebuilt, and what goes beyond it.

python -m benchmarks.grounding [--folder FOLDER] [--seed-python PYTHON] [--without-pdf]

Writes summary.json (the same bytes on every run) and table.md into the folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.source_text import SourceText
from ars_pandoc.texts.unreadable import Unreadable
from benchmarks import through_gate
from benchmarks.civic_data import PACKAGE, VERSION, Data, fetch, load
from benchmarks.civic_quotes import choose_accented, own_blocks, without_callouts
from benchmarks.grounding_case import Judge, Tally, as_bytes, quotes, run_beyond
from benchmarks.measure import seconds
from benchmarks.quote_variants import curly, decomposed, ligatures, soft_hyphens, typeset

FOLDER = Path("build/grounding")
_CASE = f"{PACKAGE}-{VERSION}/examples/civic_literature"
_SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "curly quotes": curly,
    "ligatures": ligatures,
    "soft hyphens": soft_hyphens,
}
_DECOMPOSED = "decomposed accents, a sentence that has some"
_COLUMNS = {"typeset to PDF, one column": 1, "typeset to PDF, two columns": 2}


def main() -> None:
    """Fetch, judge, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument(
        "--seed-python", type=Path, help="a Python with the seed's own package; its time is taken"
    )
    parser.add_argument("--without-pdf", action="store_true", help="leave the typeset pages out")
    options = parser.parse_args()
    folder = options.folder.resolve()
    archive = fetch(folder)
    found, times = _case(archive, folder, options.seed_python)
    data = load(archive)
    beyond = run_beyond(data)
    for group in ("controls", "genuine"):
        found[group] |= beyond[group]
    found["genuine"] |= spellings(data)
    if not options.without_pdf:
        found["genuine"] |= pages(data)
    (folder / "summary.json").write_bytes(as_bytes(found))
    table = as_table(found, times)
    (folder / "table.md").write_text(table, encoding="utf-8")
    print("The matcher: the gate's rows asked in this process\n\n" + table)
    through_gate.measure(data, folder)


def _case(
    archive: Path, folder: Path, seed_python: Path | None
) -> tuple[dict[str, Any], dict[str, float]]:
    """Run the case twice in processes of their own, in turn with the seed's system.

    Raises:
        SystemExit: The two runs wrote different bytes.
    """
    ours = [sys.executable, "-m", "benchmarks.grounding_case", str(archive)]
    root = Path(__file__).resolve().parents[1]
    times: dict[str, list[float]] = {"here": []}
    for run in ("one", "two"):
        times["here"].append(seconds([*ours, str(folder / run)], root))
        if seed_python is not None:
            output = folder / f"seed-{run}"
            shutil.rmtree(output, ignore_errors=True)
            script = _unpacked(archive, folder) / "run.py"
            command = [str(seed_python.absolute()), str(script), "--output", str(output)]
            times.setdefault("seed's system", []).append(seconds(command, script.parent))
    one, two = ((folder / run / "case.json").read_bytes() for run in ("one", "two"))
    if one != two:
        sys.exit("two runs of the case differ")
    return json.loads(one), {name: min(taken) for name, taken in times.items()}


def _unpacked(archive: Path, folder: Path) -> Path:
    target = folder / "seed"
    if not (target / _CASE).is_dir():
        shutil.unpack_archive(archive, target, filter="data")
    return target / _CASE


def spellings(data: Data) -> dict[str, Any]:
    """Judge the genuine quotes as writers' programs change them."""
    judged = Judge(data.looked_up)
    tallies = {name: Tally() for name in ("without call-outs", *_SPELLINGS, _DECOMPOSED)}
    changed = dict.fromkeys(tallies, 0)
    for paper, quote in quotes(data.papers):
        variants = {name: change(quote.text) for name, change in _SPELLINGS.items()}
        variants["without call-outs"] = without_callouts(quote, paper.jats)
        for name, text in variants.items():
            changed[name] += text != quote.text
            tallies[name].add(paper.pmid, text, judged.judge(paper, text))
    for paper in data.papers:
        accented = choose_accented(own_blocks(paper.jats))
        if accented is not None:
            text = decomposed(accented.text)
            changed[_DECOMPOSED] += text != accented.text
            tallies[_DECOMPOSED].add(paper.pmid, text, judged.judge(paper, text))
    return {name: tally.as_json() | {"changed": changed[name]} for name, tally in tallies.items()}


def pages(data: Data) -> dict[str, Any]:
    """Judge the genuine quotes, and altered ones, against pages set from their articles."""
    judged = Judge(data.looked_up)
    tallies = {name: Tally() for name in _COLUMNS}
    for number, (paper, quote) in enumerate(quotes(data.papers), 1):
        for name, columns in _COLUMNS.items():
            matcher = Matcher(_read(typeset(paper.jats, columns)))
            finding = judged.judge_in(matcher, quote.text, (), paper)
            tallies[name].add(paper.pmid, quote.text, finding)
        if sys.stderr.isatty():
            print(f"\r{number} papers typeset", end="", file=sys.stderr, flush=True)
    return {name: tally.as_json() for name, tally in tallies.items()}


def _read(data: bytes) -> SourceText:
    """Read a page that we set; a machine that is busy with other work may need a second try."""
    for _ in range(3):
        with suppress(Unreadable):
            return extract(data)
    return extract(data)


def as_table(found: Mapping[str, Any], times: Mapping[str, float]) -> str:
    """Return the results as Markdown."""
    lines = [
        "| control | records | detected (Wilson 95%) | admitted |",
        "|:--|--:|--:|--:|",
    ]
    for name, row in found["controls"].items():
        lines.append(
            f"| {name} | {row['records']} | {_rate(row, 'detected')} | {row['admitted']} |"
        )
    lines += [
        "",
        "| genuine quotes | records | blocked (Wilson 95%) | review |",
        "|:--|--:|--:|--:|",
    ]
    for name, row in found["genuine"].items():
        changed = f" ({row['changed']} changed by it)" if "changed" in row else ""
        lines.append(
            f"| {name}{changed} | {row['records']} | {_rate(row, 'blocked')} | {row['review']} |"
        )
    rows: dict[tuple[str, str, str, str], list[tuple[str, str]]] = {}
    for group in ("controls", "genuine"):
        for name, row in found[group].items():
            for one in row["odd"]:
                what = (one["pmid"], one["status"], one["result"], one["reason"])
                rows.setdefault(what, []).append((name, one["quote"]))
    odd = [
        f"- {'; '.join(name for name, _ in where)}: PMID {pmid}: {status}, {result}"
        f"{': ' if reason else ''}{reason}: “{where[0][1]}”"
        for (pmid, status, result, reason), where in rows.items()
    ]
    if odd:
        lines += ["", "Not as it should be, each one:", "", *odd]
    lines += ["", "| the case, wall time | s |", "|:--|--:|"]
    lines += [f"| {name} | {taken:.1f} |" for name, taken in times.items()]
    return "\n".join(lines) + "\n"


def _rate(row: Mapping[str, Any], what: str) -> str:
    if row["wilson_95"] is None:
        return str(row[what])
    low, high = row["wilson_95"]
    return f"{row[what]} ({100 * low:.1f}–{100 * high:.1f}%)"


if __name__ == "__main__":
    main()

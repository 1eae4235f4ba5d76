"""How well and how fast `ars suggest` finds where a sentence rests: `make bench-suggest`.

python -m benchmarks.suggest [--folder FOLDER] [--without-civic] [--without-speed]

Three measurements, each with Wilson's 95% intervals:

- on CL-SciSumm 2018, whose folder the variable SCISUMM names: the half of the papers that nothing
  was tuned on, and beside it the half that the weights were learned from;
- on the second seed's 120 genuine records: the statement of a record against its article, with the
  sentence that the record quotes;
- the clock: a source of 300 pages, and the 844 citations of a real manuscript, whose folder the
  variable DEEP_REVIEW names.

What is not there is left out, and that is said.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.suggesting.rank import FEATURES, Claim, learned, rank, strength
from ars_pandoc.suggesting.source_index import build_index
from ars_pandoc.suggesting.suggest import Suggester
from ars_pandoc.suggesting.terms import terms
from ars_pandoc.texts.jats import extract_jats
from ars_pandoc.texts.source_text import shown
from benchmarks import scisumm, suggest_speed
from benchmarks.civic_data import fetch, load, statements
from benchmarks.civic_quotes import choose, own_blocks
from benchmarks.suggest_variants import MOST, VARIANTS, Ranking, without
from benchmarks.wilson import wilson

FOLDER = Path("build/suggest")
_AMONG = (1, 5, 10)


def rate(hits: int, total: int) -> str:
    """Return a rate with its interval: `58.1% (52.5–63.6%)`."""
    interval = wilson(hits, total)
    if interval is None:
        return "–"
    low, high = interval
    return f"{100 * hits / total:.1f}% ({100 * low:.1f}–{100 * high:.1f}%)"


def _counts(
    papers: dict[str, scisumm.Paper], citances: Sequence[scisumm.Citance], ranking: Ranking
) -> list[int]:
    """Count hits: a right sentence among the first 1, 5, 10; then a right one or one beside it."""
    counts = [0] * (2 * len(_AMONG))
    for citance in citances:
        paper = papers[citance.paper]
        found = ranking(paper.index, citance.claim)
        for place, (beside, most) in enumerate((b, m) for b in (0, 1) for m in _AMONG):
            counts[place] += scisumm.is_hit(paper, found[:most], citance, beside=beside)
    return counts


def citances_table(folder: Path) -> Iterator[str]:
    """Give the lines of the measurement on CL-SciSumm."""
    papers, every = scisumm.load(folder)
    halves = {
        "untouched": [one for one in every if not papers[one.paper].is_tuned_on],
        "tuned on": [one for one in every if papers[one.paper].is_tuned_on],
    }
    for name, citances in halves.items():
        count = len({one.paper for one in citances})
        yield f"\nCL-SciSumm 2018, {name}: {len(citances)} citing sentences of {count} papers\n"
        yield "| ranking | right first | right in 5 | right in 10 | beside, 5 | beside, 10 |"
        yield "|:--|--:|--:|--:|--:|--:|"
        for label, ranking in VARIANTS.items():
            first, five, ten, _, near_five, near_ten = _counts(papers, citances, ranking)
            cells = [rate(hits, len(citances)) for hits in (first, five, ten, near_five, near_ten)]
            yield f"| {label} | {' | '.join(cells)} |"
    yield "\nWithout one of the features, tuned on: beside in 5, in 10\n"
    for number, feature in enumerate(FEATURES):
        *_, five, ten = _counts(papers, halves["tuned on"], without(number))
        total = len(halves["tuned on"])
        yield f"- {feature}: {100 * five / total:.1f}%, {100 * ten / total:.1f}%"
    yield from _threshold_lines(papers, halves["untouched"])


def _threshold_lines(
    papers: dict[str, scisumm.Paper], citances: Sequence[scisumm.Citance]
) -> Iterator[str]:
    """Give what the threshold does: to genuine claims, and to other papers of the same field."""
    threshold = learned().threshold
    untouched = [paper for paper in papers.values() if not paper.is_tuned_on]
    missed = silent = others = 0
    for citance in citances:
        for paper in untouched:
            below = strength(paper.index, citance.claim) < threshold
            if paper.name == citance.paper:
                missed += below
            else:
                others += 1
                silent += below
    yield f"\nthreshold {threshold}: nothing looks like it, said of"
    yield f"- the paper that is cited: {rate(missed, len(citances))}"
    yield f"- another paper of the same field: {rate(silent, others)}"


def records_lines(folder: Path) -> Iterator[str]:
    """Give the lines of the measurement on the second seed's genuine records."""
    archive = fetch(folder)
    told = statements(archive)
    total = quotes = found_quotes = 0
    hits = dict.fromkeys(_AMONG, 0)
    near = dict.fromkeys(_AMONG, 0)
    foreign = silent = 0
    papers = load(archive).papers
    sources = {paper.pmid: extract_jats(paper.jats) for paper in papers}
    indexes = {pmid: build_index(source, "english") for pmid, source in sources.items()}
    for place, paper in enumerate(papers):
        quote = choose(own_blocks(paper.jats), paper.gene)
        if quote is None:
            continue
        total += 1
        suggester = Suggester(sources[paper.pmid], "en")
        claim = Claim(terms(told[paper.pmid], "english"))
        index = indexes[paper.pmid]
        chosen = [one.number for one in rank(index, claim, MOST)]
        right = _holding(suggester, quote.text)
        for most in _AMONG:
            hits[most] += bool(right & set(chosen[:most]))
            beside = {number + step for number in right for step in (-1, 0, 1)}
            near[most] += bool(beside & set(chosen[:most]))
        offered = suggester.suggest(ClaimInContext(told[paper.pmid], "", "", None), MOST)
        for one in offered.passages:
            quotes += 1
            if one.quote is not None:
                found_quotes += check_quote(suggester.matcher, one.quote).result == "found"
        other = indexes[papers[(place + 1) % len(papers)].pmid]
        foreign += 1
        silent += strength(other, claim) < learned().threshold
    yield f"\n{total} genuine records: the statement against its article\n"
    yield "| the quoted sentence | among the first 1 | 5 | 10 |"
    yield "|:--|--:|--:|--:|"
    for label, counts in (("itself", hits), ("or one beside it", near)):
        yield f"| {label} | {' | '.join(rate(counts[most], total) for most in _AMONG)} |"
    yield f"\nsuggested passages with a quote that the gate finds: {rate(found_quotes, quotes)}"
    yield f"nothing looks like it, said of the next article: {rate(silent, foreign)}"


def _holding(suggester: Suggester, quote: str) -> set[int]:
    """Return the sentences of a source that hold a part of a quote."""
    index = suggester.index
    text = suggester.source.text
    words = "".join(filter(str.isalnum, quote.casefold()))
    found = set()
    for number, one in enumerate(index.sentences):
        own = "".join(filter(str.isalnum, shown(text[one.start : one.end]).casefold()))
        if own and (own in words or words in own):
            found.add(number)
    return found


def main() -> None:
    """Measure and print; FOLDER gets the same as table.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--without-civic", action="store_true")
    parser.add_argument("--without-speed", action="store_true")
    options = parser.parse_args()
    lines: list[str] = []

    def say(more: Iterator[str]) -> None:
        for line in more:
            lines.append(line)
            print(line, flush=True)

    options.folder.mkdir(parents=True, exist_ok=True)
    if os.environ.get(scisumm.VARIABLE):
        say(citances_table(scisumm.folder()))
    else:
        print(f"CL-SciSumm is left out: {scisumm.VARIABLE} names no folder", file=sys.stderr)
    if not options.without_civic:
        say(records_lines(Path("build/grounding")))
    if not options.without_speed:
        say(suggest_speed.lines(options.folder / "speed"))
    (options.folder / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The second seed's case, judged by the gate's own rows.

python -m benchmarks.grounding_case ARCHIVE FOLDER

FOLDER gets case.json: the same bytes on every run.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from ars_pandoc.citations.citation import Anchor, Citation
from ars_pandoc.corpus.catalog import Catalog, Fact, Record, Snapshot
from ars_pandoc.grounding.check_anchors import ground_anchors
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.signals.pubmed import PubMed
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import Reply, Transport
from ars_pandoc.texts.jats import MEDIA_TYPE, extract_jats
from ars_pandoc.verdict.matrix import ROWS, Evidence, Finding, Policy, judge
from ars_pandoc.works.jats_retraction import retraction_fact
from benchmarks.civic_data import Data, Paper, load
from benchmarks.civic_quotes import (
    Quote,
    altered,
    blocks,
    choose,
    negated,
    of_other_species,
    own_blocks,
    reference_title,
)
from benchmarks.wilson import wilson

STATUS = {row.number: row.status for row in ROWS}
_CITES_RETRACTED = ("25587029", "32502294")
"""Papers that mark a work of their reference list as retracted: they themselves are not."""
_FEWEST_EACH = 10
"""So many papers at least for each process."""
_T = TypeVar("_T")
_TAILS = (" (in mice)", " (not significant)")


@dataclass(slots=True)
class Tally:
    """What became of the records of one control, or of genuine quotes.

    Attributes:
        status: The status that a record must get; None for genuine quotes, which must pass.
        note: Or the note that it must get.
        records: How many there were.
        hits: How many got it (genuine quotes: how many were refused).
        admitted: How many were not refused.
        reviews: How many a person has to look at.
        odd: Those that did not go as they must, in words.
    """

    status: str | None = None
    note: str | None = None
    records: int = 0
    hits: int = 0
    admitted: int = 0
    reviews: int = 0
    odd: list[dict[str, Any]] = field(default_factory=list)

    def add(self, pmid: str, quote: str, finding: Finding) -> None:
        """Count one record."""
        self.records += 1
        notes = {note.code for one in finding.groundings if one for note in one.notes}
        refused = finding.refused
        self.admitted += not refused
        # Genuine quotes: a refusal, for whatever reason, is what must not be.
        sought = refused if self.status is None else finding.status == self.status
        hit = self.note in notes if self.note else sought
        self.hits += hit
        [grounding] = finding.groundings
        result = grounding.result if grounding else "review"
        self.reviews += result not in ("found", "not-found")
        wanted = self.status is not None or self.note is not None
        if hit != wanted or (not wanted and result != "found"):
            why = grounding.reason if grounding else ""
            row = {"pmid": pmid, "status": finding.status, "result": result, "reason": why}
            self.odd.append({**row, "quote": quote})

    def join(self, other: Tally) -> None:
        """Count the records of another tally as well."""
        self.records += other.records
        self.hits += other.hits
        self.admitted += other.admitted
        self.reviews += other.reviews
        self.odd += other.odd

    def as_json(self) -> dict[str, Any]:
        """Return the counts, with the interval of the rate of hits."""
        interval = wilson(self.hits, self.records)
        genuine = self.status is None and self.note is None
        return {
            "records": self.records,
            ("blocked" if genuine else "detected"): self.hits,
            "wilson_95": None if interval is None else [round(end, 4) for end in interval],
            "admitted": self.admitted,
            "review": self.reviews,
            "odd": self.odd,
        }


class Judge:
    """The gate's judgement of one quote from a source that is held and read."""

    def __init__(self, looked_up: str) -> None:
        self._at = looked_up
        self._matchers: dict[str, Matcher] = {}

    def matcher(self, paper: Paper) -> Matcher:
        """Return the words of a paper."""
        if paper.pmid not in self._matchers:
            self._matchers[paper.pmid] = Matcher(extract_jats(paper.jats))
        return self._matchers[paper.pmid]

    def facts(self, paper: Paper, pmid: str, answer: bytes) -> tuple[Fact, ...]:
        """Return what PubMed's answer for a PMID records of an entry for a paper."""
        title = self.matcher(paper).source.title
        work = Work(pmid, title, (), 0, pmid=pmid)
        return PubMed().look_up(work, Recorded(answer, self._at)).facts

    def judge(self, paper: Paper, quote: str, facts: tuple[Fact, ...] = ()) -> Finding:
        """Judge a quote from a paper, with what was recorded of it."""
        return self.judge_in(self.matcher(paper), quote, facts, paper)

    def judge_in(
        self, matcher: Matcher, quote: str, facts: tuple[Fact, ...], paper: Paper
    ) -> Finding:
        """Judge a quote from a paper whose words are in `matcher`."""
        key = paper.pmid
        snapshot = Snapshot(paper.sha256, MEDIA_TYPE, content_match=True)
        catalog = Catalog({key: Record((snapshot,), facts)})
        citation = Citation(key, "native", (Anchor("quote", quote),))
        [grounding] = ground_anchors(matcher, citation.anchors).groundings
        if grounding is None:
            raise AssertionError("a good quote is always looked up")
        retraction, missing = catalog.retracted(key), catalog.missing_identifier(key)
        found = {"found": True, "not-found": False}.get(grounding.result)
        evidence = Evidence(
            known=True,
            acquired=True,
            pinned=catalog.pinned(key),
            content_match=catalog.content_match(key),
            read=True,
            retracted=None if retraction is None else retraction.service,
            missing=None if missing is None else missing.identifier,
            quote_found=found,
            quote_reason=grounding.reason,
            groundings=(grounding,),
        )
        return judge(citation, evidence, Policy())


class Recorded(Transport):
    """PubMed's answer as it was recorded, in place of the network."""

    def __init__(self, answer: bytes, at: str) -> None:
        self._answer, self._at = answer, at

    def get(self, path: str, parameters: Any = None, *, found: Any = None) -> Reply:
        """Return the answer."""
        return Reply(PubMed().read(200, self._answer), self._at, cached=True)


def quotes(papers: Iterable[Paper]) -> Iterator[tuple[Paper, Quote]]:
    """Return each paper's quote."""
    for paper in papers:
        quote = choose(own_blocks(paper.jats), paper.gene)
        if quote is not None:
            yield paper, quote


@dataclass(frozen=True, slots=True)
class Share:
    """What one process judges: some papers of the case, with what they need of the others.

    Attributes:
        chosen: Papers and their quotes.
        fabricated: For each, a PMID that does not exist and PubMed's answer.
        others: For each, the paper that its quote is falsely ascribed to.
        retracted: Retracted papers and their quotes.
        looked_up: When PubMed was asked.
    """

    chosen: tuple[tuple[Paper, Quote], ...]
    fabricated: tuple[tuple[str, bytes], ...]
    others: tuple[Paper, ...]
    retracted: tuple[tuple[Paper, Quote], ...]
    looked_up: str


def run(data: Data) -> dict[str, Any]:
    """Judge all records of the case, on all cores; on how many changes nothing."""
    processes = max(1, min(os.cpu_count() or 1, len(data.papers) // _FEWEST_EACH))
    if processes == 1:
        return _run(data, 1, map)
    with ProcessPoolExecutor(processes) as pool:
        return _run(data, processes, pool.map)


def _run(data: Data, processes: int, each: Callable[..., Iterable[Any]]) -> dict[str, Any]:
    chosen = _with_quotes(data.papers, processes, each)
    retracted = _with_quotes(data.retracted, processes, each)
    nonexistent = [data.nonexistent[n % len(data.nonexistent)] for n in range(len(chosen))]
    others = [paper for paper, _ in chosen[1:] + chosen[:1]]
    tallies = _tallies()
    shares = [
        Share(*parts, data.looked_up)
        for parts in zip(
            _shares(chosen, processes),
            _shares(nonexistent, processes),
            _shares(others, processes),
            _shares(retracted, processes),
            strict=True,
        )
    ]
    for part in each(_judged, shares):
        for name, tally in part.items():
            tallies[name].join(tally)
    genuine = tallies.pop("as they stand")
    return {
        "genuine": {"as they stand": genuine.as_json()},
        "controls": {name: tally.as_json() for name, tally in tallies.items()},
    }


def _shares(items: Sequence[_T], number: int) -> list[tuple[_T, ...]]:
    """Divide items into shares of about the same size, in order."""
    ends = [len(items) * share // number for share in range(number + 1)]
    return [tuple(items[low:high]) for low, high in pairwise(ends)]


def _with_quotes(
    papers: Sequence[Paper], processes: int, each: Callable[..., Iterable[Any]]
) -> list[tuple[Paper, Quote]]:
    """Return the papers that have a quote with it."""
    chosen = [quote for part in each(_quotes_of, _shares(papers, processes)) for quote in part]
    return [(paper, quote) for paper, quote in zip(papers, chosen, strict=True) if quote]


def _quotes_of(papers: Sequence[Paper]) -> list[Quote | None]:
    return [choose(own_blocks(paper.jats), paper.gene) for paper in papers]


def _tallies() -> dict[str, Tally]:
    not_found = STATUS["5"]
    return {
        "as they stand": Tally(),
        "fabricated identifier": Tally(STATUS["4"]),
        "wrong paper": Tally(not_found),
        "altered": Tally(not_found),
        "negation": Tally(not_found),
        "species": Tally(not_found),
        "retracted": Tally(STATUS["3"]),
    }


def _judged(share: Share) -> dict[str, Tally]:
    """Judge the records of one share."""
    judged = Judge(share.looked_up)
    tallies = _tallies()
    for (paper, quote), (pmid, answer), other in zip(
        share.chosen, share.fabricated, share.others, strict=True
    ):
        text = quote.text
        own = judged.facts(paper, paper.pmid, paper.pubmed)
        tallies["as they stand"].add(paper.pmid, text, judged.judge(paper, text, own))
        false = judged.judge(paper, text, judged.facts(paper, pmid, answer))
        tallies["fabricated identifier"].add(paper.pmid, text, false)
        facts = judged.facts(other, other.pmid, other.pubmed)
        tallies["wrong paper"].add(paper.pmid, text, judged.judge(other, text, facts))
        for name, changed in (
            ("altered", altered(text)),
            ("negation", negated(text)),
            ("species", of_other_species(text)),
        ):
            if changed is not None:
                tallies[name].add(paper.pmid, changed, judged.judge(paper, changed, own))
    for paper, quote in share.retracted:
        own = judged.facts(paper, paper.pmid, paper.pubmed)
        finding = judged.judge(paper, quote.text, own)
        tallies["retracted"].add(paper.pmid, quote.text, finding)
    return tallies


def run_beyond(data: Data) -> dict[str, Any]:
    """Judge what the seed's own system lets pass: cut tails, titles, the articles' own words."""
    judged = Judge(data.looked_up)
    own, citing = Tally(STATUS["3"]), Tally()
    titles = Tally(STATUS["5"])
    tails = {tail: Tally(note="truncated-qualifier") for tail in _TAILS}

    def by_itself(paper: Paper, quote: Quote) -> Finding:
        fact = retraction_fact(paper.jats, data.looked_up)
        return judged.judge(paper, quote.text, () if fact is None else (fact,))

    for paper, quote in quotes(data.retracted):
        own.add(paper.pmid, quote.text, by_itself(paper, quote))
    for paper, quote in quotes(data.papers):
        if paper.pmid in _CITES_RETRACTED:
            citing.add(paper.pmid, quote.text, by_itself(paper, quote))
        title = reference_title(blocks(paper.jats))
        if title is not None:
            titles.add(paper.pmid, title, judged.judge(paper, title))
        for tail, tally in tails.items():
            core = quote.text.rstrip(".")
            longer = Matcher(extract_jats(article_of(quote.block.text.replace(core, core + tail))))
            tally.add(paper.pmid, core, judged.judge_in(longer, core, (), paper))
    found = {f"dropped{tail}": tally.as_json() for tail, tally in tails.items()}
    found["title from the reference list"] = titles.as_json()
    found["retracted, by the article's own words"] = own.as_json()
    return {"controls": found, "genuine": {"papers that cite a retracted work": citing.as_json()}}


def article_of(text: str) -> bytes:
    """Return an article in JATS that holds one paragraph."""
    from xml.sax.saxutils import escape

    return f"<article><body><p>{escape(text)}</p></body></article>".encode()


def as_bytes(found: dict[str, Any]) -> bytes:
    """Return results as they are written."""
    return (json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def main() -> None:
    """Judge and write."""
    archive, folder = map(Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.json").write_bytes(as_bytes(run(load(archive))))


if __name__ == "__main__":
    main()

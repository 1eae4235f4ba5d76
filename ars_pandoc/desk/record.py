"""The record of a desk: who judged what, when, on which passage, and a paragraph for a methods section.

One HTML file, written by a template whose escaping all text passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.moments import now
from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import plural
from ars_pandoc.corpus.agreement import Agreement, agreements
from ars_pandoc.corpus.judgements import VERDICTS, Judgement
from ars_pandoc.desk.on_desk import Documents

_TEMPLATE = Path(__file__).with_name("record.html.jinja")


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a methods section tells.

    Attributes:
        citations: In the documents.
        sources: That they cite.
        passing: Citations that the gate lets pass.
        quotes: Quotes that were found in a pinned source.
        read: Sources marked as read.
        judged: Citations that a person judged as they are.
        verdicts: How often each verdict was given on these.
        persons: Who judged.
        programs: Which programs did.
    """

    citations: int
    sources: int
    passing: int
    quotes: int
    read: int
    judged: int
    verdicts: dict[str, int]
    persons: tuple[str, ...]
    programs: tuple[str, ...]


def numbers_of(documents: Documents, judgements: Sequence[Judgement]) -> Numbers:
    """Count what stands on the desk.

    Args:
        documents: Read and judged.
        judgements: All that stand.
    """
    cited = documents.cited
    present = {(one.key, one.sentence_hash) for one in cited}
    by_persons = [one for one in judgements if one.is_persons and one.about[:2] in present]
    verdicts = Counter(one.verdict for one in by_persons)
    read = {
        one.key
        for one in cited
        if one.key is not None
        and (sources := documents.all[one.document].sources) is not None
        and sources.ledger.is_read(one.key)
    }
    return Numbers(
        citations=len(cited),
        sources=len({one.key for one in cited} - {None}),
        passing=sum(not one.place.finding.refused for one in cited),
        quotes=sum(
            found is not None and found.result == "found"
            for one in cited
            for found in one.place.finding.groundings
        ),
        read=len(read),
        judged=len({one.about[:2] for one in by_persons}),
        verdicts={name: verdicts[name] for name in VERDICTS},
        persons=tuple(sorted({one.judge for one in by_persons})),
        programs=tuple(sorted({one.judge for one in judgements if one.by.startswith("program:")})),
    )


def methods(numbers: Numbers, pairs: Sequence[Agreement]) -> str:
    """Return a paragraph for a methods section, with the numbers as they are."""
    parts = [
        f"The manuscript has {plural(numbers.citations, 'citation')} of "
        f"{plural(numbers.sources, 'source')}. {numbers.passing} of them pass the citation gate "
        f"ars-pandoc {__version__}; {plural(numbers.quotes, 'quote')} "
        f"{'was' if numbers.quotes == 1 else 'were'} found to the letter in the pinned full text, and "
        f"{plural(numbers.read, 'source')} {'is' if numbers.read == 1 else 'are'} recorded as read.",
    ]
    if numbers.judged:
        given = ", ".join(f"{count} {name}" for name, count in numbers.verdicts.items() if count)
        parts.append(
            f"{plural(len(numbers.persons), 'person')} judged whether the passage supports the "
            f"sentence, for {plural(numbers.judged, 'sentence')} with {given}."
        )
    else:
        parts.append("No person has recorded whether the passages support the sentences.")
    for pair in pairs:
        first, second = (name.partition(":")[2] for name in pair.judges)
        kappa = (
            "Cohen's kappa cannot be given"
            if pair.kappa is None
            else f"Cohen's kappa {pair.kappa:.2f}"
        )
        interval = pair.interval
        spread = (
            "" if interval is None else f" (95% interval {interval[0]:.2f} to {interval[1]:.2f})"
        )
        parts.append(
            f"{first} and {second} judged {pair.both} in common, {pair.alike} alike; {kappa}{spread}."
        )
    return " ".join(parts)


def build_record(documents: Documents) -> str:
    """Return the record as one HTML file that needs no network."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from ars_pandoc.corpus.judgements import load_judgements

    judgements = load_judgements(documents.sidecars)
    pairs = agreements(judgements)
    numbers = numbers_of(documents, judgements)
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATE.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(_TEMPLATE.name).render(
        title=", ".join(document.source.name for document in documents.all),
        at=now(),
        methods=methods(numbers, pairs),
        numbers=numbers,
        verdicts=VERDICTS,
        pairs=pairs,
        rows=_rows(documents, judgements),
    )


def _rows(documents: Documents, judgements: Sequence[Judgement]) -> list[dict[str, Any]]:
    by_claim: dict[tuple[str | None, str], list[Judgement]] = {}
    for one in judgements:
        by_claim.setdefault(one.about[:2], []).append(one)
    return [
        {
            "key": one.key or "",
            "sentence": one.claim.sentence,
            "status": one.place.finding.status,
            "passes": not one.place.finding.refused,
            "places": [
                f"{anchor.kind}: {anchor.value}"
                for anchor in one.place.finding.citation.anchors
                if anchor.fault is None and anchor.kind != "none"
            ],
            "judgements": by_claim.get((one.key, one.sentence_hash), []),
        }
        for one in documents.cited
    ]

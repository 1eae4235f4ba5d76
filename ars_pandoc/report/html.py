"""One HTML file for a supervisor: counts, charts, a table to filter; it needs no network.

All text passes Jinja's escaping; the page's own script reads nothing but the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.checking.checked import Checked, Item
from ars_pandoc.citations.citation import Anchor
from ars_pandoc.grounding.passage_words import OUTCOMES, place_words
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.report.levels import level_of
from ars_pandoc.verdict.limits import NOT_SHOWN
from ars_pandoc.verdict.matrix import ROWS

_TEMPLATE = Path(__file__).with_name("report.html.jinja")
_MOST_SECTIONS = 24
_KINDS = ("quote", "page", "section", "paragraph")
_ABSTRACTS = frozenset({"abstract", "summary"})
# What became of a quote, with its colour; without a full text nobody has looked.
_QUOTES = {
    "found": (OUTCOMES["found"], "ok"),
    "not-found": (OUTCOMES["not-found"], "error"),
    "review": (OUTCOMES["review"], "warning"),
    "unreadable": (OUTCOMES["unreadable"], "warning"),
    "unchecked": (f"{OUTCOMES['unchecked']}: no full text at hand", "note"),
}
_TRUST = {
    "pinned": ("pinned: its bytes are held", "ok"),
    "claimed": ("on the author's word", "note"),
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it counts, how often, its width in per cent, its colour."""

    name: str
    count: int
    width: float
    level: str
    title: str = ""


def build_html(documents: Sequence[Checked]) -> str:
    """Build the page of checked documents; what an audit said of them stands in it too."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATE.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["plural"] = plural
    template = environment.get_template(_TEMPLATE.name)
    items = [(document, item) for document in documents for item in document.items]
    return template.render(
        version=__version__,
        audits=[document for document in documents if document.audit],
        limits=NOT_SHOWN,
        title=_title(documents),
        documents=documents,
        rows=[_row(number, document, item) for number, (document, item) in enumerate(items, 1)],
        citations=len(items),
        refused=sum(item.finding.refused for _, item in items),
        keys=len({item.finding.citation.key for _, item in items} - {None}),
        statuses=_statuses([item for _, item in items]),
        kinds=_kinds([item for _, item in items]),
        quotes=_quotes([item for _, item in items]),
        trust=_trust([item for _, item in items]),
        sections=_sections(items, many=len(documents) > 1),
        abstract_only=_abstract_only([item for _, item in items]),
        sidecars=list(dict.fromkeys(one.sidecar for one in documents if one.sidecar)),
        locked=any(one.locked for one in documents),
        errors=[document for document in documents if document.error is not None],
        unmarked=[
            (document.place_of(one), one.text)
            for document in documents
            for one in document.callouts
        ],
        known=sum(document.known for document in documents),
    )


def _title(documents: Sequence[Checked]) -> str:
    if len(documents) == 1:
        return printable(documents[0].name)
    return plural(len(documents), "document")


def _bars(counts: Sequence[tuple[str, int, str, str]]) -> list[Bar]:
    most = max((count for _, count, _, _ in counts), default=0) or 1
    return [
        Bar(printable(name), count, round(100 * count / most, 1), level, title)
        for name, count, level, title in counts
    ]


def _statuses(items: Sequence[Item]) -> list[Bar]:
    counts = Counter(item.finding.status for item in items)
    return _bars(
        [
            (row.status, counts[row.status], _level(row.status), row.short)
            for row in ROWS
            if counts[row.status]
        ]
    )


def _level(status: str) -> str:
    return "ok" if status == "ok" else level_of(status)


def _kinds(items: Sequence[Item]) -> list[Bar]:
    counts: Counter[str] = Counter()
    for item in items:
        good = {anchor.kind for anchor, _ in _good(item)}
        counts.update(good or {"none"})
    return _bars([(kind, counts[kind], "kind", "") for kind in (*_KINDS, "none") if counts[kind]])


def _sections(items: Sequence[tuple[Checked, Item]], *, many: bool) -> list[Bar]:
    counts: Counter[str] = Counter()
    for document, item in items:
        section = item.finding.citation.section or "before any heading"
        counts[f"{document.name}: {section}" if many else section] += 1
    shown = [(name, count, "kind", "") for name, count in counts.most_common(_MOST_SECTIONS)]
    rest = sum(counts.values()) - sum(count for _, count, _, _ in shown)
    if rest:
        shown.append((f"{len(counts) - _MOST_SECTIONS} other sections", rest, "kind", ""))
    return _bars(shown)


def _quotes(items: Sequence[Item]) -> list[Bar]:
    counts = Counter(
        "unchecked" if grounding is None else grounding.result
        for item in items
        for anchor, grounding in _anchors(item)
        if anchor.kind == "quote" and anchor.fault is None
    )
    return _bars(
        [
            (words, counts[name], level, "")
            for name, (words, level) in _QUOTES.items()
            if counts[name]
        ]
    )


def _trust(items: Sequence[Item]) -> list[Bar]:
    """Count the sources by what their fields rest on; those without an entry have none."""
    sources = {item.finding.citation.key: item.finding.trust for item in items}
    sources.pop(None, None)
    counts: Counter[str] = Counter(trust or "" for trust in sources.values())
    bars = [(*_TRUST[name], counts[name]) for name in _TRUST if counts[name]]
    if counts[""]:
        bars.append(("not in the sidecar", "error", counts[""]))
    return _bars([(words, count, level, "") for words, level, count in bars])


def _anchors(item: Item) -> Iterator[tuple[Anchor, Grounding | None]]:
    """Return the anchors of a citation, each with what its source says to it."""
    # Where no full text is at hand there are no groundings at all.
    yield from zip_longest(item.finding.citation.anchors, item.finding.groundings)


def _good(item: Item) -> list[tuple[Anchor, Grounding | None]]:
    return [pair for pair in _anchors(item) if pair[0].fault is None]


def _abstract_only(items: Sequence[Item]) -> tuple[int, int]:
    """Count the anchored citations, and those whose anchors all lie in an abstract."""
    anchored = [good for item in items if (good := _good(item))]
    return sum(all(_is_abstract(*pair) for pair in good) for good in anchored), len(anchored)


def _is_abstract(anchor: Anchor, grounding: Grounding | None) -> bool:
    """Return whether an anchor lies in an abstract: it names it, or its quote was found there."""
    section = anchor.value if anchor.kind == "section" else None
    if grounding is not None and grounding.result == "found":
        section = grounding.section
    return (section or "").strip().casefold() in _ABSTRACTS


def _row(number: int, document: Checked, item: Item) -> dict[str, Any]:
    finding = item.finding
    citation = finding.citation
    source = document.sources.get(citation.key or "")
    return {
        "number": number,
        "path": str(item.position.path) if item.position else document.path or document.name,
        "line": item.position.line if item.position else None,
        "section": printable(citation.section or ""),
        "key": printable(citation.key or "(no key)"),
        "status": finding.status,
        "level": _level(finding.status),
        "refused": finding.refused,
        "contamination": "+".join(finding.contamination),
        "context": printable(item.context),
        "anchors": [
            {
                "kind": anchor.kind,
                "value": printable(anchor.value),
                "fault": anchor.fault,
                "grounding": None if grounding is None else _grounding(grounding),
            }
            for anchor, grounding in _anchors(item)
        ],
        "source": source,
        "reason": printable(finding.reason),
        "fix": printable(finding.fix),
        "also": finding.also,
        "notes": [printable(note.message) for note in item.notes],
        "trust": finding.trust,
    }


def _grounding(grounding: Grounding) -> dict[str, Any]:
    """Return what a source says to a quote: the passage, or the nearest one with a word diff."""
    words, level = _QUOTES[grounding.result]
    passage = grounding.passage
    change = grounding.change or ""
    diff = grounding.diff if change != "other-text" else ()
    return {
        "words": words,
        "level": level,
        "change": change.replace("-", " "),
        "place": printable(place_words(grounding)),
        "reason": printable(grounding.reason),
        "passage": None
        if passage is None
        else [printable(part) for part in (passage.before, passage.text, passage.after)],
        "nearest": printable(grounding.nearest or ""),
        "diff": [(kind, printable(text)) for kind, text in diff],
        "notes": [printable(note.message) for note in grounding.notes],
    }

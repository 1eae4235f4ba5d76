"""One HTML file for a supervisor: counts, charts, a table to filter; it needs no network.

All text passes Jinja's escaping; the page's own script reads nothing but the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc import __version__
from ars_pandoc.checking.model import Checked, Item
from ars_pandoc.citations.model import Anchor
from ars_pandoc.matrix import ROWS
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.terminal import plural, printable

_TEMPLATE = Path(__file__).with_name("report.html.jinja")
_MOST_SECTIONS = 24
_KINDS = ("quote", "page", "section", "paragraph")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it counts, how often, its width in per cent, its colour."""

    name: str
    count: int
    width: float
    level: str
    title: str = ""


def build_html(documents: Sequence[Checked]) -> str:
    """Build the page of checked documents."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["plural"] = plural
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    items = [(document, item) for document in documents for item in document.items]
    return template.render(
        version=__version__,
        title=_title(documents),
        documents=documents,
        rows=[_row(number, document, item) for number, (document, item) in enumerate(items, 1)],
        citations=len(items),
        refused=sum(item.finding.refused for _, item in items),
        keys=len({item.finding.citation.key for _, item in items} - {None}),
        statuses=_statuses([item for _, item in items]),
        kinds=_kinds([item for _, item in items]),
        sections=_sections(items, many=len(documents) > 1),
        abstract_only=_abstract_only([item for _, item in items]),
        sidecars=list(dict.fromkeys(one.sidecar for one in documents if one.sidecar)),
        locked=any(one.locked for one in documents),
        errors=[document for document in documents if document.error is not None],
        unmarked=[(document.name, text) for document in documents for text in document.unmarked],
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
        good = {anchor.kind for anchor in _good(item)}
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


def _good(item: Item) -> list[Anchor]:
    return [anchor for anchor in item.finding.citation.anchors if anchor.fault is None]


def _abstract_only(items: Sequence[Item]) -> tuple[int, int]:
    """Count the anchored citations, and those that rest on an abstract alone."""
    anchored = [item for item in items if _good(item)]
    alone = sum(
        any(note.code == "abstract-only" for note in item.notes)
        or all(
            anchor.kind == "section" and anchor.value.strip().casefold() == "abstract"
            for anchor in _good(item)
        )
        for item in anchored
    )
    return alone, len(anchored)


def _row(number: int, document: Checked, item: Item) -> dict[str, Any]:
    finding = item.finding
    citation = finding.citation
    source = document.sources.get(citation.key or "")
    return {
        "number": number,
        "path": item.spot.path if item.spot else document.path or document.name,
        "line": item.spot.line if item.spot else None,
        "section": printable(citation.section or ""),
        "key": printable(citation.key or "(no key)"),
        "status": finding.status,
        "level": _level(finding.status),
        "refused": finding.refused,
        "contamination": "+".join(finding.contamination),
        "context": printable(item.context),
        "anchors": [
            {"kind": anchor.kind, "value": printable(anchor.value), "fault": anchor.fault}
            for anchor in citation.anchors
        ],
        "source": source,
        "reason": printable(finding.reason),
        "fix": printable(finding.fix),
        "also": finding.also,
        "notes": [printable(note.message) for note in item.notes],
        "trust": finding.trust,
    }

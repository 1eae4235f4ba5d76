"""The checklist of sources that wait for a reader, in Markdown, with boxes to tick (contract §7).

Each source stands in the first section that cites it and has one box: it is read once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ars_pandoc.base.wording import plural, printable
from ars_pandoc.checking.checked import Checked, CitedSource, Item
from ars_pandoc.report.source_view import look_up_lines
from ars_pandoc.verdict.matrix import ROWS

UNREAD = "LOW-WARN"
MOST_BYTES = 1_000_000
"""GitHub refuses the summary of a step of more than 1 MiB, whole."""

MOST_PLACES = 50
"""So many places of one source are named; the others are counted."""

_BOX = "- [ ] "
_CUT = "… the rest does not fit here: {} more sources; `ars check` names them all."
# Signs that mean something anywhere, and those that do only where words begin.
_SPECIAL = re.compile(r"([\\`*{}\[\]<#|~@$^&]|(?<![^\W_])_|_(?![^\W_])|(?<!\S)[-+>(!])")


@dataclass(slots=True)
class _Unread:
    key: str
    source: CitedSource | None
    places: list[str] = field(default_factory=list)
    contamination: tuple[str, ...] = ()


def checklist(documents: Sequence[Checked], most: int = MOST_BYTES) -> Iterator[str]:
    """Return the lines of the checklist, and before it what else stops the documents.

    Args:
        documents: What was checked.
        most: So many bytes at most, with a line at the end that says what is not shown.
    """
    left = most - len(_CUT.encode()) - 20
    lines = iter(_all_lines(documents))
    for line in lines:
        left -= len(line.encode("utf-8", "replace")) + 1
        if left < 0:
            boxes = sum(one.startswith(_BOX) for one in (line, *lines))
            yield ""
            yield _CUT.format(boxes)
            return
        yield line


def _all_lines(documents: Sequence[Checked]) -> Iterator[str]:
    yield "# Citations to check"
    yield ""
    for document in documents:
        if document.error is not None:
            first = document.error.split("\n")[0]
            yield f"- {escape(document.name)} could not be judged: {escape(first)}"
    judged = [document for document in documents if document.error is None]
    if not judged:
        return
    if len(judged) < len(documents):
        yield ""
    citations = sum(len(document.items) for document in judged)
    refused = sum(len(document.refused) for document in judged)
    yield f"{refused} of {plural(citations, 'citation')} cannot pass."
    yield ""
    counts = [
        (row.status, row.short, sum(document.counts[row.status] for document in judged))
        for row in ROWS
    ]
    if citations:
        yield "| status | citations | meaning |"
        yield "|---|--:|---|"
        yield from (
            f"| {status} | {count} | {escape(short)} |" for status, short, count in counts if count
        )
        yield ""
    for line in look_up_lines(judged):
        yield f"{escape(line[0].upper() + line[1:])}."
        yield ""
    yield from _advisories(judged)
    waiting = _by_section(judged)
    total = sum(len(group) for group in waiting.values())
    if not total:
        yield "No source waits for a reader."
        return
    yield "## Sources that no person has read"
    yield ""
    yield f"{plural(total, 'source')}. What you have read, record: `ars mark-read KEY`."
    for title, group in waiting.items():
        yield ""
        yield f"### {escape(title)}"
        yield ""
        yield from map(_line, group)


def _advisories(documents: Sequence[Checked]) -> Iterator[str]:
    """Say what refuses nothing and must reach the reader, an item for each kind."""
    told = [(document, one) for document in documents for one in document.advisories]
    if not told:
        return
    yield "## To know, though nothing is refused for it"
    yield ""
    for document, one in told:
        where = f"{escape(document.name)}: " if len(documents) > 1 else ""
        yield f"- {where}{escape(one.line)}"
    yield ""


def escape(text: str) -> str:
    """Make text of a document plain words in Markdown."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def _by_section(documents: Sequence[Checked]) -> dict[str, list[_Unread]]:
    found: dict[str, list[_Unread]] = {}
    known: dict[tuple[str | None, str], _Unread] = {}
    for document in documents:
        for item in document.items:
            key = item.finding.citation.key
            if key is None or item.finding.status != UNREAD:
                continue
            unread = known.get((document.sidecar, key))
            if unread is None:
                unread = _Unread(key, document.sources.get(key))
                unread.contamination = item.finding.contamination
                known[document.sidecar, key] = unread
                section = item.finding.citation.section or "Before any heading"
                title = section if len(documents) == 1 else f"{document.name}: {section}"
                found.setdefault(title, []).append(unread)
            unread.places.append(_place(document, item))
    return found


def _place(document: Checked, item: Item) -> str:
    anchors = "; ".join(
        f"“{anchor.value}”" if anchor.kind == "quote" else f"{anchor.kind} {anchor.value}"
        for anchor in item.finding.citation.anchors
        if anchor.fault is None
    )
    position = item.position
    if position is None:
        return escape(f"“{item.context}” ({anchors})")
    # The heading names the document; its chapters may be files of their own.
    chapter = document.chapter_of(item)
    where = f"line {position.line}" if chapter is None else f"{chapter}:{position.line}"
    return escape(f"{where} ({anchors})")


def _line(unread: _Unread) -> str:
    source = unread.source
    title = "" if source is None else f" {escape(source.byline)}: *{escape(source.title)}*."
    warning = ""
    if unread.contamination:
        warning = f" **CONTAMINATED-{'+'.join(unread.contamination)}**"
    more = len(unread.places) - MOST_PLACES
    places = [*unread.places[:MOST_PLACES], *([f"and {more} more"] if more > 0 else [])]
    return f"{_BOX}**{escape(unread.key)}**{title}{warning} Cited: {'; '.join(places)}"

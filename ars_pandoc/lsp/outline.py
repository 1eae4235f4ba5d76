"""The outline of a document: what the gate says to each citation, by section."""

from __future__ import annotations

import re
from itertools import groupby

from lsprotocol.types import DocumentSymbol, Location, SymbolInformation, SymbolKind

from ars_pandoc.base.wording import printable
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.state import Cited, State
from ars_pandoc.positions.position import Extent

BEFORE_ALL = "(before the first heading)"


def document_symbols(state: State, columns: Columns) -> list[DocumentSymbol]:
    """Return the sections that cite, each with its findings in the order of the text.

    What has no place in the text is not in its outline.

    Args:
        state: The verdicts.
        columns: The text that was judged.
    """
    placed = [one for one in state.cited if one.position is not None]
    placed.sort(key=_extent)
    found = []
    behind = 0
    for section, group in groupby(placed, key=lambda one: one.finding.citation.section):
        members = list(group)
        first = _extent(members[0])
        last = max(_extent(one)[1] for one in members)
        heading = _heading(state.text, section, behind, first[0]) or first
        behind = last
        name = printable(section) if section and section.strip() else BEFORE_ALL
        refused = sum(one.finding.refused for one in members)
        said = f"{len(members)} cited" + (f", {refused} refused" if refused else "")
        found.append(
            DocumentSymbol(
                name,
                SymbolKind.Namespace,
                columns.range((min(heading[0], first[0]), max(last, heading[1]))),
                columns.range(heading),
                detail=said,
                children=[_finding(one, columns) for one in members],
            )
        )
    return found


def flat_symbols(found: list[DocumentSymbol], uri: str) -> list[SymbolInformation]:
    """Return an outline for an editor that knows no tree.

    Args:
        found: From `document_symbols`.
        uri: The document.
    """
    return [
        SymbolInformation(
            Location(uri, one.range),
            f"{one.name} {one.detail}",
            one.kind,
            container_name=section.name,
        )
        for section in found
        for one in section.children or ()
    ]


def _finding(one: Cited, columns: Columns) -> DocumentSymbol:
    finding = one.finding
    status = "+".join([finding.status, *finding.contamination])
    verdict = "refused" if finding.refused else "accepted" if finding.accepted else "passes"
    kind = SymbolKind.Event if finding.refused else SymbolKind.Key
    place = columns.range(_extent(one))
    name = printable(finding.citation.key or "an anchor without a citation")
    return DocumentSymbol(name, kind, place, place, detail=f"{verdict}: {status}")


def _extent(one: Cited) -> Extent:
    position = one.position
    return (0, 0) if position is None else position.mark


def _heading(text: str, section: str | None, start: int, end: int) -> Extent | None:
    """Return the words of a heading, between the last citation and the first below it."""
    words = re.escape(section.strip()) if section else ""
    lines = re.compile(rf"^[ \t]*(?:#+|\*+|=+|\\\w+\*?\{{)?[ \t]*({words})", re.MULTILINE)
    found = list(lines.finditer(text, start, end)) if words else []
    return found[-1].span(1) if found else None

"""What the gate finds, as an editor underlines it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol.types import Diagnostic, DiagnosticSeverity, Position, Range

from ars_pandoc.base.wording import printable_lines
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.state import Cited, State

SOURCE = "ars"
MOST = 1000
"""Findings that an editor is told of: more of them only slow it down."""

_LINES = 5
"""Lines that are named where an information holds too."""

_TOP = Range(Position(0, 0), Position(0, 0))


def diagnostics(state: State, columns: Columns) -> list[Diagnostic]:
    """Return what is to be underlined, in document order.

    What is refused is an error, a call-out without a citation a warning unless the document
    refuses those, a note an information. What has no place in the text stands at its top.

    Args:
        state: The text and its verdicts.
        columns: The same text.
    """
    if state.error is not None:
        error = _at(_TOP, DiagnosticSeverity.Error, "not-judged", state.error)
        return [error, *_of_callouts(state, columns)][: MOST + 1]
    found = [
        *(_at(_TOP, DiagnosticSeverity.Warning, "warning", w) for w in state.warnings),
        *_once(found for one in state.cited for found in _of_citation(one, columns)),
        *_of_callouts(state, columns),
    ]
    if len(found) <= MOST:
        return found
    words = f"{len(found)} findings, of which the first {MOST} are shown; ars check lists them all"
    return [_at(_TOP, DiagnosticSeverity.Warning, "warning", words), *found[:MOST]]


def _once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Say each information once, where it comes first, and with it where else it holds.

    A hundred citations of one source that is held in part are one thing to know.
    """
    kept: list[Diagnostic] = []
    first: dict[tuple[int | str | None, str], Diagnostic] = {}
    others: dict[tuple[int | str | None, str], list[int]] = {}
    for one in found:
        name = (one.code, one.message)
        if one.severity != DiagnosticSeverity.Information:
            kept.append(one)
        elif name in first:
            others.setdefault(name, []).append(one.range.start.line + 1)
        else:
            first[name] = one
            kept.append(one)
    for name, lines in others.items():
        distinct = list(dict.fromkeys(lines))
        more = f", … ({len(lines)} citations)" if len(distinct) > _LINES else ""
        first[name].message += f"\nalso: line {', '.join(map(str, distinct[:_LINES]))}{more}"
    return kept


def _of_citation(one: Cited, columns: Columns) -> Iterator[Diagnostic]:
    finding, position = one.finding, one.position
    where = _TOP if position is None else columns.range(position.mark)
    name = (
        "" if finding.citation.key is None or position is not None else f"{finding.citation.key}: "
    )
    if finding.refused or finding.accepted:
        severity = DiagnosticSeverity.Error if finding.refused else DiagnosticSeverity.Warning
        lines = [name + finding.reason]
        if finding.fix:
            lines.append(f"fix: {finding.fix}")
        if finding.also:
            lines.append(f"also: {', '.join(finding.also)}")
        yield _at(where, severity, finding.status, *lines)
    elif finding.contamination:
        suffixes = "+".join(finding.contamination)
        text = f"{name}its source has contamination signals: {suffixes}"
        yield _at(where, DiagnosticSeverity.Warning, finding.status, text)
    for note in one.notes:
        yield _at(where, DiagnosticSeverity.Information, note.code, name + note.message)


def _of_callouts(state: State, columns: Columns) -> Iterator[Diagnostic]:
    severity = DiagnosticSeverity.Error if state.refuse_unmarked else DiagnosticSeverity.Warning
    for one in state.callouts:
        where = _TOP if one.position is None else columns.range(one.position.mark)
        yield _at(
            where, severity, "unmarked", f"'{one.text}' names a source that no citation holds"
        )


def _at(where: Range, severity: DiagnosticSeverity, code: str, *lines: str) -> Diagnostic:
    return Diagnostic(where, printable_lines("\n".join(lines)), severity, code, source=SOURCE)

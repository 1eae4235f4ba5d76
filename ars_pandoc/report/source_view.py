"""The report of `ars check` for people: each finding with its source line, as compilers do."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

import click

from ars_pandoc.base.moments import age
from ars_pandoc.base.terminal import terminal_width
from ars_pandoc.base.wording import plural, printable, printable_lines
from ars_pandoc.checking.checked import Checked, Item
from ars_pandoc.grounding.passage_words import place_words
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.positions.position import Position
from ars_pandoc.report.diff import styled_diff
from ars_pandoc.report.levels import level_of
from ars_pandoc.verdict.advisories import KINDS
from ars_pandoc.verdict.matrix import ROWS

_WIDTH = 88
_CALLOUTS = 20
_NARROWEST = 30
_HANGING = " " * len("   = where: ")
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_SHORT = {row.status: row.short for row in ROWS}


def report_lines(documents: Sequence[Checked], *, statistics: bool = False) -> Iterator[str]:
    """Return the report line by line, styled; grouped by file, a summary last.

    Args:
        documents: What was checked.
        statistics: Whether to add the counts by file and status.
    """
    for document in documents:
        yield from document_lines(document)
    if statistics:
        yield from _statistics(documents)
    yield from summary_lines(documents)


def document_lines(document: Checked) -> Iterator[str]:
    """Return the findings of one document, styled; nothing where there is none."""
    if document.error is not None:
        yield _heading(document, "cannot be judged", "red")
        yield from (f"  {line}" for line in printable_lines(document.error).split("\n"))
        yield ""
        return
    refused = document.refused
    callouts = document.callouts if document.refuse_unmarked else ()
    if not refused and not callouts:
        if document.advisories:
            yield _heading(document, "passes; to know", None)
            yield from _advisories(document)
        yield from _not_judged(document)
        return
    yield _heading(document, plural(len(refused) + len(callouts), "finding"), None)
    yield ""
    for item in refused:
        yield from _item(item)
        yield ""
    for one in callouts:
        yield _label("unmarked call-out", "yellow") + f": “{printable(one.text)}”"
        if one.position is not None:
            at = printable(document.place_of(one))
            yield f"  {click.style('-->', fg='blue')} {at}"
            yield from _source(one.position, "yellow")
        yield _detail("why", "it names a source, and no citation follows in its sentence")
        yield _detail("fix", "put [@key, p. 12] there, or <!--ref:KEY--><!--anchor:page:12-->")
        yield ""
    if document.unplaced:
        yield (
            f"  {plural(document.unplaced, 'citation')} without a line: the text of the file and "
            "what Pandoc reads could not be matched there"
        )
        yield ""
    yield from _advisories(document)
    yield from _not_judged(document)


def _advisories(document: Checked) -> Iterator[str]:
    """Return what refuses nothing and must reach the reader, a line for each kind."""
    for one in document.advisories:
        yield f"  {one.line}"
    if document.advisories:
        yield ""


def _not_judged(document: Checked) -> Iterator[str]:
    """Return the call-outs that refuse nothing, a line each: nobody judges what they name."""
    if not document.callouts or document.refuse_unmarked:
        return
    yield _heading(
        document, f"{plural(len(document.callouts), 'unmarked call-out')}, not judged", None
    )
    for one in document.callouts[:_CALLOUTS]:
        yield f"  {printable(document.place_of(one))}: “{printable(one.text)}”"
    if len(document.callouts) > _CALLOUTS:
        yield f"  … and {len(document.callouts) - _CALLOUTS} more: --format json lists all"
    yield ""


def _heading(document: Checked, words: str, colour: str | None) -> str:
    name = click.style(printable(document.name), bold=True, underline=True)
    return f"{name}  {click.style(words, fg=colour) if colour else words}"


def _label(text: str, colour: str) -> str:
    return click.style(text, fg=colour, bold=True)


def _item(item: Item) -> Iterator[str]:
    finding = item.finding
    citation = finding.citation
    colour = _COLOURS[level_of(finding.status)]
    key = printable(citation.key or "(no key)")
    yield (
        f"{_label(finding.label, colour)}: {click.style(key, bold=True)}: {_SHORT[finding.status]}"
    )
    place = f"in “{printable(citation.section)}”" if citation.section else "before any heading"
    position = item.position
    if position is None:
        yield _detail("where", f"{place}: {printable(item.context)}")
    else:
        at = f"{printable(str(position.path))}:{position.line}:{position.column}"
        yield f"  {click.style('-->', fg='blue')} {at}, {place}"
        yield from _source(position, colour)
    yield _prose("why", printable(finding.reason))
    for grounding in finding.groundings:
        if grounding is not None and grounding.result == "not-found":
            yield from _nearest(grounding)
    yield _detail("fix", printable(finding.fix), "green")
    for note in item.notes:
        yield _prose("note", printable(note.message))
    if finding.also:
        yield _detail("also", ", ".join(finding.also))


def _nearest(grounding: Grounding) -> Iterator[str]:
    """Show what stands in the source in place of a quote."""
    if grounding.diff and grounding.change != "other-text":
        yield _detail("diff", f"{styled_diff(grounding.diff)}  ([-the source-], {{+the quote+}})")
    place = place_words(grounding)
    if place:
        yield _detail("there", printable(place))


def _prose(name: str, text: str) -> str:
    """Return a detail that nobody pastes: its words are wrapped where the terminal is narrow."""
    width = max(_NARROWEST, (terminal_width() or sys.maxsize) - len(_HANGING))
    return _detail(name, text if len(text) <= width else f"\n{_HANGING}".join(wrap(text, width)))


def _detail(name: str, text: str, colour: str | None = None) -> str:
    mark = click.style("=", fg="blue")
    return f"   {mark} {name + ':':<7}{click.style(text, fg=colour) if colour else text}"


def _source(position: Position, colour: str) -> Iterator[str]:
    from rich.cells import cell_len, set_cell_size

    number = str(position.line)
    gutter = " " * len(number)
    bar = click.style("|", fg="blue")
    width = max(
        _NARROWEST, min(_WIDTH, (terminal_width() or sys.maxsize) - len(number) - len("  | …"))
    )
    start = position.column - 1
    end = position.end_column - 1 if position.end_line == position.line else len(position.text)
    # A paragraph on one line is cut to the words around the place.
    is_long = len(position.text) > width or cell_len(position.text) > width
    cut = max(0, start - width * 2 // 5) if is_long else 0
    ahead = ("…" if cut else "") + printable(position.text[cut:start])
    shown = printable(position.text[start:end]) or " "
    behind = printable(position.text[end : end + width])
    line = ahead + shown + behind
    if cell_len(line) > width or end + width < len(position.text):
        line = set_cell_size(line, min(width, cell_len(line))).rstrip() + "…"
    marks = max(1, min(cell_len(shown), width - cell_len(ahead)))
    yield f" {gutter} {bar}"
    yield f" {click.style(number, fg='blue')} {bar} {line}"
    yield f" {gutter} {bar} {' ' * cell_len(ahead)}{click.style('^' * marks, fg=colour, bold=True)}"


def _statistics(documents: Sequence[Checked]) -> Iterator[str]:
    judged = [document for document in documents if document.error is None]
    total: Counter[str] = Counter()
    for document in judged:
        total.update(document.counts)
    if not total:
        return
    width = max(map(len, total))
    yield click.style("citations by status", bold=True)
    for row in ROWS:
        if total[row.status]:
            yield f"  {total[row.status]:>5}  {row.status:<{width}}  {row.short}"
    yield ""
    told = Counter[str]()
    for document in judged:
        told.update({one.kind: len(one.sources) for one in document.advisories})
    if told:
        yield click.style("sources to know of", bold=True)
        yield from (f"  {told[kind]:>5}  {kind}" for kind in KINDS if told[kind])
        yield ""
    if len(judged) > 1:
        yield click.style("refused and all citations by file", bold=True)
        for document in judged:
            yield (
                f"  {len(document.refused):>5} of {len(document.items):>5}  "
                f"{printable(document.name)}"
            )
        yield ""


def look_up_lines(documents: Sequence[Checked]) -> Iterator[str]:
    """Say how old the answers on retractions are; nothing where none was ever asked for."""
    times = {key: at for document in documents for key, at in document.looked_up.items()}
    asked = [at for at in times.values() if at]
    if not asked:
        return
    never = len(times) - len(asked)
    rest = f"; {plural(never, 'source')} never" if never else ""
    oldest = min(asked)
    words = f"the oldest answer is of {oldest[:10]} ({age(oldest)})"
    yield f"retractions were asked for on {plural(len(asked), 'source')}, {words}{rest}"


def summary_lines(documents: Sequence[Checked]) -> Iterator[str]:
    """Return the verdict on all documents, styled."""
    citations = sum(len(document.items) for document in documents)
    refused = sum(len(document.refused) for document in documents)
    failed = sum(document.error is not None for document in documents)
    known = sum(document.known for document in documents)
    unmarked = sum(len(document.unmarked) for document in documents)
    judged = len(documents) - failed
    many = "" if len(documents) == 1 else f" in {plural(judged, 'document')}"
    callouts = any(document.refuse_unmarked and document.unmarked for document in documents)
    word = _label("refused", "red") if refused or callouts else _label("passed", "green")
    if failed == len(documents):
        yield _label("not judged", "red") + f": {plural(failed, 'document')}"
        return
    parts = [f"{word}: {refused} of {plural(citations, 'citation')} cannot pass{many}"]
    if not refused:
        parts = [f"{word}: {plural(citations, 'citation')} ok{many}"]
        if not citations:
            parts = [f"{word}: {'nothing new' if known else 'no citations'}{many}"]
    if known:
        parts.append(f"{plural(known, 'finding')} known from the baseline left out")
    if unmarked:
        parts.append(plural(unmarked, "unmarked call-out"))
    if failed:  # as the exit code does, the line tells this first
        parts.insert(0, f"{_label('not judged', 'red')}: {failed} of {len(documents)} documents")
    yield "; ".join(parts)
    yield from look_up_lines(documents)
    if refused:
        yield "What a status means: ars explain STATUS"

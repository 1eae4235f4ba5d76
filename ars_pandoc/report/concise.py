"""Many findings: one line each, as compilers and ruff print them, and a summary by remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import click

from ars_pandoc.base.wording import plural, printable
from ars_pandoc.checking.checked import Checked, Item, UnmarkedCallOut
from ars_pandoc.checking.funnel import ORDER, stage_of, steps
from ars_pandoc.checking.remedies import Documents, Remedy, remedy_of
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.source_view import summary_lines

MANY = 20
"""More findings than these are shown a line each on a terminal (contract §7)."""

GROUPS = ("remedy", "source", "file")

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_CALL_OUT = "UNMARKED"
_NOT_JUDGED = "NOT-JUDGED"
_PLACE_IT = "put [@key, p. 12] there, or <!--ref:KEY--><!--anchor:page:12--> behind it"
_SOURCE_OF = {"call-out": "call-outs without a citation", "error": "not judged"}


@dataclass(frozen=True, slots=True)
class _Line:
    """One finding: what it says, and what it is put together by."""

    text: str
    stage: str
    source: str
    file: str


def is_long(documents: Sequence[Checked]) -> bool:
    """Return whether a report has more findings than are read one by one."""
    return sum(map(_count, documents)) > MANY


def _count(document: Checked) -> int:
    callouts = len(document.callouts) if document.refuse_unmarked else 0
    return len(document.refused) + callouts


def concise_lines(
    documents: Sequence[Checked], about: Documents, group: str | None = None
) -> Iterator[str]:
    """Return a line for each finding, styled, then what mends them and the verdict.

    Args:
        documents: What was checked.
        about: How the next command names them.
        group: One of `GROUPS`: the findings stand below headings; None keeps their order.
    """
    lines = [line for document in documents for line in _lines(document)]
    if group is None:
        yield from (line.text for line in lines)
    else:
        yield from _grouped(lines, group, _remedies(documents, about))
    if lines:
        yield ""
    summary = list(summary_by_remedy(documents, about))
    if summary:
        yield from summary
        yield ""
    yield from summary_lines(documents)


def summary_by_remedy(documents: Sequence[Checked], about: Documents) -> Iterator[str]:
    """Return how many citations or sources each remedy mends, each with its command."""
    for remedy in _remedies(documents, about).values():
        yield f"  {remedy.short}: {click.style(remedy.command, fg='green')}"
    callouts = sum(len(one.callouts) for one in documents if one.refuse_unmarked)
    if callouts:
        yield f"  {plural(callouts, 'call-out')} without a citation: {_PLACE_IT}"


def _remedies(documents: Sequence[Checked], about: Documents) -> dict[str, Remedy]:
    findings = [item.finding for document in documents for item in document.items]
    return {step.stage: remedy_of(step, about) for step in steps(findings)}


def _lines(document: Checked) -> Iterator[_Line]:
    """Return the findings of one document in the order of their places."""
    if document.error is not None:
        said = " ".join(document.error.split("\n")[0].split())
        text = f"{_bold(document.name)}:1:1 {click.style(_NOT_JUDGED, fg='red')}: {printable(said)}"
        yield _Line(text, "error", "error", document.name)
        return
    callouts = document.callouts if document.refuse_unmarked else ()
    placed: list[tuple[tuple[str, int, int], _Line]] = [
        *((_order(document, item), _item(document, item)) for item in document.refused),
        *((_order(document, one), _callout(document, one)) for one in callouts),
    ]
    yield from (line for _, line in sorted(placed, key=lambda pair: pair[0]))


def _order(document: Checked, one: Item | UnmarkedCallOut) -> tuple[str, int, int]:
    position = one.position
    if position is None:
        return (document.file, 0, 0)
    return (str(position.path), position.line, position.column)


def _item(document: Checked, item: Item) -> _Line:
    finding, file = item.finding, document.file_of(item)
    colour = _COLOURS[level_of(finding.status)]
    key = printable(finding.citation.key or "(no key)")
    label = click.style(finding.label, fg=colour)
    text = f"{_place(file, item)} {label} {click.style(key, bold=True)}: {printable(finding.fix)}"
    return _Line(text, stage_of(finding) or "", finding.citation.key or "", file)


def _callout(document: Checked, one: UnmarkedCallOut) -> _Line:
    file = document.file if one.position is None else str(one.position.path)
    label = click.style(_CALL_OUT, fg="yellow")
    text = f"{_place(file, one)} {label} “{printable(one.text)}”: {_PLACE_IT}"
    return _Line(text, "call-out", "call-out", file)


def _place(file: str, one: Item | UnmarkedCallOut) -> str:
    position = one.position
    at = "" if position is None else f"{position.line}:{position.column}"
    # A program that reads the line finds the file, also where no line is known.
    return f"{_bold(file)}:{at}" if at else f"{_bold(file)}:"


def _bold(name: str) -> str:
    return click.style(printable(name), bold=True)


def _grouped(lines: Sequence[_Line], group: str, remedies: dict[str, Remedy]) -> Iterator[str]:
    """Return lines below headings: the biggest group first, remedies in the order of doing."""
    by: dict[str, Callable[[_Line], str]] = {
        "remedy": lambda line: line.stage,
        "source": lambda line: line.source,
        "file": lambda line: line.file,
    }
    groups: dict[str, list[str]] = {}
    for line in lines:
        groups.setdefault(by[group](line), []).append(line.text)
    for number, name in enumerate(_sorted(groups, group)):
        if number:
            yield ""
        yield _heading(name, group, remedies, len(groups[name]))
        yield from (f"  {text}" for text in groups[name])


def _sorted(groups: dict[str, list[str]], group: str) -> Iterable[str]:
    if group == "file":
        return groups
    if group == "remedy":
        order = [*ORDER, "call-out", "error"]
        return sorted(groups, key=lambda name: order.index(name) if name in order else len(order))
    return sorted(groups, key=lambda name: -len(groups[name]))


def _heading(name: str, group: str, remedies: dict[str, Remedy], count: int) -> str:
    if group == "remedy" and name in remedies:
        remedy = remedies[name]
        return f"{click.style(remedy.short, bold=True)}: {click.style(remedy.command, fg='green')}"
    words = _SOURCE_OF.get(name) if group != "file" else None
    title = words or printable(name) or "(no key)"
    return f"{click.style(title, bold=True)}  {plural(count, 'finding')}"

"""Workflow commands of GitHub Actions, which show findings beside the lines of a pull request.

GitHub shows ten annotations of a level for each step and drops the others without a word
(https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md), so findings of one line
are one annotation, and the tenth says what else there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ars_pandoc.base.wording import plural, printable, printable_lines
from ars_pandoc.checking.checked import Checked, Item
from ars_pandoc.documents.repository import repository_path
from ars_pandoc.positions.position import Position
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.markdown import UNREAD
from ars_pandoc.verdict.matrix import STATUSES

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_MOST = 10
_NAMED = 3
_LISTED = 20


@dataclass(frozen=True, slots=True)
class _Annotation:
    """One annotation: its level, the words of its title and its message, where it stands."""

    command: str
    path: str
    title: str
    message: str
    position: Position | None = None
    end_column: int = 0


def workflow_commands(documents: Sequence[Checked]) -> Iterator[str]:
    """Return the workflow commands of checked documents; what has no room follows as plain lines."""
    annotations = [one for document in documents for one in _annotations(document)]
    rest: list[_Annotation] = []
    for command in _COMMANDS.values():
        mine = [one for one in annotations if one.command == command]
        if len(mine) <= _MOST:
            yield from map(_written, mine)
            continue
        shown, hidden = mine[: _MOST - 1], mine[_MOST - 1 :]
        yield from map(_written, shown)
        yield _written(_more(command, hidden))
        rest += hidden
    yield from map(_line, rest)


def _annotations(document: Checked) -> Iterator[_Annotation]:
    path = document.file
    if document.error is not None:
        yield _Annotation("error", path, "cannot be judged", document.error)
    groups: dict[object, list[Item]] = {}
    unread: dict[str | None, list[Item]] = {}
    for number, item in enumerate(document.refused):
        if item.finding.status == UNREAD:
            # A source is read once, however many lines cite it.
            again = unread.setdefault(item.finding.citation.key, [])
            again.append(item)
            if len(again) > 1:
                continue
        position = item.position
        place = number if position is None else (position.path, position.line, position.end_line)
        groups.setdefault((place, item.finding.status), []).append(item)
    for items in groups.values():
        more = [
            other
            for item in items
            if item.finding.status == UNREAD
            for other in unread[item.finding.citation.key][1:]
        ]
        yield _of_line(path, items, more)
    if document.advisories:
        # One for the document: a level has room for ten.
        yield _Annotation(
            "notice",
            path,
            "passing or not, to know",
            "\n".join(one.line for one in document.advisories),
        )
    if document.refuse_unmarked and document.callouts:
        first = next((one.position for one in document.callouts if one.position), None)
        yield _Annotation(
            "warning",
            path if first is None else str(first.path),
            plural(len(document.callouts), "unmarked call-out"),
            "no citation follows in the same sentence:\n"
            + "\n".join(f"{document.place_of(one)}: {one.text}" for one in document.callouts),
            first,
            0 if first is None else first.end_column,
        )


def _of_line(path: str, items: Sequence[Item], more: Sequence[Item]) -> _Annotation:
    """Return the annotation of what one line has of one status, and where its sources are cited too."""
    first = items[0]
    status = first.finding.status
    keys = list(dict.fromkeys(item.finding.citation.key or "(no key)" for item in items))
    named = ", ".join(keys[:_NAMED])
    if len(keys) > _NAMED:
        named += f" and {len(keys) - _NAMED} more"
    lines = [item.finding.reason for item in items]
    lines += [f"Fix: {item.finding.fix}" for item in items]
    lines += [f"Note: {note.message}" for item in items for note in item.notes]
    lines += _cited_too(more)
    also = dict.fromkeys(STATUSES[name].short for item in items for name in item.finding.also)
    if also:
        lines.append(f"Then: {', '.join(also)}")
    if first.position is None:
        lines.append(f"Near: {first.context}")
    lines.append(f"({first.finding.label})")
    return _Annotation(
        _COMMANDS[level_of(status)],
        path if first.position is None else str(first.position.path),
        f"{named}: {STATUSES[status].short}",
        "\n".join(dict.fromkeys(lines)),
        first.position,
        0
        if first.position is None
        else max(item.position.end_column for item in items if item.position),
    )


def _cited_too(items: Sequence[Item]) -> list[str]:
    places: dict[str, list[str]] = {}
    for item in items:
        if item.position is not None:
            key = item.finding.citation.key or ""
            places.setdefault(key, []).append(str(item.position.line))
    return [
        f"{key} is cited in {'line' if len(lines) == 1 else 'lines'} "
        f"{', '.join(dict.fromkeys(lines))} too"
        for key, lines in places.items()
    ]


def _more(command: str, hidden: Sequence[_Annotation]) -> _Annotation:
    """Return the annotation that stands for those for which there is no room."""
    places = list(dict.fromkeys(_place(one) for one in hidden))
    rest = len(places) - _LISTED
    named = places[:_LISTED] + ([f"and {rest} more"] if rest > 0 else [])
    return _Annotation(
        command,
        hidden[0].path,
        f"{len(hidden)} more like this",
        f"{plural(len(hidden), 'more line')} with findings, named in the log of this step:\n"
        + "\n".join(named),
    )


def _place(one: _Annotation) -> str:
    path = repository_path(one.path)
    return path if one.position is None else f"{path}:{one.position.line}"


def _line(one: _Annotation) -> str:
    """Return what the log shows of an annotation for which there is no room."""
    words = "; ".join(printable(line) for line in one.message.split("\n"))
    return f"{printable(_place(one))}: {one.command}: {printable(one.title)}; {words}"


def _written(one: _Annotation) -> str:
    properties = {"file": repository_path(one.path)}
    position = one.position
    if position is not None:
        properties |= {"line": str(position.line), "endLine": str(position.end_line)}
        if position.line == position.end_line:
            # GitHub takes columns on one line alone.
            properties |= {"col": str(position.column), "endColumn": str(one.end_column)}
    properties["title"] = one.title
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{one.command} {given}::{_data(printable_lines(one.message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")

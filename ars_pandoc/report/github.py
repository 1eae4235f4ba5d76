"""Workflow commands of GitHub Actions, which show findings beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ars_pandoc.checking.model import Checked, Item
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.terminal import printable, printable_lines

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def workflow_commands(documents: Sequence[Checked]) -> Iterator[str]:
    """Give one workflow command for each finding and each document that was not judged."""
    for document in documents:
        path = document.path or document.name
        if document.error is not None:
            yield _command("error", {"file": path, "title": "cannot be judged"}, document.error)
        for item in document.refused:
            yield _annotation(path, item)
        for text in document.unmarked if document.refuse_unmarked else ():
            message = f"“{text}” names a source, and no citation follows in its sentence"
            yield _command("warning", {"file": path, "title": "unmarked call-out"}, message)


def _annotation(path: str, item: Item) -> str:
    finding = item.finding
    where: dict[str, str] = {"file": path}
    spot = item.spot
    if spot is not None:
        where = {"file": spot.path, "line": str(spot.line), "endLine": str(spot.end_line)}
        if spot.line == spot.end_line:
            # GitHub takes columns on one line alone.
            where |= {"col": str(spot.column), "endColumn": str(spot.end_column)}
    where["title"] = f"{finding.citation.key or '(no key)'}: {finding.label}"
    message = f"{finding.reason}\nFix: {finding.fix}"
    if spot is None:
        message += f"\nNear: {item.context}"
    return _command(_COMMANDS[level_of(finding.status)], where, message)


def _command(name: str, properties: dict[str, str], message: str) -> str:
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_data(printable_lines(message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")

"""`ars explain`: what a status, a suffix or a note means, why it is said, and what to do."""

from __future__ import annotations

import difflib
import json
import textwrap
from collections.abc import Iterator

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.terminal import terminal_width
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES, Explanation
from ars_pandoc.verdict.matrix import ROWS, STATUSES, Row

Explained = Row | Explanation

_BEHIND = "CONTAMINATED-"
_LOW = "LOW-WARN-CONTAMINATED-SOURCE"
"""The seed's name for the family of suffixes, which is never printed itself (contract)."""


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    names = [*STATUSES, *(one.name for one in (*SUFFIXES, *NOTES))]
    return [name for name in names if name.lower().startswith(incomplete.lower())]


_CALLOUT = "UNMARKED-CALL-OUT"
"""How SARIF names a call-out that no citation follows."""


@click.command("explain")
@click.argument("name", required=False, metavar="[NAME]", shell_complete=_complete)
@format_option("Words for people, or JSON for programs.")
def command(name: str | None, form: str) -> None:
    r"""Explain a status of the gate, a suffix or a note; without a name, list them all.

    NAME may be written in any case, with its CONTAMINATED suffix, or as the marker that a draft
    shows. The beginning of several, such as MED-WARN, explains all that begin so. `ars explain`
    also knows the rows of the matrix by their numbers, 0 to 8 and 4b, 5b, 5c, 5d.

    \b
    Examples:
      ars explain
      ars explain MED-WARN-NO-LOCATOR
      ars explain "LOW-WARN CONTAMINATED-PREPRINT"
      ars explain MED-WARN
      ars explain "[UNVERIFIED CITATION — NO ORIGINAL]"
      ars explain page-mismatch
    """
    found: tuple[Explained, ...] = (*ROWS, *SUFFIXES, *NOTES) if name is None else find(name)
    if form == "json":
        data = [as_data(one) for one in found]
        click.echo(json.dumps(data if len(data) != 1 else data[0], ensure_ascii=False, indent=2))
    elif name is None:
        click.echo("\n".join(_overview()))
    else:
        click.echo("\n\n".join(describe(one, terminal_width()) for one in found))


def find(text: str) -> tuple[Explained, ...]:
    """Find what is meant: a status with the suffixes behind it, a suffix, or a note.

    Args:
        text: As somebody pasted it.

    Raises:
        ArsError: There is no such name; the nearest is named.
    """
    words = text.strip().split()
    for row in ROWS:
        if row.marker and text.strip() == row.marker:
            return (row,)
    first = words[0].upper() if words else ""
    status, _, behind = first.partition(f"-{_BEHIND}")
    if first == _LOW:
        status, behind = "LOW-WARN", ""
    for row in ROWS:
        if status in (row.status.upper(), row.number.upper()):
            said = [behind, *(word.upper().removeprefix(_BEHIND) for word in words[1:])]
            return (row, *_suffixes("+".join(said)))
    if first.startswith(_BEHIND) and (named := _suffixes(first.removeprefix(_BEHIND))):
        return named
    if first == _CALLOUT:
        first = "UNMARKED"
    for one in (*SUFFIXES, *NOTES):
        if first in (one.name.upper(), one.name.removeprefix(_BEHIND)):
            return (one,)
    if begun := _beginning(first):
        return begun
    raise _unknown(text, first)


def _beginning(first: str) -> tuple[Explained, ...]:
    """Return all whose name begins with whole words of what was written: `MED-WARN`, `HIGH`."""
    start = f"{first.rstrip('-')}-"
    rows = tuple(row for row in ROWS if row.status.upper().startswith(start))
    others = (*SUFFIXES, *NOTES)
    return rows + tuple(one for one in others if one.name.upper().startswith(start))


def _suffixes(text: str) -> tuple[Explanation, ...]:
    """Return the suffixes that stand in a text such as `PREPRINT+UNMATCHED`."""
    said = text.split("+")
    return tuple(one for one in SUFFIXES if one.name.removeprefix(_BEHIND) in said)


def _unknown(text: str, first: str) -> ArsError:
    names = {
        name.upper(): name for name in _complete(click.Context(command), command.params[0], "")
    }
    near = difflib.get_close_matches(first, names, 1, 0.5)
    return ArsError(
        f"there is no status or note '{text}'",
        steps=[f"ars explain {names[near[0]]}" if near else "ars explain lists them all"],
    )


def _overview() -> Iterator[str]:
    width = max(len(one.name) for one in (*SUFFIXES, *NOTES))
    width = max(width, *(len(status) + 4 for status in STATUSES))
    yield "The first row that applies gives a citation its status:\n"
    for row in ROWS:
        yield f"  {row.number:<3} {row.status:<{width - 4}}  {row.short}"
    yield "\nBehind LOW-WARN and ok; they never change the verdict:\n"
    yield from (f"  {one.name:<{width}}  {one.short}" for one in SUFFIXES)
    yield "\nNotes in reports, which refuse nothing by themselves:\n"
    yield from (f"  {one.name:<{width}}  {one.short}" for one in NOTES)
    yield "\nars explain NAME says more of one."


def describe(one: Explained, width: int | None = None) -> str:
    """Return all that is to say of a status, suffix or note, in plain text.

    Args:
        one: What is explained.
        width: Where lines are to be broken; None leaves them whole.
    """
    name = one.status if isinstance(one, Row) else one.name
    parts = [("why", one.why), ("example", one.example), ("do", one.remedy)]
    parts.append(("gate", gate_says(one)))
    if isinstance(one, Row):
        if one.marker:
            parts.append(("in a draft", one.marker))
        parts.append(("matrix row", one.number))
    said = [_wrapped("  ", one.what, width), ""]
    said += [_wrapped(f"  {label + ':':<12}", text, width) for label, text in parts]
    return "\n".join([click.style(name, bold=True), *said])


def _wrapped(label: str, text: str, width: int | None) -> str:
    if width is None:
        return label + text
    return textwrap.fill(
        text,
        max(width, 2 * len(label)),
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_long_words=False,
        break_on_hyphens=False,
    )


def gate_says(one: Explained) -> str:
    """Say what the gate does with it."""
    if isinstance(one, Explanation):
        return one.gate
    if one.number == "8":
        return "passes"
    if one.number == "7":
        return "refuses until ars mark-read, or passes with accept: [LOW-WARN]"
    if one.number == "1":
        return "refuses; ars mark-read cannot clear it"
    return "refuses"


def as_data(one: Explained) -> dict[str, str | None]:
    """Return the same for programs."""
    name: dict[str, str | None] = (
        {"kind": "status", "row": one.number, "status": one.status, "marker": one.marker}
        if isinstance(one, Row)
        else {"kind": one.kind, "name": one.name}
    )
    return {
        **name,
        "gate": gate_says(one),
        "what": one.what,
        "why": one.why,
        "example": one.example,
        "remedy": one.remedy,
    }

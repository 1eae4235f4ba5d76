"""`ars explain`: what a status means, why it stops a render, and what to do."""

from __future__ import annotations

import difflib
import json

import click

from ars_pandoc.errors import ArsError
from ars_pandoc.matrix import ROWS, STATUSES, Row


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [status for status in STATUSES if status.lower().startswith(incomplete.lower())]


@click.command("explain")
@click.argument("status", required=False, shell_complete=_complete)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Words for people, or JSON for programs.",
)
def command(status: str | None, form: str) -> None:
    r"""Explain a status of the gate; without one, list them all.

    STATUS may be written in any case, with its CONTAMINATED suffix, or as the marker that a
    draft shows.

    \b
    Examples:
      ars explain
      ars explain MED-WARN-NO-LOCATOR
      ars explain "[UNVERIFIED CITATION — NO ORIGINAL]"
    """
    rows = ROWS if status is None else (find_row(status),)
    if form == "json":
        data = [_as_data(row) for row in rows]
        click.echo(json.dumps(data if status is None else data[0], ensure_ascii=False, indent=2))
    elif status is None:
        width = max(len(row.status) for row in rows)
        click.echo("The first row that applies gives a citation its status:\n")
        for row in rows:
            click.echo(f"  {row.number:<3} {row.status:<{width}}  {row.short}")
        click.echo("\nars explain STATUS says more of one.")
    else:
        click.echo(describe(rows[0]))


def find_row(text: str) -> Row:
    """Find a row of the matrix by its status or its visible marker.

    Raises:
        ArsError: There is no such status; the nearest is named.
    """
    words = text.strip().split()
    wanted = words[0].upper() if words else ""
    for row in ROWS:
        status = row.status.upper()
        named = wanted in (status, row.number.upper()) or wanted.startswith(
            f"{status}-CONTAMINATED"
        )
        if named or (row.marker and text.strip() == row.marker):
            return row
    near = difflib.get_close_matches(wanted, [status.upper() for status in STATUSES], 1, 0.5)
    raise ArsError(
        f"there is no status '{text}'",
        steps=[f"ars explain {near[0]}" if near else "ars explain lists them all"],
    )


def describe(row: Row) -> str:
    """Give all that is to say of a status, in plain text."""
    lines = [click.style(row.status, bold=True), f"  {row.what}", ""]
    parts = [("why", row.why), ("example", row.example), ("do", row.remedy)]
    if row.marker:
        parts.append(("in a draft", row.marker))
    parts.append(("matrix row", row.number))
    lines += [f"  {name + ':':<12}{text}" for name, text in parts]
    return "\n".join(lines)


def _as_data(row: Row) -> dict[str, str | None]:
    return {
        "row": row.number,
        "status": row.status,
        "marker": row.marker,
        "what": row.what,
        "why": row.why,
        "example": row.example,
        "remedy": row.remedy,
    }

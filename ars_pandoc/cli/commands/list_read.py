"""`ars list-read`: what was read, when and how far; or what was not."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from ars_pandoc.base.terminal import wants_colour
from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.sidecars import load_files, sidecar_options
from ars_pandoc.corpus.ledger import Ledger, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, unite

_PART_READ = ("abstract_only", "toc_only", "unknown")


@click.command("list-read")
@click.option("--unread", is_flag=True, help="List the sources that nobody has marked as read.")
@format_option("A table for people, or JSON for programs.")
@sidecar_options
def command(unread: bool, form: str, corpus: str | None, paper: str | None) -> None:
    r"""List what was read, when and how far.

    \b
    Examples:
      ars list-read
      ars list-read --unread --for paper.md
      ars list-read --format json
    """
    whole = unite(load_files(corpus, paper))
    ledger = load_ledger(whole.paths)
    if form == "json":
        from ars_pandoc.base.json_text import to_text

        click.echo(to_text(_as_data(whole, ledger, unread)))
    elif unread:
        _print_unread(whole, ledger)
    else:
        _print_read(whole, ledger)


def _as_data(corpus: Corpus, ledger: Ledger, unread: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"schema": 1, "sidecar": corpus.label}
    if unread:
        data["unread"] = _unread(corpus, ledger)
        return data
    data["read"] = [
        {
            "citation_key": mark.key,
            "marked_at": mark.marked_at,
            "level": mark.level,
            "locators": list(mark.locators),
            "note": mark.note,
            "in_sidecar": mark.key in corpus.entries,
        }
        for marks in ledger.marks.values()
        for mark in marks[-1:]
    ]
    data["marked_together"] = ledger.marked_together()
    return data


def _unread(corpus: Corpus, ledger: Ledger) -> list[str]:
    return [key for key in corpus.entries if not ledger.is_read(key)]


def _print_read(corpus: Corpus, ledger: Ledger) -> None:
    rows = []
    partly = []
    for key, marks in ledger.marks.items():
        mark = marks[-1]
        scope = f"{mark.level}: {', '.join(mark.locators)}" if mark.locators else mark.level
        note = mark.note or ""
        if key not in corpus.entries:
            note = f"not in the sidecar. {note}".strip()
        if mark.level in _PART_READ:
            partly.append(key)
        rows.append([key, mark.marked_at, scope, note])
    if rows:
        _print_table(["key", "marked", "scope", "note"], rows)
    read = sum(map(ledger.is_read, corpus.entries))
    click.echo(
        f"{shown(corpus.label, 200)}: {read} of {len(corpus.entries)} sources marked as read"
    )
    if partly:
        click.echo(f"not known to be read in full: {', '.join(map(shown, partly))}")
    for group in ledger.marked_together():
        click.echo(f"marked within one minute of each other: {', '.join(map(shown, group))}")


def _print_unread(corpus: Corpus, ledger: Ledger) -> None:
    entries = [corpus.entries[key] for key in _unread(corpus, ledger)]
    if entries:
        rows = [[entry.citation_key, entry.byline, entry.title] for entry in entries]
        _print_table(["key", "who", "title"], rows)
    click.echo(
        f"{shown(corpus.label, 200)}: {len(entries)} of {len(corpus.entries)} sources not read"
    )


def _print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    is_terminal = sys.stdout.isatty()
    table = Table(*header, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(Text(shown(cell)) for cell in row))
    # In a pipe no line is folded: one source is one line.
    Console(
        width=None if is_terminal else 10_000,
        no_color=wants_colour(os.environ) is False,
        force_terminal=wants_colour(os.environ),
        highlight=False,
    ).print(table)

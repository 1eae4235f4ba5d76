"""`ars mark-read`: the reader's own word that a source was read (contract §5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, shown
from ars_pandoc.cli.shared.asking import ask_person
from ars_pandoc.cli.shared.catalogs import catalog_of
from ars_pandoc.cli.shared.cited_sources import cited_sources
from ars_pandoc.cli.shared.common_options import yes_option
from ars_pandoc.cli.shared.sidecars import (
    check_known,
    complete_key_or_file,
    load_files,
    no_ledger,
    sidecar_options,
)
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.ledger import LEVELS, Ledger, ReadMark, ReadScope, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, unite

# The bounds of ARS's own ledger.
_LONGEST_LOCATOR, _LONGEST_NOTE = 200, 1000


@click.command("mark-read")
@click.argument(
    "keys", metavar="[KEY | FILE]...", nargs=-1, required=True, shell_complete=complete_key_or_file
)
@click.option("--scope", type=click.Choice(LEVELS), help="How much of them you have read.")
@click.option(
    "--locator",
    "locators",
    multiple=True,
    metavar="TEXT",
    help="A section or pages that you have read; repeatable; means --scope sections.",
)
@click.option("--note", metavar="TEXT", help="A note for yourself, kept in the ledger.")
@yes_option
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    keys: tuple[str, ...],
    scope: str | None,
    locators: tuple[str, ...],
    note: str | None,
    yes: bool,
    corpus: str | None,
    paper: str | None,
) -> None:
    r"""Record that you have read sources.

    The mark is your own word; nobody but a person who has read the source should give it. It
    goes to the ledger beside the sidecar, and `ars unmark-read` takes it back. FILE stands for the
    sources that a document cites and that you hold: all are listed, and you are asked once. To be
    asked about each, with the places that cite it, use `ars read FILE`.

    \b
    Examples:
      ars mark-read smith2024
      ars mark-read smith2024 lee2023 --scope full_text --for paper.md
      ars mark-read paper.md --scope sections
      ars mark-read smith2024 --locator "section 3" --locator "pp. 10-24"
    """
    from ars_pandoc.corpus.edit_ledger import mark_read

    level = _level(scope, locators, note)
    read_scope = ReadScope(level, locators, note) if level else None
    corpora, wanted = _meant(keys, corpus, paper)
    whole = unite(corpora)
    check_known(wanted, whole)
    ledger = load_ledger(whole.paths)
    fresh = [key for key in wanted if not ledger.says(key, read_scope)]
    for key in wanted:
        if key not in fresh:
            click.echo(f"{shown(key)}: already marked{_when(ledger.mark(key))}")
    if not fresh:
        return
    _show(fresh, whole, ledger)
    if not yes:
        _ask(ctx, len(fresh))
    for one in corpora:
        # A key that two sidecars share is marked beside the first; their ledgers are united.
        own = [key for key in fresh if key in one.entries]
        fresh = [key for key in fresh if key not in own]
        for key in mark_read(one.paths[0], own, read_scope).changed if own else ():
            click.echo(f"{shown(key)}: marked as read ({level or 'scope not given'})")


def _meant(
    named: Sequence[str], corpus: str | None, paper: str | None
) -> tuple[Sequence[Corpus], list[str]]:
    """Return the sidecars, and the keys: those that are named, or those that documents cite."""
    if not any(Path(name).is_file() or Path(name).is_dir() for name in named):
        return load_files(corpus, paper), list(dict.fromkeys(named))
    corpora = [] if paper is not None else _files_or_none(corpus)
    # A key may be called as a file is.
    if corpora and all(name in unite(corpora).entries for name in named):
        return corpora, list(dict.fromkeys(named))
    meant = cited_sources(named, corpus, paper, "mark-read", {})
    if meant.whole:
        # Who reads a whole sidecar says so key by key, or walks it.
        raise click.UsageError("name sources by their keys, or the document that cites them")
    if not meant.corpora:
        raise no_ledger(meant.documents)
    held = []
    for one in meant.corpora:
        catalog = load_catalog((), catalog_of(one.paths[0], meant.folder).parent)
        held += [
            key
            for key, entry in one.entries.items()
            if meant.has(key) and (entry.source_acquired or catalog.pinned(key))
        ]
    left_out = len([key for key in unite(meant.corpora).entries if meant.has(key)]) - len(held)
    if left_out:
        click.echo(f"{plural(left_out, 'source')} left out that nobody holds yet", err=True)
    return meant.corpora, list(dict.fromkeys(held))


def _files_or_none(corpus: str | None) -> list[Corpus]:
    """Return the sidecar of the folder, or none where there is none to be found."""
    try:
        return load_files(corpus, None)
    except ArsError:
        return []


def _level(scope: str | None, locators: tuple[str, ...], note: str | None) -> str | None:
    if locators and scope not in (None, "sections"):
        raise click.UsageError("--locator belongs to --scope sections alone")
    for locator in locators:
        if not locator.strip() or len(locator) > _LONGEST_LOCATOR:
            raise click.UsageError(f"--locator needs a text of 1 to {_LONGEST_LOCATOR} characters")
    if note is not None and (not note.strip() or len(note) > _LONGEST_NOTE):
        raise click.UsageError(f"--note needs a text of 1 to {_LONGEST_NOTE} characters")
    if scope is None and locators:
        return "sections"
    # A note has its place in a scope, and a scope needs a level: an honest one is `unknown`.
    return "unknown" if scope is None and note is not None else scope


def _show(keys: Sequence[str], corpus: Corpus, ledger: Ledger) -> None:
    for key in keys:
        entry = corpus.entries[key]
        name = click.style(shown(key), bold=True)
        before = _when(ledger.mark(key))
        click.echo(f"  {name}  {shown(entry.byline)}. {shown(entry.title)}{before}")


def _ask(ctx: click.Context, count: int) -> None:
    what = "this source" if count == 1 else f"these {count} sources"
    ask_person(
        ctx,
        f"Have you read {what}?",
        why="a mark of reading is a person's word",
        remedy="add --yes if you have read what is listed",
    )


def _when(mark: ReadMark | None) -> str:
    return f" (read {mark.marked_at[:10]}, {mark.level})" if mark else ""

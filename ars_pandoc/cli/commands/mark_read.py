"""`ars mark-read`: the reader's own word that a source was read (contract §5)."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.asking import ask_person
from ars_pandoc.cli.shared.common_options import yes_option
from ars_pandoc.cli.shared.sidecars import check_known, complete_key, load_files, sidecar_options
from ars_pandoc.corpus.ledger import LEVELS, Ledger, ReadMark, ReadScope, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, unite

# The bounds of ARS's own ledger.
_LONGEST_LOCATOR, _LONGEST_NOTE = 200, 1000


@click.command("mark-read")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True, shell_complete=complete_key)
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
    goes to the ledger beside the sidecar, and `ars unmark-read` takes it back.

    \b
    Examples:
      ars mark-read smith2024
      ars mark-read smith2024 lee2023 --scope full_text --for paper.md
      ars mark-read smith2024 --locator "section 3" --locator "pp. 10-24"
    """
    from ars_pandoc.corpus.edit_ledger import mark_read

    level = _level(scope, locators, note)
    read_scope = ReadScope(level, locators, note) if level else None
    corpora = load_files(corpus, paper)
    whole = unite(corpora)
    wanted = list(dict.fromkeys(keys))
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

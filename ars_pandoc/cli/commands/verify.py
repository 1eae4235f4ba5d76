"""`ars verify`: what a person did to compare an entry with the original (contract §8)."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.asking import ask_person
from ars_pandoc.cli.shared.catalogs import catalog_folder, catalog_of
from ars_pandoc.cli.shared.common_options import TEXT, format_option, yes_option
from ars_pandoc.cli.shared.document_options import reading_options
from ars_pandoc.cli.shared.sidecars import check_known, complete_key, load_files, sidecar_options
from ars_pandoc.corpus.load_sidecar import unite

_METHODS = ("manual_grep", "vision_check")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@click.command("verify")
@click.argument("keys", metavar="[KEY | FILE]...", nargs=-1, shell_complete=complete_key)
@click.option(
    "-i",
    "--interactive",
    is_flag=True,
    help="Walk the entries that wait, each beside the first page of its source.",
)
@click.option(
    "--method",
    type=click.Choice(_METHODS),
    help="How: by searching the text (manual_grep) or by looking at the pages (vision_check).",
)
@click.option("--path", metavar="FILE", help="Where the source lies, if it is a file.")
@click.option("--date", "acquired", metavar="YYYY-MM-DD", help="Since when it is held.")
@yes_option
@format_option()
@reading_options
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    keys: tuple[str, ...],
    interactive: bool,
    method: str | None,
    path: str | None,
    acquired: str | None,
    yes: bool,
    form: str,
    corpus: str | None,
    paper: str | None,
    **given: Any,
) -> None:
    r"""Record that you hold a source and have compared its entry with it.

    For print books and other sources that cannot be pinned: title, authors and year of the entry
    are those of the book in your hand. It is your own word; ars pin records what a machine found.

    --interactive walks all entries of a document, or of the sidecar, that nobody has compared
    yet: one key says yes, another opens the entry in your editor. Entries that still are
    comments, since they lack a year or an author, are completed there too.

    \b
    Examples:
      ars verify --interactive thesis/
      ars verify merton1968 --method vision_check
      ars verify smith2024 --method manual_grep --path papers/smith2024.pdf
      ars verify smith2024 --method manual_grep --yes --format json
    """
    from ars_pandoc.pinning.compared_by_hand import record_compared

    if interactive:
        from ars_pandoc.cli.shared.verify_walk import walk_entries

        if yes or path is not None or acquired is not None or form != TEXT:
            raise click.UsageError(
                "--interactive asks for each source: no --yes, --path, --date or --format"
            )
        ctx.exit(walk_entries(keys, corpus, paper, method, given))
    if not keys:
        raise click.UsageError("name a source by its key: ars verify KEY --method vision_check")
    if method is None:
        raise click.UsageError(f"say how with --method: {' or '.join(_METHODS)}")
    wanted = list(dict.fromkeys(key.removeprefix("@") for key in keys))
    if path is not None and len(wanted) > 1:
        raise click.UsageError("--path belongs to one KEY")
    if acquired is not None:
        _check_date(acquired)
    corpora = load_files(corpus, paper)
    whole = unite(corpora)
    check_known(wanted, whole, "verify")
    as_json = form != TEXT
    if as_json and not yes:
        raise click.UsageError("--format json asks nobody: add --yes")
    results: list[dict[str, Any]] = []
    for key in () if as_json else wanted:
        entry = whole.entries[key]
        name = click.style(shown(key), bold=True)
        click.echo(f"  {name}  {shown(entry.byline)}. {shown(entry.title, 200)}")
    if not yes:
        _ask(ctx, len(wanted))
    for one in corpora:
        own = [key for key in wanted if key in one.entries]
        if not own:
            continue
        sidecar = one.paths[0]
        more: dict[str, Any] = {}
        if acquired is not None:
            more["source_acquisition_date"] = acquired
        if path is not None:
            more["source_acquisition_path"] = _relative(path, sidecar)
        catalog = catalog_of(sidecar, catalog_folder(paper))
        done = record_compared(sidecar, [one.entries[key] for key in own], method, catalog, more)
        if as_json:
            results += [
                {
                    "citation_key": key,
                    "sidecar": str(sidecar),
                    "method": method,
                    "changed": key in done.changed,
                    "retracted": key in done.retracted,
                }
                for key in own
            ]
            continue
        for key in own:
            said = (
                f"held and cross-checked ({method})" if key in done.changed else "recorded already"
            )
            click.echo(f"{shown(key)}: {said}")
        for key in done.retracted:
            said = click.style("the article that is pinned says that it was retracted", fg="red")
            click.echo(f"{shown(key)}: {said}")
    if as_json:
        from ars_pandoc.base.json_text import to_text

        click.echo(to_text({"schema": 1, "sources": results}))


def _check_date(text: str) -> None:
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"--date needs a day such as 2026-05-14, not '{text}'") from None


def _relative(path: str, sidecar: Path) -> str:
    """Return a path as the sidecar holds it: relative to its folder where it lies below it.

    Raises:
        ArsError: There is no such file.
    """
    if not Path(path).is_file():
        raise ArsError(f"{shown(path, 200)}: no such file", steps=["check the name and the folder"])
    absolute, folder = Path(path).resolve(), sidecar.resolve().parent
    if absolute.is_relative_to(folder):
        return absolute.relative_to(folder).as_posix()
    return str(absolute)


def _ask(ctx: click.Context, count: int) -> None:
    what = "this entry" if count == 1 else f"these {count} entries"
    ask_person(
        ctx,
        f"Have you compared {what} with the original?",
        why="a cross-check by hand is a person's word",
        remedy="add --yes if you have compared what is listed with the original",
    )

"""`ars pin`: keep the text of a source, so that quotes can be looked up in it (contract §8)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ars_pandoc.cli.catalogs import catalog_folder, catalog_of
from ars_pandoc.cli.sidecars import check_known, complete_key, load_files, sidecar_options
from ars_pandoc.corpus.load import Corpus, unite
from ars_pandoc.corpus.problem import shown
from ars_pandoc.errors import ArsError
from ars_pandoc.report.terminal import plural, printable

if TYPE_CHECKING:
    from ars_pandoc.corpus.entry import Entry
    from ars_pandoc.grounding.pin import Opened, Pinned
    from ars_pandoc.grounding.place import Placed

_SHOWN = 50


@click.command("pin")
@click.argument("key", metavar="[KEY", required=False, shell_complete=complete_key)
@click.argument(
    "file", metavar="FILE]", required=False, type=click.Path(path_type=Path, dir_okay=True)
)
@click.option(
    "--from",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Place the files of a folder by DOI, title and authors.",
)
@click.option(
    "--from-bibliography",
    "bibliography",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take the files that Zotero or JabRef name in a bibliography.",
)
@click.option("--licence", metavar="TEXT", help="Under which the file may be shared: CC-BY-4.0.")
@click.option("--origin", metavar="TEXT", help="Where it comes from. Default: the file's name.")
@click.option("--yes", is_flag=True, help="Do not ask before the files of a folder are pinned.")
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    key: str | None,
    file: Path | None,
    folder: Path | None,
    bibliography: Path | None,
    licence: str | None,
    origin: str | None,
    yes: bool,
    corpus: str | None,
    paper: str | None,
) -> None:
    r"""Keep the text of a source beside the sidecar, so that quotes are looked up in it.

    FILE is a PDF, JATS article, HTML page, EPUB, DOCX, ODT, LaTeX, Markdown or text file. Where
    the title and an author stand on its first pages, the entry is marked as held and counts as
    compared with the original. Else the file is held, and nothing is said to be verified.

    Exit code 0 if all that was asked is pinned and is its source, 1 if a file is not, 2 if one
    cannot be read.

    \b
    Examples:
      ars pin smith2024 papers/smith2024.pdf
      ars pin --from ~/papers --for paper.md
      ars pin --from-bibliography refs.bib
      ars pin smith2024 article.xml --licence CC-BY-4.0
    """
    ways = [key is not None, folder is not None, bibliography is not None]
    if sum(ways) != 1 or (key is not None) != (file is not None):
        raise click.UsageError(
            "give KEY and FILE, or --from FOLDER, or --from-bibliography FILE, and one of them"
        )
    target = _Target(load_files(corpus, paper), catalog_folder(paper), licence, origin)
    if key is not None and file is not None:
        ctx.exit(_one(target, key.removeprefix("@"), file))
    if folder is not None:
        ctx.exit(_folder(ctx, target, folder, yes))
    if bibliography is not None:
        ctx.exit(_bibliography(target, bibliography))


class _Target:
    """Where files are pinned to."""

    def __init__(
        self,
        corpora: Sequence[Corpus],
        folder: Path | None,
        licence: str | None,
        origin: str | None,
    ) -> None:
        self.corpora = corpora
        self.whole = unite(corpora)
        self._folder = folder
        self._licence = licence
        self._origin = origin

    def pin(self, entry: Entry, file: Opened) -> Pinned:
        from ars_pandoc.grounding.pin import pin

        sidecar = next(one.paths[0] for one in self.corpora if entry.citation_key in one.entries)
        return pin(
            entry,
            file,
            sidecar=sidecar,
            folder=catalog_of(sidecar, self._folder).parent,
            licence=self._licence,
            origin=self._origin,
        )


def _one(target: _Target, key: str, path: Path) -> int:
    from ars_pandoc.grounding.pin import open_file
    from ars_pandoc.grounding.unreadable import Unreadable

    check_known([key], target.whole, "pin")
    try:
        file = open_file(path)
    except Unreadable as error:
        raise ArsError(
            f"{shown(str(path), 200)} cannot be a source's text; nothing was written",
            why=error.reason,
            steps=["save it as PDF, HTML or text", f"ars verify {key} --method vision_check"],
        ) from None
    entry = target.whole.entries[key]
    pinned = target.pin(entry, file)
    _say(entry, path, pinned)
    return _code(pinned)


def _code(pinned: Pinned) -> int:
    return 0 if pinned.match else 2 if pinned.unreadable else 1


def _say(entry: Entry, path: Path, pinned: Pinned) -> None:
    """Say what became of a file, and what it is if it is something else."""
    key = click.style(shown(entry.citation_key), bold=True)
    name = printable(path.name)
    again = " already" if pinned.known else ""
    if pinned.match:
        word = click.style("pinned", fg="green")
        click.echo(f"{key}: {word}{again}: {name}; title and author stand on its first pages")
    elif pinned.identified is None:
        word = click.style("held, not verified", fg="yellow")
        click.echo(f"{key}: {word}: the words of {name} cannot be read")
        click.echo(f"  why:  {printable(pinned.unreadable)}")
        click.echo("  next: pin a file with a text layer, or run text recognition (OCR) on it")
        click.echo(f"  or:   ars verify {shown(entry.citation_key)} --method vision_check")
    else:
        word = click.style("held, not verified", fg="yellow")
        click.echo(f"{key}: {word}: {name}: {printable(pinned.identified.reason)}")
        click.echo(f"  title: {shown(entry.title, 200)}")
        click.echo(f"  by:    {shown(entry.byline)}")
        click.echo(f"  read:  “{printable(pinned.identified.read)}”")
        key_word = shown(entry.citation_key)
        if pinned.identified.typed:
            click.echo("  next: pin the publisher's PDF or JATS")
        else:
            click.echo("  next: check that it is the right file, and the entry's title and authors")
        click.echo(f"  or:   ars verify {key_word} --method manual_grep")
    if pinned.retracted:
        click.echo(click.style("  the article says that it was retracted", fg="red"))


def _folder(ctx: click.Context, target: _Target, folder: Path, yes: bool) -> int:
    from ars_pandoc.grounding.place import files_below, place_files

    paths = files_below(folder)
    if not paths:
        raise ArsError(
            f"{shown(str(folder), 200)} holds no file that can be a source",
            steps=["name the folder where your PDFs lie"],
        )
    placed: list[tuple[Entry, Placed]] = []
    left: list[str] = []
    with _progress(len(paths), "files") as seen:
        for one in place_files(paths, target.whole.entries.values(), seen):
            if one.entry is None:
                left.append(f"{_below(one.path, folder)}: {one.why}")
            else:
                placed.append((one.entry, one))
    asks = bool(placed) and not yes and sys.stdin.isatty()
    if asks:
        for entry, one in placed:
            click.echo(f"  {shown(entry.citation_key)}: {_below(one.path, folder)}")
        if not click.confirm(f"Pin {plural(len(placed), 'file')}?", default=True):
            click.echo("Nothing was written.", err=True)
            ctx.exit(1)
    for entry, one in placed:
        if one.file is not None:
            _say(entry, one.path, target.pin(entry, one.file))
    have = {entry.citation_key for entry, _ in placed}
    click.echo(f"{plural(len(placed), 'file')} placed of {len(paths)}", err=True)
    _list(f"{plural(len(left), 'file')} that could not be placed:", left)
    unmet = [shown(key) for key in target.whole.entries if key not in have]
    _list(f"{plural(len(unmet), 'source')} without a file here:", unmet)
    return 0 if placed and not left else 1


def _bibliography(target: _Target, bibliography: Path) -> int:
    from ars_pandoc.ingest.attachments import attachments

    named = {
        key: paths
        for key, paths in attachments(bibliography).items()
        if key in target.whole.entries
    }
    if not named:
        raise ArsError(
            f"{shown(str(bibliography), 200)} names no files of the sidecar's sources",
            why="no entry has a file = {…} field",
            steps=["export from Zotero with Better BibTeX", "ars pin --from FOLDER"],
        )
    results: list[tuple[int, str]] = []
    with _progress(len(named), "sources") as seen:
        for key, paths in named.items():
            results += [_attachment(target, target.whole.entries[key], path) for path in paths]
            seen()
    missing = [line for _, line in results if line]
    _list(f"{plural(len(missing), 'file')} that could not be pinned:", missing)
    return max(code for code, _ in results)


def _attachment(target: _Target, entry: Entry, path: Path) -> tuple[int, str]:
    """Pin a file that a bibliography names; give the exit code, and what to say if it cannot be."""
    from ars_pandoc.grounding.pin import open_file
    from ars_pandoc.grounding.unreadable import Unreadable

    try:
        file = open_file(path)
    except Unreadable as error:
        return 1, f"{shown(entry.citation_key)}: {path.name}: {error.reason}"
    except ArsError as error:
        return 1, f"{shown(entry.citation_key)}: {error.what}"
    pinned = target.pin(entry, file)
    _say(entry, path, pinned)
    return _code(pinned), ""


def _below(path: Path, folder: Path) -> str:
    return printable(str(path.relative_to(folder)))


def _list(head: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    click.echo(head, err=True)
    for line in lines[:_SHOWN]:
        click.echo(f"  {printable(line)}", err=True)
    if len(lines) > _SHOWN:
        click.echo(f"  … and {len(lines) - _SHOWN} more", err=True)


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal; give the function that moves it on."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task(what, total=total)
        yield lambda: bars.advance(task)

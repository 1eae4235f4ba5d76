"""`ars pin`: keep the text of a source, so that quotes can be looked up in it (contract §8)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ars_pandoc.base.wording import plural, shown
from ars_pandoc.cli.shared.catalogs import catalog_folder
from ars_pandoc.cli.shared.common_options import format_option, password_option
from ars_pandoc.cli.shared.pin_many import Target, pin_bibliographies, pin_folder, pin_one
from ars_pandoc.cli.shared.sidecars import check_known, complete_key, load_files, sidecar_options

_SHOWN = 40


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
    help="Take the files that Zotero, JabRef or Mendeley name in a bibliography.",
)
@click.option(
    "--base",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where linked files lie, if not where the bibliography says.",
)
@click.option("--remove", is_flag=True, help="Take back what was pinned for KEY, or FILE alone.")
@click.option("--licence", metavar="TEXT", help="Under which the file may be shared: CC-BY-4.0.")
@click.option("--origin", metavar="TEXT", help="Where it comes from. Default: the file's name.")
@password_option
@click.option("--yes", is_flag=True, help="Do not ask before the files of a folder are pinned.")
@format_option()
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
    base: Path | None,
    remove: bool,
    licence: str | None,
    origin: str | None,
    password: str,
    yes: bool,
    form: str,
    corpus: str | None,
    paper: str | None,
) -> None:
    r"""Keep the text of a source beside the sidecar, so that quotes are looked up in it.

    FILE is a PDF, JATS article, HTML page, EPUB, DOCX, ODT, LaTeX, Markdown or text file. Where
    the title and an author stand on its first pages, the entry is marked as held and counts as
    compared with the original. Else, and always where anyone can have typed the file (text,
    Markdown, a page without its DOI), it is held, and nothing is said to be verified; a file whose
    own DOI is another work's is refused at the gate.

    A FOLDER may be Zotero's own storage folder. Files of a folder that no entry has are left
    alone; so are texts that anyone can have typed, such as your own notes on a source.

    Exit code 0 if all that was asked is pinned and is its source, 1 if a file is not, 2 if one
    cannot be read.

    \b
    Examples:
      ars pin smith2024 papers/smith2024.pdf
      ars pin --from ~/papers --for paper.md
      ars pin --from ~/Zotero/storage
      ars pin --from-bibliography refs.bib
      ars pin --from-bibliography refs.bib --base ~/Dropbox/papers
      ars pin smith2024 article.xml --licence CC-BY-4.0
      ars pin smith2024 wrong.pdf --remove
      ars pin --from ~/papers --yes --format json
      ars pin smith2024 locked.pdf --password secret
    """
    ways = [key is not None, folder is not None, bibliography is not None]
    if sum(ways) != 1 or (key is None and remove) or (key is not None and not (file or remove)):
        raise click.UsageError(
            "give KEY and FILE, or --from FOLDER, or --from-bibliography FILE, and one of them"
        )
    if base is not None and bibliography is None:
        raise click.UsageError("--base belongs to --from-bibliography")
    as_json = form == "json"
    if as_json and folder is not None and not yes and sys.stdin.isatty():
        raise click.UsageError("--format json asks nobody: add --yes")
    target = Target(
        load_files(corpus, paper), catalog_folder(paper), licence, origin, as_json=as_json
    )
    code = 0
    if key is not None:
        key = key.removeprefix("@")
        check_known([key], target.whole, "pin")
        if file is None or remove:
            code = _remove(target, key, file, password, as_json=as_json)
        else:
            code = pin_one(target, target.whole.entries[key], file, password)
    elif folder is not None:
        asks = not yes and sys.stdin.isatty()
        code = pin_folder(target, folder, lambda lines: _agree(ctx, lines) if asks else None)
    elif bibliography is not None:
        code = pin_bibliographies(target, [bibliography], base)
    if as_json:
        from ars_pandoc.base.json_text import to_text

        click.echo(to_text({"schema": 1, "files": target.results}))
    ctx.exit(code)


def _agree(ctx: click.Context, lines: Sequence[str]) -> None:
    """Ask if the files of a folder are to be pinned; end the command if not."""
    if not lines:
        return
    for line in lines[:_SHOWN]:
        click.echo(f"  {line}")
    if len(lines) > _SHOWN:
        click.echo(f"  … and {len(lines) - _SHOWN} more")
    if not click.confirm(f"Pin {plural(len(lines), 'file')}?", default=True):
        click.echo("Nothing was written.", err=True)
        ctx.exit(1)


def _remove(target: Target, key: str, file: Path | None, password: str, *, as_json: bool) -> int:
    """Take back what was pinned for a source, or one file of it; the bytes stay in the store."""
    import hashlib

    from ars_pandoc.corpus.catalog import load_catalog
    from ars_pandoc.corpus.edit_catalog import set_snapshots
    from ars_pandoc.texts.extract import PDF, media_type, read_bounded
    from ars_pandoc.texts.pdf.unlocking import unlocked
    from ars_pandoc.texts.unreadable import Unreadable

    catalog = target.catalog_of(key)
    held = load_catalog((), catalog.parent).snapshots(key)
    left = []
    if file is not None:
        try:
            data = read_bounded(file)
            if password and media_type(data, file.name) == PDF:
                data = unlocked(data, password)
            sha256 = hashlib.sha256(data).hexdigest()
        except Unreadable:  # too large ever to have been pinned
            sha256 = ""
        left = [one for one in held if one.sha256 != sha256]
    if len(left) == len(held):
        what = "nothing is pinned" if file is None else f"{shown(file.name)} is not pinned"
        click.echo(f"{shown(key)}: {what}", err=as_json)
        return 1
    set_snapshots(catalog, {key: left})
    kept = {one.sha256 for one in left}
    target.results += [
        {"citation_key": key, "sha256": one.sha256, "result": "taken-back"}
        for one in held
        if one.sha256 not in kept
    ]
    if not as_json:
        click.echo(f"{shown(key)}: {plural(len(held) - len(left), 'file')} taken back")
    if target.whole.entries[key].source_acquired and not left:
        click.echo(
            f"  {shown(str(target.sidecar_of(key)), 200)} still says that the source is held"
            " (source_acquired: true)",
            err=True,
        )
    return 0

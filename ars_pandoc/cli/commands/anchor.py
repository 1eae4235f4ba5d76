"""`ars anchor`: write where in the source a citation rests, without typing percent signs."""

from __future__ import annotations

import sys
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.citations.citation import Anchor, Kind
from ars_pandoc.citations.writing_anchors import full_marker, native_citation, written_anchor
from ars_pandoc.cli.shared.document_options import document_here, reading_options
from ars_pandoc.cli.shared.sidecars import complete_key, load_files, near_keys
from ars_pandoc.corpus.load_sidecar import unite

_KINDS: tuple[Kind, ...] = ("quote", "page", "section", "paragraph")


def _kind_options(command: Any) -> Any:
    texts = {
        "quote": "A quote of 3 to 25 words, to the letter; - reads it from standard input.",
        "page": "A page, range or list: 12, 12-14, iv, S12.",
        "section": "The name or number of a section, figure, table …",
        "paragraph": "A paragraph, counted from the start of its section.",
    }
    for kind in reversed(_KINDS):
        command = click.option(f"--{kind}", metavar="TEXT", help=texts[kind])(command)
    return command


@click.command("anchor")
@click.argument("names", metavar="KEY | FILE…", nargs=-1, shell_complete=complete_key)
@_kind_options
@click.option(
    "--interactive", "-i", is_flag=True, help="Walk the citations without a locator in FILE…"
)
@click.option(
    "--file", metavar="FILE", help="Walk the citations of this file alone, one of many chapters."
)
@click.option(
    "--fix-places",
    is_flag=True,
    help="Walk the pages, sections and paragraphs in FILE… that a found quote contradicts.",
)
@click.option(
    "--native", is_flag=True, help='Print a citation, [@KEY, p. 12] or [[@KEY]]{quote="…"}.'
)
@click.option(
    "--copy/--no-copy",
    "copy",
    default=None,
    help="Copy it to the clipboard. Default: if a terminal shows it and there is a clipboard.",
)
@click.option("--corpus", metavar="FILE", help="The sidecar that should know the key.")
@reading_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    names: tuple[str, ...],
    interactive: bool,
    file: str | None,
    fix_places: bool,
    native: bool,
    copy: bool | None,
    corpus: str | None,
    **given: Any,
) -> None:
    r"""Print the marker that says where in a source a citation rests, or write it into the text.

    The quote is encoded and its length checked; the marker goes behind the words that rest on
    the source. With --interactive the citations without a locator are walked one by one: each is
    shown in its sentence, and the page or quote that you give is written into the file in the
    form that the citation already has. The source that is cited most often comes first. Where it
    is pinned, the passages that the sentence most likely rests on are shown, and a number takes
    one. With --fix-places those are walked whose quote was found in
    its pinned source, but elsewhere than the page, section or paragraph beside it says: you are
    asked, and the true place is written. Every step can be undone.

    \b
    Examples:
      ars anchor smith2024 --quote "When publishers bypass peer review"
      pbpaste | ars anchor smith2024 --quote -
      ars anchor smith2024 --page 12-14
      ars anchor smith2024 --page 12 --native
      ars anchor --interactive paper.md
      ars anchor --interactive -d thesis.yaml --file chapters/03.md
      ars anchor --fix-places paper.md
    """
    if interactive and fix_places:
        raise click.UsageError("--interactive and --fix-places are two walks: one at a time")
    if file is not None and not interactive:
        raise click.UsageError("--file goes with --interactive")
    if fix_places:
        from ars_pandoc.cli.shared.place_walk import walk_places

        reading = {name: given[name] for name in given if name not in _KINDS}
        if not names and not reading["defaults"]:
            raise click.UsageError(f"name the document: ars anchor --fix-places {document_here()}")
        ctx.exit(walk_places(names, corpus, **reading))
    if interactive:
        from ars_pandoc.cli.shared.anchor_walk import walk

        reading = {name: given[name] for name in given if name not in _KINDS}
        if not names and not reading["defaults"]:
            raise click.UsageError(f"name the document: ars anchor --interactive {document_here()}")
        ctx.exit(walk(names, corpus, file, **reading))
    if not names:
        raise click.UsageError("name a source by its key: ars anchor KEY --page 12")
    if len(names) > 1:
        raise click.UsageError("one KEY at a time; --interactive takes several files")
    key = names[0].removeprefix("@")
    anchors = _anchors(key, given)
    _warn_of_unknown(key, corpus)
    if native:
        if len(anchors) > 1:
            raise click.UsageError("--native takes one of --quote, --page, --section, --paragraph")
        text = native_citation(key, anchors[0])
    else:
        text = full_marker(key, *anchors)
    click.echo(text)
    _copy(text, copy)


def _anchors(key: str, given: dict[str, Any]) -> list[Anchor]:
    anchors = []
    for kind in _KINDS:
        value = given[kind]
        if value is None:
            continue
        if value == "-" and kind == "quote":
            value = sys.stdin.buffer.read().decode("utf-8", "replace").lstrip("\ufeff")
        anchors.append(written_anchor(kind, value, key))
    if not anchors:
        raise click.UsageError("give one of --quote, --page, --section, --paragraph")
    return anchors


def _warn_of_unknown(key: str, corpus: str | None) -> None:
    """Tell of a key that the sidecar does not hold; without one, nothing can be told."""
    try:
        whole = unite(load_files(corpus, None))
    except ArsError:
        if corpus is not None:
            raise
        return
    if key not in whole.entries:
        near = near_keys(key, whole)
        guess = f"; did you mean {' or '.join(map(shown, near))}?" if near else ""
        click.echo(
            f"warning: {shown(whole.label)} has no entry for '{shown(key)}'{guess}", err=True
        )


def _copy(text: str, copy: bool | None) -> None:
    if copy is False or (copy is None and not sys.stdout.isatty()):
        return
    import pyperclip

    try:
        pyperclip.copy(text)
    except pyperclip.PyperclipException:
        if copy:
            raise ArsError(
                "there is no clipboard here",
                why="on Linux one of wl-copy, xclip and xsel must be installed",
                steps=["copy the line above by hand"],
            ) from None
        return
    click.echo("copied to the clipboard", err=True)

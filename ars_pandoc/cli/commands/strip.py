"""`ars strip`: take the markers out of manuscripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ars_pandoc.base.wording import plural, printable_lines

if TYPE_CHECKING:
    from ars_pandoc.documents.inputs import Source


@click.command("strip")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if there is a marker.")
@click.option("--stdout", "to_stdout", is_flag=True, help="Print the text; leave the file alone.")
@click.option(
    "-f",
    "--from",
    "reader",
    metavar="FORMAT",
    help="Pandoc's reader, such as markdown. Default: by the file's name.",
)
@click.argument("files", nargs=-1, metavar="[FILE…]", type=click.Path())
@click.pass_context
def command(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    reader: str | None,
    check: bool,
    to_stdout: bool,
) -> None:
    r"""Take the markers out of the text, and change nothing else.

    `<!--ref:KEY-->`, anchors and the visible markers before them go, with the space that they
    leave; code, math and your own comments stay. No sidecar is needed, nothing is judged. The
    gate does the same at each render, so this is for a text that leaves your hands. What is no
    comment stays: Pandoc's own `[@key, p. 3]`, and `[[@key]]{quote="…"}`, which is a citation in
    a span without the gate too. A comment that is a marker only if its key is known, such as
    `<!-- ref: https://… -->`, stays.

    `-` or no file at all reads standard input and writes standard output. Exit code 0, with
    --check 1 if there is a marker, in a part that a document reads in too (parts are never
    changed along with it), 2 if a file cannot be read.

    \b
    Examples:
      ars strip paper.md
      ars strip --stdout paper.md > submission.md
      ars strip --check chapters/
      ars strip - < paper.md
    """
    from ars_pandoc.cli.shared.document_options import for_each, sources_of

    sources = sources_of(files, reader=reader)
    ctx.exit(for_each(sources, lambda one: _strip(one, check=check, to_stdout=to_stdout)))


def _strip(source: Source, *, check: bool, to_stdout: bool) -> int:
    from ars_pandoc.rewriting.manuscript_texts import STDIN, print_texts, read_texts, write_texts
    from ars_pandoc.rewriting.strip_text import marked_parts, strip_text

    before = read_texts(source)
    after = {path: strip_text(text, source.reader, path) for path, text in before.items()}
    changed = [path for path in before if before[path] != after[path]]
    parts = marked_parts(source, before)
    if check:
        for path in changed + parts:
            click.echo(printable_lines(f"{path}: has markers"))
        return 1 if changed or parts else 0
    for path in parts:
        said = f"{path}: has markers, and {source.name} reads it in: strip that file too"
        click.echo(printable_lines(said), err=True)
    if to_stdout or STDIN in before:
        print_texts(after)
        return 0
    write_texts(before, after, changed)
    for path in changed:
        less = plural(len(before[path]) - len(after[path]), "character")
        click.echo(printable_lines(f"{path}: markers removed, {less}"), err=True)
    return 0

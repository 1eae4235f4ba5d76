"""`ars finalize`: write the verdicts into the markers of manuscripts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.wording import plural, printable_lines, shell_paths, shown
from ars_pandoc.cli.shared.common_options import locked_option
from ars_pandoc.cli.shared.document_options import for_each, input_options, named_documents

if TYPE_CHECKING:
    from ars_pandoc.documents.inputs import Source
    from ars_pandoc.rewriting.write_verdicts import Finalized, Left

_WHY = {
    "unplaced": "stands where text and Pandoc disagree, so nothing was changed there",
    "escaped": "is escaped and would print, so it was left as it is: remove the backslash",
    "included": "stands in a file that is read in, which was left as it is: finalize that file",
    "unseen": "is written as a citation, and Pandoc does not see it: nobody judges it there",
    "unsafe": "was left as it is: a change there would alter how Pandoc reads it; "
    "put a space before the comment, or the comment behind the brackets",
}
_HAVE = "have no comment, so their verdicts are"


@click.command("finalize")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if something would change.")
@click.option("--stdout", "to_stdout", is_flag=True, help="Print the text; leave the file alone.")
@locked_option
@input_options
@click.pass_context
def command(
    ctx: click.Context, /, check: bool, to_stdout: bool, locked: bool, **given: Any
) -> None:
    r"""Write the verdict of the gate into each marker, and change nothing else.

    A refused marker gets the visible `[UNVERIFIED CITATION — …]` before it, any other its
    status: `<!--ref:smith2024 ok-->`. Verdicts of an earlier run are replaced; anchors stay, and
    so does every byte outside the markers. Citations of Pandoc's own without a comment, such as
    `[@smith2024, p. 3]`, stay untouched and are counted. `ars strip` takes all of it out again.

    `-` or no file at all reads standard input and writes standard output. Exit code 0 if nothing
    is refused, 1 if something is; with --check 1 if a file would change; 2 if a document cannot
    be judged, or a marker not be found in the text.

    \b
    Examples:
      ars finalize paper.md
      ars finalize --check chapters/
      ars finalize --stdout paper.md | diff paper.md -
      ars finalize --locked -d thesis.yaml
    """
    environment = dict(os.environ)
    if locked:
        environment["ARS_LOCKED"] = "1"
    sources, known = named_documents(environment=environment, **given)
    ctx.exit(for_each(sources, lambda one: _finalize(one, known, check=check, to_stdout=to_stdout)))


def _finalize(source: Source, environment: dict[str, str], *, check: bool, to_stdout: bool) -> int:
    from ars_pandoc.rewriting.manuscript_texts import STDIN, print_texts, read_texts, write_texts
    from ars_pandoc.rewriting.write_verdicts import finalize_document

    before = read_texts(source)
    done = finalize_document(source, before, environment)
    for warning in (*done.judged.warnings, *done.warnings):
        _say(f"warning: {warning}")
    if check:
        for path in done.changed:
            click.echo(printable_lines(f"{path}: its markers are not up to date"))
    elif to_stdout or STDIN in before:
        print_texts(done.texts)
    else:
        write_texts(before, done.texts, done.changed)
    _tell(source, done)
    if any(one.why == "unplaced" for one in done.left):
        return 2
    if check:
        return 1 if done.changed else 0
    return 1 if done.judged.refused else 0


def _tell(source: Source, done: Finalized) -> None:
    refused = sum(finding.refused for finding in done.findings)
    _say(
        f"{source.name}: {plural(len(done.findings), 'citation')}, {refused} refused, "
        f"{len(done.left)} left as written"
    )
    _list(source, done.left)


def _list(source: Source, left: Sequence[Left]) -> None:
    """Say what was left as it is: native citations by their number, all else with its place."""
    native = Counter(one.finding.label for one in left if one.why == "native")
    for label, count in native.most_common():
        has = "has no comment, so its verdict is" if count == 1 else _HAVE
        _say(f"  {source.name}: {plural(count, 'citation')} ({label}) {has} not written")
    if native:
        _say(f"  each of them, with its line: {_check(source)}")
    for one in left:
        if one.why == "native":
            continue
        where = source.name
        if one.where is not None:
            where = ":".join(map(str, one.where))
        key = shown(one.finding.citation.key or "without a key")
        _say(f"  {where}: {key} ({one.finding.label}) {_WHY[one.why]}")


def _check(source: Source) -> str:
    return f"ars check {shell_paths(map(str, source.paths)) or '-'}"


def _say(message: str) -> None:
    click.echo(printable_lines(message), err=True)

"""`ars quote`: is this text in that file? With no sidecar and no set-up (contract §8, §10)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.common_options import format_option, password_option

if TYPE_CHECKING:
    from ars_pandoc.grounding.result import Grounding

_LONGEST = 200
_MANY = 30


@click.command("quote")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.argument("texts", metavar="[TEXT]...", nargs=-1)
@click.option(
    "--from", "quotes", metavar="FILE", help="A file with quotes, one a line; - is stdin."
)
@password_option
@format_option()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    file: Path,
    texts: Sequence[str],
    quotes: str | None,
    password: str,
    form: str,
) -> None:
    r"""Look up whether quotes stand in a source, to the letter, and where.

    FILE is a PDF, JATS article, HTML page, EPUB, DOCX, ODT, LaTeX, Markdown or text file. What
    typesetters do to words is allowed for (hyphens at line ends, ligatures, columns, call-outs);
    one changed word, number or sign is not. [...] may stand for words left out.

    Exit code 0 if all are found, 1 if one is not or has to be looked at, 2 if FILE cannot be read.

    \b
    Examples:
      ars quote smith2024.pdf "mortality fell by a third in the treated group"
      ars quote article.xml --from quotes.txt
      ars quote thesis.docx --from quotes.txt --format json
    """
    wanted = [*texts, *(_from(quotes) if quotes is not None else ())]
    if not wanted:
        raise click.UsageError("there is no quote to look up: give a TEXT, or --from FILE")
    results = _check(file, wanted, password)
    if form == "json":
        _print_json(results)
    else:
        _print(wanted, results)
    if any(result.result == "unreadable" for result in results):
        ctx.exit(2)
    ctx.exit(0 if all(result.result == "found" for result in results) else 1)


def _check(file: Path, wanted: Sequence[str], password: str) -> list[Grounding]:
    from ars_pandoc.cli.shared.asking import asked_password
    from ars_pandoc.grounding.check_quote import check_quote
    from ars_pandoc.grounding.match_quote import Matcher
    from ars_pandoc.grounding.result import Grounding
    from ars_pandoc.texts.extract import extract, read_bounded
    from ars_pandoc.texts.file_kind import named_kind
    from ars_pandoc.texts.kept_text import extract_kept
    from ars_pandoc.texts.unreadable import Unreadable

    try:
        data = read_bounded(file)
        kind = named_kind(data, file.name) if data else None
        # What only a password opens is not kept where others may read it.
        try:
            text = extract_kept(data, file.name, kind)
        except Unreadable as locked:
            password = password or asked_password(file.name, locked.reason)
            if not password:
                raise
            text = extract(data, file.name, kind, password)
        matcher = Matcher(text, many=len(wanted) > _MANY)
    except Unreadable as outcome:
        return [Grounding("unreadable", reason=outcome.reason)] * len(wanted)
    return [check_quote(matcher, text) for text in wanted]


def _from(name: str) -> list[str]:
    """Read quotes, one a line; blank lines are none."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise ArsError(f"{name} cannot be read", why=error.strerror) from None
    except UnicodeDecodeError:
        raise ArsError(f"{name} is not UTF-8", steps=["save it as UTF-8"]) from None
    found = [line.strip() for line in text.splitlines() if line.strip()]
    if not found:
        raise ArsError(f"{name} holds no quotes", steps=["write one quote a line"])
    return found


def _print_json(results: Sequence[Grounding]) -> None:
    import json

    click.echo(json.dumps([one.as_json() for one in results], ensure_ascii=False, indent=2))


def _print(wanted: Sequence[str], results: Sequence[Grounding]) -> None:
    from ars_pandoc.base.wording import printable
    from ars_pandoc.cli.shared.layout import echo
    from ars_pandoc.cli.shared.passages import outcome, passage_lines

    for number, (text, result) in enumerate(zip(wanted, results, strict=True), 1):
        short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
        echo(f"{number:>3}. {outcome(result)}: “{printable(short)}”")
        for line in passage_lines(result):
            echo(f"     {line}")
    if len(results) > 1:
        found = sum(result.result == "found" for result in results)
        click.echo(f"{found} of {len(results)} found", err=True)

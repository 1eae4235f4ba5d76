"""`ars status`: how far a document has come, and what helps most next."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.terminal import wants_colour
from ars_pandoc.base.wording import plural, shown, some
from ars_pandoc.checking.funnel import STAGES, Step, Tally, by_chapter, steps, total
from ars_pandoc.checking.remedies import Documents, remedy_of
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import (
    Unjudged,
    document_here,
    input_options,
    judge_documents,
    naming,
)
from ars_pandoc.verdict.advisories import Advisory, advisories_of

if TYPE_CHECKING:
    from ars_pandoc.documents.read_source import Document
    from ars_pandoc.verdict.resolve import Judged

_BAR = 20
_LONGEST_TITLE = 34


@dataclass(frozen=True, slots=True)
class _Read:
    """A document with its verdicts and its chapters."""

    document: Document
    judged: Judged
    chapters: list[tuple[str | None, Tally]]

    @property
    def advisories(self) -> tuple[Advisory, ...]:
        """What refuses nothing and must reach the reader."""
        return advisories_of(self.judged.noted)

    @property
    def tally(self) -> Tally:
        return total(tally for _, tally in self.chapters)


@click.command("status")
@format_option("A table for people, or JSON for programs.")
@input_options
@click.pass_context
def command(ctx: click.Context, /, form: str, **given: Any) -> None:
    r"""Show how far a document has come, and what helps most next.

    Of all citations: how many say where in the source they rest. Of all sources: how many are
    held, were cross-checked with the original, and were read. Exit code 0 if the gate would
    pass all documents, 1 if it would refuse one, 2 if one cannot be judged: it is not counted.

    \b
    Examples:
      ars status paper.md
      ars status chapters/
      ars status -d thesis.yaml
      ars status --format json paper.md
    """
    if not given["files"] and not given["defaults"] and sys.stdin.isatty():
        raise click.UsageError(f"name the document: ars status {document_here()}")
    unjudged: list[Unjudged] = []
    read = _read(given, unjudged)
    findings = [finding for one in read for finding in one.judged.all_findings]
    todo = _todo(read, steps(findings), naming(**given))
    if form == "json":
        from ars_pandoc.base.json_text import to_text

        click.echo(to_text(_as_data(read, todo, unjudged)))
    else:
        _print(read, todo)
        if unjudged:
            names = some([shown(one.name, 200) for one in unjudged])
            click.echo(
                f"\nnot judged and not counted: {plural(len(unjudged), 'document')}: {names}"
            )
    if unjudged:
        ctx.exit(2)
    ctx.exit(1 if any(one.judged.refused for one in read) else 0)


def _read(given: dict[str, Any], unjudged: list[Unjudged]) -> list[_Read]:
    read = []
    for document, judged in judge_documents(need_sidecar=False, unjudged=unjudged, **given):
        chapters = by_chapter(document.ast, judged.all_findings)
        read.append(_Read(document, judged, chapters))
    return read


@dataclass(frozen=True, slots=True)
class _Todo:
    """One step, in words and as a command."""

    step: Step | None
    words: str
    command: str


def _todo(read: Sequence[_Read], remaining: Sequence[Step], documents: str) -> list[_Todo]:
    found: list[_Todo] = []
    if any(one.judged.corpus is None and one.judged.findings for one in read):
        words, command = "there is no sidecar yet that knows the sources", f"ars init {documents}"
        near = {
            path: None
            for one in read
            if one.judged.sources is not None
            for path in one.judged.sources.discovery.near
        }
        if near:
            words = f"nothing names the sidecar {shown(str(next(iter(near))), 200)} that lies there"
            command = f"ars init --record {documents}"
        found.append(_Todo(None, words, command))
        remaining = [step for step in remaining if step.stage != "entry"]
    for step in remaining:
        remedy = remedy_of(step, _about(read, step, documents))
        found.append(_Todo(step, remedy.words, remedy.command))
    return found


def _about(read: Sequence[_Read], step: Step, documents: str) -> Documents:
    """Return what the command for a step is about: a sidecar that lies elsewhere is named."""
    from ars_pandoc.positions.scan import can_scan

    options: dict[str, str] = {}
    for key in step.keys[:1]:
        for one in read:
            sources = one.judged.sources
            if sources is not None and sources.corpus is not None and key in sources.corpus.entries:
                options[key] = sources.option(key)
    writable = all(can_scan(one.document.source.reader) for one in read)
    return Documents(documents, writable, options)


def _as_data(
    read: Sequence[_Read], todo: Sequence[_Todo], unjudged: Sequence[Unjudged]
) -> dict[str, Any]:
    return {
        "schema": 1,
        "documents": [
            {
                "paths": [str(path) for path in one.document.source.paths],
                "sidecar": one.judged.corpus,
                "refused": one.judged.refused,
                "unmarked": len(one.judged.found.unmarked),
                "advisories": [
                    {"kind": told.kind, "sources": dict(told.sources)} for told in one.advisories
                ],
                **one.tally.as_data(),
                "chapters": [{"title": title, **tally.as_data()} for title, tally in one.chapters],
            }
            for one in read
        ],
        "not_judged": [{"name": one.name, "error": str(one.error)} for one in unjudged],
        "total": total(one.tally for one in read).as_data(),
        "next": [
            {
                "stage": "sidecar" if item.step is None else item.step.stage,
                "citations": None if item.step is None else item.step.citations,
                "keys": [] if item.step is None else list(item.step.keys),
                "message": item.words,
                "command": item.command,
            }
            for item in todo
        ],
    }


def _print(read: Sequence[_Read], todo: Sequence[_Todo]) -> None:
    whole = total(one.tally for one in read)
    name = shown(read[0].document.source.name, 200)
    if len(read) > 1:
        name = plural(len(read), "document")
    sidecars = dict.fromkeys(one.judged.corpus for one in read if one.judged.corpus)
    corpus = f"sidecar {shown(', '.join(sidecars), 200)}" if sidecars else "no sidecar"
    sources = plural(len(whole.sources["cited"]), "source")
    click.echo(f"{name}: {plural(whole.cited, 'citation')} of {sources} ({corpus})\n")
    if whole.cited:
        _print_funnel(whole)
        _print_chapters(read)
    unmarked = sum(len(one.judged.found.unmarked) for one in read)
    if unmarked:
        click.echo(f"{plural(unmarked, 'call-out')} in plain words, which no citation follows\n")
    advised = [told for one in read for told in one.advisories]
    for told in advised:
        click.echo(told.line)
    if advised:
        click.echo()
    if not todo:
        click.echo("the gate passes all citations" if whole.cited else "nothing is cited")
        return
    for place, item in enumerate(todo):
        lead = click.style("next:", bold=True) if place == 0 else "then:"
        click.echo(f"{lead} {item.words}")
        click.echo(f"      {item.command}")


def _print_funnel(whole: Tally) -> None:
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    of_sources = len(whole.sources["cited"])
    rows = [("anchored", whole.citations["anchored"], whole.cited, "citations")]
    rows += [
        (stage.replace("_", "-"), len(whole.sources[stage]), of_sources, "sources")
        for stage in STAGES[1:]
    ]
    rows.append(("passing", whole.passing, whole.cited, "citations"))
    for label, done, of, noun in rows:
        bar = ProgressBar(total=max(of, 1), completed=done, width=_BAR)
        table.add_row(f"  {label}", bar, str(done), f"of {plural(of, noun[:-1])}")
    _console().print(table)
    click.echo()


def _print_chapters(read: Sequence[_Read]) -> None:
    if len(read) > 1:
        rows = [(one.document.source.name, one.tally) for one in read if one.tally.cited]
    else:
        rows = [(title or "(before the first heading)", tally) for title, tally in read[0].chapters]
    if len(rows) < 2:
        return
    from rich.table import Table
    from rich.text import Text

    stages = [stage.replace("_", "-") for stage in STAGES]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("  citations by chapter", no_wrap=True)
    for heading in ("cited", *stages, "passing"):
        table.add_column(heading, justify="right")
    for title, tally in rows:
        counts = [tally.cited, *(tally.citations[stage] for stage in STAGES), tally.passing]
        table.add_row(Text(f"  {shown(title, _LONGEST_TITLE)}"), *map(str, counts))
    _console().print(table)
    click.echo()


def _console() -> Any:
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    return Console(
        width=None if is_terminal else 200,
        no_color=wants_colour(os.environ) is False,
        force_terminal=wants_colour(os.environ),
        highlight=False,
    )

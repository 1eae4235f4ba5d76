"""`ars check`: the gate's verdict without a render, with the lines of the source."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.cli.inputs import input_options, sources_of
from ars_pandoc.errors import ArsError

if TYPE_CHECKING:
    from ars_pandoc.checking.check import Job
    from ars_pandoc.checking.model import Checked
    from ars_pandoc.checking.select import Selection

FORMATS = ("terminal", "json", "sarif", "junit", "github", "markdown", "html")
_ROWS = ("locator", "identifier", "retraction", "quote")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked of a check, besides its documents.

    Attributes:
        form: The format of standard output.
        outputs: Files to write, each with its format.
        statistics: Whether to add counts.
        selection: Which citations count.
        rows: Rows to judge by, or none for all.
        locked: Whether the documents' own options are ignored.
        baseline: A baseline to leave out.
        record: A baseline to write.
    """

    form: str
    outputs: tuple[tuple[str, Path], ...]
    statistics: bool
    selection: Selection
    rows: tuple[str, ...]
    locked: bool
    baseline: Path | None
    record: Path | None


@click.command("check")
@input_options
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="terminal",
    show_default=True,
    help="What to print.",
)
@click.option(
    "--output", multiple=True, metavar="FORMAT=FILE", help="Write a file too; may be repeated."
)
@click.option("--locked", is_flag=True, help="Ignore the options that documents set themselves.")
@click.option("--section", multiple=True, metavar="TEXT", help="Only sections with this heading.")
@click.option("--file", "only", multiple=True, metavar="FILE", help="Only citations of this file.")
@click.option("--key", multiple=True, metavar="KEY", help="Only citations of this source.")
@click.option(
    "--rows",
    metavar="ROWS",
    help="Judge by these alone: locator,identifier,retraction,quote. Needs no sidecar.",
)
@click.option("--statistics", is_flag=True, help="Add the counts by status and file.")
@click.option(
    "--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Fail on new findings only."
)
@click.option(
    "--write-baseline",
    "record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Record the findings of today.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file is saved.")
@click.pass_context
def command(
    ctx: click.Context, /, *, watch: bool, rows: str | None, output: Sequence[str], **given: Any
) -> None:
    r"""Judge documents as the gate does, without a render, and show where each finding stands.

    Files, folders and Quarto projects are taken; no file, or -, is standard input. Exit code 0
    if the gate would pass them all, 1 if it would refuse one, 2 if one cannot be judged.

    \b
    Examples:
      ars check paper.md
      ars check chapters/ --section Results
      ars check -d thesis.yaml --statistics
      ars check paper.md --format github
      ars check papers/ --output sarif=ars.sarif --output html=ars.html
      ars check manuscript.docx --rows locator
      ars check thesis/ --write-baseline ars-baseline.json
      ars check thesis/ --baseline ars-baseline.json
    """
    from ars_pandoc.checking.select import Selection

    take = given.pop
    asked = _Asked(
        form=take("form"),
        outputs=_outputs(output),
        statistics=take("statistics"),
        selection=Selection(take("section"), take("only"), take("key")),
        rows=_rows(rows),
        locked=take("locked"),
        baseline=take("baseline"),
        record=take("record"),
    )
    if watch:
        _watch(given, asked)
        return
    ctx.exit(_run(given, asked)[0])


def _rows(text: str | None) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))
    for name in names:
        if name not in _ROWS:
            raise ArsError(f"'{name}' is no row", steps=[f"write {', '.join(_ROWS)}"])
    if text is not None and not names:
        raise ArsError("--rows names no row", steps=[f"write {', '.join(_ROWS)}"])
    return names


def _outputs(given: Sequence[str]) -> tuple[tuple[str, Path], ...]:
    found = []
    for item in given:
        name, equals, file = item.partition("=")
        if not equals or name not in FORMATS or not file:
            raise ArsError(
                f"'{item}' is no FORMAT=FILE",
                steps=[f"write --output html=report.html; formats are {', '.join(FORMATS)}"],
            )
        found.append((name, Path(file)))
    return tuple(found)


def _run(given: dict[str, Any], asked: _Asked) -> tuple[int, tuple[Checked, ...]]:
    from ars_pandoc.checking.baseline import read_baseline, write_baseline
    from ars_pandoc.checking.model import exit_code
    from ars_pandoc.checking.select import select, without_known

    known = None if asked.baseline is None else read_baseline(asked.baseline)
    documents = tuple(_check(given, asked))
    _spare_inputs(documents, asked)
    shown = tuple(select(document, asked.selection) for document in documents)
    if known is not None:
        shown = tuple(without_known(document, known) for document in shown)
    for name, path in asked.outputs:
        _write(path, _text(name, shown, asked))
    _print(shown, asked)
    if asked.record is not None:
        count = write_baseline(asked.record, shown)
        click.echo(f"baseline {asked.record}: {count} recorded", err=True)
        return (2 if any(one.error is not None for one in shown) else 0), documents
    return exit_code(shown), documents


def _spare_inputs(documents: Sequence[Checked], asked: _Asked) -> None:
    """Refuse to write a report over what was checked."""
    taken = {Path(one.path).resolve() for one in documents if one.path is not None}
    taken |= {Path(name).resolve() for one in documents for name in one.watched}
    for _, path in asked.outputs:
        if path.resolve() in taken:
            raise ArsError(
                f"{path} is one of the files that are checked", steps=["name another file"]
            )


def _check(given: dict[str, Any], asked: _Asked) -> Iterator[Checked]:
    """Check the documents in the order they were named; a bad name stops no other."""
    from ars_pandoc.checking.check import check_documents

    prepared = _jobs(given, asked)
    jobs = [job for job in prepared if not isinstance(job, str)]
    results = check_documents(jobs)
    show = len(jobs) > 1 and sys.stderr.isatty()
    with click.progressbar(
        length=len(jobs), label="Checking", file=sys.stderr, hidden=not show
    ) as bar:
        for job in prepared:
            if isinstance(job, str):
                yield _unread(job)
                continue
            yield next(results)
            bar.update(1)


def _unread(error: str) -> Checked:
    from ars_pandoc.checking.model import Checked

    name, _, rest = error.partition("\0")
    return Checked(name, name, rest)


def _jobs(given: dict[str, Any], asked: _Asked) -> list[Job | str]:
    """Give a job for each document, or its name and why there is none."""
    from ars_pandoc.checking.check import Job

    options = dict(given)
    files, corpus = options.pop("files"), options.pop("corpus")
    environment = dict(os.environ)
    if asked.locked:
        environment["ARS_LOCKED"] = "1"
    if corpus is not None:
        environment["ARS_CORPUS"] = corpus
        options["metadata"] = (*options["metadata"], f"ars-corpus={corpus}")
    # All files of a defaults file are one document, so they are named together.
    groups = [tuple(files)] if options["defaults"] or not files else [(name,) for name in files]
    jobs: list[Job | str] = []
    seen = set()
    for group in groups:
        try:
            sources = sources_of(group, **options)
        except ArsError as error:
            if options["defaults"] or len(groups) == 1:
                raise
            jobs.append(f"{group[0]}\0{error}")
            continue
        for source in sources:
            if (source.paths, source.reader) in seen:
                continue
            seen.add((source.paths, source.reader))
            text = None if source.paths else sys.stdin.buffer.read()
            jobs.append(Job(source, environment, asked.rows, text))
    return jobs


def _text(form: str, documents: Sequence[Checked], asked: _Asked) -> str:
    """Give a report as text."""
    if form == "terminal":
        return click.unstyle("\n".join(_lines(documents, asked)) + "\n")
    return _RENDER[form](documents)


def _lines(documents: Sequence[Checked], asked: _Asked) -> Iterator[str]:
    from ars_pandoc.report.source_view import report_lines

    return report_lines(documents, statistics=asked.statistics)


def _json(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.json import build_check, to_text

    return to_text(build_check(documents)) + "\n"


def _sarif(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.json import to_text
    from ars_pandoc.report.sarif import build_sarif

    return to_text(build_sarif(documents)) + "\n"


def _junit(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.junit import build_junit

    return build_junit(documents)


def _github(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.github import workflow_commands

    return "".join(f"{line}\n" for line in workflow_commands(documents))


def _markdown(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.markdown import checklist

    return "\n".join(checklist(documents)) + "\n"


def _html(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.html import build_html

    return build_html(documents)


_RENDER: dict[str, Callable[[Sequence[Checked]], str]] = {
    "json": _json,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
    "markdown": _markdown,
    "html": _html,
}


def _print(documents: Sequence[Checked], asked: _Asked) -> None:
    from ars_pandoc.report.terminal import printable, printable_lines

    for document in documents:
        for warning in document.warnings:
            click.echo(f"{printable(document.name)}: warning: {printable(warning)}", err=True)
        if document.error is not None and asked.form != "terminal":
            said = printable_lines(document.error)
            click.echo(f"{printable(document.name)}: {said}", err=True)
    if asked.form == "terminal":
        click.echo("\n".join(_lines(documents, asked)))
    else:
        click.echo(_text(asked.form, documents, asked), nl=False)


def _write(path: Path, text: str) -> None:
    from boltons.fileutils import atomic_save

    try:
        with atomic_save(str(path), text_mode=False) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise ArsError(
            f"the report cannot be written to {path}",
            why=error.strerror or str(error),
            steps=["name a file in a folder that exists and can be written"],
        ) from None


def _watch(given: dict[str, Any], asked: _Asked) -> None:
    from watchfiles import watch

    if not given["files"] and not given["defaults"]:
        raise ArsError(
            "standard input cannot be watched", steps=["name files: ars check --watch paper.md"]
        )
    while True:
        try:
            _, documents = _run(given, asked)
        except ArsError as error:
            # A file may be half written: the next save is another chance.
            click.echo(str(error), err=True)
            documents = ()
        folders = _watched(given, documents)
        written = {path.resolve() for _, path in asked.outputs}
        click.echo(f"watching {', '.join(map(str, folders))}; Ctrl-C ends", err=True)
        for changes in watch(*folders, step=50, debounce=200, raise_interrupt=False):
            if any(Path(name).resolve() not in written for _, name in changes):
                break
        else:
            return
        click.clear()


def _watched(given: dict[str, Any], documents: Sequence[Checked]) -> list[Path]:
    """Give the folders of all files that the verdicts rest on, each once."""
    names = [*given["files"], *given["defaults"], *given["metadata_file"], *given["bibliography"]]
    names += [one.path for one in documents if one.path is not None]
    names += [name for one in documents for name in one.watched]
    paths = [Path(name) for name in names]
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in paths)
    return [folder for folder in folders if folder.is_dir()]

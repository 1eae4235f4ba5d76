"""`ars check`: the gate's verdict without a render, with the lines of the source."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.check_jobs import (
    CONCISE,
    TERMINAL,
    Outputs,
    check_all,
    give_reports,
    jobs_of,
    outputs_of,
    real_path,
    spare_inputs,
)
from ars_pandoc.cli.shared.common_options import Formats, locked_option
from ars_pandoc.cli.shared.document_options import document_here, input_options, naming

if TYPE_CHECKING:
    from ars_pandoc.checking.check_documents import Job
    from ars_pandoc.checking.checked import Checked
    from ars_pandoc.checking.select import Selection

FORMATS = ("text", "concise", "json", "sarif", "junit", "github", "markdown", "html")
_GLANCE = 1_000  # milliseconds
_ROWS = ("locator", "identifier", "other-work", "retraction", "quote", "claim", "policy")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked of a check, besides its documents.

    Attributes:
        form: The format of standard output, or None for the one that suits.
        group: What the lines of `concise` are put together by, or None.
        named: How the documents were named, quoted for a shell.
        outputs: Files to write, each with its format.
        statistics: Whether to add counts.
        selection: Which citations count.
        rows: Rows to judge by, or none for all.
        locked: Whether the documents' own options are ignored.
        baseline: A baseline to leave out.
        record: A baseline to write.
        only_citing: Whether files that cite nothing are left out.
    """

    form: str | None
    group: str | None
    named: str
    outputs: Outputs
    statistics: bool
    selection: Selection
    rows: tuple[str, ...]
    locked: bool
    baseline: Path | None
    record: Path | None
    only_citing: bool


@click.command("check")
@input_options
@click.option(
    "--format",
    "form",
    type=Formats(FORMATS),
    help="What to print. Default: text; concise on a terminal with more than 20 findings.",
)
@click.option(
    "--group-by",
    "group",
    type=click.Choice(["remedy", "source", "file"]),
    help="Put the lines of --format concise together.",
)
@click.option(
    "--output", multiple=True, metavar="FORMAT=FILE", help="Write a file too; may be repeated."
)
@locked_option
@click.option("--section", multiple=True, metavar="TEXT", help="Only sections with this heading.")
@click.option("--file", "only", multiple=True, metavar="FILE", help="Only citations of this file.")
@click.option("--key", multiple=True, metavar="KEY", help="Only citations of this source.")
@click.option(
    "--rows",
    metavar="ROWS",
    help="Judge by these alone: locator,identifier,other-work,retraction,quote,claim,policy. "
    "Needs no sidecar.",
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
@click.option(
    "--only-citing",
    is_flag=True,
    help="Leave out files that cite nothing and that no project names: for hooks.",
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
      ars check thesis/ --format concise --group-by remedy
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
        group=take("group"),
        outputs=outputs_of(output, FORMATS),
        statistics=take("statistics"),
        selection=Selection(take("section"), take("only"), take("key")),
        rows=_rows(rows),
        locked=take("locked"),
        baseline=take("baseline"),
        record=take("record"),
        only_citing=take("only_citing"),
        named=naming(**given),
    )
    if asked.group is not None and asked.form not in (None, CONCISE):
        raise click.UsageError("--group-by belongs to --format concise")
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


def _run(given: dict[str, Any], asked: _Asked) -> tuple[int, tuple[Checked, ...]]:
    from ars_pandoc.checking.baseline import read_baseline, write_baseline
    from ars_pandoc.checking.checked import exit_code
    from ars_pandoc.checking.select import select, without_known

    known = None if asked.baseline is None else read_baseline(asked.baseline)
    environment = dict(os.environ)
    if asked.locked:
        environment["ARS_LOCKED"] = "1"
    jobs = jobs_of(given, environment, rows=asked.rows)
    if asked.only_citing:
        jobs = _citing(jobs)
    documents = tuple(check_all(jobs))
    spare_inputs(documents, asked.outputs)
    shown = tuple(select(document, asked.selection) for document in documents)
    if known is not None:
        shown = tuple(without_known(document, known) for document in shown)
    give_reports(shown, _form(asked, shown), asked.outputs, partial(_text, asked))
    if asked.record is not None:
        count = write_baseline(asked.record, shown)
        click.echo(f"baseline {asked.record}: {count} recorded", err=True)
        return (2 if any(one.error is not None for one in shown) else 0), documents
    return exit_code(shown), documents


def _citing(jobs: Sequence[Job | str]) -> list[Job | str]:
    """Leave out what cites nothing, and say so where nothing is left."""
    from ars_pandoc.checking.citing import is_manuscript

    left = [
        one for one in jobs if isinstance(one, str) or is_manuscript(one.source, one.environment)
    ]
    if not left:
        click.echo("no file cites anything: nothing was judged", err=True)
    return left


def _form(asked: _Asked, documents: Sequence[Checked]) -> str:
    """Return the format to print: more findings than anybody reads one by one take a line each."""
    from ars_pandoc.report.concise import is_long

    if asked.form is not None:
        return asked.form
    if asked.group is not None or (sys.stdout.isatty() and is_long(documents)):
        return CONCISE
    return TERMINAL


def _text(asked: _Asked, form: str, documents: Sequence[Checked]) -> str:
    """Return a report as text."""
    if form == TERMINAL:
        from ars_pandoc.report.source_view import report_lines

        return "\n".join(report_lines(documents, statistics=asked.statistics)) + "\n"
    if form == CONCISE:
        from ars_pandoc.checking.remedies import Documents
        from ars_pandoc.report.concise import concise_lines

        options = {key: told for one in documents for key, told in one.options.items()}
        writable = all(one.places or one.error for one in documents)
        about = Documents(asked.named, writable, options)
        return "".join(f"{line}\n" for line in concise_lines(documents, about, asked.group))
    from ars_pandoc.report.forms import in_form

    return in_form(form, documents)


def _watch(given: dict[str, Any], asked: _Asked) -> None:
    if find_spec("watchfiles") is None:
        from ars_pandoc.base.installing import install_step

        raise ArsError(
            "--watch needs the package watchfiles, which is not installed",
            steps=[install_step("watch")],
        )
    from watchfiles import watch

    if not given["files"] and not given["defaults"]:
        raise ArsError(
            "standard input cannot be watched",
            steps=[f"name files: ars check --watch {document_here()}"],
        )
    while True:
        begun = time.time()
        try:
            _, documents = _run(given, asked)
        except ArsError as error:
            # A file may be half written: the next save is another chance.
            click.echo(str(error), err=True)
            documents = ()
        files = _watched(given, documents)
        folders = _folders(files)
        written = {real_path(path) for _, path in asked.outputs}
        click.echo(f"watching {', '.join(map(str, folders))}; Ctrl-C ends", err=True)
        # The timeout finds what was saved before the watch began.
        for changes in watch(
            *folders,
            step=50,
            debounce=200,
            raise_interrupt=False,
            rust_timeout=_GLANCE,
            yield_on_timeout=True,
        ):
            if any(real_path(name) not in written for _, name in changes) or (
                not changes and _saved_since(begun, files)
            ):
                break
        else:
            return
        click.clear()


def _saved_since(moment: float, files: Sequence[Path]) -> bool:
    """Return whether a file was saved since then; one of the future never is, or there would be no end."""
    for path in files:
        with suppress(OSError):
            if path.is_file() and moment < path.stat().st_mtime <= time.time():
                return True
    return False


def _watched(given: dict[str, Any], documents: Sequence[Checked]) -> list[Path]:
    """Return all files and folders that the verdicts rest on, each once."""
    names = [*given["files"], *given["defaults"], *given["metadata_file"], *given["bibliography"]]
    names += [name for one in documents for name in one.watched]
    return [Path(name) for name in dict.fromkeys(names)]


def _folders(files: Sequence[Path]) -> list[Path]:
    folders = dict.fromkeys(path if path.is_dir() else path.parent for path in files)
    return [folder for folder in folders if folder.is_dir()]

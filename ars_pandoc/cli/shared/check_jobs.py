"""What commands that check documents share: their jobs, their progress, their reports."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.common_options import TEXT
from ars_pandoc.cli.shared.document_options import named_documents

if TYPE_CHECKING:
    from ars_pandoc.checking.check_documents import Job, Look
    from ars_pandoc.checking.checked import Checked

TERMINAL = TEXT
CONCISE = "concise"
STYLED = (TERMINAL, CONCISE)
"""The formats for people: in colour on a terminal."""

Outputs = tuple[tuple[str, Path], ...]
"""Files to write, each with its format."""


def outputs_of(given: Sequence[str], formats: Sequence[str]) -> Outputs:
    """Read the values of `--output`, such as `html=report.html`.

    Raises:
        ArsError: One is no FORMAT=FILE.
    """
    found = []
    for item in given:
        name, equals, file = item.partition("=")
        if not equals or name not in formats or not file:
            raise ArsError(
                f"'{item}' is no FORMAT=FILE",
                steps=[f"write --output html=report.html; formats are {', '.join(formats)}"],
            )
        found.append((name, Path(file)))
    return tuple(found)


def jobs_of(
    given: Mapping[str, Any],
    environment: Mapping[str, str],
    *,
    rows: tuple[str, ...] = (),
    look: Look | None = None,
) -> list[Job | str]:
    """Return a job for each document, or its name and why there is none.

    Args:
        given: The options of `input_options`.
        environment: The `ARS_…` variables and the rest.
        rows: As for `Job`.
        look: As for `Job`.

    Raises:
        ArsError: The only document is not there, or a defaults file cannot be used.
    """
    from ars_pandoc.checking.check_documents import Job

    options = dict(given)
    files = options.pop("files")
    # All files of a defaults file are one document, so they are named together.
    groups = [tuple(files)] if options["defaults"] or not files else [(name,) for name in files]
    jobs: list[Job | str] = []
    seen = set()
    for group in groups:
        try:
            sources, known = named_documents(files=group, environment=environment, **options)
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
            jobs.append(Job(source, known, rows, text, look))
    return jobs


def check_all(prepared: Sequence[Job | str], label: str = "Checking") -> Iterator[Checked]:
    """Check documents in the order they were named; a bad name stops no other.

    Args:
        prepared: As `jobs_of` gives them.
        label: What the progress bar says; it shows on a terminal alone.
    """
    from ars_pandoc.checking.check_documents import check_documents

    jobs = [job for job in prepared if not isinstance(job, str)]
    results = check_documents(jobs)
    show = len(jobs) > 1 and sys.stderr.isatty()
    with click.progressbar(length=len(jobs), label=label, file=sys.stderr, hidden=not show) as bar:
        for job in prepared:
            if isinstance(job, str):
                yield _unread(job)
                continue
            yield next(results)
            bar.update(1)


def _unread(error: str) -> Checked:
    from ars_pandoc.checking.checked import Checked

    name, _, rest = error.partition("\0")
    return Checked(name, name, rest)


def spare_inputs(documents: Sequence[Checked], outputs: Outputs) -> None:
    """Refuse to write a report over what was checked.

    Raises:
        ArsError: A file of `--output` is one of those that the verdicts rest on.
    """
    if not outputs:
        return
    taken = {real_path(name) for one in documents for name in one.watched}
    for _, path in outputs:
        if real_path(path) in taken:
            raise ArsError(
                f"{path} is one of the files that are checked", steps=["name another file"]
            )


def real_path(name: str | Path) -> Path:
    """Return the file that a name leads to; the name itself where links lead in a circle."""
    try:
        return Path(name).resolve()
    except (OSError, RuntimeError):
        return Path(name).absolute()


def give_reports(
    documents: Sequence[Checked],
    form: str,
    outputs: Outputs,
    render: Callable[[str, Sequence[Checked]], str],
) -> None:
    """Write the files of `--output` and print the report; warnings and errors go to stderr.

    Args:
        documents: What was checked.
        form: The format to print.
        outputs: Files to write.
        render: Gives a report in a format; styled for people.

    Raises:
        ArsError: A file cannot be written.
    """
    from ars_pandoc.base.wording import printable, printable_lines
    from ars_pandoc.report.write_file import write_text

    for name, path in outputs:
        text = render(name, documents)
        write_text(path, click.unstyle(text) if name in STYLED else text)
    for document in documents:
        for warning in document.warnings:
            click.echo(f"{printable(document.name)}: warning: {printable(warning)}", err=True)
        if document.error is not None and form not in STYLED:
            said, name = printable_lines(document.error), printable(document.name)
            click.echo(said if name in said.split("\n")[0] else f"{name}: {said}", err=True)
    click.echo(render(form, documents), nl=False)

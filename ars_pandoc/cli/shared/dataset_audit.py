"""`ars audit --dataset`: thousands of documents into Parquet parts, and the report on all of them."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.cli.shared.check_jobs import TERMINAL, Outputs, jobs_of, real_path

if TYPE_CHECKING:
    from ars_pandoc.auditing.dataset_job import DatasetJob
    from ars_pandoc.auditing.dataset_rows import Rows
    from ars_pandoc.auditing.dataset_summary import Summary

FORMATS = (TERMINAL, "json", "html")
"""What the report on a dataset can be."""

_SAID_EVERY = 30
"""Seconds between two lines on how far it is, where no terminal shows a bar."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a dataset is kept, and what works on it.

    Attributes:
        place: The folder or address of its parts.
        processes: How many processes of this machine work, or None for one a core.
        cluster: The address of a Dask scheduler, or None.
    """

    place: str
    processes: int | None
    cluster: str | None


def audit_dataset(
    given: Mapping[str, Any],
    environment: Mapping[str, str],
    where: Where,
    form: str,
    outputs: Outputs,
) -> int:
    """Audit what is new or changed, write it, and report on the whole dataset.

    Args:
        given: The options of `input_options`.
        environment: The one to judge in.
        where: Where the dataset is, and what works on it.
        form: What to print.
        outputs: Files to write.

    Returns:
        The exit code of all documents that were named.

    Raises:
        ArsError: The dataset or the cluster cannot be used, or no such report is there.
    """
    unknown = {name for name in (form, *(name for name, _ in outputs)) if name not in FORMATS}
    if unknown:
        raise ArsError(
            f"the report on a dataset is {', '.join(FORMATS)}, not {', '.join(sorted(unknown))}",
            steps=["write --output html=report.html", "leave --dataset away for a few documents"],
        )
    try:
        from ars_pandoc.auditing.dataset_store import Store
        from ars_pandoc.auditing.dataset_summary import summarise
        from ars_pandoc.auditing.run_dataset import left_to_do, run_dataset

        store = Store(where.place)
        jobs = dataset_jobs(given, environment)
        _spare(jobs, outputs)
        todo = left_to_do(jobs, store)
        with _Progress(len(todo), len(jobs)) as progress:
            run_dataset(
                todo,
                store,
                processes=where.processes,
                cluster=where.cluster,
                notice=progress.notice,
            )
        store.tidy()
        summary = summarise(store)
    except ImportError as error:
        raise ArsError(
            "a dataset needs libraries that are not installed",
            why=f"there is no {error.name}",
            steps=[install_step("audit")],
        ) from None
    _report(summary, form, outputs)
    known = store.known()
    verdicts = {known[job.name].verdict for job in jobs if job.name in known}
    return 2 if "not-judged" in verdicts else 1 if "refused" in verdicts else 0


def dataset_jobs(given: Mapping[str, Any], environment: Mapping[str, str]) -> list[DatasetJob]:
    """Return a job for each document that is named, on this machine or at an address.

    Raises:
        ArsError: A folder or an address has none, or standard input is named.
    """
    from ars_pandoc.auditing.dataset_job import DatasetJob
    from ars_pandoc.auditing.input_hash import is_url
    from ars_pandoc.documents.inputs import Source

    names = given["files"]
    if "-" in names or not (names or given["defaults"]):
        raise ArsError(
            "a dataset is made of files; standard input has no name to know it by",
            steps=["name files or folders: ars audit submissions/ --dataset audit/"],
        )
    local = tuple(name for name in names if not is_url(name))
    found: dict[str, DatasetJob] = {}
    seen: set[tuple[tuple[Path, ...], str]] = set()  # named twice, it is one document
    if local or given["defaults"]:
        for job in jobs_of({**given, "files": local}, environment):
            if isinstance(job, str):
                name, _, error = job.partition("\0")
                one = DatasetJob(name, Source((Path(name),), "markdown"), environment, None, error)
            else:
                files = tuple(real_path(path) for path in job.source.paths), job.source.reader
                if files in seen:
                    continue
                seen.add(files)
                one = DatasetJob(job.source.name, job.source, job.environment)
            found.setdefault(one.name, one)
    reader = given.get("reader")
    for address in (name for name in names if is_url(name)):
        for one in _at_address(address, reader, environment):
            found.setdefault(one.name, one)
    return list(found.values())


def _at_address(
    address: str, reader: str | None, environment: Mapping[str, str]
) -> list[DatasetJob]:
    """Return the documents at an address that fsspec knows, each named by its own address."""
    from fsspec.core import url_to_fs

    from ars_pandoc.auditing.dataset_job import DatasetJob
    from ars_pandoc.documents.formats import DOCUMENT_ENDINGS, reader_of
    from ars_pandoc.documents.inputs import Source

    try:
        system, root = url_to_fs(address)
        paths = [root] if system.isfile(root) else sorted(system.find(root))
    except (OSError, ValueError, ImportError) as error:
        raise ArsError(
            f"{address} cannot be read",
            why=str(error),
            steps=["install what fsspec needs for it, such as s3fs or gcsfs", "check the address"],
        ) from None
    prefix = root.rstrip("/")
    jobs = []
    for path in paths:
        inside = PurePosixPath(path)
        within = PurePosixPath(path[len(prefix) :].lstrip("/") or inside.name)
        if path != root and (
            inside.suffix.lower() not in DOCUMENT_ENDINGS
            or any(part.startswith((".", "_")) for part in within.parts)
        ):
            continue
        name = address if path == root else f"{address.rstrip('/')}/{within}"
        source = Source((Path(inside.name),), reader or reader_of(Path(inside.name)))
        jobs.append(DatasetJob(name, source, environment, address=name))
    if not jobs:
        raise ArsError(
            f"no document was found at {address}",
            why=f"files ending in {' '.join(sorted(DOCUMENT_ENDINGS))} count",
            steps=["name the files themselves"],
        )
    return jobs


def _spare(jobs: Sequence[DatasetJob], outputs: Outputs) -> None:
    if not outputs:
        return
    taken = {real_path(path) for job in jobs if job.address is None for path in job.source.paths}
    for _, path in outputs:
        if real_path(path) in taken:
            raise ArsError(
                f"{path} is one of the files that are audited", steps=["name another file"]
            )


def _report(summary: Summary, form: str, outputs: Outputs) -> None:
    from ars_pandoc.report.dataset_report import dataset_json, dataset_lines, dataset_page
    from ars_pandoc.report.write_file import write_text

    told = (summary.documents, summary.citations, summary.refused, summary.tables)
    texts = {
        TERMINAL: lambda: "\n".join(dataset_lines(*told)) + "\n",
        "json": lambda: dataset_json(*told),
        "html": lambda: dataset_page(*told),
    }
    for name, path in outputs:
        write_text(path, texts[name]())
    click.echo(texts[form](), nl=False)


class _Progress:
    """Says how far it is: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, todo: int, named: int) -> None:
        self._todo, self._done = todo, 0
        self._verdicts: dict[str, int] = {}
        self._began = self._said = time.monotonic()
        before = f", {named - todo:,} of them judged before" if named > todo else ""
        click.echo(f"{plural(named, 'document')}{before}", err=True)
        self._bar: Any = click.progressbar(
            length=todo,
            label="Auditing",
            file=sys.stderr,
            hidden=not sys.stderr.isatty() or not todo,
        )

    def __enter__(self) -> _Progress:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.__exit__(*error)
        if self._done and not sys.stderr.isatty():
            self._say()

    def notice(self, rows: Rows) -> None:
        """Count one document."""
        verdict = rows.document["verdict"]
        self._done += 1
        self._verdicts[verdict] = self._verdicts.get(verdict, 0) + 1
        self._bar.update(1)
        if sys.stderr.isatty() or time.monotonic() - self._said < _SAID_EVERY:
            return
        self._say()

    def _say(self) -> None:
        self._said = now = time.monotonic()
        left = (now - self._began) / self._done * (self._todo - self._done)
        rest = f", about {_duration(left)} left" if self._done < self._todo else ""
        counts = ", ".join(f"{count:,} {name}" for name, count in sorted(self._verdicts.items()))
        click.echo(printable(f"{self._done:,} of {self._todo:,}: {counts}{rest}"), err=True)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"

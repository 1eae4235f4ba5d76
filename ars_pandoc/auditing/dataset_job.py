"""Judge one document for a dataset, wherever it is: the same function on cores and on a cluster."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from ars_pandoc.auditing.authors_sidecar import with_authors_sidecar
from ars_pandoc.auditing.dataset_rows import Rows, rows_of
from ars_pandoc.auditing.input_hash import fingerprint_of, inputs_of, remote_files
from ars_pandoc.base.told import told
from ars_pandoc.checking.check_documents import Job, check_document, failed, lost
from ars_pandoc.checking.checked import Checked
from ars_pandoc.documents.inputs import Source


@dataclass(frozen=True, slots=True)
class DatasetJob:
    """One document of a dataset.

    Attributes:
        name: What it is called in the dataset: a path, or an address.
        source: What to read; of an address the name of its file alone.
        environment: The `ARS_…` variables and the rest.
        address: Where it is, if that is no path.
        error: Why there is nothing to judge, or None.
    """

    name: str
    source: Source
    environment: Mapping[str, str]
    address: str | None = None
    error: str | None = None

    @property
    def settings(self) -> dict[str, Any]:
        """How it is read, for the hash of what its verdict rests on."""
        return {"reader": self.source.reader, **self.source.settings}

    def inputs(self, files: Iterable[str], *, judged: bool = True) -> str:
        """Return the hash of what its verdict rests on, if that are these files.

        Args:
            files: Paths or addresses.
            judged: Whether there is a verdict.
        """
        return inputs_of(files, self.environment, self.settings, judged=judged)


def audit_one(job: DatasetJob) -> Rows:
    """Judge a document and return its rows; whatever is wrong with it stands in them."""
    if job.error is not None:
        return rows_of(Checked(job.name, None, job.error))
    if job.address is not None:
        return _of_address(job)
    before = fingerprint_of(job.source.paths)
    checked = _check(job.source, job.environment)
    files = tuple(dict.fromkeys((*checked.files, *checked.watched)))
    inputs = job.inputs(files, judged=checked.error is None)
    if fingerprint_of(job.source.paths) != before:
        inputs = ""  # it was written meanwhile: the next run judges it again
    return rows_of(replace(checked, name=job.name), inputs, files)


def audit_batch(jobs: Iterable[DatasetJob], folder: str) -> list[Rows]:
    """Judge some documents, one after another.

    Args:
        jobs: The documents.
        folder: Where their paths start, as a worker of a cluster works somewhere else.
    """
    if Path(folder).is_dir():
        os.chdir(folder)
    return [audit_one(job) for job in jobs]


def lost_one(job: DatasetJob, *, late: bool = False) -> Rows:
    """Return the rows of a document whose process was ended while it judged it.

    Args:
        job: The document.
        late: Whether it took all of its time; else the next run tries it again, since anybody can
            end a process.
    """
    checked = lost(Job(job.source, job.environment))
    files = (job.address,) if job.address else checked.files
    inputs = ""
    if late:
        inputs = job.inputs(files, judged=False)
        checked = failed(
            job.source, f"{job.name} is not judged: it did not come to an end in its time"
        )
    return rows_of(replace(checked, name=job.name), inputs, files)


def _check(source: Source, environment: Mapping[str, str]) -> Checked:
    job = with_authors_sidecar(Job(source, environment))
    if isinstance(job, str):
        name, _, error = job.partition("\0")
        return Checked(name, name, error, files=tuple(map(str, source.paths)))
    return check_document(job)


def _of_address(job: DatasetJob) -> Rows:
    """Bring a document and what stands around it here, and judge it."""
    address = job.address or ""
    folder = address.rpartition("/")[0]
    files = (address,)
    inputs, unjudged = job.inputs(files), job.inputs(files, judged=False)
    here = Path(tempfile.mkdtemp(prefix="ars-audit-"))
    try:
        path = _bring(address, here)
        for place, inside in ((folder, here), (f"{folder}/.ars", here / ".ars")):
            for one in remote_files(place):
                inside.mkdir(exist_ok=True)
                _bring(one, inside)
        checked = _check(replace(job.source, paths=(path,)), job.environment)
    except (OSError, ValueError, ImportError) as error:
        return rows_of(Checked(job.name, None, str(told(error, job.environment, file=job.name))))
    finally:
        shutil.rmtree(here, ignore_errors=True)
    inputs = inputs if checked.error is None else unjudged
    rows = rows_of(replace(checked, name=job.name), inputs, files)

    def there(value: Any) -> Any:
        # What is here only for a moment is called by its address.
        if isinstance(value, str):
            return value.replace(f"{here}/", f"{folder}/").replace(str(here), folder)
        return [there(one) for one in value] if isinstance(value, list) else value

    return Rows(
        {name: there(value) for name, value in rows.document.items()},
        [{name: there(value) for name, value in row.items()} for row in rows.citations],
    )


def _bring(address: str, folder: Path) -> Path:
    from fsspec.core import url_to_fs

    system, path = url_to_fs(address)
    target = folder / PurePosixPath(path).name
    system.get_file(path, str(target))
    return target

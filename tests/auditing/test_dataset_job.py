"""One document of a dataset, on this machine or at an address."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from ars_pandoc.auditing.dataset_job import DatasetJob, audit_batch, audit_one, lost_one
from ars_pandoc.checking.check_documents import Job, check_document
from ars_pandoc.checking.checked import Checked
from ars_pandoc.documents.inputs import Source
from tests.auditing.many_documents import comparable, jobs_of, write_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_folder(tmp_path / "theses", 8)
    return tmp_path / "theses"


def test_a_document_at_an_address_has_the_rows_of_the_same_at_a_path(
    folder: Path, tmp_path: Path
) -> None:
    import fsspec

    system = fsspec.filesystem("memory")
    for path in folder.iterdir():
        system.pipe_file(f"/theses/{path.name}", path.read_bytes())
    for job in jobs_of(folder):
        name = Path(job.name).name
        address = f"memory://theses/{name}"
        source = Source((Path(name),), job.source.reader)
        there = DatasetJob(address, source, job.environment, address=address)
        here, far = audit_one(job), audit_one(there)
        keys = ("document", "inputs", "files", "sidecar", "judged_at", "reason")
        assert {k: v for k, v in far.document.items() if k not in keys} == {
            k: v for k, v in here.document.items() if k not in keys
        }
        assert far.document["document"] == address
        assert far.document["files"] == [address]
        # It is called by its address alone: nothing tells of the folder that it was brought to.
        assert "ars-audit-" not in repr(far)
        assert [(row["key"], row["status"], row["line"]) for row in far.citations] == [
            (row["key"], row["status"], row["line"]) for row in here.citations
        ]
        assert all(row["file"] == address for row in far.citations)


def test_an_address_where_nothing_is_has_a_reason() -> None:
    source = Source((Path("gone.md"),), "markdown")
    rows = audit_one(DatasetJob("memory://x/gone.md", source, {}, address="memory://x/gone.md"))
    assert rows.document["verdict"] == "not-judged"
    assert "memory://x/gone.md" in rows.document["reason"]


def test_a_job_with_an_error_is_a_row(folder: Path) -> None:
    job = replace(jobs_of(folder)[0], error="there is no such file")
    assert audit_one(job).document["reason"] == "there is no such file"


def test_a_document_that_is_written_while_it_is_judged_is_judged_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = next(job for job in jobs_of(folder) if job.name.endswith("p00006.md"))

    def writes(one: Job) -> Checked:
        result = check_document(one)
        Path(job.name).write_text("More words than there were.", "utf-8")
        return result

    assert audit_one(job).document["inputs"]
    monkeypatch.setattr("ars_pandoc.auditing.dataset_job.check_document", writes)
    assert audit_one(job).document["inputs"] == ""


def test_a_batch_starts_from_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    job = next(job for job in jobs_of(folder) if job.name.endswith("p00006.md"))
    name = Path(job.name).name
    relative = DatasetJob(name, Source((Path(name),), "markdown"), job.environment)
    monkeypatch.chdir("/")
    rows = audit_batch([relative], str(folder))
    assert Path.cwd() == folder
    assert rows[0].document["verdict"] == "refused"
    os.chdir(folder.parent)


def test_one_that_was_late_is_known_and_one_that_was_ended_is_tried_again(folder: Path) -> None:
    job = jobs_of(folder)[0]
    late, ended = lost_one(job, late=True), lost_one(job)
    assert "did not come to an end in its time" in late.document["reason"]
    assert late.document["inputs"] == job.inputs((job.name,), judged=False)
    assert "ended from outside" in ended.document["reason"]
    assert ended.document["inputs"] == ""
    assert late.document["document"] == ended.document["document"] == job.name
    assert comparable(late) != comparable(ended)

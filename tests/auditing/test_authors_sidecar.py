"""The sidecar beside a manuscript whose judge named none."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ars_pandoc.auditing.audit_parts import audit_parts
from ars_pandoc.auditing.authors_sidecar import with_authors_sidecar
from ars_pandoc.checking.check_documents import Job
from ars_pandoc.documents.inputs import Source
from tests.corpus.sidecars import raw_entry, write_sidecar

LOCKED = {"ARS_LOCKED": "1"}


def job(folder: Path, **environment: str) -> Job:
    return Job(Source((folder / "paper.md",), "markdown"), environment, look=audit_parts)


def test_the_one_of_the_folder_is_taken_and_told_as_the_authors(tmp_path: Path) -> None:
    sidecar = write_sidecar(tmp_path / "passport.yaml", raw_entry("a"))
    found = with_authors_sidecar(job(tmp_path, **LOCKED))
    assert isinstance(found, Job)
    assert found.environment["ARS_CORPUS"] == str(sidecar)
    assert isinstance(found.look, partial)
    assert found.look.keywords == {"authors_own": True}


def test_the_judges_own_stays_and_so_does_a_document_that_is_trusted(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "passport.yaml", raw_entry("a"))
    for given in (job(tmp_path, ARS_CORPUS="mine.yaml", **LOCKED), job(tmp_path)):
        assert with_authors_sidecar(given) is given


def test_none_is_none_and_two_are_an_error(tmp_path: Path) -> None:
    given = job(tmp_path, **LOCKED)
    assert with_authors_sidecar(given) is given
    write_sidecar(tmp_path / "one.ars.yaml", raw_entry("a"))
    write_sidecar(tmp_path / "two.ars.yaml", raw_entry("a"))
    said = with_authors_sidecar(given)
    assert isinstance(said, str)
    name, _, error = said.partition("\0")
    assert name == given.source.name
    assert "one.ars.yaml" in error

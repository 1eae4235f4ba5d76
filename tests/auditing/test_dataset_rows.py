"""The columns of a dataset: those that the docs name, and in each row all of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ars_pandoc.auditing.dataset_job import audit_one
from ars_pandoc.auditing.dataset_rows import CITATIONS, DOCUMENTS, rows_of
from ars_pandoc.checking.checked import Checked
from tests.auditing.many_documents import jobs_of, write_folder
from tests.conftest import ROOT


def documented(name: str) -> list[str]:
    page = (ROOT / "docs" / "dataset.md").read_text("utf-8")
    table = page.partition(f"`DIR/{name}/*.parquet`")[2].partition("\n\n")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return re.findall(r"`(\w+)`", " ".join(cells))


@pytest.mark.parametrize(("name", "columns"), [("documents", DOCUMENTS), ("citations", CITATIONS)])
def test_the_docs_name_each_column(name: str, columns: dict[str, str]) -> None:
    assert sorted(documented(name)) == sorted(columns)


def test_a_document_without_a_verdict_has_its_reason() -> None:
    rows = rows_of(Checked("a.md", "a.md", "it is no text"))
    assert list(rows.document) == list(DOCUMENTS)
    assert rows.document["verdict"] == "not-judged"
    assert rows.document["reason"] == "it is no text"
    assert rows.document["inputs"] == ""
    assert rows.citations == []


def test_what_a_citation_rests_on_stands_in_its_row(tmp_path: Path) -> None:
    write_folder(tmp_path / "theses", 8)
    job = next(job for job in jobs_of(tmp_path / "theses") if job.name.endswith("p00006.md"))
    rows = audit_one(job)
    assert rows.document["citations"] == 2
    assert rows.document["refused"] == 1
    assert rows.document["verdict"] == "refused"
    other, held = rows.citations
    assert list(held) == list(CITATIONS)
    assert (held["key"], held["status"], held["anchor"]) == ("held", "ok", "page")
    assert (held["held"], held["read"], held["year"], held["venue"]) == (
        True,
        True,
        1999,
        "Journal",
    )
    assert (other["key"], other["status"]) == ("other", "MED-WARN-NO-LOCATOR")
    assert (other["held"], other["read"], other["anchor"]) == (False, False, None)
    assert (other["line"], other["column"]) == (1, 12)

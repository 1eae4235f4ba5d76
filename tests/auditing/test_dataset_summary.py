"""What the report on a dataset counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.auditing.dataset_store import Store
from ars_pandoc.auditing.dataset_summary import summarise
from ars_pandoc.auditing.run_dataset import run_dataset
from tests.auditing.many_documents import jobs_of, write_folder


@pytest.mark.slow
def test_each_table_counts_what_it_says(tmp_path: Path) -> None:
    right = write_folder(tmp_path / "theses", 16)
    store = Store(str(tmp_path / "out"))
    run_dataset(jobs_of(tmp_path / "theses"), store, processes=2)
    summary = summarise(store)
    refused, passed = right["refused"], right["passed"]
    assert summary.verdicts == right
    assert (summary.documents, summary.refused) == (16, refused)
    assert summary.citations == passed + 2 * refused
    tables = summary.tables
    assert {row[0]: row[1:] for row in tables["statuses"]} == {
        "ok": (passed + refused, passed + refused),
        "MED-WARN-NO-LOCATOR": (refused, refused),
    }
    assert tables["anchors"] == (("page", passed + refused, 0), ("none", refused, refused))
    assert tables["years"] == ((2020, refused, refused), (1990, passed + refused, 0))
    assert tables["venues"] == (("Journal", passed + refused, 0), ("Press", refused, refused))
    assert [row[2:] for row in tables["most_cited"]] == [
        ("A held work", passed + refused, passed + refused, passed + refused),
        ("Another work", refused, refused, 0),
    ]
    assert [row[2:] for row in tables["least_held"]] == [("Another work", refused, refused, 0)]
    assert len(tables["worst"]) == refused
    assert tables["worst"][0][1:] == (2, 1, 0)
    whys = {why: count for why, count, _ in tables["not_judged"]}
    assert sum(whys.values()) == right["not-judged"]
    assert any("did not come to an end within 2 s" in why for why in whys)
    # One reason of many documents is one row: their names are not in it.
    assert not any("p0000" in why for why in whys)

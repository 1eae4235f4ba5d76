"""The parts of a dataset: whole or not there, each document once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.auditing.dataset_rows import CITATIONS, Row, Rows, rows_of
from ars_pandoc.auditing.dataset_store import Store
from ars_pandoc.auditing.dataset_summary import summarise
from ars_pandoc.base.errors import ArsError
from ars_pandoc.checking.checked import Checked


def row(name: str, inputs: str = "one", error: str | None = None) -> Rows:
    rows = rows_of(Checked(name, name, error), inputs, (name,))
    citation: Row = dict.fromkeys(CITATIONS)
    citation |= {"document": name, "number": 1, "status": inputs, "refused": False}
    citation |= dict.fromkeys(("accepted", "held", "read"), False)
    citation |= {"also": [], "contamination": [], "notes": []}
    rows.citations.append(citation)
    return rows


@pytest.fixture(params=["local", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "out") if request.param == "local" else f"memory://{tmp_path.name}/out"


def test_what_was_written_is_known(place: str) -> None:
    store = Store(place)
    store.write([row("a.md"), row("b.md", error="no text")])
    known = Store(place).known()
    assert known["a.md"].inputs == "one"
    assert known["a.md"].files == ("a.md",)
    assert (known["a.md"].verdict, known["b.md"].verdict) == ("passed", "not-judged")
    summary = summarise(store)
    assert (summary.documents, summary.citations, summary.refused) == (2, 2, 0)
    assert summary.verdicts == {"passed": 1, "not-judged": 1}


def test_a_later_verdict_takes_the_place_of_the_earlier(place: str) -> None:
    store = Store(place)
    store.write([row("a.md"), row("b.md")])
    store.write([row("a.md", "two")])
    assert store.known()["a.md"].inputs == "two"
    store.tidy()
    summary = summarise(store)
    assert (summary.documents, summary.citations) == (2, 2)
    assert sorted(status for status, *_ in summary.tables["statuses"]) == ["one", "two"]
    assert store.known()["a.md"].inputs == "two"
    before = store.parts()
    store.tidy()
    assert store.parts() == before == store.parts("citations")


def test_a_part_whose_every_document_was_replaced_goes(place: str) -> None:
    store = Store(place)
    store.write([row("a.md")])
    store.write([row("a.md", "two")])
    store.tidy()
    assert len(store.parts()) == len(store.parts("citations")) == 1


def test_an_empty_dataset_has_a_report(place: str) -> None:
    summary = summarise(Store(place))
    assert (summary.documents, summary.citations, summary.refused) == (0, 0, 0)
    assert not any(summary.tables.values())


def test_what_was_half_written_does_not_count_and_goes(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "out"))
    store.write([row("a.md")])
    store.write([row("b.md")])
    # The citations come first, the documents last.
    next((tmp_path / "out" / "documents").iterdir()).unlink()
    again = Store(str(tmp_path / "out"))
    assert len(again.known()) == len(again.parts("citations")) == 1


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "out"))
    store.write([row("a.md")])
    part = next((tmp_path / "out" / "documents").iterdir())
    part.write_bytes(b"no parquet")
    with pytest.raises(ArsError, match=part.name):
        store.known()


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(ArsError, match="something else than a dataset"):
        Store(str(tmp_path))
    with pytest.raises(ArsError, match="is a file"):
        Store(str(tmp_path / "notes.txt"))
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("place", ["nosuch://bucket/x", "s3://bucket/x"])
def test_an_address_that_nothing_here_knows_is_said(place: str) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(ArsError, match="cannot be kept in"):
        Store(place)

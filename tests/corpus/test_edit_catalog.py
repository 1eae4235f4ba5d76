from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.base.data_file import read_document
from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.catalog import (
    Acknowledgement,
    Fact,
    Snapshot,
    catalog_path,
    check_catalog,
    load_catalog,
)
from ars_pandoc.corpus.edit_catalog import acknowledge, record_facts, set_snapshots

MAY, JUNE = "2026-05-14T10:00:00Z", "2026-06-14T10:00:00Z"
SHA, OTHER_SHA = "ab" * 32, "12" * 32


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    return tmp_path / "refs.ars.yaml"


def retracted(value: bool = True, at: str = MAY, service: str = "pubmed") -> Fact:
    return Fact("retracted", value, service, at, "12345")


def write(sidecar: Path, text: str) -> Path:
    path = catalog_path(sidecar)
    path.parent.mkdir()
    path.write_bytes(text.encode())
    return path


def test_a_fact_makes_a_catalog_that_the_gate_reads(sidecar: Path) -> None:
    assert record_facts(catalog_path(sidecar), {"a": [retracted()]}) == ("a",)
    fact = load_catalog([sidecar]).retracted("a")
    assert fact == retracted()
    assert "sources/" in (sidecar.parent / ".ars" / ".gitignore").read_text("utf-8")


def test_a_repeated_answer_renews_the_date_and_another_is_added(sidecar: Path) -> None:
    path = catalog_path(sidecar)
    record_facts(path, {"a": [retracted(False, MAY)]})
    assert record_facts(path, {"a": [retracted(False, MAY)]}) == ()
    assert record_facts(path, {"a": [retracted(False, JUNE)]}) == ("a",)
    assert load_catalog([sidecar]).records["a"].facts == (retracted(False, JUNE),)
    record_facts(path, {"a": [retracted(True, JUNE)]})
    assert load_catalog([sidecar]).records["a"].facts == (
        retracted(False, JUNE),
        retracted(True, JUNE),
    )


def test_an_older_answer_from_a_cache_does_not_set_the_date_back(sidecar: Path) -> None:
    path = catalog_path(sidecar)
    record_facts(path, {"a": [retracted(at=JUNE)]})
    assert record_facts(path, {"a": [retracted(at=MAY)]}) == ()


def test_nothing_to_record_makes_no_catalog(sidecar: Path) -> None:
    assert record_facts(catalog_path(sidecar), {"a": []}) == ()
    assert not catalog_path(sidecar).parent.exists()


def test_what_a_change_does_not_speak_of_stays_to_the_letter(sidecar: Path) -> None:
    text = (
        "# by hand\r\n"
        "schema: 1\r\n"
        "entries:\r\n"
        '  "1":   # a number\r\n'
        "    snapshots:\r\n"
        f"      - sha256: {SHA}   # the preprint\r\n"
        "        media_type: application/pdf\r\n"
        "        later_field: kept\r\n"
        "  b: {facts: []}\r\n"
    )
    path = write(sidecar, text)
    record_facts(path, {"1": [retracted()]})
    acknowledge(path, "c", Acknowledgement("retraction", MAY, "an example: of fraud"))
    after = path.read_bytes().decode()
    assert "\n" not in after.replace("\r\n", "")
    for line in text.splitlines():
        assert f"{line}\r\n" in after
    assert check_catalog(read_document(path).data) == []
    catalog = load_catalog([sidecar])
    assert catalog.retracted("1") == retracted()
    assert catalog.acknowledged("c") == Acknowledgement("retraction", MAY, "an example: of fraud")


def test_a_number_without_quotes_is_the_key_that_it_spells(sidecar: Path) -> None:
    path = write(sidecar, "schema: 1\nentries:\n  12: {}\n")
    record_facts(path, {"12": [retracted()]})
    assert list(load_catalog([sidecar]).records) == ["12"]


def test_snapshots_are_set_renewed_and_taken_away(sidecar: Path) -> None:
    path = catalog_path(sidecar)
    one = Snapshot(SHA, "application/pdf", "paper.pdf", None, MAY, content_match=True)
    two = Snapshot(OTHER_SHA, "text/plain", None, "CC-BY-4.0", JUNE)
    set_snapshots(path, {"a": [one], "b": []})
    set_snapshots(path, {"a": [one, two]})
    assert load_catalog([sidecar]).snapshots("a") == (one, two)
    newer = Snapshot(SHA, "application/pdf", "paper.pdf", None, JUNE)
    set_snapshots(path, {"a": [newer]})
    assert load_catalog([sidecar]).snapshots("a") == (newer,)
    set_snapshots(path, {"a": []})
    assert not load_catalog([sidecar]).pinned("a")


def test_a_snapshot_keeps_the_fields_of_later_versions(sidecar: Path) -> None:
    path = write(
        sidecar,
        f"schema: 1\nentries: {{a: {{snapshots: [{{sha256: {SHA}, media_type: x/y, later: 1}}]}}}}\n",
    )
    set_snapshots(path, {"a": [Snapshot(SHA, "application/pdf")]})
    item = read_document(path).data["entries"]["a"]["snapshots"][0]
    assert (item["later"], item["media_type"]) == (1, "application/pdf")


@pytest.mark.parametrize("text", ["schema: 7\n", "entries: []\nschema: 1\n", "a: b: c\n"])
def test_a_damaged_catalog_is_not_touched(sidecar: Path, text: str) -> None:
    path = write(sidecar, text)
    with pytest.raises(ArsError):
        record_facts(path, {"a": [retracted()]})
    assert path.read_bytes() == text.encode()


def test_a_folder_that_cannot_be_made_is_an_error_for_people(tmp_path: Path) -> None:
    (tmp_path / ".ars").write_text("a file", encoding="utf-8")
    with pytest.raises(ArsError, match="cannot be written"):
        record_facts(catalog_path(tmp_path / "refs.ars.yaml"), {"a": [retracted()]})


@pytest.mark.slow
def test_many_at_once_lose_nothing(sidecar: Path) -> None:
    path = catalog_path(sidecar)
    threads = [
        threading.Thread(target=record_facts, args=(path, {f"k{n}": [retracted()]}))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(load_catalog([sidecar]).records) == {f"k{n}" for n in range(8)}


KEYS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cn"], exclude_characters=">-"),
    min_size=1,
    max_size=12,
)
NOTES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=60)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, NOTES, min_size=1, max_size=4))
def test_any_key_and_note_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, notes: dict[str, str]
) -> None:
    sidecar = tmp_path_factory.mktemp("c") / "refs.ars.yaml"
    path = catalog_path(sidecar)
    for key, note in notes.items():
        record_facts(path, {key: [retracted()]})
        acknowledge(path, key, Acknowledgement("retraction", MAY, note))
    catalog = load_catalog([sidecar])
    assert set(catalog.records) == set(notes)
    for key, note in notes.items():
        acknowledged = catalog.acknowledged(key)
        assert acknowledged is not None
        assert acknowledged.note == note
    assert json.dumps(read_document(path).data)

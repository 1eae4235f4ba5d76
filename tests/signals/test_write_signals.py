from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.signals.ask_indexes import PREPRINT
from ars_pandoc.signals.write_signals import write_signals
from tests.corpus.sidecars import raw_entry, write_sidecar

S2, CROSSREF = "semantic_scholar_unmatched", "crossref_unmatched"

YAML = """\
# our sources
schema_version: '1.0'   # of the passport

literature_corpus:
  - citation_key: "a"   # the first
    title: 'Gates: a study'
    authors: [{family: Smith, given: "Ada"}]
    year: 2024
    source_pointer: https://example.org/a
    source_acquisition_date: 2026-05-14
    contamination_signals:
      crossref_unmatched: true   # looked at by hand

  - citation_key: b
    title: Walls
    authors:
      - family: Poe
    year: 1999
    source_pointer: x
    user_notes: |
      two lines,
      kept
"""


def test_yaml_keeps_all_else(tmp_path: Path) -> None:
    path = tmp_path / "refs.ars.yaml"
    path.write_text(YAML, encoding="utf-8")
    changes = {"a": {S2: False, CROSSREF: False}, "b": {PREPRINT: False}, "gone": {S2: True}}
    assert write_signals(path, changes) == ("a", "b")
    after = path.read_text("utf-8")
    for line in YAML.splitlines():
        if "crossref_unmatched" not in line:
            assert f"{line}\n" in after
    assert "# looked at by hand" in after
    entries = load_corpus(path).entries
    assert entries["a"].contamination_signals == {CROSSREF: False, S2: False}
    assert entries["b"].contamination_signals == {PREPRINT: False}


def test_line_ends_and_byte_order_mark_stay(tmp_path: Path) -> None:
    path = tmp_path / "refs.ars.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + YAML.replace("\n", "\r\n").encode())
    write_signals(path, {"b": {PREPRINT: False}})
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    assert raw.count(b"\n") == raw.count(b"\r\n")


def test_json_too(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "refs.ars.json", raw_entry("a"))
    assert write_signals(path, {"a": {S2: True}}) == ("a",)
    expected = raw_entry("a", contamination_signals={S2: True})
    assert json.loads(path.read_text("utf-8")) == {"literature_corpus": [expected]}


def test_nothing_new_writes_nothing(tmp_path: Path) -> None:
    signals = {PREPRINT: False, S2: True}
    path = write_sidecar(tmp_path / "r.yaml", raw_entry("a", contamination_signals=signals))
    before = path.stat()
    assert write_signals(path, {"a": signals}) == ()
    assert write_signals(path, {}) == ()
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_an_entry_that_was_changed_meanwhile_gets_what_still_fits(tmp_path: Path) -> None:
    entries = [raw_entry("a", year=2020), raw_entry("b", obtained_via="manual")]
    path = write_sidecar(tmp_path / "r.yaml", *entries)
    assert write_signals(path, {"a": {PREPRINT: True}, "b": {S2: True}}) == ()
    assert write_signals(path, {"a": {PREPRINT: True, S2: True}}) == ("a",)
    assert load_corpus(path).entries["a"].contamination_signals == {S2: True}


def test_an_entry_that_names_another_work_now_gets_nothing(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "r.yaml", raw_entry("a"), raw_entry("b"), raw_entry("c"))
    asked = load_corpus(path).entries
    write_sidecar(
        path, raw_entry("a", title="Other"), raw_entry("b", doi="10.1000/b"), raw_entry("c")
    )
    assert write_signals(path, {key: {S2: True} for key in "abc"}, asked) == ("c",)


def test_a_sidecar_that_is_not_valid_is_not_written(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "r.yaml", raw_entry("a"), raw_entry("b", year="2024"))
    before = path.read_bytes()
    with pytest.raises(ArsError, match="cannot be used"):
        write_signals(path, {"a": {S2: True}})
    assert path.read_bytes() == before


def test_two_at_once_lose_nothing(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "r.yaml", *(raw_entry(f"k{n}") for n in range(6)))
    threads = [
        threading.Thread(target=write_signals, args=(path, {f"k{n}": {S2: True}})) for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    signals = [entry.contamination_signals for entry in load_corpus(path).entries.values()]
    assert signals == [{S2: True}] * 6

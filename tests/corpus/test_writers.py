"""What `ars validate` accepts every writer can write: it holds what was told, and nothing else changed."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.data_file import read_document
from ars_pandoc.base.edit_text import same
from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Acknowledgement, Fact, Snapshot, catalog_path, load_catalog
from ars_pandoc.corpus.edit_catalog import (
    acknowledge,
    add_snapshots,
    forget_facts,
    record_facts,
    set_snapshots,
)
from ars_pandoc.corpus.edit_ledger import mark_read, unmark_read
from ars_pandoc.corpus.edit_sidecar import append_to_sidecar, set_fields
from ars_pandoc.corpus.ledger import ReadScope, ledger_path, load_ledger
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.base.yaml_styles import texts

KEYS = ["smith2024", "1908.08580", "0123", "1e3", "2021-05-01", "1984", "müller", "10.1/x", "a+b"]
WORDS = st.sampled_from(["A title", "a: b", "# x", "it's", "2024-01-02", "研究", "yes"])
MAY = "2026-05-14T10:00:00Z"

ENTRIES = st.fixed_dictionaries(
    {
        "citation_key": st.sampled_from(KEYS),
        "title": WORDS,
        "authors": st.lists(
            st.fixed_dictionaries({"family": WORDS}) | st.fixed_dictionaries({"literal": WORDS}),
            min_size=1,
            max_size=2,
        ),
        "year": st.integers(2019, 2026),
        "source_pointer": WORDS,
    },
    optional={
        "source_acquired": st.just(True),
        "tags": st.lists(WORDS, max_size=2),
        "contamination_signals": st.just({"crossref_unmatched": False}),
    },
)
SIDECARS = st.fixed_dictionaries(
    {
        "literature_corpus": st.lists(
            ENTRIES, max_size=4, unique_by=lambda entry: entry["citation_key"]
        )
    },
    optional={"note": WORDS, "terminal_policies": st.just({"retraction": "strict"})},
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "source_acquired": st.just(True),
        "source_acquisition_path": WORDS,
        "source_acquisition_date": st.just("2026-01-02"),
        "contamination_signals": st.fixed_dictionaries(
            {}, optional={"crossref_unmatched": st.booleans(), "arxiv_unmatched": st.just(True)}
        ),
        "tags": st.none(),
    },
)


def put(path: Path, text: str, mark: bool = False) -> bytes:
    path.parent.mkdir(exist_ok=True)
    raw = (b"\xef\xbb\xbf" if mark else b"") + text.encode("utf-8")
    path.write_bytes(raw)
    return raw


@given(texts(SIDECARS), st.dictionaries(st.sampled_from(KEYS), FIELDS), st.booleans())
def test_every_style_of_sidecar_takes_fields(
    written: tuple[str, Any, list[str]], fields: dict[str, dict[str, Any]], mark: bool
) -> None:
    text, data, comments = written
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "refs.ars.yaml")
        put(path, text, mark)
        keys = [str(entry["citation_key"]) for entry in data["literature_corpus"]]
        wanted = {key: values for key, values in fields.items() if key in keys}
        changed = set_fields(path, wanted)
        after = read_document(path).data
        assert path.read_bytes().startswith(b"\xef\xbb\xbf") is mark
        for before, now in zip(data["literature_corpus"], after["literature_corpus"], strict=True):
            key = str(before["citation_key"])
            expected = {**before}
            for name, value in wanted.get(key, {}).items():
                if value is None:
                    expected.pop(name, None)
                elif name == "contamination_signals" and name in before:
                    expected[name] = {**before[name], **value}
                else:
                    expected[name] = value
            assert same(now, expected)
            assert (key in changed) is not same(before, expected)
        rest = {name: value for name, value in data.items() if name != "literature_corpus"}
        assert {name: after[name] for name in after if name != "literature_corpus"} == rest
        if not any("tags" in values for values in wanted.values()):
            assert all(comment in path.read_text("utf-8") for comment in comments)


@given(texts(SIDECARS))
def test_every_style_of_sidecar_takes_entries(written: tuple[str, Any, list[str]]) -> None:
    text, data, comments = written
    entry = {"citation_key": "new", "title": "N", "authors": [{"literal": "N"}], "year": 2020}
    entry["source_pointer"] = "x"
    block = (
        "# half is no entry yet: it lacks year.\n"
        "- citation_key: new\n  title: N\n  authors: [{literal: N}]\n  year: 2020\n"
        "  source_pointer: x\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "refs.ars.yaml")
        put(path, text)
        append_to_sidecar(path, block, [entry])
        after = read_document(path)
        assert same(after.data, {**data, "literature_corpus": [*data["literature_corpus"], entry]})
        assert "# half is no entry yet" in after.text
        assert all(comment in after.text for comment in comments)


RECORDS = st.fixed_dictionaries(
    {"citation_key": st.sampled_from(KEYS), "marked_at": st.just("2026-05-14")},
    optional={
        "rescinded_at": st.just("2026-05-15T10:00:00Z"),
        "read_scope": st.fixed_dictionaries(
            {"level": st.just("sections"), "locators": st.lists(WORDS, min_size=1, max_size=2)},
            optional={"note": WORDS},
        ),
        "later": WORDS,
    },
)
LEDGERS = st.fixed_dictionaries(
    {"human_read": st.lists(RECORDS, max_size=4)}, optional={"session_id": WORDS, "kept": WORDS}
)


@given(texts(LEDGERS), st.lists(st.sampled_from(KEYS), min_size=1, unique=True), st.booleans())
def test_every_style_of_ledger_takes_marks(
    written: tuple[str, Any, list[str]], keys: list[str], mark: bool
) -> None:
    text, data, comments = written
    with tempfile.TemporaryDirectory() as folder:
        sidecar = Path(folder, "refs.ars.yaml")
        path = ledger_path(sidecar)
        put(path, text, mark)
        change = mark_read(sidecar, keys, ReadScope("full_text", note="a: b"))
        records = read_document(path).data["human_read"]
        assert same(records[: len(data["human_read"])], data["human_read"])
        assert [record["citation_key"] for record in records[len(data["human_read"]) :]] == list(
            change.changed
        )
        ended = unmark_read(sidecar, keys)
        assert set(ended.changed) == set(keys)
        assert not any(load_ledger([sidecar]).is_read(key) for key in keys)
        after = read_document(path)
        for before, now in zip(data["human_read"], after.data["human_read"], strict=False):
            assert same({**now, "rescinded_at": 0}, {**before, "rescinded_at": 0})
        assert {**after.data, "human_read": 0} == {**data, "human_read": 0}
        assert all(comment in after.text for comment in comments)


ITEMS = st.fixed_dictionaries(
    {"sha256": st.sampled_from(["a" * 64, "0" * 64]), "media_type": st.just("application/pdf")},
    optional={"origin": WORDS, "content_match": st.booleans(), "later": WORDS},
)
FACTS = st.fixed_dictionaries(
    {
        "what": st.just("retracted"),
        "value": st.booleans(),
        "service": st.just("pubmed"),
        "at": st.just("2026-01-01T00:00:00Z"),
    },
    optional={"identifier": st.just("1"), "note": WORDS},
)
CATALOGS = st.fixed_dictionaries(
    {
        "schema": st.just(1),
        "entries": st.dictionaries(
            st.sampled_from(KEYS),
            st.fixed_dictionaries(
                {},
                optional={
                    "snapshots": st.lists(ITEMS, max_size=2, unique_by=lambda item: item["sha256"]),
                    "facts": st.lists(FACTS, max_size=2),
                },
            ),
            max_size=3,
        ),
    }
)


@given(texts(CATALOGS), st.sampled_from(KEYS), WORDS)
def test_every_style_of_catalog_takes_records(
    written: tuple[str, Any, list[str]], key: str, note: str
) -> None:
    text, data, _ = written
    with tempfile.TemporaryDirectory() as folder:
        sidecar = Path(folder, "refs.ars.yaml")
        path = catalog_path(sidecar)
        put(path, text)
        fact = Fact("retracted", True, "pubmed", MAY, "1", note)
        snapshot = Snapshot("b" * 64, "text/plain", note, None, MAY)
        record_facts(path, {key: [fact]})
        add_snapshots(path, {key: [snapshot]})
        acknowledge(path, key, Acknowledgement("retraction", MAY, note))
        record = load_catalog([sidecar]).records[key]
        assert fact in record.facts
        assert snapshot in record.snapshots
        assert record.acknowledged[-1].note == note
        others = {name: value for name, value in data["entries"].items() if name != key}
        after = read_document(path).data["entries"]
        assert same({name: after[name] for name in after if name != key}, others)
        forget_facts(path, {key: [fact]})
        set_snapshots(path, {key: [snapshot]})
        record = load_catalog([sidecar]).records[key]
        assert (fact in record.facts, record.snapshots) == (False, (snapshot,))


ENTRY = "title: T\n  authors: [{family: Poe}]\n  year: 2020\n  source_pointer: x\n"


@pytest.mark.parametrize(
    "key", ["1908.08580", "0123", "1e3", "2021-05-01", "1984", "1_000", "0x1F", "12:30"]
)
@pytest.mark.parametrize("style", ["block", "flow"])
def test_a_key_that_looks_like_a_number_is_told_as_done_and_not_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    key: str,
    style: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    entry = f"- citation_key: {key}  # mine\n  {ENTRY}"
    if style == "flow":
        entry = (
            f"- {{citation_key: {key}, title: T, authors: [{{family: Poe}}], year: 2020, "
            "source_pointer: x, tags: [a, {b: c}]}\n".replace(", {b: c}", ", b")
        )
    text = f"literature_corpus:\n{entry}"
    put(tmp_path / "literature_corpus.yaml", text)
    assert main(["verify", key, "--method", "manual_grep", "--yes"]) == 0
    assert f"{key}: held and cross-checked (manual_grep)" in capsys.readouterr().out
    found = load_corpus(tmp_path / "literature_corpus.yaml").entries[key]
    assert found.source_acquired
    assert found.source_verified_against_original
    after = (tmp_path / "literature_corpus.yaml").read_text("utf-8")
    assert f"citation_key: {key}" in after
    assert after.count("{") == text.count("{")
    assert main(["mark-read", key, "--yes"]) == 0
    assert load_ledger([tmp_path / "literature_corpus.yaml"]).is_read(key)


SHARED = (
    "base: &base\n  year: 2020\n  authors: &who [{family: Poe}]\nliterature_corpus:\n"
    "- citation_key: a\n  <<: *base\n  title: T\n  source_pointer: &p x\n"
    "- citation_key: b\n  <<: *base\n  title: U\n  source_pointer: *p\n  obtained_via: manual\n"
)


def test_an_anchor_used_twice_was_a_bug_of_the_writer(tmp_path: Path) -> None:
    path = tmp_path / "refs.ars.yaml"
    put(path, SHARED)
    assert set_fields(path, {"a": {"source_pointer": "y", "year": 2021}}) == ("a",)
    entries = load_corpus(path).entries
    assert (entries["a"].year, entries["a"].source_pointer) == (2021, "y")
    assert (entries["b"].year, entries["b"].source_pointer) == (2020, "x")
    # Only what changed is written out: the rest still says it once.
    assert path.read_text("utf-8").count("<<: *base") == 2


@pytest.mark.parametrize("odd", ["\t", "\x85", "\u2028", "\x7f"])
def test_a_tab_or_a_line_separator_in_a_ledger(tmp_path: Path, odd: str) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    path = ledger_path(sidecar)
    if odd == "\x7f":
        text = 'human_read:\n- citation_key: a\n  marked_at: 2026-05-14\n  note: "x\\x7fy"\n'
    else:
        text = f'human_read:\n- citation_key: a\n  marked_at: 2026-05-14\n  note: "x{odd}y"\n'
    put(path, text)
    before = read_document(path).data["human_read"][0]
    mark_read(sidecar, ["b"])
    assert path.read_text("utf-8").startswith(text[:-1])
    assert read_document(path).data["human_read"][0] == before
    assert load_ledger([sidecar]).is_read("b")


def test_nothing_is_left_half_written_where_the_folder_is_read_only(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    put(tmp_path / "refs.ars.yaml", f"literature_corpus:\n- citation_key: a\n  {ENTRY}")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(ArsError, match="cannot be written"):
            set_fields(tmp_path / "refs.ars.yaml", {"a": {"source_acquired": True}})
    finally:
        tmp_path.chmod(0o700)
    assert [path.name for path in tmp_path.iterdir()] == ["refs.ars.yaml"]


@pytest.mark.slow
def test_a_large_sidecar_takes_seconds(tmp_path: Path) -> None:
    path = tmp_path / "refs.ars.yaml"
    entries = (
        f"- citation_key: k{n}  # {n}\n  {ENTRY}  abstract: >\n    {'word ' * 150}\n"
        for n in range(40_000)
    )
    put(path, "literature_corpus:\n" + "".join(entries))
    assert path.stat().st_size > 30_000_000
    start = time.monotonic()
    assert set_fields(path, {"k39999": {"source_acquired": True}}) == ("k39999",)
    assert time.monotonic() - start < 60
    assert load_corpus(path).entries["k39999"].source_acquired

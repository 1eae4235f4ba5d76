"""Each member of each closed list of the sidecar counts, and its neighbour does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.sidecar_entry import (
    INTEGRITY,
    LATER_FIELDS,
    NAME_PARTS,
    OBTAINED_VIA,
    SIGNALS,
    VERIFICATION_METHODS,
    Entry,
    check_entry,
    without_empty,
)
from tests.corpus.sidecars import raw_entry

OBTAINED = ["zotero-api", "zotero-bbt-export", "obsidian-vault", "folder-scan", "manual", "other"]
METHODS = ["codex_audit", "manual_grep", "vision_check", "none"]
PARTS = ["family", "given", "suffix", "dropping-particle", "non-dropping-particle", "comma-suffix",
         "static-ordering", "parse-names"]  # fmt: skip
LATER = ["arxiv_id", "venue_type", "venue_type_provenance", "venue_type_source",
         "contamination_signal_omissions", "contamination_signals_backfilled_at",
         "bibliographic_integrity_signals"]  # fmt: skip
COMPUTED = ["preprint_post_llm_inflection", "semantic_scholar_unmatched", "openalex_unmatched",
            "crossref_unmatched", "arxiv_unmatched"]  # fmt: skip
_OPTIONAL = ["venue", "doi", "tags", "abstract", "user_notes", "obtained_via", "obtained_at",
             "adapter_name", "source_acquired", "source_acquisition_date",
             "source_acquisition_path", "source_verified_against_original",
             "source_verification_method", "contamination_signals"]  # fmt: skip


def test_the_lists_have_these_members() -> None:
    assert list(OBTAINED_VIA) == OBTAINED
    assert list(VERIFICATION_METHODS) == METHODS
    assert list(NAME_PARTS) == PARTS
    assert list(LATER_FIELDS) == LATER
    assert list(SIGNALS) == COMPUTED


@pytest.mark.parametrize("way", OBTAINED)
def test_each_way_of_obtaining(way: str) -> None:
    assert check_entry(raw_entry(obtained_via=way, adapter_name="x")) == []
    (problem,) = check_entry(raw_entry(obtained_via=f"{way}s", adapter_name="x"))
    assert problem.severity == "error"


@pytest.mark.parametrize("method", METHODS)
def test_each_method_of_comparing(method: str) -> None:
    assert check_entry(raw_entry(source_verification_method=method)) == []
    assert check_entry(raw_entry(source_verification_method=f"{method}_"))


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_a_name(part: str) -> None:
    value = part in ("static-ordering", "parse-names") or "x"
    author: dict[str, object] = {"family": "Smith", part: value}
    assert check_entry(raw_entry(authors=[author])) == []
    (warning,) = check_entry(raw_entry(authors=[{"family": "Smith", f"{part}x": "x"}]))
    assert warning.severity == "warning"


@pytest.mark.parametrize("field", LATER)
def test_each_field_of_a_later_version_may_hold_anything(field: str) -> None:
    for value in (None, 1, "x", [1], {"a": 1}):
        problems = check_entry({**raw_entry(), field: value})
        # Of the signals that count here, what means nothing is named, and kept.
        assert {one.severity for one in problems} <= {"warning"}
        assert not problems or field == INTEGRITY
    (warning,) = check_entry({**raw_entry(), f"{field}x": "x"})
    assert warning.severity == "warning"


@pytest.mark.parametrize("signal", COMPUTED)
def test_each_signal_is_true_or_false(signal: str) -> None:
    for value in (True, False):
        assert check_entry(raw_entry(contamination_signals={signal: value})) == []
    for wrong in ("true", 1):
        (problem,) = check_entry(raw_entry(contamination_signals={signal: wrong}))
        assert problem.severity == "error"
        assert problem.path.endswith(f"contamination_signals.{signal}")
    (warning,) = check_entry(raw_entry(contamination_signals={f"{signal}x": True}))
    assert warning.severity == "warning"


@pytest.mark.parametrize(
    ("field", "written"),
    [("title", "titel"), ("year", "yaer"), ("source_pointer", "source_ponter")],
)
def test_a_missing_field_that_is_there_misspelt_is_named(field: str, written: str) -> None:
    raw = raw_entry()
    raw[written] = raw.pop(field)
    said = {problem.severity: problem for problem in check_entry(raw)}
    assert said["error"].message == f"{field} is missing"
    assert said["warning"].message == f"there is no field {written}; did you mean {field}?"


@pytest.mark.parametrize("known", ["arxiv_id", "venue_type"])
def test_a_known_field_is_nobody_s_slip(known: str) -> None:
    raw = {**raw_entry(), known: "x"}
    del raw["year"]
    (error,) = check_entry(raw)
    assert known not in error.message


@pytest.mark.parametrize(
    ("author", "fix"),
    [
        ("Smith, Jane", "write {family: Smith, given: Jane}"),
        ("Jane M. Smith", "write {family: Smith, given: Jane M.}"),
        ("Smith", "write {literal: Smith}"),
        ("", "write {family: Smith, given: Jane}"),
        (" , ", "write {family: Smith, given: Jane}"),
        (7, "write {family: Smith, given: Jane}"),
        (None, "write {family: Smith, given: Jane}"),
    ],
)
def test_an_author_that_is_no_map_is_written_out(author: object, fix: str) -> None:
    (problem,) = check_entry(raw_entry(authors=[author]))
    assert problem.fix == fix


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("id", "citation_key"), ("key", "citation_key"), ("author", "authors"), ("DOI", "doi"),
        ("issued", "year"), ("date", "year"), ("journal", "venue"), ("container-title", "venue"),
        ("booktitle", "venue"), ("url", "source_pointer"), ("URL", "source_pointer"),
        ("note", "user_notes"), ("keywords", "tags"),
    ],
)  # fmt: skip
def test_each_name_that_other_programs_use_is_led_to_ours(written: str, meant: str) -> None:
    (warning,) = check_entry({**raw_entry(), written: "x"})
    assert warning.message == f"there is no field {written}; did you mean {meant}?"


def test_a_name_from_nowhere_is_led_nowhere() -> None:
    (warning,) = check_entry({**raw_entry(), "wibble": "x"})
    assert "did you mean" not in warning.message


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("citekey", "citation_key"),
        ("cite_key", "citation_key"),
        ("s2_unmatched", "semantic_scholar_unmatched below contamination_signals"),
        ("openalex_unmatched", "openalex_unmatched below contamination_signals"),
        ("human_read", "the ledger records what was read"),
    ],
)
def test_a_field_by_another_name_was_led_to_no_name_or_a_wrong_one(field: str, meant: str) -> None:
    (problem,) = check_entry({**raw_entry(), field: True})
    assert meant in problem.message
    assert problem.severity == "warning"


@pytest.mark.parametrize(
    ("part", "meant"),
    [("name", "family, or literal"), ("last_name", "family"), ("first", "given")],
)
def test_a_part_of_a_name_by_another_name_is_led_to_ours(part: str, meant: str) -> None:
    (problem,) = check_entry(raw_entry(authors=[{"family": "Roe", part: "x"}]))
    assert f"did you mean {meant}?" in problem.message


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        *(({name: None}, name) for name in _OPTIONAL),
        ({"authors": [{"family": "Roe", "given": None}]}, "authors[0].given"),
        (
            {"contamination_signals": {"crossref_unmatched": None}},
            "contamination_signals.crossref_unmatched",
        ),
    ],
)
def test_an_empty_optional_field_stopped_the_render(fields: dict[str, Any], path: str) -> None:
    raw = raw_entry(**fields)
    (warning,) = check_entry(raw)
    assert (warning.severity, warning.path) == ("warning", f"literature_corpus[0].{path}")
    assert "is empty" in warning.message
    # In `ars validate` too, where an unknown field is an error.
    assert check_entry(raw, unknown="error") == [warning]
    # What is empty is absent.
    assert check_entry(without_empty(raw)) == []
    entry = Entry.from_valid(without_empty(raw))
    assert entry.source_acquired is False
    assert path.partition("[")[0] == "authors" or path not in entry.fields


def test_an_empty_field_is_written_over(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    sidecar.write_text(
        "literature_corpus:\n- citation_key: a\n  title: T\n  authors: [{family: Roe}]\n"
        "  year: 2020\n  source_pointer: x\n  source_acquired: null\n  doi:\n"
    )
    set_fields(sidecar, {"a": {"doi": "10.1000/x"}})
    assert load_corpus(sidecar).entries["a"].doi == "10.1000/x"
    assert sidecar.read_text().count("doi:") == 1
    assert [one.path for one in load_corpus(sidecar).warnings] == [
        "literature_corpus[0].source_acquired"
    ]

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus import load_sidecar
from ars_pandoc.corpus.load_sidecar import (
    Corpus,
    InvalidSidecarError,
    corpus_from_metadata,
    load_corpus,
    unite,
)
from tests.corpus.sidecars import raw_entry, write_sidecar

SIDECAR = """\
# what I hold
schema_version: 9
literature_corpus:
- citation_key: smith2024
  title: 1984
  authors: [{family: Smith, given: Jane}]
  year: 2024
  source_pointer: https://example.org
  source_acquired: yes
  source_acquisition_date: 2026-05-14
  adapter_version: 1.10
  tags: [2024, gates]
  colour: red
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "refs.ars.yaml"


def test_a_sidecar_becomes_a_corpus(path: Path) -> None:
    path.write_text(SIDECAR, encoding="utf-8")
    corpus = load_corpus(path)
    assert (corpus.label, corpus.paths) == (str(path), (path,))
    entry = corpus.entries["smith2024"]
    assert (entry.title, entry.year, entry.source_acquired) == ("1984", 2024, True)
    (warning,) = corpus.warnings
    assert (warning.key, warning.line) == ("smith2024", 13)


def test_what_yaml_takes_for_a_date_or_a_number_stays_as_written(path: Path) -> None:
    path.write_text(SIDECAR, encoding="utf-8")
    fields = load_corpus(path).entries["smith2024"].fields
    assert fields["source_acquisition_date"] == "2026-05-14"
    assert fields["adapter_version"] == "1.10"
    assert fields["tags"] == ["2024", "gates"]


def test_the_order_is_the_sidecars(path: Path) -> None:
    write_sidecar(path, *(raw_entry(key) for key in "cab"))
    assert list(load_corpus(path).entries) == ["c", "a", "b"]


def test_json_by_its_extension(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "refs.ars.json", raw_entry())
    assert "smith2024" in load_corpus(path).entries


def test_every_problem_is_named_with_key_line_and_fix(path: Path) -> None:
    text = SIDECAR.replace("year: 2024", 'year: "2024"').replace("yes", "maybe")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSidecarError) as caught:
        load_corpus(path)
    assert caught.value.exit_code == 2
    assert [(p.key, p.line) for p in caught.value.problems] == [("smith2024", 7), ("smith2024", 9)]
    said = str(caught.value)
    assert said.startswith(f"{path} cannot be used: 2 problems in it\n")
    assert "line 7: smith2024 (literature_corpus[0].year): year is the text" in said
    assert "next: take the quotes away: year: 2024" in said


def test_a_missing_field_has_the_line_of_its_entry(path: Path) -> None:
    path.write_text(SIDECAR.replace("  year: 2024\n", ""), encoding="utf-8")
    with pytest.raises(InvalidSidecarError, match=r"line 4: smith2024 .*year is missing"):
        load_corpus(path)


def test_the_list_of_problems_is_cut_at_twenty(path: Path) -> None:
    write_sidecar(path, *(raw_entry(f"k{n}", year="x") for n in range(23)))
    with pytest.raises(InvalidSidecarError) as caught:
        load_corpus(path)
    assert len(caught.value.problems) == 23
    assert str(caught.value).endswith("… and 3 more")
    assert str(caught.value).count("next:") == 20


def test_keys_are_unique(path: Path) -> None:
    write_sidecar(path, raw_entry("a"), raw_entry("a", title="Other"))
    with pytest.raises(InvalidSidecarError, match=r"stands at literature_corpus.0. already"):
        load_corpus(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("- citation_key: a\n", "a bare list"),
        ("just text\n", "the file is text"),
        ("literature_corpus:\n", "literature_corpus is empty, not a list"),
        ("literature_corpus: {a: 1}\n", "literature_corpus is a map"),
        ("corpus: []\n", "there is no literature_corpus"),
        ("literature_corpus: [a]\n", "the entry is text"),
    ],
)
def test_what_is_no_sidecar_is_said(path: Path, text: str, said: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSidecarError) as caught:
        load_corpus(path)
    assert said in str(caught.value)


def test_an_empty_list_is_a_corpus_without_sources(path: Path) -> None:
    path.write_text("literature_corpus: []\n", encoding="utf-8")
    assert load_corpus(path).entries == {}


def test_metadata_is_coerced_by_the_types_of_the_schema() -> None:
    raw = raw_entry(
        year="2024",
        source_acquired="true",
        description_last_audit="",
        contamination_signals={"arxiv_unmatched": "False"},
    )
    corpus = corpus_from_metadata([raw], "literature_corpus in paper.md")
    entry = corpus.entries["smith2024"]
    assert (corpus.label, corpus.paths) == ("literature_corpus in paper.md", ())
    assert (entry.year, entry.source_acquired) == (2024, True)
    assert entry.contamination_signals == {"arxiv_unmatched": False}
    assert entry.fields["description_last_audit"] is None


@pytest.mark.parametrize("fields", [{"year": "c. 2024"}, {"source_acquired": "maybe"}])
def test_metadata_is_not_guessed(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidSidecarError, match=r"in paper\.md cannot be used"):
        corpus_from_metadata([raw_entry(**fields)], "literature_corpus in paper.md")


def test_metadata_that_is_no_list() -> None:
    with pytest.raises(InvalidSidecarError, match="is text, not a list"):
        corpus_from_metadata("refs.yaml", "literature_corpus in paper.md")


def corpus(label: str, *entries: dict[str, Any]) -> Corpus:
    return corpus_from_metadata(list(entries), label)


def test_sidecars_are_united() -> None:
    one, two = corpus("one", raw_entry("a"), raw_entry("b")), corpus("two", raw_entry("b"))
    united = unite([one, two])
    assert united.label == "one, two"
    assert list(united.entries) == ["a", "b"]
    assert unite([one]) is one


def test_one_key_with_two_contents_is_an_error() -> None:
    with pytest.raises(ArsError) as caught:
        unite([corpus("one", raw_entry("a")), corpus("two", raw_entry("a", year=2023))])
    assert "one and two" in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_sidecar_is_parsed_once_and_anew_when_it_changes(tmp_path: Path) -> None:
    path = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("one"))
    first = load_corpus(path)
    assert load_corpus(path) is first
    write_sidecar(path, raw_entry("two"))
    assert list(load_corpus(path).entries) == ["two"]


def test_a_sidecar_that_is_kept_parsed_says_what_it_said_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text(SIDECAR, encoding="utf-8")
    first = load_corpus(path)
    load_sidecar._load.cache_clear()
    monkeypatch.setattr(load_sidecar, "parse_document", lambda *_: pytest.fail("parsed again"))
    again = load_corpus(path)
    assert again is not first
    assert again == first


def test_a_sidecar_that_breaks_a_rule_is_never_kept(path: Path) -> None:
    path.write_text(SIDECAR.replace("year: 2024", "year: soon"), encoding="utf-8")
    for _ in range(2):
        load_sidecar._load.cache_clear()
        with pytest.raises(InvalidSidecarError, match="cannot be used"):
            load_corpus(path)

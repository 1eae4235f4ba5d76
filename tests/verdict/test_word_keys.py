"""What the ids of a word processor's citations mean (contract §3, Word)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.verdict.word_keys import word_keys
from tests.corpus.sidecars import raw_entry, write_sidecar

ROE: dict[str, Any] = {
    "title": "The Alpha of all things",
    "authors": [{"family": "Roe"}],
    "year": 2021,
}


def record(identifier: str, **fields: Any) -> dict[str, Any]:
    item = {"title": "The Alpha of all things", "author": [{"family": "Roe"}], "issued": "2021"}
    return {"id": identifier, **item, **fields}


@pytest.mark.parametrize(
    ("item", "key"),
    [
        (record("12", **{"citation-key": "doe"}), "doe"),
        (record("12", DOI="10.1000/DOE"), "doe"),
        (record("12", DOI="https://doi.org/10.1000/doe"), "doe"),
        (record("12"), "roe"),
        (record("46"), "roe"),  # a number that is a key of the sidecar by chance
        (record("ITEM-1"), "roe"),
        (record("12", issued=[{"date-parts": [[2021, 3]]}]), "roe"),
        (record("12", DOI="10.1000/unknown"), "roe"),
    ],
)
def test_what_stands_beside_an_id_tells_the_key(
    item: dict[str, Any], key: str, tmp_path: Path
) -> None:
    entries = [
        raw_entry("doe", doi="10.1000/doe", title="Other", authors=[{"family": "Doe"}]),
        raw_entry("46", title="Another work altogether", authors=[{"family": "Poe"}]),
        raw_entry("roe", **ROE),
    ]
    corpus = load_corpus(write_sidecar(tmp_path / "refs.yaml", *entries))
    found = word_keys([item], corpus, in_word=True)
    assert found.key_of(item["id"], strict=True) == key


@pytest.mark.parametrize(
    "item",
    [
        record("46", title="A different title of a work"),
        record("46", issued="2020"),
        record("46", author=[{"family": "Poe"}]),
        {"id": "46"},
    ],
)
def test_a_number_is_never_a_key_by_itself(item: dict[str, Any], tmp_path: Path) -> None:
    entries = [raw_entry("46", title="Another work"), raw_entry("roe", **ROE)]
    corpus = load_corpus(write_sidecar(tmp_path / "refs.yaml", *entries))
    found = word_keys([item], corpus, in_word=True)
    with pytest.raises(ArsError, match="'46'") as error:
        found.key_of("46", strict=True, file="paper.docx")
    assert "ars init --update paper.docx" in str(error.value)
    assert not found.key_of("46", strict=False)[0].isdigit()


def test_in_markdown_a_reference_keeps_its_id(tmp_path: Path) -> None:
    corpus = load_corpus(write_sidecar(tmp_path / "refs.yaml", raw_entry("46")))
    found = word_keys([{"id": "46"}], corpus, in_word=False)
    assert found.key_of("46", strict=True) == "46"


def test_one_work_with_two_numbers_gets_one_key_and_another_gets_a_letter() -> None:
    found = word_keys([record("12"), record("46"), record("47", title="Beta")], None, in_word=True)
    keys = [found.key_of(name, strict=False) for name in ("12", "46", "47")]
    assert keys == ["roe2021", "roe2021", "roe2021b"]

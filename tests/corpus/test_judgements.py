"""Judgements beside a sidecar: the last word of each judge counts (contract §12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.judgements import (
    VERDICTS,
    Judgement,
    judgements_path,
    load_judgements,
)


def line(**fields: Any) -> dict[str, Any]:
    return {
        "id": "1",
        "key": "a",
        "sentence": "A claim.",
        "sentence_sha256": "0" * 64,
        "verdict": "supports",
        "by": "person:Ada",
        "at": "2026-05-01T10:00:00Z",
        **fields,
    }


def load(folder: Path, *lines: Any) -> tuple[Judgement, ...]:
    sidecar = folder / "refs.ars.yaml"
    text = "".join(
        f"{one if isinstance(one, str) else json.dumps(one, ensure_ascii=False)}\n" for one in lines
    )
    judgements_path(sidecar).write_text(text, "utf-8")
    return load_judgements([sidecar, sidecar])


def test_they_stand_beside_the_sidecar() -> None:
    assert judgements_path(Path("x/refs.ars.yaml")) == Path("x/refs.ars_judgements.jsonl")


def test_without_the_file_there_are_none(tmp_path: Path) -> None:
    assert load_judgements([tmp_path / "refs.ars.yaml"]) == ()


def test_a_line_with_all_its_parts(tmp_path: Path) -> None:
    anchor = {"kind": "page", "value": "3"}
    (one,) = load(tmp_path, line(anchor=anchor, note="Yes.", by="program:judge"), "", "  ")
    assert (one.key, one.verdict, one.anchor, one.note) == ("a", "supports", ("page", "3"), "Yes.")
    assert (one.judge, one.is_persons, one.sentence) == ("judge", False, "A claim.")


@pytest.mark.parametrize(
    ("by", "via", "persons"),
    [("person:Ada", None, True), ("person:Ada", "import", False), ("person:Ada", "desk", True),
     ("program:x", None, False)],
)  # fmt: skip
def test_only_a_person_who_judged_here_is_one(
    tmp_path: Path, by: str, via: str | None, persons: bool
) -> None:
    (one,) = load(tmp_path, line(by=by, via=via))
    assert one.is_persons is persons


@pytest.mark.parametrize("verdict", VERDICTS)
def test_each_verdict(tmp_path: Path, verdict: str) -> None:
    assert [one.verdict for one in load(tmp_path, line(verdict=verdict))] == [verdict]


def test_the_last_line_of_a_judge_on_a_sentence_counts(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        line(id="1"),
        line(id="2", by="person:Bo"),
        line(id="3", verdict="does-not-support"),
    )
    assert [(one.identifier, one.by) for one in found] == [("2", "person:Bo"), ("3", "person:Ada")]


@pytest.mark.parametrize(
    "other",
    [{"key": "b"}, {"sentence_sha256": "1" * 64}, {"anchor": {"kind": "page", "value": "4"}},
     {"by": "person:Bo"}, {"via": "import"}],
)  # fmt: skip
def test_what_another_sentence_place_or_judge_said_stays(
    tmp_path: Path, other: dict[str, Any]
) -> None:
    assert len(load(tmp_path, line(), line(id="2", **other))) == 2


def test_a_line_that_was_withdrawn_gives_way_to_the_one_before(tmp_path: Path) -> None:
    lines = [line(), line(id="2", verdict="partly"), {"withdraws": "2", "at": "2026-05-02"}]
    assert [one.identifier for one in load(tmp_path, *lines)] == ["1"]
    assert load(tmp_path, line(), {"withdraws": "1"}) == ()


@pytest.mark.parametrize(
    "damaged",
    ["{", "[]", "3", "null", *(json.dumps(line(**{name: value})) for name, value in (
        ("id", ""), ("id", 3), ("key", None), ("sentence_sha256", ""), ("verdict", "true"),
        ("by", "Ada"), ("by", "PERSON:Ada"), ("at", None), ("anchor", {}), ("anchor", "page:3"),
    )), json.dumps({"id": "1"}), "[" * 100_000],
)  # fmt: skip
def test_a_damaged_line_stops_all_and_is_named(tmp_path: Path, damaged: str) -> None:
    with pytest.raises(ArsError, match=r"refs\.ars_judgements\.jsonl are damaged") as caught:
        load(tmp_path, line(), damaged)
    assert caught.value.where == "line 2"
    assert caught.value.steps

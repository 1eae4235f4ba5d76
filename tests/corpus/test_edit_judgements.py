"""Judgements are added in lines, taken back in lines, and never changed (contract §12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.edit_judgements import (
    accept,
    add_lines,
    check_judge,
    import_lines,
    new_line,
    withdraw,
)
from ars_pandoc.corpus.judgements import judgements_path, load_judgements


def made(**fields: Any) -> dict[str, Any]:
    given = {"key": "a", "sentence": "A claim.", "verdict": "supports", "by": "person:Ada"}
    return new_line(**{**given, **fields})


def standing(sidecar: Path) -> list[tuple[str, str, bool]]:
    return [(one.judge, one.verdict, one.is_persons) for one in load_judgements([sidecar])]


def test_what_is_added_is_read_again_and_the_latest_counts(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    add_lines(
        sidecar, [made(anchor=("page", "3"), passage="Words  of it.", note="Why", via="desk")]
    )
    add_lines(sidecar, [made(anchor=("page", "3"), verdict="partly")])
    (one,) = load_judgements([sidecar])
    assert (one.verdict, one.anchor, one.is_persons) == ("partly", ("page", "3"), True)
    lines = [json.loads(line) for line in judgements_path(sidecar).read_text("utf-8").splitlines()]
    assert [line["verdict"] for line in lines] == ["supports", "partly"]
    assert len(lines[0]["passage_sha256"]) == 64


def test_a_file_that_somebody_left_without_a_line_end_stays_whole(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    judgements_path(sidecar).write_text(json.dumps(made()), "utf-8")
    add_lines(sidecar, [made(by="person:Bob")])
    assert len(load_judgements([sidecar])) == 2


def test_on_a_damaged_file_nothing_is_built(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    path = judgements_path(sidecar)
    path.write_text("{damaged\n", "utf-8")
    with pytest.raises(ArsError, match="damaged"):
        add_lines(sidecar, [made()])
    assert path.read_text("utf-8") == "{damaged\n"


def test_what_is_withdrawn_no_longer_counts_and_still_stands_there(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    line = made(verdict="does-not-support")
    add_lines(sidecar, [made(), line])
    assert withdraw(sidecar, [line["id"], "unknown"], "person:Ada") == (line["id"],)
    # The judgement before it counts again.
    assert standing(sidecar) == [("Ada", "supports", True)]
    assert judgements_path(sidecar).read_text("utf-8").count("\n") == 3


def test_imported_twice_is_once_and_a_note_until_accepted(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    line = made(verdict="does-not-support", via="import")
    assert import_lines(sidecar, [line, made(verdict="does-not-support", via="import")]) == 1
    assert import_lines(sidecar, [line]) == 0
    assert standing(sidecar) == [("Ada", "does-not-support", False)]
    assert [one.judge for one in accept(sidecar, ["Ada"], "person:Me")] == ["Ada"]
    assert standing(sidecar) == [("Ada", "does-not-support", True)]
    assert accept(sidecar, [], "person:Me") == ()


def test_no_program_is_accepted_as_a_person(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    import_lines(sidecar, [made(by="program:x", via="import")])
    assert accept(sidecar, ["x"], "person:Me") == ()


def test_what_a_person_said_here_later_is_not_overruled_by_an_older_import(tmp_path: Path) -> None:
    sidecar = tmp_path / "refs.ars.yaml"
    add_lines(sidecar, [made(verdict="does-not-support", at="2026-05-02T10:00:00Z")])
    import_lines(sidecar, [made(at="2026-05-01T10:00:00Z", via="import")])
    assert accept(sidecar, [], "person:Me") == ()
    assert ("Ada", "does-not-support", True) in standing(sidecar)


@pytest.mark.parametrize("by", ["Ada", "person:", "person: ", "robot:x", "person:A\nb", ""])
def test_who_judges_is_a_person_or_a_program(by: str) -> None:
    with pytest.raises(ArsError, match="nobody who may judge"):
        check_judge(by)


@pytest.mark.parametrize("fields", [{"verdict": "yes"}, {"at": "yesterday"}])
def test_what_is_no_verdict_or_moment_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(ArsError, match="is no"):
        made(**fields)

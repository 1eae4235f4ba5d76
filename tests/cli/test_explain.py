"""`ars explain`: what a status means and what to do."""

from __future__ import annotations

import json

import pytest

from ars_pandoc.cli import main
from ars_pandoc.cli.explain import describe, find_row
from ars_pandoc.errors import ArsError
from ars_pandoc.matrix import ROWS, Row

Capture = pytest.CaptureFixture[str]


def test_without_a_status_all_are_listed_in_the_order_of_the_matrix(capsys: Capture) -> None:
    assert main(["explain"]) == 0
    out = capsys.readouterr().out
    places = [out.index(f" {row.status} ") for row in ROWS]
    assert places == sorted(places)
    assert all(row.short in out for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.status)
def test_each_status_is_explained(row: Row, capsys: Capture) -> None:
    assert main(["explain", row.status]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    for text in (row.status, row.what, row.why, row.example, row.remedy, row.marker or ""):
        assert text in captured.out
    assert ("in a draft" in captured.out) is (row.marker is not None)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("med-warn-no-locator", "MED-WARN-NO-LOCATOR"),
        ("  MED-WARN-NO-LOCATOR  ", "MED-WARN-NO-LOCATOR"),
        ("OK", "ok"),
        ("LOW-WARN CONTAMINATED-PREPRINT+UNMATCHED", "LOW-WARN"),
        ("[UNVERIFIED CITATION — NO ORIGINAL]", "HIGH-WARN-NO-ORIGINAL"),
        (" [UNVERIFIED CITATION — RETRACTED SOURCE] ", "HIGH-WARN-RETRACTED"),
    ],
)
def test_as_it_may_be_pasted(text: str, status: str) -> None:
    assert find_row(text).status == status


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("MED-WARN-NO-LOCATER", "ars explain MED-WARN-NO-LOCATOR"),
        ("no-original", "ars explain HIGH-WARN-NO-ORIGINAL"),
        ("xyz", "ars explain lists them all"),
        ("", "ars explain lists them all"),
    ],
)
def test_the_nearest_status_is_named(text: str, step: str, capsys: Capture) -> None:
    with pytest.raises(ArsError) as caught:
        find_row(text)
    assert caught.value.steps == (step,)
    assert main(["explain", text]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert step in captured.err


def test_json_for_programs(capsys: Capture) -> None:
    assert main(["explain", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["status"] for row in rows] == [row.status for row in ROWS]
    assert main(["explain", "low-warn", "--format", "json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one == next(row for row in rows if row["status"] == "LOW-WARN")
    assert one["marker"] is None
    assert one["row"] == "7"


def test_what_is_piped_has_no_colours(capsys: Capture) -> None:
    assert main(["explain", "ok"]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert describe(find_row("ok")).count("\n") > 3

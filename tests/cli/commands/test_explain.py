"""`ars explain`: what a status means and what to do."""

from __future__ import annotations

import json

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli import main
from ars_pandoc.cli.commands.explain import describe, find
from ars_pandoc.report.sarif import CALLOUT
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES, Explanation
from ars_pandoc.verdict.matrix import ROWS, Row

Capture = pytest.CaptureFixture[str]


def named(text: str) -> list[str]:
    return [one.status if isinstance(one, Row) else one.name for one in find(text)]


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
        (CALLOUT, "unmarked"),
        ("5B", "MED-WARN-NOT-GROUNDED"),
        ("4b", "HIGH-WARN-OTHER-WORK"),
        ("5c", "HIGH-WARN-CLAIM-NOT-SUPPORTED"),
        ("5d", "HIGH-WARN-POLICY"),
        ("low-warn-contaminated-source", "LOW-WARN"),
        ("[UNVERIFIED CITATION — NO ORIGINAL]", "HIGH-WARN-NO-ORIGINAL"),
        (" [UNVERIFIED CITATION — RETRACTED SOURCE] ", "HIGH-WARN-RETRACTED"),
    ],
)
def test_as_it_may_be_pasted(text: str, status: str) -> None:
    assert named(text)[0] == status


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("MED-WARN-NO-LOCATER", "ars explain MED-WARN-NO-LOCATOR"),
        ("page-mismatches", "ars explain page-mismatch"),
        ("no-original", "ars explain HIGH-WARN-NO-ORIGINAL"),
        ("xyz", "ars explain lists them all"),
        ("", "ars explain lists them all"),
    ],
)
def test_the_nearest_status_is_named(text: str, step: str, capsys: Capture) -> None:
    with pytest.raises(ArsError) as caught:
        find(text)
    assert caught.value.steps == (step,)
    assert main(["explain", text]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert step in captured.err


def test_json_for_programs(capsys: Capture) -> None:
    assert main(["explain", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    statuses = [row["status"] for row in rows if row["kind"] == "status"]
    assert statuses == [row.status for row in ROWS]
    others = [row["name"] for row in rows if row["kind"] != "status"]
    assert others == [one.name for one in (*SUFFIXES, *NOTES)]
    assert all(row["gate"] for row in rows)
    assert main(["explain", "low-warn", "--format", "json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one == next(row for row in rows if row.get("status") == "LOW-WARN")
    assert one["marker"] is None
    assert one["row"] == "7"


def test_what_is_piped_has_no_colours(capsys: Capture) -> None:
    assert main(["explain", "ok"]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert describe(find("ok")[0]).count("\n") > 3


@pytest.mark.parametrize("one", (*SUFFIXES, *NOTES), ids=lambda one: one.name)
def test_each_suffix_and_note_is_explained(one: Explanation, capsys: Capture) -> None:
    assert main(["explain", one.name.lower()]) == 0
    out = capsys.readouterr().out
    for text in (one.name, one.what, one.why, one.example, one.remedy, one.gate):
        assert text in out
    assert main(["explain"]) == 0
    assert f"{one.name} " in capsys.readouterr().out


def test_the_suffixes_of_a_status_are_explained_with_it() -> None:
    assert named("ok CONTAMINATED-PREPRINT+OPENALEX-UNMATCHED") == [
        "ok",
        "CONTAMINATED-PREPRINT",
        "CONTAMINATED-OPENALEX-UNMATCHED",
    ]
    assert named("LOW-WARN-CONTAMINATED-UNMATCHED") == ["LOW-WARN", "CONTAMINATED-UNMATCHED"]
    assert named("CONTAMINATED-PREPRINT+UNMATCHED") == [
        "CONTAMINATED-PREPRINT",
        "CONTAMINATED-UNMATCHED",
    ]
    assert named("preprint") == ["CONTAMINATED-PREPRINT"]


def test_long_lines_are_broken_where_a_terminal_ends() -> None:
    text = describe(find("MED-WARN-NO-LOCATOR")[0], 60)
    assert max(map(len, text.splitlines())) <= 60
    assert "\n              " in text

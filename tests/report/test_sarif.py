"""SARIF 2.1.0: the rules of the standard and of GitHub's upload that concern what is written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ars_pandoc.checking.checked import Checked, UnmarkedCallOut
from ars_pandoc.documents.repository import repository_root
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.sarif import MOST_RESULTS, build_sarif
from tests.checking.papers import check, check_text, write_paper

MESSAGE = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            # GitHub's documentation of its upload asks for both.
            "required": ["artifactLocation", "region"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": r"^[^\s\\]+$"}},
                },
                "region": {
                    "type": "object",
                    "required": ["startLine"],
                    "additionalProperties": False,
                    "properties": {
                        name: {"type": "integer", "minimum": 1}
                        for name in ("startLine", "startColumn", "endLine", "endColumn")
                    },
                },
            },
        }
    },
}
RULE = {
    "type": "object",
    "required": ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
    "properties": {
        "shortDescription": MESSAGE,
        "fullDescription": MESSAGE,
        "help": MESSAGE,
        "defaultConfiguration": {"required": ["level"], "properties": {"level": LEVEL}},
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
    "properties": {
        "level": LEVEL,
        "message": MESSAGE,
        "locations": {"type": "array", "minItems": 1, "items": LOCATION},
        "partialFingerprints": {"additionalProperties": {"type": "string"}, "minProperties": 1},
    },
}
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"const": "https://json.schemastore.org/sarif-2.1.0.json"},
        "version": {"const": "2.1.0"},
        "runs": {
            "minItems": 1,
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "rules"],
                                "properties": {"rules": {"items": RULE}},
                            }
                        },
                    },
                    "results": {"items": RESULT},
                },
            },
        },
    },
}


def run_of(*documents: Checked) -> dict[str, Any]:
    log = json.loads(json.dumps(build_sarif(documents)))
    jsonschema.validate(log, LOG)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    prints = [result["partialFingerprints"]["arsPandocFinding/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)
    run_: dict[str, Any] = run
    return run_


def test_results_stand_where_the_citations_do(tmp_path: Path) -> None:
    run = run_of(check_text(tmp_path))
    assert [result["ruleId"] for result in run["results"]] == [
        "MED-WARN-NO-LOCATOR",
        "LOW-WARN",
        "HIGH-WARN-NO-ORIGINAL",
        "LOW-WARN",
        "HIGH-WARN-MALFORMED-MARKER",
    ]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 9, "startColumn": 5, "endLine": 9, "endColumn": 10}
    assert [result["level"] for result in run["results"]][:3] == ["warning", "note", "error"]


def test_a_document_that_was_not_judged_is_a_notification() -> None:
    run = run_of(Checked("a b.md", "a b.md", "it cannot be read"))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    place = notification["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"}


def test_call_outs_that_refuse_are_results() -> None:
    run = run_of(
        Checked(
            "a.md", "a.md", callouts=(UnmarkedCallOut("Smith (2020)"),) * 2, refuse_unmarked=True
        )
    )
    assert [result["ruleId"] for result in run["results"]] == ["UNMARKED-CALL-OUT"] * 2


def test_a_result_whose_line_is_unknown_says_so_first(tmp_path: Path) -> None:
    document = check_text(tmp_path)
    items = tuple(replace(item, position=None) for item in document.items)
    run = run_of(replace(document, items=items))
    result = run["results"][0]
    assert result["message"]["text"].startswith("read (line unknown, near: ")
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}


def test_the_gravest_are_kept_where_there_is_no_room_for_all(tmp_path: Path) -> None:
    document = check_text(tmp_path)
    item = document.refused[0]
    grave = document.refused[-1]
    assert (level_of(item.finding.status), level_of(grave.finding.status)) == ("warning", "error")
    many = tuple(
        replace(grave if number > 4_000 else item, fingerprint=str(number))
        for number in range(6_000)
    )
    run = run_of(replace(document, items=many))
    assert len(run["results"]) == MOST_RESULTS
    assert [result["level"] for result in run["results"]].count("error") == 1_999
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("1000 more findings left out")


def test_a_finding_keeps_its_fingerprint_when_lines_move_or_its_file_is_named_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    folder = tmp_path / "thesis"
    folder.mkdir()
    path = write_paper(folder, "See [@gone, p. 1] here.\n")
    monkeypatch.chdir(tmp_path)
    prints = {check(Path(name)).items[0].fingerprint for name in ("thesis/paper.md", str(path))}
    (tmp_path / ".git").mkdir()
    repository_root.cache_clear()
    prints.add(check(Path("thesis/paper.md")).items[0].fingerprint)
    monkeypatch.chdir(folder)
    prints.add(check(Path("paper.md")).items[0].fingerprint)
    path.write_text("New words.\n\nSee [@gone, p. 1] here.\n")
    moved = check(Path("../thesis/paper.md")).items[0]
    assert moved.position is not None
    assert moved.position.line == 3
    assert prints == {moved.fingerprint}


def test_the_tool_says_where_it_is_from_and_takes_no_name_of_github_s(tmp_path: Path) -> None:
    (run,) = build_sarif([check_text(tmp_path)])["runs"]
    assert run["tool"]["driver"]["informationUri"].startswith("https://")
    names = {name for result in run["results"] for name in result["partialFingerprints"]}
    assert names == {"arsPandocFinding/v1"}

"""SARIF 2.1.0: the rules of the standard and of GitHub's upload that concern what is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from ars_pandoc.checking.model import Checked
from ars_pandoc.report.sarif import build_sarif
from tests.checking.papers import check_text

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
            "required": ["artifactLocation"],
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
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
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
    assert region == {"startLine": 9, "startColumn": 4, "endLine": 9, "endColumn": 11}
    assert [result["level"] for result in run["results"]][:3] == ["warning", "note", "error"]


def test_a_document_that_was_not_judged_is_a_notification() -> None:
    run = run_of(Checked("a b.md", "a b.md", "it cannot be read"))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    place = notification["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"}


def test_call_outs_that_refuse_are_results() -> None:
    run = run_of(Checked("a.md", "a.md", unmarked=("Smith (2020)",) * 2, refuse_unmarked=True))
    assert [result["ruleId"] for result in run["results"]] == ["UNMARKED-CALL-OUT"] * 2

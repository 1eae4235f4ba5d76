"""SARIF 2.1.0, as code scanning services take it.

Lines and columns are characters (`unicodeCodePoints`). GitHub wants a line of every result: where
none is known it gets the first, and the message begins by saying so. The fingerprint has a name of our
own: under its own, `primaryLocationLineHash`, GitHub's action computes another and warns at each
finding that the two differ. Of a run it keeps 5,000 results and refuses one
of more than 25,000 (https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit),
so the gravest are kept here, and a notification counts the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ars_pandoc.base.installing import homepage
from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import plural, printable, printable_lines
from ars_pandoc.checking.checked import Checked, Item, UnmarkedCallOut
from ars_pandoc.checking.select import named_callouts
from ars_pandoc.documents.repository import repository_path
from ars_pandoc.positions.position import Position
from ars_pandoc.report.levels import level_of
from ars_pandoc.report.markdown import escape
from ars_pandoc.verdict.advisories import Advisory
from ars_pandoc.verdict.matrix import ROWS, Row

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "arsPandocFinding/v1"
CALLOUT = "UNMARKED-CALL-OUT"
ADVISORY = "ADVISORY"
MOST_RESULTS = 5_000
_WEIGHT = {"error": 0, "warning": 1, "note": 2}
_RULES = [row for row in ROWS if row.number != "8"]
_INDEX = {row.status: number for number, row in enumerate(_RULES)}


def build_sarif(documents: Sequence[Checked]) -> dict[str, Any]:
    """Build the SARIF log of checked documents: one run, a result for each refused citation."""
    errors = [document for document in documents if document.error is not None]
    results = [_result(document, item) for document in documents for item in document.refused] + [
        _callout(document, one, name)
        for document in documents
        if document.refuse_unmarked
        for one, name in named_callouts(document)
    ]
    results += [_advisory(document, one) for document in documents for one in document.advisories]
    dropped = len(results) - MOST_RESULTS
    if dropped > 0:
        results = sorted(results, key=lambda result: _WEIGHT[result["level"]])[:MOST_RESULTS]
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "ars-pandoc",
                        "version": __version__,
                        "informationUri": homepage(),
                        "rules": [*map(_rule, _RULES), _callout_rule(), _advisory_rule()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not errors,
                        "toolExecutionNotifications": [
                            *map(_failure, errors),
                            *([_dropped(dropped)] if dropped > 0 else []),
                        ],
                    }
                ],
                "results": results,
            }
        ],
    }


def _failure(document: Checked) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": printable_lines(document.error or "")},
        "locations": [_location(document.file, None)],
    }


def _dropped(count: int) -> dict[str, Any]:
    text = f"{plural(count, 'more finding')} left out: code scanning keeps {MOST_RESULTS} of a run"
    return {"level": "warning", "message": {"text": printable_lines(text)}}


def _rule(row: Row) -> dict[str, Any]:
    return {
        "id": row.status,
        "name": "".join(part.capitalize() for part in row.status.split("-")),
        "shortDescription": {"text": row.short},
        "fullDescription": {"text": row.what},
        "help": {
            "text": f"{row.what}\n\nWhy: {row.why}\n\nWhat to do: {row.remedy}",
            "markdown": f"{escape(row.what)}\n\n**Why:** {escape(row.why)}\n\n"
            f"**What to do:** {escape(row.remedy)}",
        },
        "defaultConfiguration": {"level": level_of(row.status)},
        "properties": {"tags": ["citations"]},
    }


def _callout_rule() -> dict[str, Any]:
    text = "a source is named in plain words, and no citation follows"
    return {
        "id": CALLOUT,
        "name": "UnmarkedCallOut",
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": "put [@key, p. 12] there"},
        "defaultConfiguration": {"level": "warning"},
        "properties": {"tags": ["citations"]},
    }


def _advisory_rule() -> dict[str, Any]:
    text = "nothing is refused for it, and its reader must know"
    return {
        "id": ADVISORY,
        "name": "Advisory",
        "shortDescription": {"text": text},
        "fullDescription": {"text": f"contamination, notes, corrections, acknowledgements: {text}"},
        "help": {"text": "ars explain NAME explains each word in brackets"},
        "defaultConfiguration": {"level": "note"},
        "properties": {"tags": ["citations"]},
    }


def _advisory(document: Checked, one: Advisory) -> dict[str, Any]:
    """Return one kind of advisory of a document as one result: there may be hundreds of sources."""
    told = f"{document.name}\0{one.kind}".encode("utf-8", "surrogatepass")
    return {
        "ruleId": ADVISORY,
        "ruleIndex": len(_RULES) + 1,
        "level": "note",
        "message": {"text": one.line},
        "locations": [_location(document.file, None)],
        "partialFingerprints": {FINGERPRINT: hashlib.sha256(told).hexdigest()[:32]},
    }


def _result(document: Checked, item: Item) -> dict[str, Any]:
    finding = item.finding
    position = item.position
    location = _location(document.file_of(item), _region(position))
    if finding.citation.section:
        location["logicalLocations"] = [
            {"name": printable(finding.citation.section), "kind": "section"}
        ]
    key = finding.citation.key or "(no key)"
    unknown = "" if position is not None else f" (line unknown, near: {item.context})"
    words = [f"{key}{unknown}: {finding.reason}. Fix: {finding.fix}"]
    words += [f"Note: {note.message}" for note in item.notes]
    if finding.also:
        words.append(f"Also: {', '.join(finding.also)}")
    return {
        "ruleId": finding.status,
        "ruleIndex": _INDEX[finding.status],
        "level": level_of(finding.status),
        "message": {"text": printable_lines("\n".join(words))},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: item.fingerprint},
    }


def _region(position: Position | None) -> dict[str, int] | None:
    if position is None:
        return None
    return {
        "startLine": position.line,
        "startColumn": position.column,
        "endLine": position.end_line,
        "endColumn": position.end_column,
    }


def _callout(document: Checked, one: UnmarkedCallOut, name: str) -> dict[str, Any]:
    unknown = " (line unknown)" if one.position is None else ""
    location = _location(
        document.file if one.position is None else str(one.position.path), _region(one.position)
    )
    if one.section:
        location["logicalLocations"] = [{"name": one.section, "kind": "section"}]
    return {
        "ruleId": CALLOUT,
        "ruleIndex": len(_RULES),
        "level": "warning",
        "message": {
            "text": f"“{one.text}”{unknown} names a source, and no citation follows in its sentence"
        },
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: name},
    }


def _location(path: str, region: dict[str, int] | None) -> dict[str, Any]:
    name = repository_path(path)
    file = Path(name)
    if file.is_absolute():
        artifact = {"uri": file.as_uri()}
    else:
        artifact = {"uri": quote(name), "uriBaseId": "%SRCROOT%"}
    return {
        "physicalLocation": {
            "artifactLocation": artifact,
            "region": {"startLine": 1} if region is None else region,
        }
    }

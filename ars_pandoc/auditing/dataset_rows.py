"""The rows of a dataset of audited documents: one for each document, one for each citation.

docs/dataset.md describes the columns for those who read them; what is private in a sidecar
(abstracts, notes, contract §4) is in none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

from ars_pandoc.base.version import __version__
from ars_pandoc.checking.checked import Checked, Item

Row = dict[str, Any]

_TEXT, _TEXTS, _NUMBER, _YES_NO = "string", "list<string>", "int32", "bool"

DOCUMENTS: dict[str, str] = {
    "document": _TEXT,
    "inputs": _TEXT,
    "version": _TEXT,
    "judged_at": "timestamp",
    "verdict": _TEXT,
    "reason": _TEXT,
    "citations": _NUMBER,
    "refused": _NUMBER,
    "accepted": _NUMBER,
    "unmarked": _NUMBER,
    "sidecar": _TEXT,
    "warnings": _TEXTS,
    "files": _TEXTS,
}
"""The columns of the documents, each with its type."""

CITATIONS: dict[str, str] = {
    "document": _TEXT,
    "number": _NUMBER,
    "key": _TEXT,
    "form": _TEXT,
    "file": _TEXT,
    "line": _NUMBER,
    "column": _NUMBER,
    "status": _TEXT,
    "refused": _YES_NO,
    "accepted": _YES_NO,
    "also": _TEXTS,
    "contamination": _TEXTS,
    "notes": _TEXTS,
    "anchor": _TEXT,
    "grounding": _TEXT,
    "trust": _TEXT,
    "held": _YES_NO,
    "read": _YES_NO,
    "byline": _TEXT,
    "title": _TEXT,
    "venue": _TEXT,
    "year": _NUMBER,
    "doi": _TEXT,
    "fingerprint": _TEXT,
}
"""The columns of the citations, each with its type."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What one document adds to a dataset: its own row, and those of its citations."""

    document: Row
    citations: list[Row] = field(default_factory=list)


def rows_of(checked: Checked, inputs: str = "", files: tuple[str, ...] = ()) -> Rows:
    """Return the rows of a document.

    Args:
        checked: The document as it was checked.
        inputs: The hash of all that its verdict rests on; "" where that is not known.
        files: The files that the hash is of.
    """
    items = checked.items
    document = {
        "document": checked.name,
        "inputs": inputs,
        "version": __version__,
        "judged_at": datetime.now(timezone.utc),
        "verdict": checked.verdict,
        "reason": checked.error,
        "citations": len(items),
        "refused": len(checked.refused),
        "accepted": sum(item.finding.accepted for item in items),
        "unmarked": len(checked.callouts),
        "sidecar": checked.sidecar,
        "warnings": list(checked.warnings),
        "files": list(files),
    }
    return Rows(
        document, [_citation(checked, number, item) for number, item in enumerate(items, 1)]
    )


def _citation(checked: Checked, number: int, item: Item) -> Row:
    finding, position = item.finding, item.position
    citation = finding.citation
    source = None if citation.key is None else checked.sources.get(citation.key)
    good = [anchor.kind for anchor in citation.anchors if anchor.fault is None]
    grounding = next((one.result for one in finding.groundings if one is not None), None)
    return {
        "document": checked.name,
        "number": number,
        "key": citation.key,
        "form": citation.form,
        "file": checked.file_of(item),
        "line": None if position is None else position.line,
        "column": None if position is None else position.column,
        "status": finding.status,
        "refused": finding.refused,
        "accepted": finding.accepted,
        "also": list(finding.also),
        "contamination": list(finding.contamination),
        "notes": list(dict.fromkeys(note.code for note in item.notes)),
        "anchor": good[0] if good else None,
        "grounding": grounding,
        "trust": finding.trust,
        "held": source is not None and source.held,
        "read": source is not None and source.read,
        "byline": None if source is None else source.byline,
        "title": None if source is None else source.title,
        "venue": None if source is None else source.venue,
        "year": None if source is None else source.year,
        "doi": None if source is None else source.doi,
        "fingerprint": item.fingerprint,
    }

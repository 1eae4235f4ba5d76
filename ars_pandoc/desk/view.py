"""What the page shows: plain data, of which the browser makes text and never markup."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from ars_pandoc.base.wording import plural
from ars_pandoc.checking.packets import judged_anchor
from ars_pandoc.corpus.judgements import Judgement
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.desk.on_desk import Cited, Documents, OnDesk
from ars_pandoc.report.levels import level_of
from ars_pandoc.verdict.matrix import ROWS

_PARAGRAPH = re.compile(r"(?:\r?\n){2,}")
_SHORT = {row.status: row.short for row in ROWS}
_OTHERS_WORD = frozenset({"claim-doubted", "judgement-stale"})
_NO_LOCATOR = "MED-WARN-NO-LOCATOR"
_NO_ORIGINAL = "HIGH-WARN-NO-ORIGINAL"
_NOT_COMPARED = "MED-WARN-NOT-CROSS-CHECKED"
_UNREAD = "LOW-WARN"


def view(documents: Documents, judge: str) -> dict[str, Any]:
    """Return all that the page shows of the manuscript.

    Args:
        documents: What is on the desk.
        judge: Who sits at it.
    """
    served = _served(documents.cited)
    said = [_by_claim(document) for document in documents.all]
    citations = [
        _citation(one, documents, judge, served, said[one.document]) for one in documents.cited
    ]
    return {
        "revision": documents.revision,
        "judge": judge,
        "documents": [_document(document) for document in documents.all],
        "citations": {one["id"]: one for one in citations},
        "order": [one["id"] for one in citations],
        "sources": _sources(documents),
        "labels": _SHORT,
        **progress(citations),
    }


def progress(citations: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how far all is, and what helps most next.

    Next is the citation whose act serves most others too; of those alike the first.
    """
    passing = sum(one["passes"] for one in citations)
    waiting = [one for one in citations if not one["passes"]]
    best = max(waiting, key=lambda one: one["serves"], default=None)
    return {
        "passing": passing,
        "total": len(citations),
        "next": None if best is None else best["id"],
        "advice": _advice(best),
    }


def _advice(best: Mapping[str, Any] | None) -> str:
    """Say what a newcomer should do first."""
    if best is None:
        return "Every citation passes: render the document."
    key, serves = best["key"], best["serves"]
    many = f" ({plural(serves, 'citation')} wait for it)" if serves > 1 else ""
    status = best["status"]
    if status == _NO_LOCATOR:
        return (
            f"Say where in {key} the sentence rests: choose words of the source and press Q for a "
            "quote, or P for the page."
        )
    if status in (_NO_ORIGINAL, _NOT_COMPARED):
        return f"Compare the entry of {key} with its title page, and press V{many}."
    if status == _UNREAD:
        return f"Read {key}, and press R when you have{many}."
    return f"{key or 'This citation'}: {_SHORT.get(status, status)}. {best['fix']}"


def _served(cited: Sequence[Cited]) -> Counter[tuple[str | None, str]]:
    """Count the citations that each act on a source would serve."""
    served: Counter[tuple[str | None, str]] = Counter()
    for one in cited:
        finding = one.place.finding
        for status in {finding.status, *finding.also}:
            served[one.key, status] += 1
    return served


def _citation(
    one: Cited,
    documents: Documents,
    judge: str,
    served: Counter[tuple[str | None, str]],
    said: Mapping[tuple[str | None, str], Sequence[Judgement]],
) -> dict[str, Any]:
    finding = one.place.finding
    citation = finding.citation
    sources = documents.all[one.document].sources
    own, others = _judgements(one, said.get((one.key, one.sentence_hash), ()), judge)
    known = finding.notes + (() if sources is None else sources.notes(citation))
    groundings = finding.groundings or (None,) * len(citation.anchors)
    place = one.place.position
    of_source = finding.status in (_NO_ORIGINAL, _NOT_COMPARED, _UNREAD)
    return {
        "id": one.identifier,
        "document": one.document,
        "key": citation.key,
        "status": finding.status,
        "level": "ok" if not finding.refused else level_of(finding.status),
        "passes": not finding.refused,
        "short": _SHORT.get(finding.status, finding.status),
        "reason": finding.reason,
        "fix": finding.fix,
        "also": list(finding.also),
        # Until you have judged, nobody else's word is shown.
        "notes": [note.message for note in known if own or note.code not in _OTHERS_WORD],
        "section": citation.section,
        "file": None if place is None else str(place.path),
        "line": None if place is None else place.line,
        "sentence": one.claim.sentence,
        "anchors": [
            {
                "kind": anchor.kind,
                "value": anchor.value,
                "result": None if grounding is None else grounding.result,
                "fault": None if anchor.fault is None else anchor.fault.reason,
            }
            for anchor, grounding in zip(citation.anchors, groundings, strict=False)
        ],
        "judged": None if own is None else _said(own),
        "others": [_said(other) for other in others] if own else [],
        "serves": served[citation.key, finding.status] if of_source else 1,
    }


def _by_claim(document: OnDesk) -> dict[tuple[str | None, str], list[Judgement]]:
    found: dict[tuple[str | None, str], list[Judgement]] = {}
    for one in () if document.sources is None else document.sources.judgements:
        found.setdefault((one.key, one.sentence_hash), []).append(one)
    return found


def _judgements(
    one: Cited, judgements: Sequence[Judgement], judge: str
) -> tuple[Judgement | None, list[Judgement]]:
    """Return what was judged of a citation as it is: by who sits here, and by others."""
    place = judged_anchor(one.place.finding.citation)
    about = [judgement for judgement in judgements if judgement.anchor in (None, place)]
    own = [judgement for judgement in about if judgement.by == judge and not judgement.imported]
    return (own[-1] if own else None), [other for other in about if other.by != judge]


def _said(judgement: Judgement) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict,
        "by": judgement.judge,
        "person": judgement.by.startswith("person:"),
        "at": judgement.at,
        "note": judgement.note,
    }


def _document(document: OnDesk) -> dict[str, Any]:
    return {
        "name": document.source.name,
        "files": [
            {"name": str(path), "blocks": blocks(text, path, document)}
            for path, text in document.reading.texts.items()
        ],
        "unplaced": [one.identifier for one in document.cited if one.place.position is None],
    }


def blocks(text: str, path: Path, document: OnDesk) -> list[list[Any]]:
    """Return the paragraphs of a file, each a list of texts and of `[citation, text]`.

    Args:
        text: What stands in the file.
        path: The file.
        document: What it belongs to, with the places of its citations.
    """
    marks = sorted(
        (place.mark, one.identifier)
        for one in document.cited
        if (place := one.place.position) is not None and place.path == path
    )
    bounds = [0, *(found.end() for found in _PARAGRAPH.finditer(text)), len(text)]
    found: list[list[Any]] = []
    number = 0
    for start, end in pairwise(bounds):
        pieces: list[Any] = []
        at = start
        while number < len(marks) and marks[number][0][0] < end:
            (first, last), identifier = marks[number]
            number += 1
            if first < at:
                continue  # a note that is called twice stands once in the text
            if first > at:
                pieces.append(text[at:first])
            pieces.append([identifier, text[first:last]])
            at = last
        if text[at:end].strip():
            pieces.append(text[at:end].rstrip())
        if pieces:
            found.append(pieces)
    return found


def _sources(documents: Documents) -> dict[str, Any]:
    counts = Counter(one.key for one in documents.cited)
    found: dict[str, Any] = {}
    for document in documents.all:
        sources = document.sources
        corpus = None if sources is None else sources.corpus
        if sources is None or corpus is None:
            continue
        for key in counts:
            entry = corpus.entries.get(key or "")
            if key is not None and entry is not None and key not in found:
                mark = sources.ledger.mark(key)
                found[key] = {
                    **_entry(entry),
                    "cited": counts[key],
                    "pinned": sources.catalog.pinned(key),
                    "matched": sources.catalog.content_match(key),
                    "read": None if mark is None else mark.level,
                    "locators": [] if mark is None else list(mark.locators),
                }
    return found


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "title": entry.title,
        "byline": entry.byline,
        "authors": [
            " ".join(str(name[part]) for part in ("given", "family", "literal") if name.get(part))
            for name in entry.authors
        ],
        "year": entry.year,
        "venue": entry.venue,
        "doi": entry.doi,
        "acquired": entry.source_acquired,
        "verified": entry.source_verified_against_original,
    }


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs between two views of the same revision, to be sent after an act.

    Returns:
        All of the new view where more than single paragraphs and citations changed.
    """
    names = [one["files"] for one in new["documents"]]
    same_shape = old["revision"] == new["revision"] and [
        [(file["name"], len(file["blocks"])) for file in files]
        for files in (one["files"] for one in old["documents"])
    ] == [[(file["name"], len(file["blocks"])) for file in files] for files in names]
    if not same_shape or old["order"] != new["order"]:
        return {"whole": new}
    paragraphs = [
        [number, place, at, block]
        for number, document in enumerate(new["documents"])
        for place, file in enumerate(document["files"])
        for at, block in enumerate(file["blocks"])
        if block != old["documents"][number]["files"][place]["blocks"][at]
    ]
    return {
        "citations": {
            name: one for name, one in new["citations"].items() if one != old["citations"][name]
        },
        "sources": {
            key: one for key, one in new["sources"].items() if one != old["sources"].get(key)
        },
        "paragraphs": paragraphs,
        **{name: new[name] for name in ("passing", "total", "next", "advice")},
    }

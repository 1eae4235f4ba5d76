"""What `ars audit` says of one document, beside its findings: part by part, in sentences.

A pass is as good as what it rests on. An editor did not write the sidecar, so that here nothing
is taken for granted: each part says what was claimed, what was found, and what nobody asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ars_pandoc.auditing.reference_part import references_part
from ars_pandoc.auditing.source_parts import source_parts
from ars_pandoc.base.wording import plural, shown, some
from ars_pandoc.checking.checked import Item, Part
from ars_pandoc.corpus.find_sidecar import Discovery, Rule
from ars_pandoc.documents.read_source import Document
from ars_pandoc.grounding.passage_words import OUTCOMES
from ars_pandoc.verdict.matrix import ROWS, Finding, judge
from ars_pandoc.verdict.options import asked_of
from ars_pandoc.verdict.resolve import Judged

_MOST = 20
_HARMLESS = ("appendix", "evidence", "report")
_OF_SOURCES = ("abstract-only", "read-by-script")
"""What is said in the part on reading."""
_DOUBTFUL = ("review", "unreadable")


def audit_parts(
    document: Document, judged: Judged, items: Sequence[Item], *, authors_own: bool = False
) -> tuple[Part, ...]:
    """Say what the verdict on a document rests on.

    Args:
        document: The document as it was read.
        judged: The same with its verdicts.
        items: Its citations as they are reported.
        authors_own: Whether the sidecar is the one in the manuscript's folder, which no judge
            named.

    Raises:
        ArsError: A ledger or catalog is damaged, or pinned bytes were changed.
    """
    parts = [_asked(document.ast["meta"], judged)]
    if items:
        parts += [_verdict(judged), _basis(judged, authors_own=authors_own)]
        parts.append(_quotes(items))
        parts.append(references_part(judged))
        parts += source_parts(judged)
        parts.append(_notes(items))
    parts.append(_callouts(judged))
    return tuple(part for part in parts if part is not None and part.lines)


def _asked(meta: Mapping[str, Any], judged: Judged) -> Part:
    """Name the options with which the document speaks to its judge."""
    asked = asked_of(meta)
    lines = tuple(f"{name}: {shown(value)}" for name, value in asked.items())
    then = "ignored" if judged.options.locked else "granted"
    alarming = any(not name.endswith(_HARMLESS) for name in asked)
    return Part(f"What the document asks of its judge ({then})", lines, alarming)


def _verdict(judged: Judged) -> Part:
    counts = Counter(finding.status for finding, _ in judged.findings)
    return Part(
        "Statuses",
        tuple(
            f"{counts[row.status]} {row.status}: {row.short}"
            for row in ROWS
            if counts[row.status] and row.status != row.short
        )
        + ((f"{counts['ok']} ok",) if counts["ok"] else ()),
    )


def _basis(judged: Judged, *, authors_own: bool) -> Part:
    findings = [finding for finding, _ in judged.findings]
    passing = [finding for finding in findings if not finding.refused]
    found = sum(finding.is_found and not finding.accepted for finding in passing)
    accepted = sum(finding.accepted for finding in passing)
    doubtful = sum(_is_doubtful(finding) and not finding.accepted for finding in passing)
    word = len(passing) - found - accepted - doubtful
    lines = [f"{len(passing)} of {plural(len(findings), 'citation')} can pass"]
    if found:
        lines.append(f"{plural(found, 'citation')} on quotes that were found in pinned sources")
    if doubtful:
        lines.append(f"{plural(doubtful, 'citation')} with a quote that a person has to look at")
    if word:
        lines.append(f"{plural(word, 'citation')} on the author's word alone")
    if accepted:
        lines.append(
            f"{plural(accepted, 'citation')} accepted although no person has read the source"
        )
    if judged.options.policy.trust == "claimed" and passing:
        strict = sum(not _under_pinned(judged, n) for n in range(len(findings)))
        lines.append(f"{strict} would pass under trust 'pinned' (ars audit --trust pinned)")
    discovery = None if judged.sources is None else judged.sources.discovery
    if discovery is not None and judged.corpus is not None:
        lines.append(f"sidecar: {judged.corpus} ({_whose(discovery, authors_own=authors_own)})")
    return Part("What a pass rests on", tuple(lines))


def _is_doubtful(finding: Finding) -> bool:
    """Return whether a source was looked at and does not settle a quote."""
    return any(one is not None and one.result in _DOUBTFUL for one in finding.groundings)


def _quotes(items: Sequence[Item]) -> Part:
    """List the quotes that their source does not settle; count those that nobody looked up."""
    doubtful, unchecked = [], []
    for item in items:
        citation = item.finding.citation
        key = citation.key or "(no key)"
        at = "" if item.position is None else f" (line {item.position.line})"
        for anchor, grounding in zip_longest(citation.anchors, item.finding.groundings):
            if anchor.kind != "quote" or anchor.fault is not None:
                continue
            if grounding is None:
                unchecked.append(f"{key}{at}")
            elif grounding.result in _DOUBTFUL:
                said = OUTCOMES[grounding.result]
                doubtful.append(f"{key}{at}: “{anchor.value}”: {said}: {grounding.reason}")
    lines = doubtful[:_MOST]
    if len(doubtful) > _MOST:
        lines.append(f"and {len(doubtful) - _MOST} more")
    if unchecked:
        lines.append(
            f"{plural(len(unchecked), 'quote')} not checked, no full text is at hand: "
            f"{some(unchecked)}"
        )
    return Part("Quotes", tuple(lines), alarming=bool(doubtful))


def _under_pinned(judged: Judged, number: int) -> bool:
    """Return whether a citation would be refused where trust fields do not count."""
    citation = judged.findings[number][0].citation
    if judged.sources is None:
        return True
    policy = replace(judged.options.policy, trust="pinned")
    return judge(citation, judged.sources.evidence(citation), policy).refused


def _whose(discovery: Discovery, *, authors_own: bool) -> str:
    """Say how the sidecar was chosen: what lies beside a manuscript was written by its author."""
    rule = discovery.rule
    if rule is Rule.VARIABLE:
        if authors_own:
            return "in the manuscript's folder: its author's own, who may have claimed anything"
        return "named by the one who judges"
    if rule in (Rule.OPTION, Rule.INLINE):
        return f"chosen by the document: {rule.value}"
    return f"{rule.value}: its author may have claimed anything"


def _notes(items: Sequence[Item]) -> Part:
    """List the notes on citations, also on those that pass; each once, with its places."""
    said: dict[tuple[str, str], dict[str, list[str]]] = {}
    for item in items:
        for note in dict.fromkeys(item.notes):
            if note.code in _OF_SOURCES:
                continue
            key = item.finding.citation.key or "(no key)"
            at = said.setdefault((note.code, note.message), {}).setdefault(key, [])
            at.append("" if item.position is None else f"line {item.position.line}")
    lines = [
        f"{code}: {message}: {some([f'{key}{_places(at)}' for key, at in places.items()])}"
        for (code, message), places in sorted(said.items())
    ]
    rest = len(lines) - _MOST
    return Part("Notes", (*lines[:_MOST], *([f"and {rest} more"] if rest > 0 else [])))


def _places(at: Sequence[str]) -> str:
    known = [place for place in at if place]
    return f" ({some(known, 3)})" if known else f" ({len(at)} times)" if len(at) > 1 else ""


def _callouts(judged: Judged) -> Part:
    unmarked = judged.found.unmarked
    return Part("Call-outs that no citation follows", tuple(_first(unmarked)))


def _first(unmarked: Sequence[str]) -> Iterator[str]:
    counts = Counter(unmarked)
    for text, count in list(counts.items())[:_MOST]:
        yield f"“{shown(text)}”" + (f", {count} times" if count > 1 else "")
    if len(counts) > _MOST:
        yield f"and {len(counts) - _MOST} more"

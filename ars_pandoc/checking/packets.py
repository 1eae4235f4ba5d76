"""What somebody needs to judge a citation, and nobody's verdict on it (contract §12, Judgements)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.citations.citation import Citation
from ars_pandoc.citations.claim import claim_hash, claim_in_context
from ars_pandoc.corpus.edit_judgements import new_line
from ars_pandoc.corpus.judgements import IMPORTED, passage_hash
from ars_pandoc.verdict.cited_passage import passage_of
from ars_pandoc.verdict.resolve import Judged

SCHEMA = 1


def packets_of(judged: Judged) -> Iterator[dict[str, Any]]:
    """Give a packet for each citation of a document whose source is known.

    Args:
        judged: The document with its verdicts.

    Raises:
        ArsError: The bytes of a pinned source are not those that were pinned.
    """
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return
    for finding, place in judged.findings:
        citation = finding.citation
        entry = sources.corpus.entries.get(citation.key or "")
        if entry is None:
            continue
        claim = claim_in_context(place)
        anchor = judged_anchor(citation)
        passage = passage_of(citation, finding.groundings, sources)
        yield {
            "packet": SCHEMA,
            "key": entry.citation_key,
            "source": {"title": entry.title, "authors": entry.byline},
            "section": citation.section,
            "sentence": claim.sentence,
            "sentence_sha256": claim_hash(claim.sentence),
            "before": claim.before,
            "after": claim.after,
            "anchor": None if anchor is None else {"kind": anchor[0], "value": anchor[1]},
            **passage,
        }


def judged_anchor(citation: Citation) -> tuple[str, str] | None:
    """Return kind and value of the place that is judged: a quote before others; None if there is none."""
    good = [anchor for anchor in citation.anchors if anchor.fault is None]
    chosen = next((one for one in good if one.kind == "quote"), good[0] if good else None)
    return None if chosen is None else (chosen.kind, chosen.value)


def judged_line(packet: object, *, by: str | None, known: frozenset[str]) -> dict[str, Any] | None:
    """Return the line of a packet that came back with a verdict; None if it has none.

    Args:
        packet: A packet as it was exported, with `verdict` and perhaps `by`, `at`, `note`.
        by: Who judged, where the packet does not say so.
        known: The keys of the sidecar.

    Raises:
        ArsError: It is no packet, or its hashes are not those of its words.
    """
    if not isinstance(packet, Mapping):
        raise _no_packet("it is no object")
    if packet.get("verdict") in (None, ""):
        return None
    texts = [packet.get(name) for name in ("key", "sentence", "verdict")]
    if not all(isinstance(text, str) for text in texts):
        raise _no_packet("key, sentence and verdict are texts")
    key, sentence, verdict = map(str, texts)
    if key not in known:
        raise _no_packet(f"the sidecar has no entry '{shown(key)}'")
    if packet.get("sentence_sha256") != claim_hash(sentence):
        raise _no_packet("its sentence is not the one that was exported: the hash is another")
    passage = packet.get("passage") or ""
    if not isinstance(passage, str) or (
        passage and packet.get("passage_sha256") != passage_hash(passage)
    ):
        raise _no_packet("its passage is not the one that was exported: the hash is another")
    judge = packet.get("by") or by
    if not isinstance(judge, str):
        raise _no_packet("it does not say who judged; add --by person:NAME or program:NAME")
    note, at = packet.get("note"), packet.get("at")
    return new_line(
        key=key,
        sentence=sentence,
        verdict=verdict,
        by=judge,
        anchor=_anchor(packet.get("anchor")),
        passage=passage,
        note=note if isinstance(note, str) else None,
        via=IMPORTED,
        at=at if isinstance(at, str) and at else None,
    )


def _anchor(raw: object) -> tuple[str, str] | None:
    if raw is None:
        return None
    if not isinstance(raw, Mapping) or not all(
        isinstance(raw.get(name), str) for name in ("kind", "value")
    ):
        raise _no_packet("its anchor has no kind and value")
    return raw["kind"], raw["value"]


def _no_packet(why: str) -> ArsError:
    return ArsError("a line is no packet that was judged", why=why)

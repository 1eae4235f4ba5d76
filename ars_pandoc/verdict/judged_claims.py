"""What people and programs said of the sentences of a document (contract §6 row 5c, §12)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ars_pandoc.base.wording import shown
from ars_pandoc.citations.citation import Citation, Fault, Note
from ars_pandoc.citations.claim import claim_hash, claim_of
from ars_pandoc.citations.found import Place
from ars_pandoc.corpus.judgements import AGAINST, Judgement

_ALIKE = 0.6
"""From here on a sentence may be an earlier one that was changed."""


@dataclass(frozen=True, slots=True)
class _Claim:
    citation: Citation
    sentence: str
    hash: str
    passage: Callable[[Citation], str | None]

    @property
    def anchors(self) -> frozenset[tuple[str, str]]:
        return frozenset((anchor.kind, anchor.value) for anchor in self.citation.anchors)

    def is_placed_in(self, judgement: Judgement) -> bool:
        """Return whether neither sentence nor place changed since a judgement."""
        same_place = judgement.anchor is None or judgement.anchor in self.anchors
        return judgement.sentence_hash == self.hash and same_place

    def is_judged_in(self, judgement: Judgement) -> bool:
        """Return whether the words at the place are as they were judged, too.

        Words that are not at hand now are not known to have changed.
        """
        if not self.is_placed_in(judgement):
            return False
        passage = self.passage(self.citation) if judgement.passage_hash else None
        return passage is None or passage == judgement.passage_hash


def with_judgements(
    citations: Sequence[tuple[Citation, Place]],
    judgements: Iterable[Judgement],
    passage: Callable[[Citation], str | None] = lambda citation: None,
) -> list[tuple[Citation, Place]]:
    """Return citations with what was judged of their sentences.

    A person's refusal stands until that person judges again: where sentence, place or passage
    changed since, it is said to be stale and refuses all the same.

    Args:
        citations: Those of a document, with their places.
        judgements: As `load_judgements` gives them.
        passage: Gives the hash of the source's words at a citation's place; None where they are
            not at hand.
    """
    by_key: dict[str, list[Judgement]] = {}
    for one in judgements:
        by_key.setdefault(one.key, []).append(one)
    claims = [
        _claim(citation, place, passage) if citation.key in by_key else None
        for citation, place in citations
    ]
    pairs = [
        (claim, one)
        for claim in claims
        if claim is not None
        for one in by_key[claim.citation.key or ""]
    ]
    placed = {one.identifier for claim, one in pairs if claim.is_placed_in(one)}
    present = {one.identifier for claim, one in pairs if claim.is_judged_in(one)}
    return [
        (citation if claim is None else _judged(claim, by_key, placed, present), place)
        for (citation, place), claim in zip(citations, claims, strict=True)
    ]


def _claim(citation: Citation, place: Place, passage: Callable[[Citation], str | None]) -> _Claim:
    sentence = claim_of(place)
    # A source is looked at once for a citation, however many judged it.
    return _Claim(citation, sentence, claim_hash(sentence), lru_cache(maxsize=1)(passage))


def _judged(
    claim: _Claim,
    by_key: Mapping[str, Sequence[Judgement]],
    placed: set[str],
    present: set[str],
) -> Citation:
    about = by_key[claim.citation.key or ""]
    exact = [one for one in about if claim.is_judged_in(one)]
    again = {one.by for one in exact}
    stale = [
        one
        for one in about
        if one.identifier not in present
        and one.by not in again
        and (claim.is_placed_in(one) if one.identifier in placed else _was_this(claim, one))
    ]
    notes = [
        Note("claim-doubted", f"{shown(one.judge)} doubts that the source supports it{_why(one)}")
        for one in (*exact, *stale)
        if one.verdict == AGAINST and not one.is_persons
    ]
    notes += [
        Note(
            "judgement-stale",
            f"{shown(one.judge)} judged it {one.verdict} on {one.at[:10]}, and {_changed(claim, one)} "
            "changed since",
        )
        for one in stale
    ]
    against = [one for one in (*exact, *stale) if one.verdict == AGAINST and one.is_persons]
    unsupported = claim.citation.unsupported
    if unsupported is None and against:
        changed = _changed(claim, against[0]) if against[0] in stale else None
        unsupported = _fault(against[0], changed)
    return replace(claim.citation, notes=(*claim.citation.notes, *notes), unsupported=unsupported)


def _was_this(claim: _Claim, judgement: Judgement) -> bool:
    """Return whether a judgement that fits no citation any more was on this one."""
    if judgement.sentence_hash == claim.hash:
        return True
    if not judgement.sentence:
        return judgement.anchor is not None and judgement.anchor in claim.anchors
    from rapidfuzz.distance import Levenshtein  # only where a sentence that was judged is gone

    return Levenshtein.normalized_similarity(judgement.sentence, claim.sentence) >= _ALIKE


def _why(judgement: Judgement) -> str:
    return f": {shown(judgement.note, 200)}" if judgement.note else ""


def _changed(claim: _Claim, judgement: Judgement) -> str:
    """Return what is no longer as it was judged."""
    return "the source's passage" if claim.is_placed_in(judgement) else "sentence or place"


def _fault(judgement: Judgement, changed: str | None) -> Fault:
    since = f"; {changed} changed since, and nobody judged again" if changed else ""
    return Fault(
        f"{shown(judgement.judge)} recorded on {judgement.at[:10]} that the source does not support "
        f"the sentence{_why(judgement)}{since}",
        "correct the sentence or cite another source, then judge it again",
    )

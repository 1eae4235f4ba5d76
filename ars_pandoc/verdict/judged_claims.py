"""What people and programs said of the sentences of a document (contract §6 row 5c, §12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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

    @property
    def anchors(self) -> frozenset[tuple[str, str]]:
        return frozenset((anchor.kind, anchor.value) for anchor in self.citation.anchors)

    def is_judged_in(self, judgement: Judgement) -> bool:
        """Return whether neither sentence nor place changed since a judgement."""
        same_place = judgement.anchor is None or judgement.anchor in self.anchors
        return judgement.sentence_hash == self.hash and same_place


def with_judgements(
    citations: Sequence[tuple[Citation, Place]], judgements: Iterable[Judgement]
) -> list[tuple[Citation, Place]]:
    """Return citations with what was judged of their sentences.

    A person's refusal stands until that person judges again: where sentence or place changed since,
    it is said to be stale and refuses all the same.

    Args:
        citations: Those of a document, with their places.
        judgements: As `load_judgements` gives them.
    """
    by_key: dict[str, list[Judgement]] = {}
    for one in judgements:
        by_key.setdefault(one.key, []).append(one)
    claims = [
        _claim(citation, place) if citation.key in by_key else None for citation, place in citations
    ]
    present = {
        one.identifier
        for claim in claims
        if claim is not None
        for one in by_key[claim.citation.key or ""]
        if claim.is_judged_in(one)
    }
    return [
        (citation if claim is None else _judged(claim, by_key, present), place)
        for (citation, place), claim in zip(citations, claims, strict=True)
    ]


def _claim(citation: Citation, place: Place) -> _Claim:
    sentence = claim_of(place)
    return _Claim(citation, sentence, claim_hash(sentence))


def _judged(
    claim: _Claim, by_key: Mapping[str, Sequence[Judgement]], present: set[str]
) -> Citation:
    about = by_key[claim.citation.key or ""]
    exact = [one for one in about if claim.is_judged_in(one)]
    again = {one.by for one in exact}
    stale = [
        one
        for one in about
        if one.identifier not in present and one.by not in again and _was_this(claim, one)
    ]
    notes = [
        Note("claim-doubted", f"{shown(one.judge)} doubts that the source supports it{_why(one)}")
        for one in (*exact, *stale)
        if one.verdict == AGAINST and not one.is_persons
    ]
    notes += [
        Note(
            "judgement-stale",
            f"{shown(one.judge)} judged it {one.verdict} on {one.at[:10]}, and sentence or place "
            "changed since",
        )
        for one in stale
    ]
    against = [one for one in (*exact, *stale) if one.verdict == AGAINST and one.is_persons]
    unsupported = claim.citation.unsupported
    if unsupported is None and against:
        unsupported = _fault(against[0], is_stale=against[0] in stale)
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


def _fault(judgement: Judgement, *, is_stale: bool) -> Fault:
    since = "; sentence or place changed since, and nobody judged again" if is_stale else ""
    return Fault(
        f"{shown(judgement.judge)} recorded on {judgement.at[:10]} that the source does not support "
        f"the sentence{_why(judgement)}{since}",
        "correct the sentence or cite another source, then judge it again",
    )

"""Ways to rank that `ars suggest` was measured against: from BM25 alone to its own ranker.

Each is a function of a source's index and a claim that gives sentences, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import nlargest

from ars_pandoc.suggesting.rank import (
    Claim,
    bm25,
    choose,
    features,
    learned,
    pair_scores,
    query_of,
    rank,
)
from ars_pandoc.suggesting.sentences import Part
from ars_pandoc.suggesting.source_index import SourceIndex

MOST = 10
_FEEDBACK, _EXPANDED = 5, 15
_FUSED = 60
_PRIORS = {
    Part.ABSTRACT: 1.2,
    Part.INTRODUCTION: 1.2,
    Part.CONCLUSION: 1.1,
    Part.BACK: 0.5,
}
"""Chosen on the half that weights are learned from."""

Ranking = Callable[[SourceIndex, Claim], list[int]]


def _first(scores: Mapping[int, float]) -> list[int]:
    return nlargest(MOST, scores, key=lambda number: (scores[number], -number))


def _plain_scores(index: SourceIndex, claim: Claim) -> dict[int, float]:
    return bm25(index, dict.fromkeys(query_of(claim), 1.0))


def plain(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25 alone, every word alike."""
    return _first(_plain_scores(index, claim))


def weighed(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25; numbers, names and symbols weigh more."""
    return _first(bm25(index, query_of(claim)))


def pairs(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25 with word pairs in common, which weigh one and a half."""
    scores = _plain_scores(index, claim)
    for number, score in pair_scores(index, claim.words).items():
        scores[number] = scores.get(number, 0.0) + 1.5 * score
    return _first(scores)


def smoothed(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25 of a sentence and a third of its neighbours'."""
    return _first(_smoothed(_plain_scores(index, claim)))


def _smoothed(scores: Mapping[int, float]) -> dict[int, float]:
    return {
        number: score + (scores.get(number - 1, 0.0) + scores.get(number + 1, 0.0)) / 3
        for number, score in scores.items()
    }


def priors(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25 with a factor for the kind of section."""
    scores = _plain_scores(index, claim)
    return _first(
        {
            number: score * _PRIORS.get(index.sentences[number].part, 1.0)
            for number, score in scores.items()
        }
    )


def feedback(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25 of the claim and of words of the first five sentences (RM3, half each)."""
    scores = _plain_scores(index, claim)
    mass: dict[int, float] = {}
    for number in _first(scores)[:_FEEDBACK]:
        held = index.words[number]
        for stem in held:
            mass[stem] = mass.get(stem, 0.0) + scores[number] / len(held)
    best = nlargest(_EXPANDED, mass, key=lambda stem: mass[stem])
    whole = sum(mass[stem] for stem in best) or 1.0
    asked = query_of(claim)
    query = dict.fromkeys(asked, 0.5 / max(1, len(asked)))
    for stem in best:
        word = index.stems[stem]
        query[word] = query.get(word, 0.0) + 0.5 * mass[stem] / whole
    return _first(bm25(index, query))


def fused(index: SourceIndex, claim: Claim) -> list[int]:
    """Fuse the ranks of BM25, word pairs, neighbours and feedback (reciprocal ranks)."""
    scores: dict[int, float] = {}
    for ranking in (plain, pairs, smoothed, feedback):
        for place, number in enumerate(ranking(index, claim), 1):
            scores[number] = scores.get(number, 0.0) + 1 / (_FUSED + place)
    return _first(scores)


def spread(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by BM25; of neighbours the better one alone."""
    found: list[int] = []
    scores = _plain_scores(index, claim)
    for number in sorted(scores, key=lambda one: (-scores[one], one)):
        if not {number - 1, number + 1} & set(found):
            found.append(number)
        if len(found) == MOST:
            break
    return found


def linear(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank by the learned weights alone."""
    rows = features(index, claim)
    weights = learned()
    chosen = choose({number: weights.belief(row) for number, row in rows.items()}, MOST, 0.0)
    return [one.number for one in chosen]


def suggested(index: SourceIndex, claim: Claim) -> list[int]:
    """Rank as `ars suggest` does."""
    return [one.number for one in rank(index, claim, MOST)]


VARIANTS: dict[str, Ranking] = {
    "BM25": plain,
    "BM25, numbers and names weigh more": weighed,
    "BM25 and word pairs": pairs,
    "BM25 with neighbours": smoothed,
    "BM25 with priors of sections": priors,
    "BM25 with feedback (RM3)": feedback,
    "four of these, ranks fused": fused,
    "BM25, of neighbours one": spread,
    "learned weights": linear,
    "learned weights, spread: `ars suggest`": suggested,
}


def without(feature: int) -> Ranking:
    """Return `ars suggest` without one feature; its weight is taken for nothing."""
    weights = learned()

    def ranking(index: SourceIndex, claim: Claim) -> list[int]:
        beliefs = {
            number: weights.belief([*row[:feature], weights.mean[feature], *row[feature + 1 :]])
            for number, row in features(index, claim).items()
        }
        return [one.number for one in choose(beliefs, MOST)]

    return ranking

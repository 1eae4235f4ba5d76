"""The sentences of a source in the order in which a claim most likely rests on them.

BM25 finds the words of the claim; a linear ranker weighs it against word pairs, the sentences
around, and what is known of where claims rest (`weights.json`, made by
`python -m benchmarks.suggest_weights` on one half of a public set). Of neighbours only one is
shown: each suggestion is chosen so that it and the sentences beside it add most.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import pairwise
from math import exp, log, log1p

from ars_pandoc.suggesting.sentences import Part
from ars_pandoc.suggesting.source_index import SourceIndex
from ars_pandoc.suggesting.terms import Term

FEATURES = (
    "words", "amount", "held", "pairs", "beside", "around", "near", "about", "claims", "cites", "signs",
    "place", "abstract", "introduction", "related", "results", "conclusion", "back",
)  # fmt: skip
"""What the ranker weighs, in the order of `features`."""

_HELD = FEATURES.index("held")
_PLENTY, _GAIN = 0.15, 6.0

SIDE = 0.6
"""How much of a neighbour is shown along with a sentence."""

_K1, _B = 1.2, 0.75
_BESIDE_THE_CLAIM = 0.25
_NEAR = 60.0
_MOST = 300
_PART_FEATURES = (
    Part.ABSTRACT, Part.INTRODUCTION, Part.RELATED, Part.RESULTS, Part.CONCLUSION, Part.BACK,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """What is looked for: the telling words of a citing sentence.

    Attributes:
        words: Of the sentence, in order.
        beside: Of the sentences before and behind it.
        at: Where in the sentence the citation stands, or None.
    """

    words: Sequence[Term]
    beside: Sequence[Term] = ()
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A sentence that was chosen.

    Attributes:
        number: Its place among the index's sentences.
        score: The share of the ranker's belief that it and what stands beside it bring, 0 to 1.
    """

    number: int
    score: float


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learned.

    Attributes:
        mean: Of each feature.
        spread: The standard deviation of each.
        weight: Of each, once it is centred and scaled.
        threshold: Of `strength`: below it nothing in the source looks like the claim.
    """

    mean: tuple[float, ...]
    spread: tuple[float, ...]
    weight: tuple[float, ...]
    threshold: float

    def belief(self, row: Sequence[float]) -> float:
        """Return what the ranker makes of the features of a sentence.

        Where a sentence holds plenty of the claim, the set that was learned from has too few of its
        kind to give that its due: it counts on top, by as much as did not worsen the tuned half.
        """
        plenty = max(0.0, row[_HELD] - _PLENTY)
        return _GAIN * plenty + sum(
            weight * (value - mean) / spread
            for value, mean, spread, weight in zip(
                row, self.mean, self.spread, self.weight, strict=True
            )
        )


@cache
def learned() -> Weights:
    """Return the weights that come with the package."""
    data = json.loads(pkgutil.get_data(__package__, "weights.json") or b"{}")
    rows = [data["features"][name] for name in FEATURES]
    return Weights(
        tuple(row["mean"] for row in rows),
        tuple(row["spread"] for row in rows),
        tuple(row["weight"] for row in rows),
        data["threshold"],
    )


def query_of(claim: Claim) -> dict[str, float]:
    """Return the stems that are looked for, with their weights."""
    wanted: dict[str, float] = {}
    for word in claim.words:
        wanted[word.stem] = max(wanted.get(word.stem, 0.0), word.weight)
    for word in claim.beside:
        wanted.setdefault(word.stem, _BESIDE_THE_CLAIM * word.weight)
    return wanted


def bm25(index: SourceIndex, query: Mapping[str, float]) -> dict[int, float]:
    """Return the score of each sentence that holds a word of a query.

    Args:
        index: The source.
        query: Stems with their weights.
    """
    scores: dict[int, float] = {}
    for stem, weight in query.items():
        number = index.numbers.get(stem)
        if number is None:
            continue
        gain = weight * index.rarity[number] * (_K1 + 1)
        for sentence, often in zip(*index.postings[number], strict=True):
            norm = _K1 * (1 - _B + _B * len(index.words[sentence]) / index.mean)
            scores[sentence] = scores.get(sentence, 0.0) + gain * often / (often + norm)
    return scores


def features(index: SourceIndex, claim: Claim) -> dict[int, tuple[float, ...]]:
    """Return what the ranker weighs of each sentence that may be meant, by its number.

    Args:
        index: The source.
        claim: What is looked for.
    """
    scores = bm25(index, query_of(claim))
    if not scores:
        return {}
    most = max(scores.values())
    wanted = set(nlargest(_MOST, scores, key=scores.__getitem__))
    wanted |= {number + step for number in wanted for step in (-1, 1)}
    pairs = pair_scores(index, claim.words)
    held = held_shares(index, claim.words)
    near = bm25(index, _near_query(claim))
    nearest = max(near.values(), default=0.0) or 1.0
    size = len(index.sentences)
    rows = {}
    for number in sorted(wanted):
        if not 0 <= number < size:
            continue
        one = index.sentences[number]
        score = scores.get(number, 0.0)
        beside = scores.get(number - 1, 0.0) + scores.get(number + 1, 0.0)
        around = sum(scores.get(number + step, 0.0) for step in (-4, -3, -2, 2, 3, 4))
        rows[number] = (
            score / most,
            log1p(score),
            held.get(number, 0.0),
            log1p(pairs.get(number, 0.0)),
            beside / most,
            around / most / 2,
            near.get(number, 0.0) / nearest,
            index.about[number],
            float(index.claims[number]),
            float(index.cites[number]),
            index.signs[number],
            number / size,
            *(float(one.part is part) for part in _PART_FEATURES),
        )
    return rows


def _near_query(claim: Claim) -> dict[str, float]:
    """Return the words of the claim, those beside the citation weighing more."""
    wanted: dict[str, float] = {}
    for word in claim.words:
        weight = 1.0 if claim.at is None else exp(-abs(word.start - claim.at) / _NEAR)
        wanted[word.stem] = max(wanted.get(word.stem, 0.0), weight)
    return wanted


def pair_scores(index: SourceIndex, words: Sequence[Term]) -> dict[int, float]:
    """Return for each sentence the weight of the neighbouring words that it shares."""
    scores: dict[int, float] = {}
    size = len(index.sentences)
    for stem, after in dict.fromkeys((one.stem, two.stem) for one, two in pairwise(words)):
        first, second = index.numbers.get(stem), index.numbers.get(after)
        if first is None or second is None:
            continue
        holding = set(index.postings[first][0]).intersection(index.postings[second][0])
        both = [
            sentence for sentence in holding if (first, second) in pairwise(index.words[sentence])
        ]
        gain = log(1 + (size - len(both) + 0.5) / (len(both) + 0.5))
        for sentence in both:
            scores[sentence] = scores.get(sentence, 0.0) + gain
    return scores


def held_shares(index: SourceIndex, words: Sequence[Term]) -> dict[int, float]:
    """Return how much of what words say each sentence of a source holds, 0 to 1.

    Words that the source has nowhere count as the rarest.
    """
    query = {word.stem: word.weight for word in words}
    rarest = log(1 + (len(index.sentences) + 0.5) / 0.5)
    whole = 0.0
    held: dict[int, float] = {}
    for stem, weight in query.items():
        number = index.numbers.get(stem)
        gain = weight * (rarest if number is None else index.rarity[number])
        whole += gain
        if number is not None:
            for sentence in index.postings[number][0]:
                held[sentence] = held.get(sentence, 0.0) + gain
    return {sentence: gain / whole for sentence, gain in held.items()}


def strength(index: SourceIndex, claim: Claim) -> float:
    """Return how much of what a claim says the nearest sentence of a source holds, 0 to 1."""
    return max(held_shares(index, claim.words).values(), default=0.0)


def choose(beliefs: Mapping[int, float], most: int, side: float = SIDE) -> list[Ranked]:
    """Choose sentences: first the likeliest itself, then each for what it and its neighbours add.

    Args:
        beliefs: What the ranker makes of each sentence.
        most: How many.
        side: How much of a neighbour is shown along with a sentence.
    """
    if not beliefs:
        return []
    top = max(beliefs.values())
    left = {number: exp(belief - top) for number, belief in beliefs.items()}
    whole = sum(left.values())

    def gain(number: int) -> float:
        return left[number] + side * (left.get(number - 1, 0.0) + left.get(number + 1, 0.0))

    chosen: list[Ranked] = []
    waiting = dict.fromkeys(sorted(left))
    for _ in range(min(most, len(left))):
        number = max(waiting, key=gain if chosen else left.__getitem__)
        del waiting[number]
        chosen.append(Ranked(number, gain(number) / whole))
        left[number] = 0.0
        for beside in (number - 1, number + 1):
            if beside in left:
                left[beside] *= 1 - side
    return chosen


def rank(
    index: SourceIndex, claim: Claim, most: int, weights: Weights | None = None
) -> list[Ranked]:
    """Return the sentences of a source that a claim most likely rests on, the likeliest first.

    Args:
        index: The source.
        claim: What is looked for.
        most: How many.
        weights: Those of the package by default.
    """
    known = learned() if weights is None else weights
    rows = features(index, claim)
    return choose({number: known.belief(row) for number, row in rows.items()}, most)

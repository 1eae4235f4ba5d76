"""Learn the weights of `ars suggest` and its threshold: `python -m benchmarks.suggest_weights`.

From the half of CL-SciSumm whose papers' hashes are even, and from nothing else; the other half is
left for measuring (`make bench-suggest`). Writes ars_pandoc/suggesting/weights.json, the same
bytes on every run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path

import ars_pandoc.suggesting
from ars_pandoc.suggesting.rank import FEATURES, features, strength
from benchmarks.scisumm import VARIABLE, Citance, Paper, folder, load

FILE = Path(ars_pandoc.suggesting.__file__).with_name("weights.json")
BESIDE = 0.4
"""What a sentence beside a right one counts while learning."""
RIDGE = 30.0
"""Chosen by leaving papers of the half out in turn: 10 and 30 differ by less than a point."""
MISSED = 0.05
"""So many genuine claims may be told that nothing looks like them."""
_STEPS, _RATE = 150, 0.05

_Row = tuple[float, ...]


def rows_of(
    papers: dict[str, Paper], citances: Sequence[Citance]
) -> list[tuple[str, list[_Row], list[float]]]:
    """Return for each citing sentence its paper, the features of each sentence, and its share."""
    found = []
    for citance in citances:
        paper = papers[citance.paper]
        rows = features(paper.index, citance.claim)
        goals = []
        for number in rows:
            sentence = paper.numbers[number]
            beside = {sentence - 1, sentence + 1} & citance.rests_on
            goals.append(1.0 if sentence in citance.rests_on else BESIDE if beside else 0.0)
        if sum(goals):
            whole = sum(goals)
            found.append((citance.paper, list(rows.values()), [goal / whole for goal in goals]))
    return found


def learn(data: Sequence[tuple[str, list[_Row], list[float]]], steps: int = _STEPS) -> list[float]:
    """Return weights that give right sentences the most of a softmax's mass (Adam's steps).

    Args:
        data: Of each citing sentence, its paper, the features of each sentence, and its share.
        steps: How many.
    """
    size = len(data[0][1][0])
    often = Counter(paper for paper, *_ in data)
    weights, first, second = [0.0] * size, [0.0] * size, [0.0] * size
    for step in range(1, steps + 1):
        slope = [2 * RIDGE * weight for weight in weights]
        for paper, rows, goals in data:
            beliefs = [sum(map(float.__mul__, weights, row)) for row in rows]
            top = max(beliefs)
            mass = [exp(belief - top) for belief in beliefs]
            share = 1 / sqrt(often[paper])  # papers that are cited often do not decide alone
            whole = sum(mass)
            for row, one, goal in zip(rows, mass, goals, strict=True):
                off = share * (one / whole - goal)
                for place, value in enumerate(row):
                    slope[place] += off * value
        for place, value in enumerate(slope):
            first[place] = 0.9 * first[place] + 0.1 * value
            second[place] = 0.99 * second[place] + 0.01 * value * value
            mean = first[place] / (1 - 0.9**step)
            spread = sqrt(second[place] / (1 - 0.99**step))
            weights[place] -= _RATE * mean / (spread + 1e-9)
    return weights


def main() -> None:
    """Learn and write."""
    papers, citances = load(folder())
    tuned = [one for one in citances if papers[one.paper].is_tuned_on]
    data = rows_of(papers, tuned)
    every = [row for _, rows, _ in data for row in rows]
    means = [sum(column) / len(every) for column in zip(*every, strict=True)]
    spreads = [
        sqrt(sum((value - mean) ** 2 for value in column) / len(every)) or 1.0
        for column, mean in zip(zip(*every, strict=True), means, strict=True)
    ]
    scaled = [
        (
            paper,
            [
                tuple((v - m) / s for v, m, s in zip(row, means, spreads, strict=True))
                for row in rows
            ],
            goals,
        )
        for paper, rows, goals in data
    ]
    weights = learn(scaled)
    strengths = sorted(strength(papers[one.paper].index, one.claim) for one in tuned)
    result = {
        "made_by": "python -m benchmarks.suggest_weights",
        "from": f"CL-SciSumm 2018, {len(tuned)} citing sentences of "
        f"{sum(one.is_tuned_on for one in papers.values())} papers ({VARIABLE})",
        "threshold": round(strengths[int(MISSED * len(strengths))], 4),
        "features": {
            name: {"mean": round(m, 4), "spread": round(s, 4), "weight": round(w, 3)}
            for name, m, s, w in zip(FEATURES, means, spreads, weights, strict=True)
        },
    }
    FILE.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(FILE.read_text("utf-8"))


if __name__ == "__main__":
    main()

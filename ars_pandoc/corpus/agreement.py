"""How far two judges agree: counts, raw agreement and Cohen's kappa with its interval (contract §12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from ars_pandoc.corpus.judgements import VERDICTS, Judgement

_Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution: intervals of 95%."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two judges on what both have judged.

    Attributes:
        judges: Who, as `person:NAME` or `program:NAME`.
        counts: For each verdict of the first, how often the second said each, in the order of
            `VERDICTS`.
    """

    judges: tuple[str, str]
    counts: tuple[tuple[int, ...], ...]

    @property
    def both(self) -> int:
        """How many citations both have judged."""
        return sum(map(sum, self.counts))

    @property
    def alike(self) -> int:
        """How many both judged alike."""
        return sum(self.counts[place][place] for place in range(len(self.counts)))

    @property
    def raw(self) -> float | None:
        """The share that both judged alike; None if there is nothing."""
        return self.alike / self.both if self.both else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa; None where chance alone would agree always, or nothing was judged."""
        by_chance = self._by_chance
        if self.raw is None or by_chance >= 1:
            return None
        return (self.raw - by_chance) / (1 - by_chance)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% interval of kappa (Fleiss, Cohen and Everitt 1969), for large samples.

        None where there is no kappa, or where the formula gives no width: judges who agree in all
        of a few cases have shown no certainty.
        """
        kappa, total = self.kappa, self.both
        if kappa is None:
            return None
        firsts, seconds = self._margins
        by_chance, size = self._by_chance, range(len(self.counts))
        spread = -((kappa - by_chance * (1 - kappa)) ** 2)
        for one in size:
            for two in size:
                share = self.counts[one][two] / total
                if one == two:
                    spread += share * (1 - (firsts[one] + seconds[one]) * (1 - kappa)) ** 2
                else:
                    spread += share * ((1 - kappa) * (seconds[one] + firsts[two])) ** 2
        error = sqrt(max(spread, 0.0) / total) / (1 - by_chance)
        if error < 1e-9:
            return None
        return max(-1.0, kappa - _Z * error), min(1.0, kappa + _Z * error)

    @property
    def _margins(self) -> tuple[list[float], list[float]]:
        total = self.both
        firsts = [sum(row) / total for row in self.counts]
        return firsts, [sum(column) / total for column in zip(*self.counts, strict=True)]

    @property
    def _by_chance(self) -> float:
        if not self.both:
            return 1.0
        return sum(one * two for one, two in zip(*self._margins, strict=True))


def agreements(judgements: Iterable[Judgement]) -> tuple[Agreement, ...]:
    """Return the agreement of each two judges who judged a citation in common.

    The same source, sentence and place are one citation; of each judge the latest line counts.

    Args:
        judgements: As `load_judgements` gives them, imported ones too.
    """
    said: dict[str, dict[object, str]] = {}
    for one in judgements:
        said.setdefault(one.by, {})[one.about] = one.verdict
    found = []
    for first, second in combinations(sorted(said), 2):
        common = said[first].keys() & said[second].keys()
        if common:
            counts = [[0] * len(VERDICTS) for _ in VERDICTS]
            for about in common:
                row = VERDICTS.index(said[first][about])
                counts[row][VERDICTS.index(said[second][about])] += 1
            found.append(Agreement((first, second), tuple(map(tuple, counts))))
    return tuple(found)

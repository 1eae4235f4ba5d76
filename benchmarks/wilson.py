"""Rates with Wilson's score interval (contract §11)."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution: intervals of 95%."""


def wilson(hits: int, total: int) -> tuple[float, float] | None:
    """Return the 95% interval of a rate as two numbers from 0 to 1; None for no trials."""
    if total == 0:
        return None
    rate = hits / total
    square = Z * Z / total
    middle = rate + square / 2
    reach = Z * sqrt((rate * (1 - rate) + square / 4) / total)
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    # What is exact at the ends is not left to rounding.
    return (0.0 if hits == 0 else low), (1.0 if hits == total else high)

"""A change counts where it is larger than what runs of one commit differ by."""

from __future__ import annotations

import pytest

from benchmarks.compare import Compared
from benchmarks.figures import Figure

STEADY = [1.00, 1.01, 0.99, 1.00, 1.02]
RESTLESS = [1.0, 1.4, 0.8, 1.2, 0.9]


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        (STEADY, STEADY, "as before"),
        (STEADY, [one * 1.1 for one in STEADY], "worse"),
        (STEADY, [one * 0.9 for one in STEADY], "better"),
        (STEADY, [one * 1.015 for one in STEADY], "as before"),
        (RESTLESS, [one * 1.1 for one in RESTLESS], "as before"),
        (STEADY, [one * 1.1 for one in RESTLESS], "as before"),
        (RESTLESS, [one * 3 for one in RESTLESS], "worse"),
        ([1.0], [1.5], "worse"),
    ],
)
def test_what_is_worse_than_noise_is_told(old: list[float], new: list[float], verdict: str) -> None:
    assert Compared("a command", old, new).verdict == verdict


def test_a_figure_says_whether_it_holds() -> None:
    assert Figure("thesis", 1.08, "×", "`cat`", 1.13).row.endswith("| yes |")
    assert Figure("thesis", 1.2, "×", "`cat`", 1.13).row.endswith("| **no** |")

"""Call-outs in plain words: what counts as one and what only looks alike (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.callouts import find_callouts

CALLOUTS = {
    "As Smith (2024) showed.": ["Smith (2024)"],
    "It was shown (WHO, 2020).": ["(WHO, 2020)"],
    "It was shown [1].": ["[1]"],
    "It was shown [3, 5-7].": ["[3, 5-7]"],
    "Models in this interval [3] differ.": ["[3]"],
    "研究表明[1]。": ["[1]"],
    "研究[2]表明它有效。": ["[2]"],
    "“We saw it”[4] they wrote.": ["[4]"],
    "They wrote “as was shown [4]” there.": ["[4]"],
}
NONE = [
    "the [3,3]-sigmatropic shift",
    "a [2]catenane and a [2]rotaxane",
    "a [1,2]‑shift",
    "x ∈ [1, 2]",
    "A = [1, 2] and B=[3]",
    "the box [1, 2] × [3, 4]",
    "an interval [1, 2]",
    "(95% CI [2, 5])",
    "a median of 4 (IQR [3, 12])",
    'layout="[50,50]"',
    "layout=“[50,50]”",
    "it is written (KJV, 1611)",
    "array[1]",
    "[0, 1]",
]


def words(text: str) -> list[dict[str, object]]:
    return [{"t": "Str", "c": text}]


@pytest.mark.parametrize("text", CALLOUTS)
def test_call_outs(text: str) -> None:
    assert find_callouts(words(text), numbered=True) == CALLOUTS[text]


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_alike(text: str) -> None:
    assert find_callouts(words(text), numbered=True) == []


def test_numbers_count_only_where_there_are_references() -> None:
    assert find_callouts(words("It was shown [1]."), numbered=False) == []

"""Agreement of two judges: by numbers that were reckoned elsewhere (contract §12)."""

from __future__ import annotations

import pytest

from ars_pandoc.corpus.agreement import Agreement, agreements
from ars_pandoc.corpus.judgements import Judgement


def pair(*rows: tuple[int, int]) -> Agreement:
    counts = [*((*row, 0, 0) for row in rows), (0, 0, 0, 0), (0, 0, 0, 0)]
    return Agreement(("person:A", "person:B"), tuple(counts))


def test_the_textbook_table() -> None:
    # Of 50 cases 35 are judged alike; by chance half would be.
    one = pair((20, 5), (10, 15))
    assert (one.both, one.alike, one.raw) == (50, 35, 0.7)
    assert one.kappa == pytest.approx(0.4)
    assert one.interval == pytest.approx((0.1511, 0.6489), abs=1e-4)


def test_kappa_may_be_below_chance() -> None:
    assert pair((0, 5), (5, 0)).kappa == pytest.approx(-1)


def test_full_agreement_on_a_few_cases_shows_no_certainty() -> None:
    one = pair((3, 0), (0, 2))
    assert (one.kappa, one.interval) == (1.0, None)


def test_where_all_is_one_verdict_there_is_no_kappa() -> None:
    one = pair((5, 0), (0, 0))
    assert (one.raw, one.kappa, one.interval) == (1.0, None, None)


def said(by: str, sentence: str, verdict: str, place: str = "3") -> Judgement:
    return Judgement("", "a", sentence, sentence, ("page", place), verdict, by, "2026-01-01")


def test_only_what_both_judged_counts() -> None:
    found = agreements(
        [
            said("person:A", "1", "supports"), said("person:B", "1", "supports"),
            said("person:A", "2", "partly"), said("person:B", "2", "cannot-tell"),
            said("person:A", "3", "supports"), said("person:B", "3", "supports", place="4"),
            said("program:c", "9", "supports"),
        ]
    )  # fmt: skip
    (one,) = found
    assert (one.judges, one.both, one.alike) == (("person:A", "person:B"), 2, 1)
    assert one.counts[1] == (0, 0, 0, 1)


def test_nothing_judged_in_common() -> None:
    assert agreements([said("person:A", "1", "supports")]) == ()
    empty = pair((0, 0), (0, 0))
    assert (empty.raw, empty.kappa, empty.interval) == (None, None, None)

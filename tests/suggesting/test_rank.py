from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.suggesting.rank import (
    FEATURES,
    Claim,
    bm25,
    choose,
    features,
    learned,
    query_of,
    rank,
    strength,
)
from ars_pandoc.suggesting.source_index import build_index
from ars_pandoc.suggesting.terms import terms
from ars_pandoc.texts.source_text import shown
from tests.grounding.sources import written
from tests.suggesting.articles import CLAIM, NIGHT, NOISE, article

INDEX = build_index(article(), "english")


def claim(text: str, beside: str = "") -> Claim:
    return Claim(terms(text, "english"), terms(beside, "english"), None)


def words(number: int) -> str:
    one = INDEX.sentences[number]
    return shown(article().text[one.start : one.end])


def test_the_sentence_that_says_it_comes_among_the_first() -> None:
    for asked, told in (
        ("Piling noise cuts the sleep of seals by a third.", NOISE),
        ("Some of them slept below the surface for nine minutes.", NIGHT),
        ("Harbour seals sleep longest as the tide rises.", CLAIM),
    ):
        assert told in [words(one.number) for one in rank(INDEX, claim(asked), 2)]


def test_scores_fall_and_are_shares() -> None:
    found = rank(INDEX, claim("How long do harbour seals sleep at night in winter?"), 5)
    scores = [one.score for one in found]
    assert scores[1:] == sorted(scores[1:], reverse=True)
    assert 0 < sum(scores) <= 1.0001 + 2 * len(scores) * max(scores)
    assert len({one.number for one in found}) == len(found)


def test_a_number_in_common_weighs_more_than_a_word() -> None:
    asked = query_of(claim("42 dive"))
    assert asked["42"] > asked["dive"]


def test_words_of_the_neighbours_count_less() -> None:
    asked = query_of(claim("Noise shortens sleep.", beside="Noise of ferries."))
    assert asked["ferri"] < asked["nois"]
    assert words(
        rank(INDEX, claim("They had no effect.", beside="Ferries pass."), 1)[0].number
    ).startswith("Passing ferries")


def test_nothing_in_common_ranks_nothing() -> None:
    assert rank(INDEX, claim("Quantum chromodynamics confines quarks."), 5) == []
    assert strength(INDEX, claim("Quantum chromodynamics confines quarks.")) == 0
    assert rank(build_index(written(), "english"), claim("anything at all"), 5) == []
    assert strength(INDEX, claim("of the and")) == 0


def test_strength_is_one_where_the_sentence_itself_stands_there() -> None:
    assert strength(INDEX, claim(NOISE)) == 1
    assert strength(INDEX, claim(NOISE)) > strength(
        INDEX, claim("Noise of aircraft scared cattle.")
    )


def test_the_weights_are_those_of_the_features() -> None:
    weights = learned()
    assert len(weights.weight) == len(weights.mean) == len(weights.spread) == len(FEATURES)
    assert 0 < weights.threshold < 0.5
    assert all(spread > 0 for spread in weights.spread)
    assert all(len(row) == len(FEATURES) for row in features(INDEX, claim(NIGHT)).values())


def test_of_neighbours_that_say_the_same_one_is_shown_before_both() -> None:
    assert [one.number for one in choose({0: 2.0, 1: 2.1, 5: 1.5}, 2)] == [1, 5]
    assert [one.number for one in choose({0: 2.0, 1: 2.1, 5: 1.5}, 2, side=0)] == [1, 0]


@given(st.dictionaries(st.integers(0, 30), st.floats(-20, 20), max_size=20), st.integers(1, 12))
def test_each_is_chosen_once_and_the_best_first(beliefs: dict[int, float], most: int) -> None:
    chosen = choose(beliefs, most)
    assert len(chosen) == min(most, len(beliefs))
    assert len({one.number for one in chosen}) == len(chosen)
    if beliefs:
        assert beliefs[chosen[0].number] >= max(beliefs.values()) - 1e-9
    scores = [one.score for one in chosen[1:]]
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(scores))


def test_scores_of_bm25_grow_with_rarity() -> None:
    rare, common = bm25(INDEX, {"pile": 1.0}), bm25(INDEX, {"seal": 1.0})
    assert max(rare.values()) > max(common.values())
    assert bm25(INDEX, {"unicorn": 1.0}) == {}

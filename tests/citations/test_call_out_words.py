"""Words around call-outs: each of them, and a neighbour."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.call_out_words import (
    GROUP_WORDS,
    LEADS,
    NO_NAMES,
    POINTERS,
    RANGE_OPERATORS,
    RANGE_WORDS,
)
from ars_pandoc.citations.callouts import find_callouts
from ars_pandoc.citations.locators import parse_suffix

LEAD = "see,see also,cf.,e.g.,i.e.,also,but,and,siehe,vgl.,z.B.,voir,véase".split(",")
POINTER = "esp. especially at on here bes. insbes. hier".split()
NO_NAME = """
figure figures fig figs table tables tab section sections sec chapter chapters equation eq appendix
part version volume vol abbildung tabelle abschnitt kapitel frühling kjv nkjv niv esv rsv nrsv asv
nasb nlt lxx
""".split()
GROUP = ["al.", "al", "colleagues", "coworkers", "co-workers"]
RANGE = "interval intervals intervall intervalle range CI KI IC CrI HDI IQR".split()
OPERATORS = "=∈∉∋⊂⊆⊃⊇≤≥≈×∪∩→∖"


def callouts(text: str, *, numbered: bool = False) -> list[str]:
    return [one.text for one in find_callouts([{"t": "Str", "c": text}], numbered=numbered)]


def test_the_lists_are_what_is_tried_here() -> None:
    assert sorted(LEADS) == sorted(LEAD)
    assert sorted(POINTERS) == sorted(POINTER)
    assert frozenset(NO_NAME) == NO_NAMES
    assert frozenset(GROUP) == GROUP_WORDS
    assert sorted(RANGE_WORDS) == sorted(RANGE)
    assert sorted(RANGE_OPERATORS) == sorted(OPERATORS)


@pytest.mark.parametrize("word", [*LEAD, "s."])
def test_a_word_that_leads_to_a_reference(word: str) -> None:
    assert callouts(f"So it is ({word} Roe, 2020).") == [f"({word} Roe, 2020)"]
    assert callouts(f"So it is ({word} roe, 2020).") == []


@pytest.mark.parametrize("word", [*LEAD, *POINTER])
def test_a_word_that_leads_to_a_place(word: str) -> None:
    found = parse_suffix(f", {word} 12-14")
    assert found is not None
    assert (found.kind, found.value) == ("page", "12-14")


@pytest.mark.parametrize("word", NO_NAME)
def test_a_capitalised_word_that_is_nobody_s_name(word: str) -> None:
    assert callouts(f"It is in {word.capitalize()} (2020) that") == []
    assert callouts(f"It is in {word.capitalize()}ov (2020) that") != []


@pytest.mark.parametrize("word", GROUP)
def test_what_stands_for_the_other_authors(word: str) -> None:
    assert callouts(f"as Roe and {word} (2020) say") != []
    assert callouts("as roe and friends (2020) say") == []


@pytest.mark.parametrize("word", RANGE)
def test_a_word_makes_an_interval_of_two_numbers(word: str) -> None:
    assert callouts(f"with {word} [1, 2] it", numbered=True) == []
    assert callouts(f"with {word}x [1, 2] it", numbered=True) == ["[1, 2]"]


@pytest.mark.parametrize("sign", OPERATORS)
def test_an_operator_makes_an_interval(sign: str) -> None:
    assert callouts(f"x {sign} [1, 2] it", numbered=True) == []


@pytest.mark.parametrize("sign", ",;+&")
def test_another_sign_does_not(sign: str) -> None:
    assert callouts(f"x {sign} [1, 2] it", numbered=True) == ["[1, 2]"]


@pytest.mark.parametrize("dash", "-‐‑‒–—―−")
def test_a_range_of_numbers_may_have_any_dash(dash: str) -> None:
    assert callouts(f"it was shown [3{dash}5].", numbered=True) == [f"[3{dash}5]"]


@pytest.mark.parametrize("sign", "~/·_")
def test_a_range_of_numbers_has_no_other_sign(sign: str) -> None:
    assert callouts(f"it was shown [3{sign}5].", numbered=True) == []


@pytest.mark.parametrize(("opening", "closing"), ['""', "''", "“”", "„“", "«»", "»«", "「」", "‘’"])
def test_a_value_in_quote_marks_is_no_call_out(opening: str, closing: str) -> None:
    assert callouts(f"layout={opening}[50,50]{closing} it", numbered=True) == []
    assert callouts("layout=*[50,50]* it", numbered=True) == ["[50,50]"]

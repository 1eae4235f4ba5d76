"""Negations and exceptions: each of them, and a neighbour (contract §8)."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.sentence import context_notes, hidden_word

NEGATIONS = (
    "not,no,never,nor,neither,none,cannot,without,lack,lacks,lacked,lacking,hardly,barely,scarcely,"
    "unlikely,unable,nicht,kein,keine,keinem,nie,niemals,ohne,ne,pas,jamais,sans,nunca,sin,doesn’t,"
    "fail to,fails to,failed to,failure to,far from,rather than,instead of"
).split(",")
EXCEPTIONS = (
    "but,unless,except,excepting,excluding,only,although,though,even though,albeit,however,provided,"
    "otherwise,despite,whereas,with the exception,apart from,other than,aber,sondern,nur,sofern,"
    "außer,ausser,sauf,mais,seulement,excepto,salvo,pero"
).split(",")
CONDITIONS = "if,not,in mice,in rats,in vitro,in animal".split(",")
NEIGHBOURS = (
    "notable,nonetheless,another,nowhere,know,unlike,ignore,button,exceptional,nurse,peroxide,and,"
    "which,in men,mainly,section"
).split(",")


@pytest.mark.parametrize("word", NEGATIONS + EXCEPTIONS)
def test_an_ellipsis_hides_no_negation_or_exception(word: str) -> None:
    assert hidden_word(f" and {word} in winter ") is not None
    assert hidden_word(f" and {word.upper()} in winter ") is not None


@pytest.mark.parametrize("word", [*NEIGHBOURS, "if", "in mice"])
def test_other_words_may_be_left_out(word: str) -> None:
    assert hidden_word(f" and {word} in winter ") is None


def codes(text: str, quote: str) -> list[str]:
    start = text.index(quote)
    return [note.code for note in context_notes(text, start, start + len(quote))]


@pytest.mark.parametrize("word", EXCEPTIONS + CONDITIONS)
def test_a_quote_that_stops_before_a_qualifier_is_noted(word: str) -> None:
    text = f"We saw a rise of it, {word} winter came. It fell."
    assert codes(text, "saw a rise of it") == ["truncated-qualifier"]


@pytest.mark.parametrize("word", NEIGHBOURS)
def test_a_quote_may_stop_before_other_words(word: str) -> None:
    assert codes(f"We saw a rise of it, {word} winter came. It fell.", "saw a rise of it") == []


@pytest.mark.parametrize("word", NEGATIONS)
def test_a_quote_that_starts_behind_a_negation_is_noted(word: str) -> None:
    assert codes(f"We {word} saw a rise of it. It fell.", "saw a rise of it") == ["negated-context"]


@pytest.mark.parametrize("word", NEIGHBOURS)
def test_a_quote_may_start_behind_other_words(word: str) -> None:
    assert codes(f"We {word} saw a rise of it. It fell.", "saw a rise of it") == []

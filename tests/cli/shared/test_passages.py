from __future__ import annotations

import click
import pytest

from ars_pandoc.citations.citation import Note
from ars_pandoc.cli.shared.passages import outcome, passage_lines
from ars_pandoc.grounding.passage_words import place_words
from ars_pandoc.grounding.result import Excerpt, Grounding


def plain(grounding: Grounding) -> list[str]:
    return [click.unstyle(line) for line in passage_lines(grounding)]


@pytest.mark.parametrize(
    ("grounding", "words"),
    [
        (Grounding("found", "217", 1, last_page="217"), "page 217 (1 in the file)"),
        (Grounding("found", "217", 1, last_page="218"), "page 217 to 218 (1 in the file)"),
        (Grounding("found", "3", 3, 2, "Results"), "page 3, section “Results”, paragraph 2"),
        (Grounding("found", None, 3), "page 3 of the file"),
        (Grounding("found"), ""),
    ],
)
def test_a_place_in_words(grounding: Grounding, words: str) -> None:
    assert place_words(grounding) == words


def test_a_passage_stands_among_its_words() -> None:
    found = Grounding("found", passage=Excerpt("the words", "Before", ", after."))
    assert plain(found) == ["text:    Before the words, after."]
    found = Grounding("found", passage=Excerpt("the words", "", "after."))
    assert plain(found) == ["text:    the words after."]


def test_what_differs_is_shown_word_by_word() -> None:
    missing = Grounding(
        "not-found",
        nearest="did not rise",
        change="negation",
        reason="a negation was added or dropped",
        diff=(("same", "did"), ("source", "not"), ("quote", "surely"), ("same", "rise")),
        notes=(Note("page-mismatch", "another page"),),
    )
    assert click.unstyle(outcome(missing)) == "not found (negation)"
    assert plain(missing) == [
        "why:     a negation was added or dropped",
        "nearest: did not rise",
        "diff:    did [-not-] {+surely+} rise",
        "         ([-the source-], {+the quote+})",
        "note:    another page",
    ]


def test_a_diff_against_other_words_altogether_says_nothing() -> None:
    missing = Grounding(
        "not-found", nearest="a b", change="other-text", diff=(("source", "a b"), ("quote", "c"))
    )
    assert plain(missing) == ["nearest: a b"]


def test_text_of_a_source_is_safe_for_a_terminal() -> None:
    evil = "\x1b]0;owned\x07"
    found = Grounding(
        "found", evil, 1, section=evil, passage=Excerpt(evil, evil, evil), reason=evil
    )
    assert "\x1b" not in "".join(plain(found))
    assert "\x07" not in "".join(plain(found))

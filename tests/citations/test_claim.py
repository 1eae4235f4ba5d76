"""The sentence that a citation stands in (contract §12, Judgements)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.claim import claim_hash, claim_in_context, claim_of
from ars_pandoc.citations.found import Place
from tests.citations.finding.test_refusals import SPACE, cite, word, words

A = cite("a")
IN_TEXT = cite("a", in_text=True)
MARKER = {"t": "RawInline", "c": ["html", "<!--ref:a-->"]}


@pytest.mark.parametrize(
    ("block", "element", "sentence"),
    [
        ([*words("First one. It holds"), A, word("."), *words("Last.")], A, "It holds."),
        # Behind the full stop it belongs to the sentence before.
        ([*words("First one. It holds."), SPACE, A, *words("Last.")], A, "It holds."),
        ([*words("It holds."), MARKER, *words("Last.")], MARKER, "It holds."),
        # A citation that is a word of its sentence opens it.
        ([*words("First one."), SPACE, IN_TEXT, *words("says so. Last.")], IN_TEXT, "says so."),
        ([*words("Shown by Poe et al. in"), A, *words("and cf. p. 3 there.")], A,
         "Shown by Poe et al. in and cf. p. 3 there."),
        ([{"t": "Emph", "c": [*words("Within it holds"), A, word(".")]}, *words("Last.")], A,
         "Within it holds."),
        ([word("门是重要的。"), word("这里"), A, word("。后面")], A, "这里。"),
        ([A], A, ""),
    ],
)  # fmt: skip
def test_the_sentence(block: list[object], element: dict[str, object], sentence: str) -> None:
    place = Place(block, element, block)  # type: ignore[arg-type]
    assert claim_of(place) == sentence


def test_the_sentences_beside_it_and_where_the_citation_stands() -> None:
    block = [*words("One here. Two, as"), A, *words("shows, holds. Three there. Four.")]
    found = claim_in_context(Place(block, A, block))
    assert found.sentence == "Two, as shows, holds."
    assert (found.before, found.after) == ("One here.", "Three there.")
    assert found.at == len("Two, as")
    alone = claim_in_context(Place([A], A, [A]))
    assert (alone.sentence, alone.before, alone.after, alone.at) == ("", "", "", 0)


def test_punctuation_case_and_white_space_do_not_count() -> None:
    assert claim_hash("It  holds, (indeed).") == claim_hash("it holds indeed")
    assert claim_hash("It holds") != claim_hash("It held")

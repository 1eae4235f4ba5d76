from __future__ import annotations

import pytest

from ars_pandoc.grounding.sentence import context_notes, hidden_word, sentence_around
from ars_pandoc.texts.marks import CLOSE, HARD, OPEN, SOFT


def around(text: str, passage: str) -> str:
    start = text.index(passage)
    low, high = sentence_around(text, start, start + len(passage))
    return text[low:high].strip()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("It was so. We saw a rise here. It fell then.", "We saw a rise here."),
        (
            "As in Smith et al. We saw a rise here. It fell.",
            "As in Smith et al. We saw a rise here.",
        ),
        (f"It was so.{OPEN}[3]{CLOSE} We saw a rise here.{HARD}Next", "We saw a rise here."),
        (f"A heading{HARD}We saw a rise here{SOFT}Next", "We saw a rise here"),
        ("We saw a rise here", "We saw a rise here"),
    ],
)
def test_the_sentence_around_a_passage(text: str, sentence: str) -> None:
    assert around(text, "saw a rise") == sentence


def test_a_text_without_full_stops_has_bounds_too() -> None:
    text = "word " * 2000 + "saw a rise " + "word " * 2000
    assert len(around(text, "saw a rise")) < 3500


@pytest.mark.parametrize(
    ("left_out", "word"),
    [
        (" not ", "not"),
        (" and, except in mice, ", "except"),
        (" don’t ", "n't"),
        (" which failed to ", "failed to"),
        (" nicht ", "nicht"),
        (" in the long and cold winter ", None),
        (" notable and nonetheless ", None),
    ],
)
def test_what_an_ellipsis_hides(left_out: str, word: str | None) -> None:
    found = hidden_word(left_out)
    assert (found is None) == (word is None)
    assert word is None or word.strip("n'’t") in (found or "")


@pytest.mark.parametrize(
    ("sentence", "codes"),
    [
        ("We saw a rise but only in mice.", ["truncated-qualifier"]),
        ("We saw a rise, unless they smoked.", ["truncated-qualifier"]),
        ("We saw a rise (not significant) there.", ["truncated-qualifier"]),
        ("There is no evidence that saw a rise.", ["negated-context"]),
        ("We never saw a rise, except once.", ["truncated-qualifier", "negated-context"]),
        ("We saw a rise (p < 0.05), but only in mice.", ["truncated-qualifier"]),
        ("We saw a rise (n = 12) [3], except in mice.", ["truncated-qualifier"]),
        (f"We saw a rise (p = 0.01){OPEN}[3]{CLOSE}, unless so.", ["truncated-qualifier"]),
        ("We saw a rise (Fig. 2) there.", []),
        ("We saw a rise (p < 0.05), and a fall.", []),
        ("We saw a rise (p < 0.05) there.", []),
        ("It is not so. We saw a rise there. But it fell.", []),
    ],
)
def test_what_a_passage_leaves_out_is_noted(sentence: str, codes: list[str]) -> None:
    start = sentence.index("saw a rise")
    notes = context_notes(sentence, start, start + len("saw a rise"))
    assert [note.code for note in notes] == codes

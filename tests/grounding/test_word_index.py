"""The index says of each word what a slow look at the text says."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.grounding.word_index import WordIndex
from ars_pandoc.texts.marks import WILD
from ars_pandoc.texts.normalise import clean, fold

texts = st.text(alphabet="abé1_ ,-\n\x02\x1e\ufffd\u00a0", max_size=60).map(
    lambda text: fold(clean(text.replace(WILD, f"{WILD}\n")))
)


@pytest.mark.parametrize("most_scans", [1000, 3, 0])
@given(texts)
def test_words_and_neighbours_stand_where_they_stand(most_scans: int, text: str) -> None:
    index = WordIndex(text, most_scans=most_scans)
    found = [
        (one[0].replace(f"{WILD} ", ""), one.start())
        for one in re.finditer(rf"[^\W_]+(?:(?:{WILD} )+[^\W_]+)*", text)
    ]
    for word, _ in found:
        places = [start for other, start in found if other == word]
        assert index.places(word) == places
        assert index.count(word) == len(places)
    for (word, _), (after, _) in pairwise(found):
        assert index.pair(word, after) == [
            start for (one, start), (two, _) in pairwise(found) if (one, two) == (word, after)
        ]


@pytest.mark.parametrize("most_scans", [1000, 0])
def test_what_does_not_stand_in_the_text_has_no_place(most_scans: int) -> None:
    index = WordIndex("some words of it", most_scans=most_scans)
    assert index.places("other") == []
    assert index.count("other") == 0
    assert index.pair("words", "it") == []
    assert index.pair("it", "some") == []
    assert index.pair("some", "words") == [0]

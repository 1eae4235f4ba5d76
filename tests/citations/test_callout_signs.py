"""Signs in a word that call for a closer look."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.callout_signs import SUSPECT


@pytest.mark.parametrize(
    "word",
    ["(1500)", "1999", "2000,", "2099", "2100", "[12]", "12]", "10.1234/x", "PMID", "arXiv:1",
     "doi.org/x"],
)  # fmt: skip
def test_a_word_that_may_belong_to_a_call_out(word: str) -> None:
    assert SUSPECT.search(word)


@pytest.mark.parametrize("word", ["1499", "2101", "word", "[a", "a]", "10.12", "pmi", "300"])
def test_a_word_that_does_not(word: str) -> None:
    assert SUSPECT.search(word) is None

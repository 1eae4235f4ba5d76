"""Where a passage stands, in words."""

from __future__ import annotations

from typing import get_args

import pytest

from ars_pandoc.grounding.passage_words import OUTCOMES, place_words
from ars_pandoc.grounding.result import Grounding, Result


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({}, ""),
        ({"page": "12"}, "page 12"),
        ({"page": "12", "last_page": "12"}, "page 12"),
        ({"page": "12", "last_page": "13"}, "page 12 to 13"),
        ({"page": "217", "pdf_page": 1}, "page 217 (1 in the file)"),
        ({"page": "217", "last_page": "218", "pdf_page": 1}, "page 217 to 218 (1 in the file)"),
        ({"page": "1", "pdf_page": 1}, "page 1"),
        ({"pdf_page": 4}, "page 4 of the file"),
        ({"section": "Results"}, "section “Results”"),
        ({"section": "Results", "paragraph": 2}, "section “Results”, paragraph 2"),
        ({"page": "3", "section": "R", "paragraph": 1}, "page 3, section “R”, paragraph 1"),
    ],
)
def test_what_is_known_of_a_place_is_said(where: dict[str, object], words: str) -> None:
    assert place_words(Grounding("found", **where)) == words  # type: ignore[arg-type]


def test_each_outcome_has_words() -> None:
    assert set(OUTCOMES) == {*get_args(Result), "unchecked"}

"""Captions that Pandoc repeats as the image's description (contract §2)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.finding.doubled_captions import repeats_caption
from tests.citations.finding.parts import words

CAPTION = [{"t": "Plain", "c": words("A caption")}]


def image(text: str, kind: str = "Plain") -> Any:
    return {"t": kind, "c": [{"t": "Image", "c": [["", [], []], words(text), ["x.png", ""]]}]}


@pytest.mark.parametrize(
    ("block", "doubled"),
    [
        (image("A caption"), True),
        (image("A caption", "Para"), True),
        (image("Another text"), False),
        ({"t": "Plain", "c": words("A caption")}, False),
        ({"t": "Plain", "c": []}, False),
        ({"t": "CodeBlock", "c": [["", [], []], "A caption"]}, False),
    ],
)
def test_only_the_same_words_are_doubled(block: Any, doubled: bool) -> None:
    assert repeats_caption(block, CAPTION) is doubled


def test_without_a_caption_nothing_is() -> None:
    assert not repeats_caption(image("A caption"), [])

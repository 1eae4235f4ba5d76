"""Captions that Pandoc repeats as the image's description (contract §2)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.finding.doubled_captions import caption_twin
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
    assert caption_twin(block, CAPTION) is (block["c"][0] if doubled else None)


def test_without_a_caption_nothing_is() -> None:
    assert caption_twin(image("A caption"), []) is None


def test_what_stands_behind_the_image_is_no_twin_of_the_caption() -> None:
    cite = [{"citationId": "a", "citationMode": {"t": "NormalCitation"}, "citationPrefix": []}]
    cited: Any = {"t": "Cite", "c": [[{**cite[0], "citationSuffix": []}], words("[@a]")]}
    block = image("A caption")
    block["c"][0]["c"][1].append(cited)
    block["c"] += [{"t": "Space"}, cited]
    figure: Any = {"t": "Figure", "c": [["", [], []], [None, CAPTION], [block]]}
    figure["c"][1][1] = [{"t": "Plain", "c": [*words("A caption"), cited]}]
    found = find_citations({"meta": {}, "blocks": [figure]})
    # Once in the caption, once behind the image, and not in its description.
    assert [citation.key for citation, _ in found.citations] == ["a", "a"]


@pytest.mark.parametrize(("kind", "doubled"), [("Plain", True), ("Para", True), ("Header", False)])
def test_a_caption_is_words_of_a_paragraph(kind: str, doubled: bool) -> None:
    caption = [{"t": kind, "c": words("A caption")}]
    assert (caption_twin(image("A caption"), caption) is not None) is doubled

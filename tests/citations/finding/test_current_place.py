"""Where the walk stands (contract §2)."""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.finding.current_place import CurrentPlace
from tests.citations.finding.parts import raw, words


def test_a_place_names_paragraph_and_heading() -> None:
    place = CurrentPlace()
    header: dict[str, Any] = {"t": "Header", "c": [1, ["", [], []], words("A heading")]}
    blocks = [header]
    place.block, place.heading = header["c"][2], (blocks, header)
    element = place.block[0]
    found = place.of(place.block, element)
    assert (found.container, found.block) == (place.block, place.block)
    assert found.element is element
    assert found.heading is not None and found.heading[0] is blocks


def test_a_raw_block_has_no_paragraph_yet() -> None:
    place = CurrentPlace()
    place.block = words("of the paragraph before")
    block = {"t": "RawBlock", "c": ["html", "<!--ref:a-->"]}
    assert place.of([block], block).block == []


def test_what_cannot_show_a_marker_lends_its_host() -> None:
    place = CurrentPlace()
    outside, inside = words("image"), [raw("<!--ref:a-->")]
    place.host = (outside, outside[0])
    found = place.of(inside, inside[0])
    assert found.container is outside
    assert found.element is outside[0]


def test_ancestors_are_those_entered_and_not_left() -> None:
    place = CurrentPlace()
    item: list[Any] = []
    items = [item]
    place.enter((items, item))
    place.enter(None)
    assert place.ancestors() == ((items, item), None)
    place.leave()
    before = place.ancestors()
    place.leave()
    assert before == ((items, item),)
    assert place.ancestors() == ()

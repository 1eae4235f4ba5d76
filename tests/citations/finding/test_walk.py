"""The walk hands each piece on, once and in document order (contract §2, "Everywhere")."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.citation import Condition
from ars_pandoc.citations.finding.walk import Walk
from ars_pandoc.citations.found import Found
from tests.citations.finding.parts import cite, member, raw, words

NONE: list[Any] = ["", [], []]


def para(*inlines: Any) -> dict[str, Any]:
    return {"t": "Para", "c": list(inlines)}


def walk(*blocks: dict[str, Any], meta: dict[str, Any] | None = None) -> Found:
    one = Walk(None, True, "markdown")
    one.metadata(meta or {})
    one.blocks(list(blocks))
    return one.finish()


def keys(found: Found) -> list[str | None]:
    return [citation.key for citation, _ in found.citations]


def test_a_cite_inside_an_unknown_inline_is_not_reached_and_ends_what_stood_before() -> None:
    found = walk(para(cite(member("a")), {"t": "Math", "c": [{}, "x"]}, raw("<!--ref:a-->")))
    assert keys(found) == ["a", "a"]


def test_a_note_stands_apart_from_its_paragraph() -> None:
    note = {"t": "Note", "c": [para(cite(member("b")))]}
    found = walk(para(cite(member("a")), note, raw("<!--anchor:page:3-->")))
    assert keys(found) == ["a", "b", None]
    assert [place.block is found.citations[0][1].block for _, place in found.citations] == [
        True,
        False,
        True,
    ]


def test_a_cite_without_members_in_emphasis_does_no_harm() -> None:
    """As a Lua filter may leave it, with a marker in its text."""
    empty = {"t": "Cite", "c": [[], [raw("<!--ref:a-->")]]}
    found = walk(para({"t": "Emph", "c": [empty]}, *words(", p. 3")))
    assert keys(found) == ["a"]


def test_citations_of_an_unread_field_do_not_count_and_its_markers_go() -> None:
    inlines = [cite(member("a")), raw("<!--ref:b-->")]
    found = walk(meta={"keywords": {"t": "MetaInlines", "c": inlines}})
    assert keys(found) == []
    assert len(found.marker_elements) == 1


def test_the_section_of_a_field_is_its_name() -> None:
    found = walk(meta={"abstract": {"t": "MetaBlocks", "c": [para(cite(member("a")))]}})
    assert [citation.section for citation, _ in found.citations] == ["abstract"]


def test_what_stands_in_refs_is_a_reference_list() -> None:
    entry = para(*words("As Smith (2020) and [1] say."))
    found = walk({"t": "Div", "c": [["refs", [], []], [entry]]}, para(*words("As shown [1].")))
    assert found.reference_list
    assert found.unmarked == ("[1]",)


def test_an_image_shows_the_markers_of_its_description_behind_itself() -> None:
    image = {"t": "Image", "c": [NONE, [raw("<!--ref:a-->")], ["x.png", ""]]}
    found = walk(para(image))
    ((_, place),) = found.citations
    assert place.element is image


def test_a_note_of_raw_code_alone_stands_apart_too() -> None:
    note = {"t": "Note", "c": [{"t": "RawBlock", "c": ["html", "<!--anchor:page:3-->"]}]}
    found = walk(para(cite(member("a")), note))
    (of_a, _), (alone, _) = found.citations
    assert (of_a.key, of_a.anchors, alone.key) == ("a", (), None)


@pytest.mark.parametrize(("style", "found"), [("tex", ["a"]), ("latex", ["a"]), ("rtf", [])])
def test_raw_words_of_tex_cite(style: str, found: list[str]) -> None:
    assert keys(walk(para({"t": "RawInline", "c": [style, r"\cite{a}"]}))) == found


@pytest.mark.parametrize("kind", ["Link", "Image"])
def test_attributes_of_a_link_and_a_picture_cite(kind: str) -> None:
    element = {"t": kind, "c": [["", [], [["cites", "a"]]], words("x"), ["y", ""]]}
    assert keys(walk(para(element))) == ["a"]


@pytest.mark.parametrize("kind", ["Para", "Plain"])
def test_each_kind_of_paragraph_is_walked(kind: str) -> None:
    assert keys(walk({"t": kind, "c": [cite(member("a"))]})) == ["a"]


@pytest.mark.parametrize("kind", ["CodeBlock", "Table"])
def test_code_and_tables_have_ids_that_a_key_may_refer_to(kind: str) -> None:
    content: list[Any] = [["thing:a", [], []], "x"] if kind == "CodeBlock" else table("thing:a")
    block = {"t": kind, "c": content}
    alone, beside = para(cite(member("thing:a"))), para(cite(member("thing:b")))
    found = walk(block, alone, beside)
    assert [citation.condition for citation, _ in found.citations] == [
        Condition.LIKELY_CROSS_REFERENCE,
        Condition.ALWAYS,
    ]


def table(name: str) -> list[Any]:
    return [[name, [], []], [None, []], [], [NONE, []], [], [NONE, []]]

"""Words that show a marker or a key as plain text (contract §2, §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Condition
from ars_pandoc.citations.finding.odd_words import ODD, OddWords
from ars_pandoc.citations.finding.refusals import Refusals
from tests.citations.finding.parts import Parts, cite, member, raw, words


def read(parts: Parts, inlines: list[dict[str, object]]) -> int:
    refusals = Refusals(parts.place, parts.drafts)
    return OddWords(parts.drafts, parts.earlier, refusals).read(str(inlines[0]["c"]), inlines, 0)


@pytest.mark.parametrize(
    ("word", "odd"),
    [
        ("<!–ref:a–>", True),
        ("研究@a", True),
        ("[UNVERIFIED", True),
        ("<b>", False),
        ("<–ref:a–>", True),
        ("<--x", True),
        ("<-", False),
        ("[x]", False),
    ],
)
def test_which_words_call_for_a_look(word: str, odd: bool) -> None:
    assert (ODD.search(word) is not None) is odd


def test_a_glued_key_counts_if_it_is_known() -> None:
    parts = Parts()
    assert read(parts, words("研究@wang2020 shows")) == 0
    (draft,) = parts.drafts.since(0)
    assert (draft.key, draft.condition) == ("wang2020", Condition.KEY_NAMED)
    assert draft.fault is not None and "[@wang2020, p. 12]" in draft.fault.fix


def test_a_key_behind_emphasis_is_glued() -> None:
    parts = Parts()
    inlines = [{"t": "Emph", "c": words("al.")}, *words("@wang2020")]
    OddWords(parts.drafts, parts.earlier, Refusals(parts.place, parts.drafts)).read(
        "@wang2020", inlines, 1
    )
    assert parts.keys == ["wang2020"]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("[@{wang 2020}, p. 3]", Condition.ALWAYS),
        ("@{wang 2020}", Condition.ALWAYS),
        ("[see @{the wang}]", Condition.ALWAYS),
        ("@{the wang}", Condition.KEY_NAMED),
    ],
)
def test_a_key_with_a_space(text: str, condition: Condition) -> None:
    parts = Parts()
    inlines = words(text)
    for index, element in enumerate(inlines):
        if "@" in str(element.get("c", "")):
            OddWords(parts.drafts, parts.earlier, Refusals(parts.place, parts.drafts)).read(
                str(element["c"]), inlines, index
            )
    (draft,) = parts.drafts.since(0)
    assert draft.condition is condition
    assert draft.fault is not None and "has a space" in draft.fault.reason


@pytest.mark.parametrize("text", ["HEAD@{2 days ago}", "@{{ a template }}", "@{key}"])
def test_other_braces_hold_no_key(text: str) -> None:
    parts = Parts()
    read(parts, words(text))
    assert parts.keys == []


@pytest.mark.parametrize(
    ("fence", "condition"), [("```", Condition.KEY_NAMED), ("word", Condition.ALWAYS)]
)
def test_a_decorator_in_a_cell_that_is_closed_is_a_citation_only_if_named(
    fence: str, condition: Condition
) -> None:
    parts = Parts()
    reader = OddWords(parts.drafts, parts.earlier, Refusals(parts.place, parts.drafts))
    reader.read("```{code-cell}", words("```{code-cell}"), 0)
    draft = parts.drafts.add("njit", "native", [], cite(member("njit")))
    draft.in_text = True
    reader.read(fence, words(fence), 0)
    assert draft.condition is condition


def test_a_link_of_a_wiki() -> None:
    parts = Parts()
    link = {"t": "Link", "c": [["", ["wikilink"], []], words("Jones"), ["@jones2023", ""]]}
    OddWords(parts.drafts, parts.earlier, Refusals(parts.place, parts.drafts)).wiki_link(
        [link], link
    )
    assert parts.keys == ["jones2023"]


def test_a_marker_that_would_print() -> None:
    parts = Parts()
    assert read(parts, words("<!–ref:a–> shows")) == 0
    (draft,) = parts.drafts.since(0)
    assert (draft.key, draft.form) == ("a", "marker")
    assert draft.fault is not None and "would print" in draft.fault.reason


def test_a_literal_marker_is_read_to_its_end() -> None:
    parts = Parts()
    inlines = [*words("[UNVERIFIED CITATION — NO LOCATOR]"), raw("<!--ref:a-->")]
    assert read(parts, inlines) == len(inlines) - 1


def test_an_address_is_no_key() -> None:
    parts = Parts()
    assert read(parts, words("jane@example.org")) == 0
    assert parts.keys == []

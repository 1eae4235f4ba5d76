"""The words around a citation, by which its author finds the place (contract §7)."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.found import Place
from ars_pandoc.citations.words_around import Surroundings, words_around
from tests.pandoc_documents import Document, read_document, read_documents

ONE_TO_TEN = "one two three four five six seven eight nine ten"
AROUND = {
    "As was shown [@smith2024]. More.": ["As was shown [@smith2024]. More."],
    "[@smith2024] opens.": ["[@smith2024] opens."],
    "At the end @smith2024": ["At the end @smith2024"],
    "[@smith2024]": ["[@smith2024]"],
    f"{ONE_TO_TEN} [@a] {ONE_TO_TEN}.": [
        "… two three four five six seven eight nine ten [@a] one two three four five …"
    ],
    "A claim.<!--ref:smith2024--> More.": ["A claim.<!--ref:smith2024--> More."],
    "A claim <!--ref:smith2024-->. More.": ["A claim <!--ref:smith2024-->. More."],
    "Deep *inside of [@a] this* one.": ["Deep inside of [@a] this one."],
    "(see [@a]), then": ["(see [@a]), then"],
    "One [@a] and two [@b].": ["One [@a] and two [@b].", "One [@a] and two [@b]."],
    "Broken\nover [@a]\nlines  here": ["Broken over [@a] lines here"],
    "Text^[In a note [@a] too.] goes on.": ["In a note [@a] too."],
    "# A heading [@a]": ["A heading [@a]"],
    "`code` and $x$ [@a]": ["code and x [@a]"],
    "First paragraph.\n\nSecond [@a].": ["Second [@a]."],
}


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return read_documents(AROUND)


@pytest.mark.parametrize("text", AROUND)
def test_words_around(text: str, documents: dict[str, Document]) -> None:
    found = find_citations(documents[text])
    assert [words_around(place) for _, place in found.citations] == AROUND[text]


def test_a_long_marker_is_cut() -> None:
    comment = f"<!--ref:a--><!--anchor:quote:{'word%20' * 40}-->"
    element = {"t": "RawInline", "c": ["html", comment]}
    block: list[Any] = [{"t": "Str", "c": "A"}, {"t": "Space"}, element]
    shown = words_around(Place(block, element, block))
    assert shown.startswith("A <!--ref:a--><!--anchor:quote:")
    assert len(shown) < len(comment) / 2


def test_a_block_of_markers_is_shown_as_its_source() -> None:
    element = {"t": "RawBlock", "c": ["html", "<!--ref:a-->\n<!--anchor:page:3-->"]}
    behind = [{"t": "Str", "c": "Behind."}]
    assert words_around(Place([element], element, behind)) == "<!--ref:a--> <!--anchor:page:3-->"


words = st.lists(
    st.sampled_from(
        [{"t": "Str", "c": "word"}, {"t": "Str", "c": "a\u00a0b"}, {"t": "Space"},
         {"t": "SoftBreak"}, {"t": "LineBreak"}, {"t": "Math", "c": [{"t": "InlineMath"}, "x\ny"]},
         {"t": "Emph", "c": [{"t": "Str", "c": "in"}, {"t": "Space"}, {"t": "Str", "c": "it"}]}]
    ),
    max_size=60,
)  # fmt: skip


@given(words, words)
def test_one_line_of_few_words(before: list[Any], after: list[Any]) -> None:
    element = {"t": "Cite", "c": [[], [{"t": "Str", "c": "[@a]"}]]}
    block = [*before, element, *after]
    shown = words_around(Place(block, element, block))
    assert "[@a]" in shown
    assert "\n" not in shown
    assert shown == shown.strip()
    # Nine words before, five behind, the citation and two ellipses; a no-break space is a space.
    assert len(shown.split()) <= 17


def test_the_words_around_many_citations_of_a_paragraph_are_those_of_each() -> None:
    text = "One *two [@a, p. 3] three* <!--ref:b--> [@c] and [UNVERIFIED CITATION — NO ORIGINAL] x."
    found = find_citations(read_document(text))
    around = Surroundings()
    words = [around.words_around(place) for _, place in found.citations]
    assert words == [words_around(place) for _, place in found.citations]
    assert words[0].startswith("One two [@a, p. 3] three")


@pytest.mark.slow
def test_a_paragraph_of_thousands_of_citations_takes_no_time() -> None:
    inlines = [
        item
        for number in range(20_000)
        for item in ({"t": "Str", "c": f"w{number}"}, {"t": "Space"}, {"t": "Cite", "c": [[], []]})
    ]
    around = Surroundings()
    start = time.process_time()
    for element in inlines[2::3]:
        around.words_around(Place(inlines, element, inlines))
    assert time.process_time() - start < 10

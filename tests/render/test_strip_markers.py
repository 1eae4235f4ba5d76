"""Stripping takes the markers and nothing else (contract §2, stripping)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.find import find_citations
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.render.strip_markers import is_marker, strip_markers
from tests.pandoc_documents import Document, read_document, read_documents
from tests.test_laws import joined

M = "<!--ref:smith2024--><!--anchor:page:12-->"

# What a text with markers is equal to once they are stripped.
STRIPPED = {
    f"A claim {M}.": "A claim.",
    f"A claim{M}.": "A claim.",
    f"A claim {M}, and more.": "A claim, and more.",
    f"A claim {M} goes on.": "A claim goes on.",
    f"A claim {M}": "A claim",
    f"A claim\n{M}\ngoes on.": "A claim\ngoes on.",
    f"A claim {M} (so).": "A claim (so).",
    "A claim <!--ref:smith2024--> <!--anchor:page:12-->.": "A claim.",
    f"*A claim {M}* goes on.": "*A claim* goes on.",
    f"“A claim {M}”": "“A claim”",
    f"A claim {M}<!-- note: mine --> on.": "A claim <!-- note: mine --> on.",
    f"One.\n\n{M}\n\nTwo.": "One.\n\nTwo.",
    f"- One\n- {M}\n- Two": "- One\n- Two",
    f"- One\n\n    - {M}\n\n- Two": "- One\n\n- Two",
    f"# A heading {M}": "# A heading",
    f"A claim^[So {M}.].": "A claim^[So.].",
    f"| One {M}\n| Two": "| One\n| Two",
    f"Term {M}\n\n:   Words {M}.": "Term\n\n:   Words.",
    f"> A claim {M}.": "> A claim.",
    f"A [@smith2024{M}].": "A [@smith2024].",
    f"A [@smith2024 {M}].": "A [@smith2024].",
    f"A [@smith2024, p. 3]{M}.": "A [@smith2024, p. 3].",
    'A [[@smith2024, p. 3]]{quote="one two three"}.': "A [@smith2024, p. 3].",
    'A [[@smith2024]]{.c quote="one two three"}.': "A [[@smith2024]]{.c}.",
    'A [[@smith2024]]{#i quote="one two three" x=y}.': "A [[@smith2024]]{#i x=y}.",
    f"A `<b>{M}</b>`{{=html}}.": "A `<b></b>`{=html}.",
}
KEPT = [
    "A <!-- note: mine --> claim <!-- refs --> <!-- Refactor this -->.",
    "A <!-- ANCHOR: x -->b<!-- ANCHOR_END: x -->.",
    "<!-- manifest\nof: many\nlines -->\n\nA claim.",
    "`<!--ref:a-->` and $<!--ref:a-->$.",
    "```\n<!--ref:a-->\n```",
    "A [@smith2024, p. 3].",
    "- \n- B",
]


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    texts = dict.fromkeys([*STRIPPED, *STRIPPED.values(), *KEPT])
    # A heading's identifier is made from its words, markers included.
    return read_documents(texts, "markdown-auto_identifiers")


def stripped(document: Document) -> Document:
    copy: Document = json.loads(json.dumps(document))
    found = find_citations(copy)
    strip_markers(found, found.marker_elements)
    return copy


def comparable(document: Document) -> Any:
    """Give the blocks; but not the numbers of notes, which count through the whole run."""
    return joined(
        json.loads(
            json.dumps(document["blocks"]),
            object_hook=lambda e: {name: e[name] for name in e if name != "citationNoteNum"},
        )
    )


@pytest.mark.parametrize("text", STRIPPED)
def test_stripped_it_reads_as_if_written_without(text: str, documents: dict[str, Document]) -> None:
    assert comparable(stripped(documents[text])) == comparable(documents[STRIPPED[text]])


@pytest.mark.parametrize("text", KEPT)
def test_what_is_none_of_ours_stays(text: str, documents: dict[str, Document]) -> None:
    assert stripped(documents[text]) == documents[text]


@pytest.mark.parametrize(
    "text",
    ["A [@smith2024<!--ref:smith2024--><!--anchor:page:12-->]", "A [@smith2024 <!--ref:b-->]"],
)
def test_the_fallback_of_a_cite_shows_no_marker(text: str, pandoc: Pandoc) -> None:
    """Pandoc repeats a comment within the brackets as visible text, for want of citeproc."""
    document = read_document(text, "markdown", pandoc)
    assert "ref:" in json.dumps(document)
    assert "<!--" not in json.dumps(stripped(document))


def test_a_site_that_is_not_named_stays() -> None:
    """A doubtful comment whose key nobody knows is another tool's."""
    document = read_document(f"A <!-- ref smith --> b {M}.")
    found = find_citations(document)
    strip_markers(found, [site for site in found.marker_elements if site.only_if_known is None])
    assert "<!-- ref smith -->" in json.dumps(document)
    assert "anchor" not in json.dumps(document)


@pytest.mark.parametrize(
    ("comment", "ours"),
    [
        ("ref:a", True),
        ("anchor:page:3", True),
        ("anchor:table:3", True),
        ("note: ref:a", False),
        ("ANCHOR_END: x", False),
        (" references ", False),
    ],
)
def test_which_comments_are_ours(comment: str, ours: bool) -> None:
    assert is_marker(comment) is ours


words = st.sampled_from(["word", "Word.", ",", "(x)", "研究", "–"]).map(
    lambda text: {"t": "Str", "c": text}
)
spaces = st.sampled_from([{"t": "Space"}, {"t": "SoftBreak"}, {"t": "LineBreak"}])
markers = st.sampled_from(
    ["ref:a", "ref:b ok", "anchor:page:3", "anchor:none", "anchor:table:3", "ref=a"]
)
others = st.text("abc .-", max_size=9).map(lambda text: f" note:{text.replace('--', '-')}")
comments = (markers | others).map(lambda text: {"t": "RawInline", "c": ["html", f"<!--{text}-->"]})
inlines = st.recursive(
    st.lists(words | spaces | comments, max_size=9),
    lambda inner: st.builds(
        lambda kind, inside, before: [*before, {"t": kind, "c": inside}],
        st.sampled_from(["Emph", "Strong"]),
        inner,
        inner,
    ),
    max_leaves=4,
)
blocks = st.recursive(
    st.one_of(
        inlines.map(lambda inner: {"t": "Para", "c": inner}),
        comments.map(lambda raw: {"t": "RawBlock", "c": raw["c"]}),
    ),
    lambda inner: st.one_of(
        st.lists(st.lists(inner, max_size=3), min_size=1, max_size=3).map(
            lambda items: {"t": "BulletList", "c": items}
        ),
        st.lists(inner, max_size=3).map(lambda quoted: {"t": "BlockQuote", "c": quoted}),
    ),
    max_leaves=8,
)
generated = st.lists(blocks, max_size=5).map(lambda found: {"meta": {}, "blocks": found})


def raw_texts(value: Any) -> list[str]:
    """Give the texts of all raw elements, in order."""
    if isinstance(value, dict):
        if str(value.get("t")).startswith("Raw"):
            return [value["c"][1]]
        return raw_texts(list(value.values()))
    return [text for item in value for text in raw_texts(item)] if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """Give all words of a document, without white space."""
    if isinstance(value, dict):
        return value["c"] if value.get("t") == "Str" else text_of(list(value.values()))
    return "".join(map(text_of, value)) if isinstance(value, list) else ""


@settings(max_examples=60, deadline=None)
@given(generated)
def test_no_marker_is_left_and_nothing_else_is_lost(document: Document) -> None:
    once = stripped(document)
    kept = [text for text in raw_texts(document["blocks"]) if "note:" in text]
    assert raw_texts(once["blocks"]) == kept
    assert text_of(once["blocks"]) == text_of(document["blocks"])


@settings(max_examples=60, deadline=None)
@given(generated)
def test_stripping_twice_is_stripping_once(document: Document) -> None:
    once = stripped(document)
    assert stripped(once) == once

"""What is written for an author is read back by the gate as the same anchor, in both Pandocs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Anchor, Kind
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.writing_anchors import full_marker, native_citation, written_anchor
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import PANDOCS
from tests.pandoc_documents import read_document

WORDS = st.text(
    st.sampled_from("abz Zé研µ019.,;:!?'\"()[]{}<>*_`$\\&%#@^~|/+=-–—’“…\u00a0"), min_size=1
).map(lambda text: " ".join(text.split()))
KEYS = st.sampled_from(
    ["smith2024", "doi:10.1038/nature14539", "a-b_c", "10.1016/S0140-6736(95)90120-5", "Müller2020"]
)


def read(pandoc: Pandoc, text: str) -> list[tuple[str | None, list[tuple[str, str]]]]:
    found = find_citations(read_document(text, pandoc=pandoc), markdown=True)
    return [
        (citation.key, [(anchor.kind, anchor.value) for anchor in citation.anchors])
        for citation, _ in found.citations
        if citation.fault is None and all(anchor.fault is None for anchor in citation.anchors)
    ]


def write_or_none(kind: Kind, value: str, key: str) -> Anchor | None:
    try:
        return written_anchor(kind, value, key)
    except ArsError as error:
        assert error.steps, "a refusal says what to do"
        return None


@pytest.mark.parametrize("pandoc", PANDOCS, ids=lambda pandoc: pandoc.version_text)
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(KEYS, st.sampled_from(["quote", "section", "paragraph"]), WORDS)))
def test_marker_and_citation_are_read_back(
    pandoc: Pandoc, wanted: list[tuple[str, Kind, str]]
) -> None:
    paragraphs, expected = [], []
    for key, kind, value in wanted:
        anchor = write_or_none(kind, value, key)
        if anchor is None:
            continue
        forms = [f"Seen {full_marker(key, anchor)} here.", f"Seen {native_citation(key, anchor)}."]
        paragraphs += forms
        expected += [(key, [(kind, anchor.value)])] * 2
    assert read(pandoc, "\n\n".join(paragraphs)) == expected


@pytest.mark.parametrize(
    ("kind", "value", "native", "marker"),
    [
        ("page", "12", "[@k, p. 12]", "<!--ref:k--><!--anchor:page:12-->"),
        ("page", "12-14", "[@k, pp. 12-14]", "<!--ref:k--><!--anchor:page:12-14-->"),
        ("page", "pp. 3, 5", "[@k, pp. 3, 5]", "<!--ref:k--><!--anchor:page:3%2C%205-->"),
        ("section", "3.2", "[@k, sec. 3.2]", "<!--ref:k--><!--anchor:section:3.2-->"),
        (
            "section",
            "Materials and Methods",
            "[@k, {sec. Materials and Methods}]",
            "<!--ref:k--><!--anchor:section:Materials%20and%20Methods-->",
        ),
        ("paragraph", "4", "[@k, para. 4]", "<!--ref:k--><!--anchor:paragraph:4-->"),
        (
            "quote",
            "three more\nwords",
            '[[@k]]{quote="three more words"}',
            "<!--ref:k--><!--anchor:quote:three%20more%20words-->",
        ),
    ],
)
def test_the_forms(pandoc: Pandoc, kind: Kind, value: str, native: str, marker: str) -> None:
    anchor = written_anchor(kind, value, "k")
    assert native_citation("k", anchor) == native
    assert full_marker("k", anchor) == marker
    for form in (native, f"x {marker}"):
        [(key, anchors)] = read(pandoc, form)
        assert key == "k"
        assert anchors[0][0] == kind


@pytest.mark.parametrize(
    ("kind", "value", "why"),
    [
        ("quote", "two words", "2 words"),
        ("quote", " ".join(["word"] * 26), "26 words"),
        ("page", "somewhere", "is no page"),
        ("page", "0", "placeholder"),
        ("section", "TBD", "placeholder"),
        ("quote", "", "empty"),
    ],
)
def test_what_would_be_no_anchor_is_refused(kind: Kind, value: str, why: str) -> None:
    with pytest.raises(ArsError, match=why):
        written_anchor(kind, value, "k")


def test_a_key_that_would_end_the_comment_is_refused() -> None:
    with pytest.raises(ArsError, match="cannot stand in a comment"):
        full_marker("a--b", written_anchor("page", "3", "a--b"))

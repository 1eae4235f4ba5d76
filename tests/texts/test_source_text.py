from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.source_text import (
    EXTRACTOR_VERSION,
    Page,
    Passage,
    Section,
    SourceText,
    from_bytes,
    shown,
    to_bytes,
)
from tests.grounding.sources import paged, written

offsets = st.integers(0, 10_000)
sources = st.builds(
    SourceText,
    st.sampled_from(["application/pdf", "text/plain"]),
    st.text(alphabet=st.characters(codec="utf-8")),
    pages=st.lists(
        st.builds(Page, offsets, offsets, st.none() | st.just("iv"), st.none() | st.just("image"))
    ).map(tuple),
    sections=st.lists(st.builds(Section, offsets, st.text(st.characters(codec="utf-8")))).map(
        tuple
    ),
    paragraphs=st.lists(st.tuples(offsets, offsets)).map(tuple),
    jumps=st.lists(st.tuples(offsets, offsets)).map(tuple),
    raising_lost=st.booleans(),
)


@given(sources)
def test_what_is_written_is_read(source: SourceText) -> None:
    assert from_bytes(to_bytes(source)) == source


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[1, 2]",
        b"\xff\xfe",
        orjson.dumps([EXTRACTOR_VERSION, "text/plain", 3]),
        to_bytes(SourceText("text/plain", "words"))[:-5],
        orjson.dumps(
            [EXTRACTOR_VERSION + 1, *orjson.loads(to_bytes(SourceText("text/plain", "a")))[1:]]
        ),
    ],
)
def test_damaged_or_older_text_is_never_used(data: bytes) -> None:
    with pytest.raises(ArsError, match="damaged or from another version"):
        from_bytes(data)


def test_an_offset_has_a_place() -> None:
    source = paged({"iv": "Some words.", "v": "More words.", "vi": "The last."}, unlabelled=["v"])
    assert source.passage(source.text.index("Some")) == Passage("iv", 1)
    assert source.passage(source.text.index("More")) == Passage(None, 2)
    source = written("Before.", sections={"Results": ["One.", "Two."], "Methods": ["Three."]})
    assert source.passage(source.text.index("Before")) == Passage(paragraph=1)
    assert source.passage(source.text.index("Two")) == Passage(section="Results", paragraph=2)
    assert source.passage(source.text.index("Three")) == Passage(section="Methods", paragraph=1)
    assert source.passage(source.text.index("Methods")) == Passage(section="Methods")


def test_marks_are_shown_as_a_person_reads_them() -> None:
    source = written("About 10² cells [12] in H₂O.")
    assert shown(source.text) == "About 10^2 cells [12] in H2O."

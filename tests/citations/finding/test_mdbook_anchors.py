"""mdBook's anchors are none of ours, if they end somewhere (contract §2)."""

from __future__ import annotations

import pytest

from tests.citations.finding.parts import Parts, raw, words


@pytest.mark.parametrize("end", ["<!-- ANCHOR_END: page -->", "<!-- /ANCHOR: page -->"])
def test_a_pair_is_no_marker(end: str) -> None:
    parts = Parts()
    code = f"<!-- ANCHOR: page -->{end}"
    element = raw(code)
    parts.comments.html(code, [element], element, 0)
    parts.mdbook.give_faults()
    assert parts.drafts.finish(set(), parts.mdbook.ended) == ()
    assert parts.mdbook.without(parts.elements) == ()


def test_one_without_an_end_is() -> None:
    parts = Parts()
    code = "<!-- ANCHOR: page --><!-- ANCHOR_END: other -->"
    element = raw(code)
    parts.comments.html(code, [element], element, 0)
    ((citation, _),) = parts.drafts.finish(set(), parts.mdbook.ended)
    assert citation.fault is not None
    assert len(parts.mdbook.without(parts.elements)) == 1


@pytest.mark.parametrize(("ended", "faulty"), [("page", False), ("other", True)])
def test_behind_a_citation_the_end_of_the_document_tells(ended: str, faulty: bool) -> None:
    parts = Parts()
    inlines = words("cite")
    draft = parts.drafts.add("a", "native", inlines, inlines[0])
    parts.nearest.become([draft])
    code = f"<!-- ANCHOR: page --> <!-- ANCHOR_END: {ended} -->"
    parts.comments.html(code, [raw(code)], raw(code), 0)
    assert draft.fault is None
    parts.mdbook.give_faults()
    assert (draft.fault is not None) is faulty
    assert draft.annotated is faulty

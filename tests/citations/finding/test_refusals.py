"""Literals in which a pass of newer ARS refused a citation (contract §6)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.citation import Citation
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.finding.refusals import LITERALS, NOT_SUPPORTED

SPACE = {"t": "Space"}


def word(text: str) -> dict[str, Any]:
    return {"t": "Str", "c": text}


def words(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in text.split():
        found += [SPACE, word(one)]
    return found


def cite(key: str, *suffix: dict[str, Any], in_text: bool = False) -> dict[str, Any]:
    mode = {"t": "AuthorInText" if in_text else "NormalCitation"}
    member = {
        "citationId": key, "citationPrefix": [], "citationMode": mode, "citationNoteNum": 1,
        "citationHash": 0, "citationSuffix": list(suffix or words(", p. 3")[1:]),
    }  # fmt: skip
    return {"t": "Cite", "c": [[member], [word(f"@{key}")]]}


def found(*inlines: dict[str, Any]) -> list[Citation]:
    blocks = [{"t": "Para", "c": list(inlines)}]
    return [one for one, _ in find_citations({"meta": {}, "blocks": blocks}).citations]


def is_refused(citation: Citation, what: str) -> bool:
    fault = citation.unsupported if what == NOT_SUPPORTED else citation.fault
    return fault is not None and f"[HIGH-WARN-{what}]" in fault.reason


@pytest.mark.parametrize("what", LITERALS)
def test_it_belongs_to_the_citation_before_it_in_the_sentence(what: str) -> None:
    a, b = found(*words("As"), cite("a"), *words(f"[HIGH-WARN-{what}] and"), cite("b"))
    assert is_refused(a, what)
    assert not is_refused(b, what)


@pytest.mark.parametrize("what", LITERALS)
def test_without_one_it_belongs_to_the_next(what: str) -> None:
    a, b = found(cite("a"), *words(f"is said. Now [HIGH-WARN-{what}: why] see"), cite("b"))
    assert not is_refused(a, what)
    assert is_refused(b, what)


def test_right_behind_the_full_stop_it_still_belongs_to_the_sentence() -> None:
    a, b = found(cite("a"), word("."), *words("[HIGH-WARN-FABRICATED-REFERENCE]"), cite("b"))
    assert is_refused(a, "FABRICATED-REFERENCE")
    assert b.fault is None


def test_the_full_stop_of_an_abbreviation_ends_no_sentence() -> None:
    (a,) = found(cite("a"), *words("cf. the rest [HIGH-WARN-CLAIM-NOT-SUPPORTED]"))
    assert is_refused(a, NOT_SUPPORTED)


def test_with_no_citation_left_it_is_a_fault_of_its_own() -> None:
    (alone,) = found(*words("Words [HIGH-WARN-FABRICATED-REFERENCE]"))
    assert alone.key is None
    assert is_refused(alone, "FABRICATED-REFERENCE")


def test_as_the_suffix_of_a_bare_key_it_is_no_locator() -> None:
    suffix = word("HIGH-WARN-CLAIM-NOT-SUPPORTED")
    (a,) = found(cite("a", suffix, in_text=True))
    assert is_refused(a, NOT_SUPPORTED)
    assert a.anchors == ()


@pytest.mark.parametrize(
    "text", ["HIGH-WARN-FABRICATED-REFERENCE", "[HIGH-WARN-OTHER]", "[high-warn-fabricated]"]
)
def test_other_words_are_words(text: str) -> None:
    (a,) = found(cite("a"), *words(text))
    assert (a.fault, a.unsupported) == (None, None)


def test_a_page_behind_it_in_the_suffix_is_no_locator_either() -> None:
    suffix = word("HIGH-WARN-CLAIM-NOT-SUPPORTED, p. 3")
    (a,) = found(cite("a", suffix, in_text=True))
    assert is_refused(a, NOT_SUPPORTED)
    assert a.anchors == ()

"""Quotes in the attribute of a span (contract §3)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.citations.finding.quote_spans import QuoteSpans
from tests.citations.finding.parts import Parts, cite, member, words


def read(parts: Parts, inner: list[Any], pairs: list[list[str]]) -> QuoteSpans:
    def walk(inlines: list[Any]) -> None:
        for element in inlines:
            if element["t"] == "Cite":
                for one in element["c"][0]:
                    parts.drafts.add(one["citationId"], "native", inlines, element)

    spans = QuoteSpans(parts.drafts, parts.nearest, walk)
    span = {"t": "Span", "c": [["", ["c"], pairs], inner]}
    spans.read([span], span)
    return spans


@pytest.mark.parametrize("name", ["quote", "data-quote", "quoute"])
def test_the_quote_is_an_anchor_of_the_one_citation(name: str) -> None:
    parts = Parts()
    spans = read(parts, [cite(member("a"))], [[name, "one two three"]])
    (a,) = parts.drafts.since(0)
    assert a.marks == [("quote", "one two three", True)]
    assert a.annotated
    assert len(spans.wrapped) == 1


@pytest.mark.parametrize(
    ("inner", "count"), [(words("word"), 0), ([cite(member("a"), member("b"))], 2)]
)
def test_exactly_one_citation_is_needed(inner: list[Any], count: int) -> None:
    parts = Parts()
    read(parts, inner, [["quote", "one two three"]])
    fault = parts.drafts.since(count)[0].fault
    assert fault is not None and f"holds {count} citations" in fault.reason


def test_a_span_around_a_bare_key_has_lost_its_brackets() -> None:
    parts = Parts()
    inner = [cite(member("a", mode="AuthorInText"))]
    read(parts, inner, [["quote", "one two three"]])
    (a,) = parts.drafts.since(0)
    assert a.fault is not None and "[[@a]]" in a.fault.fix
    assert a.marks == []


def test_without_a_quote_the_lost_brackets_are_a_hint() -> None:
    parts = Parts()
    spans = read(parts, [cite(member("a", mode="AuthorInText")), *words(", p. 3")], [])
    (a,) = parts.drafts.since(0)
    assert a.hint is not None and "[[@a, p. 3]]{.c}" in a.hint.fix
    assert (a.fault, spans.wrapped) == (None, [])

"""Quotes in the attribute of a span: `[[@smith2024, p. 3]]{quote="…"}` (contract §3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.cites import is_quote, lost_brackets, near_miss
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.pandoc.elements import Element


class QuoteSpans:
    """Reads spans.

    Args:
        drafts: The citations found so far.
        nearest: The ref or Cite that an anchor belongs to.
        walk: Walks a list of inlines.

    Attributes:
        wrapped: Each span with a quote and the list that holds it, for unwrapping.
    """

    __slots__ = ("_drafts", "_nearest", "_walk", "wrapped")

    def __init__(
        self, drafts: Drafts, nearest: Nearest, walk: Callable[[list[Element]], None]
    ) -> None:
        self._drafts = drafts
        self._nearest = nearest
        self._walk = walk
        self.wrapped: list[tuple[list[Element], Element]] = []

    def read(self, inlines: list[Element], element: Element) -> None:
        """Read a span and what it holds."""
        attributes: list[Any] = element["c"][0]
        quotes = [value for name, value in attributes[2] if is_quote(name)]
        count = len(self._drafts)
        self._walk(element["c"][1])
        drafts = self._drafts.since(count)
        if not quotes:
            if self._nearest.target is None and len(drafts) == 1:
                drafts[0].hint = lost_brackets(element) or drafts[0].hint
            return
        self.wrapped.append((inlines, element))
        if len(drafts) != 1:
            fault = Fault(
                f'the span with quote="{quotes[0]}" holds {len(drafts)} citations, exactly one '
                "is needed",
                'write [[@key, p. 3]]{quote="…"} around one citation',
            )
            self._drafts.add(None, "native", inlines, element, fault)
            return
        miss = near_miss(element, quotes[0])
        if miss is None:
            drafts[0].marks += [("quote", quote, True) for quote in quotes]
            drafts[0].annotated = True
        else:
            drafts[0].fault = drafts[0].fault or miss

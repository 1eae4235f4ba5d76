"""Numbered example lists, into which Pandoc also makes paragraphs that open with a key (§3)."""

from __future__ import annotations

from typing import Any

from ars_pandoc.pandoc.elements import stringify

_SHOWN = 60


class ExampleLists:
    """Counts example lists.

    Attributes:
        count: How many there are.
        swallowed: The first item of the first list that was a paragraph, `@key.` or `@key)`,
            or None.
    """

    __slots__ = ("count", "swallowed")

    def __init__(self) -> None:
        self.count = 0
        self.swallowed: str | None = None

    def read(self, content: list[Any]) -> None:
        """Look at the content of an OrderedList."""
        (_, style, delimiter), items = content
        if style["t"] != "Example":
            return
        self.count += 1
        if delimiter["t"] in ("Period", "OneParen") and self.swallowed is None:
            first = items[0][0] if items and items[0] else None
            inlines = first["c"] if first is not None and first["t"] in ("Para", "Plain") else []
            self.swallowed = stringify(inlines)[:_SHOWN]

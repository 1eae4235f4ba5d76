"""Where in a text that keeps Pandoc without end the cause stands, where that can be told.

Pandoc's Markdown reader tries each open bracket of a paragraph as a link, a citation and a note,
and what stands in it again: each one more doubles the time (*seen* in 2.17 and 3.9). Nested spans
of HTML do the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ars_pandoc.positions.position import Lines

_MANY = 8
"""From so many on Pandoc takes seconds rather than moments."""

_PARAGRAPH = re.compile(r"\n[ \t>]*\n")
_OPENERS = re.compile(r"\\.|(\[)|(\])|(<span\b[^<>]{0,200}>)|(</span>)", re.DOTALL | re.IGNORECASE)


def slow_place(texts: Mapping[Path, str]) -> str | None:
    """Name the place that most likely keeps Pandoc; None where nothing stands out.

    Args:
        texts: Each file with its text.

    Returns:
        Such as `paper.md (line 12, column 5): 20 open brackets in one paragraph`.
    """
    worst: tuple[int, int, str, Path] | None = None
    for path, text in texts.items():
        for count, offset, what in _nested(text):
            if count >= _MANY and (worst is None or count > worst[0]):
                worst = count, offset, what, path
    if worst is None:
        return None
    count, offset, what, path = worst
    line, column = Lines(texts[path]).line_and_column(offset)
    return f"{path} (line {line}, column {column}): {count} {what} in one paragraph"


def _nested(text: str) -> Iterator[tuple[int, int, str]]:
    """Give, for each paragraph, how many brackets or spans stand open at once, and the first."""
    start = 0
    for end in [*(hit.end() for hit in _PARAGRAPH.finditer(text)), len(text)]:
        brackets: list[int] = []
        spans: list[int] = []
        most: dict[str, tuple[int, int]] = {}
        for hit in _OPENERS.finditer(text, start, end):
            for opens, closes, found, what in (
                (1, 2, brackets, "open brackets"),
                (3, 4, spans, "open spans"),
            ):
                if hit[opens] is not None:
                    found.append(hit.start())
                    if len(found) > most.get(what, (0, 0))[0]:
                        most[what] = len(found), found[0]
                elif hit[closes] is not None and found:
                    found.pop()
        yield from ((count, offset, what) for what, (count, offset) in most.items())
        start = end

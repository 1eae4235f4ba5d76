"""Take the markers out of a source text, as the gate takes them out of its AST (contract §2)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from ars_pandoc.base.characters import CLOSING
from ars_pandoc.base.environment import is_locked
from ars_pandoc.documents.assemble import assemble
from ars_pandoc.documents.inputs import Source
from ars_pandoc.positions.position import Extent
from ars_pandoc.rewriting.attempts import find_attempts, is_escaped, literal_start

# What a space before a marker may not stand before: the gate knows the same signs.
_CLOSING = tuple(CLOSING)
_BLANK = " \t"
_ENDS = "\r\n"
# What may open a line without being its text: quotes and list items.
_PREFIX = re.compile(
    r"[ \t]*(?:>[ \t]*)*(?P<item>(?:[-+*:~]|\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdm]+)[.)])[ \t]*)?\Z"
)


def strip_text(text: str, reader: str, path: Path | None = None) -> str:
    """Remove the markers of a text, with the literal markers before them.

    The space before a marker goes along when a space, punctuation or the end follows; lines and
    items left empty go too. A comment that is a marker only if its key is known stays, since no
    sidecar is asked.

    Args:
        text: The text of one file; its line ends and a byte order mark stay.
        reader: Pandoc's reader with extensions.
        path: Its file, whose name tells whether it has chunks.
    """
    parts: list[str] = []
    place = 0
    line = ""  # what is kept of the line that is being read
    for first, last in _runs(text, reader, path):
        whole = line + text[place:first]
        start = max(whole.rfind("\n"), whole.rfind("\r")) + 1
        parts.append(whole[:start])
        line = whole[start:]
        if not line.strip() and text[last : last + 1] in _CLOSING:
            _join_line(parts)
        line, place = _cut(line, text, last)
    return "".join((*parts, line, text[place:]))


def marked_parts(source: Source, texts: Mapping[Path, str]) -> list[Path]:
    """Return the files with markers that a document reads in, and that are not its own.

    Args:
        source: The document.
        texts: What its own files hold.
    """
    assembly = assemble(source, texts, locked=is_locked(os.environ))
    files = {} if assembly is None else assembly.files
    return [
        path
        for path, text in files.items()
        if path not in texts and strip_text(text, source.reader, source.paths[0]) != text
    ]


def _join_line(parts: list[str]) -> None:
    """Take the line end before closing punctuation along, unless a paragraph ends there."""
    kept = parts[-1].rstrip(_BLANK + _ENDS)
    if kept and len(kept.splitlines()) == len(parts[-1].splitlines()):
        parts[-1] = kept


def _runs(text: str, reader: str, path: Path | None) -> list[Extent]:
    """Return what goes; neighbours are one, so that the space around them is looked at once."""
    runs: list[Extent] = []
    for attempt in find_attempts(text, reader, path):
        start = literal_start(text, attempt.start)
        end = attempt.start if attempt.conditional else attempt.end
        if runs and runs[-1][1] >= start:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        elif start < end:
            runs.append((start, end))
    return runs


def _cut(before: str, text: str, end: int) -> tuple[str, int]:
    """Return what is kept of the line before a run of markers, and where the rest begins."""
    opening = before.removeprefix("\ufeff")
    behind = end
    while text[behind : behind + 1] in tuple(_BLANK):
        behind += 1
    at_end = behind >= len(text) or text[behind] in _ENDS
    prefix = _PREFIX.fullmatch(opening)
    if prefix is not None:
        if not at_end:
            # The first words of the line move up to its beginning.
            return before, behind
        return _empty_line(before, text, behind, opening, item=prefix["item"] is not None)
    follower = text[end : end + 1]
    if at_end or follower in tuple(_BLANK) or follower in _CLOSING:
        kept = before.rstrip(_BLANK)
        if is_escaped(kept, len(kept)) and len(kept) < len(before):
            kept += before[len(kept)]
        return kept, end
    return before, end


def _empty_line(
    before: str, text: str, behind: int, opening: str, *, item: bool
) -> tuple[str, int]:
    """Remove a line that is left empty; an item that goes on begins with its next line."""
    after = _next_line(text, behind)
    if item:
        rest = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))*(?P<indent>[ \t]+)(?=\S)").match(text, after)
        indent = len(opening) - len(opening.lstrip())
        if rest is not None and len(rest["indent"].expandtabs(4)) > indent:
            return before, rest.end()
    if after == behind and not item:
        # The last line, without an end: the line end before it stays.
        return before[: len(before) - len(opening)] if opening.strip() else before, behind
    return before[: len(before) - len(opening)], after


def _next_line(text: str, place: int) -> int:
    if text.startswith("\r\n", place):
        return place + 2
    return min(len(text), place + 1)

"""Where something stands in the text of a manuscript."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

Extent = tuple[int, int]
"""Where a piece of text starts and ends: offsets in characters, as in a slice."""

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Position:
    """Where a citation stands in the text of a manuscript.

    Attributes:
        path: The file, as the user named it; `-` for standard input.
        line: Its line, from 1.
        column: Its column, from 1, in characters; a byte order mark is none, a tab is one. Of
            `@key` the sign, whatever brackets and words stand before it.
        end_line: The line of the last character of `mark`.
        end_column: The column behind that.
        text: The line, without its end.
        mark: What to point at: `@key`; else the key, where a command holds several; else `whole`.
        whole: The text of the citation: the brackets of a Cite with all its keys, a TeX command
            with its arguments, or the comment `<!--ref:KEY-->`.
        key: The key alone, without `@` and braces; empty where there is none.
        comment: The `<!--ref:KEY-->` that is the citation or annotates it.
        anchors: The anchor comments that belong to it, in order.
        exact: The extents are those of the citation. Else the place is that of the text's own
            count: good to be shown, and for no edit.
    """

    path: Path
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    mark: Extent
    whole: Extent
    key: Extent
    comment: Extent | None = None
    anchors: tuple[Extent, ...] = ()
    exact: bool = True


@dataclass(slots=True)
class Token:
    """What looks like a citation in a source text, while it is being scanned.

    Attributes:
        marker: It is a comment or a visible marker; else a Cite or a raw citation.
        name: Its key, or None.
        file: The number of its file.
        whole: Its text, brackets included.
        key: The key alone.
        sure: Pandoc reads it as a citation wherever it stands in running text.
        bare: `@key` without the brackets around it.
        comment: The ref comment.
        anchors: Anchor comments behind it.
    """

    marker: bool
    name: str | None
    file: int
    whole: Extent
    key: Extent
    sure: bool = True
    bare: Extent | None = None
    comment: Extent | None = None
    anchors: list[Extent] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NoteCall:
    """`[^id]`: the tokens of the note's definition stand here in the AST."""

    label: str


@dataclass(frozen=True, slots=True)
class Include:
    r"""`\input{name}`: the text of that file stands here.

    Attributes:
        name: The file, as the text names it.
        command: The command, without its backslash.
        folder: The folder that `\import{folder}{name}` names; empty for other commands.
        whole: Where the command stands with its arguments.
    """

    name: str
    command: str
    folder: str
    whole: Extent


class Lines:
    r"""The lines of a text, to tell the line and column of an offset.

    Line ends are `\n`, `\r\n` and `\r`, as for Pandoc; no other character ends one.
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(hit.end() for hit in _LINE_END.finditer(text))]
        self.whole = text
        # One string for all who ask: a paragraph on one line may hold thousands of citations.
        self._asked: dict[int, str] = {}

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1."""
        number = bisect_right(self._starts, offset)
        start = self._starts[number - 1]
        if number == 1 and self.whole.startswith("\ufeff"):
            start += 1
        return number, max(1, offset - start + 1)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1; the last one beyond the end."""
        if line > len(self._starts):
            return len(self.whole)
        return min(self._starts[max(1, line) - 1] + max(1, column) - 1, len(self.whole))

    def text(self, line: int) -> str:
        """Return a line, from 1, without its end; empty if there is no such line."""
        if not 0 < line <= len(self._starts):
            return ""
        if line not in self._asked:
            start = self._starts[line - 1]
            hit = _LINE_END.search(self.whole, start)
            whole = self.whole[start : hit.start() if hit else len(self.whole)]
            self._asked[line] = whole.removeprefix("\ufeff") if line == 1 else whole
        return self._asked[line]

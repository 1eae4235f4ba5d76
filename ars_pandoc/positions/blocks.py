"""The blocks of a Markdown text, as far as they tell where no citation can stand.

Code, YAML headers and raw blocks are told from paragraphs; lists and quotes only by their
indentation. What is told wrongly shows when the AST is held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ars_pandoc.citations.cited_metadata import counts_citations

Kind = Literal["text", "html", "tex", "raw"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A paragraph or another stretch of text in which citations may stand.

    Attributes:
        start: Where it starts.
        end: Where it ends.
        kind: Running text, raw HTML, raw TeX, or raw code that names its format.
        note: The footnote that it defines, or None.
        field: The metadata field that holds it, or None.
        style: The format of raw code, as it is named.
    """

    start: int
    end: int
    kind: Kind = "text"
    note: str | None = None
    field: str | None = None
    style: str = ""


_QUOTE = re.compile(r"(?: {0,3}>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$")
_ITEM = re.compile(
    r"[ \t]*(?:[-+*]|\(?(?:\d{1,9}|#|@[\w-]*|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+)[.)]|[:~])(?P<gap>[ \t]+)"
)
_NOTE = re.compile(r" {0,3}\[\^(?P<label>[^\]\s]+)\]:")
_LINK = re.compile(r" {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+")
_FIELD = re.compile(r"(?P<name>[\w-]+)[ \t]*:")
# What begins a value in YAML, at any depth, and what makes the lines below it one text.
_VALUE = re.compile(r"(?P<indent> *)(?:(?:- +)+|(?=[\w\"']))(?:(?:[\w-]+|\"[^\"\n]*\")[ \t]*:)?")
_SCALAR = re.compile(r"[ \t]*[|>][-+\d]*[ \t]*(?:#.*)?\Z")
_VERBATIM = re.compile(r"[ \t]*<(?P<tag>pre|script|style|textarea)\b", re.IGNORECASE)
_BEGIN = re.compile(r"[ \t]{0,3}\\begin\s*\{(?P<name>[A-Za-z]+\*?)\}")
_RAW = re.compile(r"\{=(?P<name>[\w-]+)\}\s*\Z")
_CODE_INDENT = 4


def split_blocks(text: str, *, every_field: bool = False) -> Iterator[Stretch]:
    r"""Split a Markdown text into the stretches in which citations may stand, in order.

    Args:
        text: With `\n` as its only line end.
        every_field: Whether to give all metadata: citations count in some fields alone, but
            markers are stripped everywhere (contract §2).
    """
    return _Splitter(text, every_field=every_field).run()


class _Splitter:
    def __init__(self, text: str, *, every_field: bool) -> None:
        self.text = text
        self.every_field = every_field
        self.starts = [0]
        place = text.find("\n")
        while place >= 0:
            self.starts.append(place + 1)
            place = text.find("\n", place + 1)
        if self.starts[-1] == len(text):
            self.starts.pop()
        self.note: str | None = None
        # Where the text of each open list item or note begins.
        self.indents: list[int] = []
        self.unclosed: set[str] = set()
        self.begin: int | None = None

    def line(self, number: int) -> str:
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].rstrip("\n")

    def number_of(self, offset: int, start: int) -> int:
        """Return the first line from `start` on that begins at or behind an offset."""
        while start < len(self.starts) and self.starts[start] < offset:
            start += 1
        return start

    def run(self) -> Iterator[Stretch]:
        number = 0
        blank = True
        while number < len(self.starts):
            start = self.starts[number]
            line = self.line(number)
            if start == 0 and line.startswith("\ufeff"):
                line = " " + line[1:]
            quote = _QUOTE.match(line)
            body = line[quote.end() :] if quote else line
            if not body.strip():
                yield from self.flush(start)
                blank = True
                number += 1
                continue
            if blank and not quote and (after := self.yaml(number, line)) is not None:
                give = self.values if self.every_field else self.fields
                yield from give(number + 1, after - 1)
                number = after
                continue
            if self.is_code(body, blank) and self.begin is None:
                number += 1
                continue
            self.enter(body, blank, quoted=quote is not None)
            special = self.special(number, body, start + (quote.end() if quote else 0))
            if special is not None:
                yield from self.flush(start)
                stretch, number = special
                if stretch is not None:
                    yield stretch
                blank = True
                continue
            note = _NOTE.match(body)
            if note is not None:
                yield from self.flush(start)
                self.note = note["label"]
                self.indents = [_CODE_INDENT]
                self.begin = start + (quote.end() if quote else 0) + note.end()
            elif self.begin is None and _LINK.match(body) and "@" not in body.split("]:")[0]:
                number += 1
                continue
            elif self.begin is None:
                self.begin = start + (quote.end() if quote else 0)
            blank = False
            number = self.past_comment(number, line)
        yield from self.flush(len(self.text))

    def flush(self, end: int) -> Iterator[Stretch]:
        """Return the paragraph that was being read."""
        if self.begin is not None:
            yield Stretch(self.begin, end, note=self.note)
            self.begin = None

    def yaml(self, number: int, line: str) -> int | None:
        """Return the line behind a metadata block that begins here, or None."""
        if line.rstrip().lstrip("\ufeff ") != "---" or number + 1 >= len(self.starts):
            return None
        if not self.line(number + 1).strip() or "---" in self.unclosed:
            return None
        for later in range(number + 1, len(self.starts)):
            if self.line(later).rstrip() in ("---", "..."):
                return later + 1
        self.unclosed.add("---")
        return None

    def fields(self, start: int, end: int) -> Iterator[Stretch]:
        """Return the metadata fields whose citations count."""
        name: str | None = None
        begin = 0
        for number in range(start, end + 1):
            offset = self.starts[number] if number < len(self.starts) else len(self.text)
            hit = _FIELD.match(self.text, offset) if number < end else None
            if hit is None and number < end:
                continue
            if name is not None and counts_citations(name):
                yield Stretch(begin, offset, field=name)
            if hit is not None:
                name, begin = hit["name"], hit.end()

    def values(self, start: int, end: int) -> Iterator[Stretch]:
        """Return every value of a metadata block, at any depth."""
        begin: int | None = None
        scalar: int | None = None  # how deep the field stands whose text the lines are
        for number in range(start, end):
            line = self.line(number)
            offset = self.starts[number]
            if scalar is not None and (not line.strip() or _width(line) > scalar):
                continue
            scalar = None
            hit = _VALUE.match(line)
            if hit is None:
                continue
            if begin is not None:
                yield Stretch(begin, offset)
            begin = offset + hit.end()
            if _SCALAR.match(line, hit.end()):
                scalar = len(hit["indent"])
        if begin is not None:
            yield Stretch(begin, self.starts[end] if end < len(self.starts) else len(self.text))

    def is_code(self, body: str, blank: bool) -> bool:
        if not blank:
            return False
        indent = _width(body)
        while self.indents and indent < min(self.indents[-1], _CODE_INDENT * len(self.indents)):
            self.indents.pop()
        base = self.indents[-1] if self.indents else 0
        if indent < base:
            base = min(base, _CODE_INDENT * len(self.indents))
        return indent >= base + _CODE_INDENT and _ITEM.match(body) is None

    def enter(self, body: str, blank: bool, *, quoted: bool) -> None:
        """Keep track of lists and notes by their indentation."""
        indent = _width(body)
        if blank and indent == 0 and not quoted:
            self.note = None
        item = _ITEM.match(body)
        if item is None:
            if blank and indent == 0:
                self.indents = []
            return
        while self.indents and indent < self.indents[-1]:
            self.indents.pop()
        gap = len(item["gap"].expandtabs(4))
        column = _width(body[: item.end()], whole=True)
        self.indents.append(column if gap <= _CODE_INDENT else column - gap + 1)

    def special(self, number: int, body: str, offset: int) -> tuple[Stretch | None, int] | None:
        """Read a fence, a verbatim element or a TeX environment that begins on this line."""
        fence = _FENCE.match(body) or self.item_fence(body)
        if fence is not None:
            return self.fenced(number, fence)
        if (hit := _VERBATIM.match(body)) is not None:
            end = self.closing(f"</{hit['tag'].lower()}", offset, lower=True)
            if end is not None:
                stretch = Stretch(offset, end, "html", self.note)
                return stretch, max(number + 1, self.number_of(end, number))
        if (hit := _BEGIN.match(body)) is not None:
            closing = f"\\end{{{hit['name']}}}"
            end = self.closing(closing, offset)
            if end is not None:
                end += len(closing)
                stretch = Stretch(offset, end, "tex", self.note)
                return stretch, max(number + 1, self.number_of(end, number))
        return None

    def item_fence(self, body: str) -> re.Match[str] | None:
        """Find the fence of `- ```python`, which opens a list item."""
        item = _ITEM.match(body)
        return None if item is None else _FENCE.match(body, item.end())

    def closing(self, what: str, offset: int, *, lower: bool = False) -> int | None:
        if what in self.unclosed:
            return None
        if lower:
            hit = re.compile(re.escape(what), re.IGNORECASE).search(self.text, offset)
            end = hit.start() if hit else -1
        else:
            end = self.text.find(what, offset)
        if end < 0:
            self.unclosed.add(what)
            return None
        return end

    def fenced(self, number: int, fence: re.Match[str]) -> tuple[Stretch | None, int] | None:
        mark = fence["fence"]
        name = f"{mark[0]}{len(mark)}"
        if name in self.unclosed:
            return None
        for later in range(number + 1, len(self.starts)):
            line = self.line(later)
            quote = _QUOTE.match(line)
            body = (line[quote.end() :] if quote else line).strip()
            if body.startswith(mark) and not body.strip(mark[0]):
                raw = _RAW.search(fence["info"])
                start = self.starts[number + 1]
                end = self.starts[later]
                after = later + 1
                if raw is None or start >= end:
                    return None, after
                return Stretch(start, end, "raw", self.note, style=raw["name"]), after
        self.unclosed.add(name)
        return None

    def past_comment(self, number: int, line: str) -> int:
        """Return the next line to read: that behind a comment which goes on beyond this line."""
        place = line.rfind("<!--")
        if place < 0 or line.find("-->", place) >= 0 or line.count("`", 0, place) % 2:
            return number + 1
        end = self.closing("-->", self.starts[number] + place)
        if end is None:
            return number + 1
        return max(number + 1, self.number_of(end, number))


def _width(text: str, *, whole: bool = False) -> int:
    """Return the column at which a line's text begins, tabs counted to the next stop."""
    lead = text if whole else text[: len(text) - len(text.lstrip(" \t"))]
    return len(lead.expandtabs(4))

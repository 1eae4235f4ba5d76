"""The code chunks of a Quarto or R Markdown text, which the engine runs before Pandoc reads.

Pandoc takes ```` ```{r x, echo=FALSE} ```` for no fence; the closing fence then opens a code
block, which swallows the prose up to the next one (contract §3). So each chunk is blanked before
Pandoc reads: white space of the same length, in which nothing can open or close anything. A
paragraph before it ends there, as it does before the chunk's output, and a list item goes on
behind it where the writer has indented what follows.

A chunk is found as knitr and Quarto find it, line by line and before any comment; what stands in
an ordinary fence shows code to the reader and is left alone.
https://quarto.org/docs/computations/execution-options.html, https://yihui.org/knitr/options/
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ars_pandoc.positions.position import Extent

# White space, quotes and list markers before a fence.
_LEAD = re.compile(
    r"[ \t>]*(?P<item>(?:(?:[-+*:~]|\(?(?:\d{1,9}|#|@[\w-]*|[A-Za-z])[.)])[ \t]+[ \t>]*)*)"
)
_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n]*)$")
_CLOSING = re.compile(r"(?P<lead>[ \t>]*)(?P<mark>`{3,}|~{3,})[ \t]*$")
_ENGINE = re.compile(r"(?P<open>\{+)[ \t]*(?P<engine>[A-Za-z_]\w*)")
# Engines of knitr and bookdown whose code is Markdown that is printed.
_PROSE = frozenset(
    "asis block block2 details theorem lemma corollary proposition conjecture definition example exercise "
    "hypothesis proof remark solution".split()
)
_OPTION_LINES = re.compile(r"^[ \t>]*#\|[^\r\n]*", re.MULTILINE)
_QUOTED = re.compile(r"[ \t]*(?:>[ \t]?)*")
_PLACEHOLDER = "\u00a0"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of code with its fences.

    Attributes:
        start: Where its opening line starts.
        end: Where its closing line ends, without the line end.
        lead: The white space and `>` before the closing fence: what else stands in the same
            item or quote begins so too.
        header: What stands in the braces.
        body: The lines between the fences.
        shown: It is code to be shown, `{{r}}`, and never run.
        prose: Its engine prints what stands in it: `{asis}`, bookdown's `{block2}`, `{theorem}`.
        hidden: It stands in a comment.
    """

    start: int
    end: int
    lead: str
    header: Extent
    body: Extent
    shown: bool
    hidden: bool
    prose: bool = False


@dataclass(frozen=True, slots=True)
class Fenced:
    """Ordinary fenced code, an HTML comment or a YAML header.

    Attributes:
        start: Where it starts; for code its opening line.
        end: Where it ends, without a line end.
        lead: For code: the white space and `>` before the closing fence.
        info: For code: what stands behind the opening fence.
    """

    start: int
    end: int
    lead: str = ""
    info: Extent | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a text is no prose.

    Attributes:
        chunks: Its chunks, in order.
        unclosed: The opening lines of chunks that are never closed; what follows is prose.
        apart: Ordinary code, comments and the YAML header, in order.
    """

    chunks: tuple[Chunk, ...]
    unclosed: tuple[Extent, ...]
    apart: tuple[Fenced, ...]


def neutralise(text: str, layout: Layout | None = None) -> str:
    """Return the text with its chunks blanked; every other character stays where it is.

    Args:
        text: Any line ends; they stay.
        layout: What `find_chunks` says of the text, if it is known.
    """
    known = find_chunks(text) if layout is None else layout
    cuts = sorted([*(cut for one in known.chunks for cut in _cuts(text, one)), *known.unclosed])
    parts: list[str] = []
    place = 0
    for start, end in cuts:
        parts += (text[place:start], _blanked(text[start:end]))
        place = end
    return "".join((*parts, text[place:]))


def _cuts(text: str, chunk: Chunk) -> Iterator[Extent]:
    """Return what is blanked of a chunk: all of it, or of printed words the fences and options."""
    if not chunk.prose:
        yield chunk.start, chunk.end
        return
    start, end = chunk.body
    yield chunk.start, start
    for line in _OPTION_LINES.finditer(text, start, end):
        yield line.span()
    yield end, chunk.end


def _blanked(chunk: str) -> str:
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", chunk)
    first = lines[0]
    lead = _LEAD.match(first)
    kept = first[: lead.end()] if lead else ""
    quotes = kept.count(">")
    rest = re.sub(r"[^\r\n]", " ", first[len(kept) :])
    if lead is not None and lead["item"]:
        # An item without a word in it would end here, and what is indented below be code.
        rest = _PLACEHOLDER + rest[1:]
    parts = [kept, rest]
    for line in lines[1:]:
        own = _quote_of(line, quotes)
        parts += (own, re.sub(r"[^\r\n]", " ", line[len(own) :]))
    return "".join(parts)


def _quote_of(line: str, quotes: int) -> str:
    """Return the part of a line that says how deep it is quoted: code may begin with `>` too."""
    if not quotes:
        return ""
    hit = _QUOTED.match(line)
    lead = hit[0] if hit else ""
    place = -1
    for _ in range(quotes):
        following = lead.find(">", place + 1)
        if following < 0:
            break
        place = following
    return lead[: place + 1]


def find_chunks(text: str) -> Layout:
    """Find the chunks of a text, and what else is no prose."""
    return _Finder(text).run()


class _Finder:
    def __init__(self, text: str) -> None:
        # Every character at its old offset.
        self.text = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
        self.starts = [0, *(hit.end() for hit in re.finditer("\n", self.text))]
        self.closers: dict[str, list[tuple[int, int, str]]] = {"`": [], "~": []}
        for number in range(len(self.starts)):
            line = self.line(number)
            if ("```" in line or "~~~" in line) and (hit := _CLOSING.match(line)) is not None:
                self.closers[hit["mark"][0]].append((number, len(hit["mark"]), hit["lead"]))
        self.passed = {"`": 0, "~": 0}
        self.chunks: list[Chunk] = []
        self.unclosed: list[Extent] = []
        self.apart: list[Fenced] = []
        self.never: dict[str, int] = {}

    def line(self, number: int) -> str:
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]

    def end_of(self, number: int) -> int:
        return self.starts[number] + len(self.line(number))

    def run(self) -> Layout:
        number = self.header()
        comment: tuple[int, int] | None = None  # the offset and line of the comment that is open
        comments = "<!--" in self.text
        while True:
            if number >= len(self.starts):
                if comment is None:
                    break
                # Never closed, so it was no comment, and none behind it is one.
                self.forget(comment[0])
                number = comment[1] + 1
                comment, comments = None, False
                continue
            line = self.line(number)
            fence = self.fence(line)
            after = None
            if fence is not None:
                after = self.fenced(number, fence, hidden=comment is not None)
            if after is None:
                after = number + 1
                if comments:
                    comment = self.comment(number, line, comment)
            number = after
        return Layout(
            tuple(self.chunks),
            tuple(self.unclosed),
            tuple(sorted(self.apart, key=lambda one: one.start)),
        )

    def forget(self, offset: int) -> None:
        """Take back what was found from an offset on, to read it anew."""
        self.chunks = [one for one in self.chunks if one.start < offset]
        self.unclosed = [one for one in self.unclosed if one[0] < offset]
        self.apart = [one for one in self.apart if one.start < offset]
        self.passed = {"`": 0, "~": 0}
        self.never = {}

    def header(self) -> int:
        """Return the line behind a YAML header."""
        if self.line(0).lstrip("\ufeff").rstrip() != "---":
            return 0
        for number in range(1, len(self.starts)):
            if self.line(number).rstrip() in ("---", "..."):
                self.apart.append(Fenced(0, self.end_of(number)))
                return number + 1
        return 0

    def fence(self, line: str) -> re.Match[str] | None:
        """Return the opening fence of a line, or None."""
        if "```" not in line and "~~~" not in line:
            return None
        lead = _LEAD.match(line)
        return _FENCE.match(line, lead.end() if lead else 0)

    def fenced(self, number: int, fence: re.Match[str], *, hidden: bool) -> int | None:
        """Read a chunk or a block of code; return the line behind it, None if it is neither."""
        mark, info = fence["mark"], fence["info"].rstrip(" \t")
        engine = None if "```" in info else _ENGINE.match(info)
        start = self.starts[number]
        if engine is None and (hidden or (mark[0] == "`" and "`" in info)):
            return None
        closing = self.closing(number, mark)
        if closing is None:
            if engine is not None:
                self.unclosed.append((start, self.end_of(number)))
                return number + 1
            return None
        last, lead = closing
        end = self.end_of(last)
        begin = start + fence.start("info")
        if engine is None:
            self.apart.append(Fenced(start, end, lead, (begin, begin + len(info))))
        else:
            opening = begin + engine.end("open")
            header = (opening, max(opening, begin + len(info.rstrip("} \t"))))
            body = (self.starts[number + 1], self.starts[last])
            shown = len(engine["open"]) > 1
            prose = engine["engine"] in _PROSE and not shown
            self.chunks.append(Chunk(start, end, lead, header, body, shown, hidden, prose))
        return last + 1

    def closing(self, number: int, mark: str) -> tuple[int, str] | None:
        """Return the line and the lead of the fence that closes one, or None."""
        sign, length = mark[0], len(mark)
        if length >= self.never.get(sign, length + 1):
            return None
        closers = self.closers[sign]
        place = self.passed[sign]
        while place < len(closers) and closers[place][0] <= number:
            place += 1
        self.passed[sign] = place
        for at in range(place, len(closers)):
            line, long, lead = closers[at]
            if long >= length:
                return line, lead
        self.never[sign] = length
        return None

    def comment(
        self, number: int, line: str, opened: tuple[int, int] | None
    ) -> tuple[int, int] | None:
        """Follow comments through a line of prose; return the one that is open at its end."""
        place = 0
        start = self.starts[number]
        backticks = 0
        while True:
            if opened is not None:
                close = line.find("-->", place)
                if close < 0:
                    return opened
                place = close + 3
                self.apart.append(Fenced(opened[0], start + place))
                opened = None
            begin = line.find("<!--", place)
            if begin < 0:
                return None
            backticks += line.count("`", place, begin)
            place = begin + 4
            if backticks % 2 == 0:  # else it stands in code
                opened = (start + begin, number)


def outside(extents: tuple[Fenced, ...], length: int) -> Iterator[Extent]:
    """Return the stretches of a text of this length that are in none of the extents."""
    place = 0
    for one in extents:
        if place < one.start:
            yield place, one.start
        place = max(place, one.end)
    if place < length:
        yield place, length

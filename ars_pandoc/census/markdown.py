"""Markdown's citations: Pandoc's, and those of Quarto, R Markdown, MyST and Manubot.

This module splits the text into stretches that are read by themselves (`markdown_inlines`), and
leaves out code. A fence with a chunk's options, ```` ```{r x, echo=FALSE} ````, is code to whoever
reads the document, though Pandoc takes it for none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.chunk_captions import printed_options, printed_values
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.markdown_inlines import InlineScanner
from ars_pandoc.census.metadata_fields import block_end, printed_fields

_WORTH = lazy_pattern(
    r"[@＠﹫]|[\[{]ref[\s:=]|<!|<[-–—]|<\s+!|&lt;!|data-cites|\\[A-Za-z]*cit|\\[A-Za-z]*CITE|cquote|\\bibentry|[:{](?:foot)?cite|#cite\(|cite[a-z]*\*?:|data-latex|<(?:script|style|pre|textarea)\b|\\begin|\\iffalse|\\apud|\\[A-Za-z]*Cit",
    re.IGNORECASE,
)
_QUOTED = lazy_pattern(r"(?: {0,3}>[ \t]?)+")
_FENCE = lazy_pattern(r"(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[ \t]*(?P<info>[^\n]*)", re.MULTILINE)
_RAW = lazy_pattern(r"\{[ \t]*=(?P<format>[\w-]+)[ \t]*\}")
_DIRECTIVE = lazy_pattern(
    r"\{(?:note|warning|tip|admonition|figure|table|margin|sidebar|important|hint|caution"
    r"|attention|danger|error|seealso|dropdown|list-table|epigraph|pull-quote|topic|rubric"
    r"|glossary|versionadded|versionchanged|deprecated|card|grid|grid-item|tab-set|tab-item"
    r"|proof|prf:[\w-]+|exercise|solution|div|container|compound|centered|highlights|abstract"
    r"|todo|details|aside|callout-[\w-]+|blockquote|image)\}"
)
# Engines of knitr and bookdown that print what stands in them.
_PRINTING = lazy_pattern(
    r"\{[ \t]*(?:asis|block2?|details|theorem|lemma|corollary|proposition|conjecture|definition"
    r"|example|exercise|hypothesis|proof|remark|solution)(?=[\s,}])"
)
_LIST = lazy_pattern(
    r"(?:[-*+]|\(?(?:\d{1,9}|[A-Za-z]|[ivxlcIVXLC]{1,6}|#)[.)]|\(?@[\w-]*[.)]|[:~]|\[\^[^\]\s]+\]:)"
    r"(?:[ \t]+|$)"
)
_DEFINITION = lazy_pattern(r"[ ]{0,3}\[(?![\^@])[^\[\]\n]+\]:[ \t]*(?:<[^<>\n]*>|\S+)")
_LINK_LABEL = lazy_pattern(
    r"^[ ]{0,3}\[@([^\]\n]+)\]:[ \t]*<?[A-Za-z][A-Za-z0-9+.-]*://", re.MULTILINE
)
_EXAMPLE = lazy_pattern(r"^[ \t>]*\(@([\w-]+)\)[ \t]", re.MULTILINE)
_NOTE_INDENT = 4


def scan_markdown(out: Collector) -> None:
    """Add the citations of a Markdown document."""
    _Blocks(out).run()


@dataclass(slots=True)
class _Line:
    place: int
    end: int
    # Without its indent, and without the signs of a quote before it.
    content: str
    indent: int
    quoted: bool


class _Blocks:
    def __init__(self, out: Collector) -> None:
        self.out = out
        self.text = text = out.text
        labels = frozenset(_EXAMPLE.findall(text)) if "(@" in text else frozenset()
        links = frozenset(_LINK_LABEL.findall(text)) if "]:" in text else frozenset()
        self.inlines = InlineScanner(out, labels, links)
        # Columns at which the text of the list items begins that are open here.
        self.columns: list[int] = []
        # Fences that nothing closes, by sign, length and quote.
        self.unclosed: dict[str, int] = {}
        # The fences of MyST's directives that are open.
        self.directives: list[str] = []
        self.next_worth = -1
        self.place = 1 if text.startswith("\ufeff") else 0
        # Where the stretch that is not read yet begins, and whether an empty line was the last.
        self.stretch: int | None = None
        self.blank = True

    def worth(self, start: int, end: int) -> bool:
        """Say whether a stretch can hold a citation at all."""
        if self.next_worth < start:
            hit = _WORTH.search(self.text, start)
            self.next_worth = len(self.text) if hit is None else hit.start()
        return self.next_worth < end

    def run(self) -> None:
        """Go from line to line; the lines of a paragraph are one stretch."""
        length = len(self.text)
        while self.place < length:
            line = self.line(self.place)
            if not line.content:
                if self.finish(line.end):
                    self.place = line.end + 1
                    self.blank = True
            elif self.blank and self.stretch is None and self.is_code(line):
                self.place = line.end + 1
            elif self.stretch is None or not self.begins(line) or self.finish(line.place):
                self.read(line)
        self.finish(length)

    def line(self, place: int) -> _Line:
        text = self.text
        newline = text.find("\n", place)
        end = len(text) if newline < 0 else newline
        line = text[place:end]
        content = line.lstrip()
        quoted = False
        indent = len(line) - len(content)
        if content[:1] == ">" and (hit := _QUOTED.match(line)) is not None:
            quoted = True
            rest = line[hit.end() :]
            content = rest.lstrip()
            indent = len(rest) - len(content)
        elif indent and "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        return _Line(place, end, content, indent, quoted)

    def is_code(self, line: _Line) -> bool:
        """Say whether a line behind an empty line is indented code."""
        indent = line.indent
        if indent < 4:
            if self.columns and indent < min(self.columns[0], 2) and not _LIST.match(line.content):
                self.columns = []
            return False
        inner = [column for column in self.columns if column <= indent]
        return indent - inner[-1] >= 4 if inner else not self.columns

    def begins(self, line: _Line) -> bool:
        """Say whether a line begins a stretch of its own, where no empty line stands before it."""
        content = line.content
        first = content[0]
        if first in "`~":
            return _FENCE.match(content) is not None
        if first == "|" or content.startswith(":::"):
            return True
        return _LIST.match(content) is not None or _DEFINITION.match(content) is not None

    def read(self, line: _Line) -> None:
        """Read a line that is no blank one and no code: a block of its own, or words."""
        behind = self.block(line)
        if behind is not None:
            self.place = behind + 1
            self.blank = True
            return
        if self.stretch is None:
            self.stretch = line.place
            self.list_item(line)
        self.place = line.end + 1
        self.blank = False
        if line.content.startswith(":::") and self.finish(line.end, callout=True):
            self.blank = True

    def block(self, line: _Line) -> int | None:
        """Read a block that begins with this line; return where it ends, or None."""
        content = line.content
        first = content[0]
        if first in "`~" and content[:3] in ("```", "~~~"):
            return self.fence(line.end - len(content), line.end, quoted=line.quoted)
        if first == "-" and self.blank and content.startswith("---") and not line.indent:
            block = block_end(self.text, line.place)
            if block is None:
                return None
            for begin, stop in printed_fields(self.text, line.place, block[0]):
                self.paragraphs(begin, stop)
            return block[1]
        if first not in "[:" and (behind := self.fence_in_item(line)) is not None:
            return behind
        if first == "[" and content[1:2] != "^" and _DEFINITION.match(content) is not None:
            return line.end
        return None

    def fence_in_item(self, line: _Line) -> int | None:
        """Read a fenced block that begins behind the sign of its list item; as `fence`."""
        place = 0
        while (item := _LIST.match(line.content, place)) is not None:
            place = item.end()
        if not place or line.content[place : place + 3] not in ("```", "~~~"):
            return None
        self.list_item(line)
        start = line.end - len(line.content) + place
        return self.fence(start, line.end, quoted=line.quoted)

    def list_item(self, line: _Line) -> None:
        """Note at which column the text of a list item, definition or footnote begins."""
        item = _LIST.match(line.content)
        if item is None:
            return
        while self.columns and self.columns[-1] > line.indent:
            self.columns.pop()
        wide = _NOTE_INDENT if line.content[0] == "[" else item.end()
        self.columns.append(line.indent + wide)

    def finish(self, end: int, *, callout: bool = False) -> bool:
        """Read the open stretch, which ends here.

        Returns:
            Whether to go on here. A comment or a script may run on, and the rest of its last line
            is text.
        """
        start, self.stretch = self.stretch, None
        if start is None or not self.worth(start, end):
            return True
        went = self.inlines.scan(start, end, title=callout)
        if went <= end:
            return True
        self.place, self.blank = went, False
        return False

    def paragraphs(self, start: int, end: int) -> None:
        """Read the paragraphs of a field."""
        place = start
        while place < end:
            stop = self.text.find("\n\n", place, end)
            stop = end if stop < 0 else stop
            if self.worth(place, stop):
                self.inlines.scan(place, stop)
            place = stop + 2

    def fence(self, start: int, end: int, *, quoted: bool) -> int | None:
        """Read a fenced block; return where its last line ends, or None if it is none."""
        hit = _FENCE.match(self.text, start, end)
        if hit is None:
            return None
        fence, info = hit["fence"], hit["info"]
        if not info.strip() and self.directives and self.directives[-1] == fence:
            self.directives.pop()
            return end
        if (directive := _DIRECTIVE.match(info)) is not None:
            self.directives.append(fence)
            # Its title: ```{admonition} As [@key] says
            self.paragraphs(hit.start("info") + directive.end(), end)
            return end
        closed = self.fence_end(fence, end, quoted=quoted)
        if closed is None:
            return None
        if _PRINTING.match(info) is not None:
            for begin, stop in printed_values(self.text, hit.start("info"), end, engine=True):
                self.paragraphs(begin, stop)
            self.directives.append(fence)
            return end
        code, behind = closed
        raw = _RAW.match(info)
        if raw is not None:
            self.inlines.raw(raw["format"], end, code)
            return behind
        if info.startswith("{"):
            for begin, stop in printed_values(self.text, hit.start("info"), end):
                self.paragraphs(begin, stop)
            for begin, stop in printed_options(self.text, end, code):
                self.paragraphs(begin, stop)
        return behind

    def fence_end(self, fence: str, place: int, *, quoted: bool) -> tuple[int, int] | None:
        mark = f"{fence[0]}{len(fence)}{'>' if quoted else ''}"
        if self.unclosed.get(mark, len(self.text) + 1) <= place:
            return None
        before = r"(?:[ \t]*>)+[ \t]*" if quoted else r"[ \t]*"
        outside = r"|^(?![ \t]*>)" if quoted else ""
        closing = re.compile(
            rf"^{before}{fence[0]}{{{len(fence)},}}[ \t]*$(?P<closed>){outside}", re.MULTILINE
        )
        hit = closing.search(self.text, place + 1)
        if hit is None:
            self.unclosed[mark] = place
            return None
        if hit["closed"] is None:
            # The quote ended, and the code with it.
            return hit.start(), max(hit.start() - 1, place)
        return hit.start(), hit.end()

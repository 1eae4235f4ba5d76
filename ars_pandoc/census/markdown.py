"""Markdown's citations: Pandoc's, and those of Quarto, R Markdown, MyST and Manubot.

This module splits the text into stretches that are read by themselves (`markdown_inlines`), and
leaves out code. A fence with a chunk's options, ```` ```{r x, echo=FALSE} ````, is code to whoever
reads the document, though Pandoc takes it for none.
"""

from __future__ import annotations

import re

from ars_pandoc.census.chunks import printed_options, printed_values
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.markdown_inlines import InlineScanner
from ars_pandoc.census.metadata import block_end, printed_fields

_WORTH = re.compile(
    r"@|<!|<[-–—]|<\s+!|&lt;!|data-cites|\\[A-Za-z]*cit|\\[A-Za-z]*CITE|cquote|\\bibentry|\{(?:foot)?cite|<(?:script|style|pre|textarea)\b|\\begin|\\iffalse|\\apud|\\[A-Za-z]*Cit",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?: {0,3}>[ \t]?)+")
_FENCE = re.compile(r"(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[ \t]*(?P<info>[^\n]*)", re.MULTILINE)
_RAW = re.compile(r"\{[ \t]*=(?P<format>[\w-]+)[ \t]*\}")
_DIRECTIVE = re.compile(
    r"\{(?:note|warning|tip|admonition|figure|table|margin|sidebar|important|hint|caution"
    r"|attention|danger|error|seealso|dropdown|list-table|epigraph|pull-quote|topic|rubric"
    r"|glossary|versionadded|versionchanged|deprecated|card|grid|grid-item|tab-set|tab-item"
    r"|proof|prf:[\w-]+|exercise|solution|div|container|compound|centered|highlights|abstract"
    r"|todo|details|aside|callout-[\w-]+|blockquote|image)\}"
)
_LIST = re.compile(
    r"(?:[-*+]|\(?(?:\d{1,9}|[A-Za-z]|[ivxlcIVXLC]{1,6}|#)[.)]|\(?@[\w-]*[.)]|[:~]|\[\^[^\]\s]+\]:)"
    r"(?:[ \t]+|$)"
)
_DEFINITION = re.compile(r"[ ]{0,3}\[(?![\^@])[^\[\]\n]+\]:[ \t]*(?:<[^<>\n]*>|\S+)")
_LINK_LABEL = re.compile(
    r"^[ ]{0,3}\[@([^\]\n]+)\]:[ \t]*<?[A-Za-z][A-Za-z0-9+.-]*://", re.MULTILINE
)
_EXAMPLE = re.compile(r"^[ \t>]*\(@([\w-]+)\)[ \t]", re.MULTILINE)
_NOTE_INDENT = 4


def scan_markdown(out: Collector) -> None:
    """Add the citations of a Markdown document."""
    _Blocks(out).run()


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

    def worth(self, start: int, end: int) -> bool:
        """Say whether a stretch can hold a citation at all."""
        if self.next_worth < start:
            hit = _WORTH.search(self.text, start)
            self.next_worth = len(self.text) if hit is None else hit.start()
        return self.next_worth < end

    def run(self) -> None:
        """Go from line to line; the lines of a paragraph are one stretch."""
        text = self.text
        length = len(text)
        place = 0
        stretch: int | None = None
        callout = False
        blank = True
        if text.startswith("\ufeff"):
            place = 1
        while place < length:
            newline = text.find("\n", place)
            end = length if newline < 0 else newline
            line = text[place:end]
            content = line.lstrip(" \t")
            if not content or content.isspace():
                if stretch is not None:
                    went = self.flush(stretch, end, callout=callout)
                    stretch = None
                    if went > end:
                        # A comment or a script ran on: the rest of its last line is text.
                        place, blank = went, False
                        continue
                blank = True
                place = end + 1
                continue
            first = content[0]
            start = place + len(line) - len(content)
            quoted = ""
            if first == ">":
                hit = _QUOTED.match(line)
                if hit is not None:
                    quoted = hit[0]
                    start = place + hit.end()
                    content = line[hit.end() :].lstrip(" \t")
                    start = end - len(content)
                    first = content[:1]
                    if not content:
                        if stretch is not None:
                            place = max(self.flush(stretch, end, callout=callout), end + 1)
                            stretch = None
                        else:
                            place = end + 1
                        blank = True
                        continue
            if not quoted:
                indent = start - place
                if indent and "\t" in line[:indent]:
                    indent = len(line[:indent].expandtabs(4))
                if blank:
                    if indent < 4 and self.columns and not _LIST.match(content):
                        if indent < min(self.columns[0], 2):
                            self.columns = []
                    elif indent >= 4 and stretch is None and self.is_code(indent):
                        place = end + 1
                        continue
            else:
                indent = len(line[: start - place]) - len(quoted)
                if blank and indent >= 4 and stretch is None and not self.columns:
                    place = end + 1
                    continue
            boundary = True
            resume: int | None = None
            if first in "`~" and content[:3] in ("```", "~~~"):
                resume = self.fence(start, end, quoted)
                if resume is None and content.startswith("```") and "`" in content.lstrip("`"):
                    boundary = False
            elif first == "-" and blank and content.startswith("---") and start == place:
                block = block_end(text, place)
                if block is not None:
                    for begin, stop in printed_fields(text, place, block[0]):
                        self.paragraphs(begin, stop)
                    resume = block[1]
                else:
                    boundary = _LIST.match(content) is not None
            elif (
                first == "["
                and _DEFINITION.match(content) is not None
                and not content.startswith("[^")
            ):
                resume = end
            elif first == "|" or content.startswith(":::"):
                pass
            else:
                item = _LIST.match(content)
                boundary = item is not None
                if item is not None and not quoted:
                    while self.columns and self.columns[-1] > indent:
                        self.columns.pop()
                    wide = _NOTE_INDENT if first == "[" else item.end()
                    self.columns.append(indent + wide)
            if (boundary or resume is not None) and stretch is not None:
                went = self.flush(stretch, place, callout=callout)
                stretch = None
                if went > place:
                    place, blank = went, False
                    continue
            if resume is not None:
                place = resume + 1
                blank = True
                continue
            if stretch is None:
                stretch = place
                callout = content.startswith(":::")
            blank = False
            place = end + 1
            if callout:
                went = self.flush(stretch, end, callout=True)
                stretch, callout = None, False
                blank = True
                if went > end:
                    place, blank = went, False
            if place >= length and stretch is not None:
                went = self.flush(stretch, length, callout=callout)
                stretch = None
                place = max(place, went)

    def is_code(self, indent: int) -> bool:
        """Say whether a line with this indent behind an empty line is code."""
        inner = [column for column in self.columns if column <= indent]
        if inner:
            return indent - inner[-1] >= 4
        return not self.columns

    def flush(self, start: int, end: int, *, callout: bool = False) -> int:
        """Read a stretch, if it can hold anything; return where to go on."""
        if not self.worth(start, end):
            return end
        return self.inlines.scan(start, end, title=callout)

    def paragraphs(self, start: int, end: int) -> None:
        """Read the paragraphs of a field."""
        place = start
        while place < end:
            stop = self.text.find("\n\n", place, end)
            stop = end if stop < 0 else stop
            if self.worth(place, stop):
                self.inlines.scan(place, stop)
            place = stop + 2

    def fence(self, start: int, end: int, quoted: str) -> int | None:
        """Read a fenced block; return where its last line ends, or None if it is none."""
        hit = _FENCE.match(self.text, start, end)
        if hit is None:
            return None
        fence, info = hit["fence"], hit["info"]
        if not info.strip() and self.directives and self.directives[-1] == fence:
            self.directives.pop()
            return end
        if _DIRECTIVE.match(info):
            self.directives.append(fence)
            return end
        closed = self.fence_end(fence, end, quoted)
        if closed is None:
            return None
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

    def fence_end(self, fence: str, place: int, quoted: str) -> tuple[int, int] | None:
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

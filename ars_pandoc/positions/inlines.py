"""Find the citations in running Markdown text: `@key`, markers, raw citations."""

from __future__ import annotations

import re

from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_formats import written_in
from ars_pandoc.citations.raw_html import html_cites, tag_end
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.position import NoteCall, Token
from ars_pandoc.positions.tex import end_of_arguments, scan_tex

_NEXT = re.compile(
    r"\\(?:[A-Za-z]+\*?|<!--|.)|`+|\$\$?|<!--"
    r"|</?[A-Za-z](?:[^<>\"'=]|=\s*\"[^\"]*\"|=\s*'[^']*'|=)*>|</?[A-Za-z][^<>]*>|\[\^[^\]\s]+\]|\[UNVERIFIED CITATION"
    r"|\]\(|[\[\]@{]",
    re.DOTALL,
)
# A key begins with a letter, digit or _; single signs may stand inside (Pandoc's manual).
_KEY = re.compile(r"\{(?P<braced>[^{}\s]+)\}|(?P<plain>\w(?:\w|[:.#$%&\-+?<>~/](?=\w)|[:/](?=/))*)")
_LOCATOR = re.compile(r"[ \t]*\n?[ \t]*\[[^\[\]\n@]*\]")
_RAW = re.compile(r"\{=([\w-]+)\}")
_ATTRIBUTES = re.compile(r"\{[^{}]*\}")
_LINK_END = re.compile(r"[^()]*(?:\([^()]*\)[^()]*)*\)")
# `\index{GIS} [@key]`: the bracket is a citation's, no argument's.
_CITE_BEHIND = re.compile(r"\s\[[^\[\]]*@")
_COMMENT_BEHIND = re.compile(r"[*_]{0,3}\s{0,9}<!--")
_LONGEST = 2_000


class InlineScanner:
    """Reads stretches of running text and adds what it finds to a stream."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.text = stream.text

    def html(self, start: int, end: int) -> None:
        """Read raw HTML: comments and `data-cites` alone."""
        place = start
        while (open_ := self.text.find("<", place, end)) >= 0:
            if self.text.startswith("<!--", open_):
                comment = self.stream.comment_end(open_, end)
                if comment is None:
                    return
                self.stream.comment(open_, comment)
                place = comment
                continue
            place = min(end, tag_end(self.text, open_))
            if self._tag(open_, place) and self.text.startswith("<span", open_):
                shut = self.text.find("</span>", place, min(end, place + _LONGEST))
                if shut >= 0:
                    self.stream.extend(shut + len("</span>"))

    def scan(self, start: int, end: int) -> None:
        """Read running text."""
        text = self.text
        place = start
        brackets: list[tuple[int, int]] = []
        no_run: set[int] = set()
        no_math: set[str] = set()
        stream = self.stream
        while (hit := _NEXT.search(text, place, end)) is not None:
            at, place, what = hit.start(), hit.end(), hit[0]
            first = what[0]
            if what == "@":
                place = self._key(at, end)
            elif first == "\\":
                place = self._escape(what, at, place, end)
            elif first == "`":
                close = None if len(what) in no_run else _closing_run(text, what, place, end)
                if close is None:
                    no_run.add(len(what))
                else:
                    place = self._code(place, close, len(what), end)
            elif first == "$":
                if what not in no_math:
                    close = _math_end(text, what, place, end)
                    if close is None:
                        no_math.add(what)
                    else:
                        place = close
            elif what == "<!--":
                comment = stream.comment_end(at, end)
                if comment is not None:
                    stream.comment(at, comment)
                    place = comment
            elif first == "<":
                self._tag(at, place)
            elif what.startswith("[^"):
                stream.tokens.append(NoteCall(what[2:-1]))
            elif what.startswith("[U"):
                place = self._literal(at, place, end)
            elif what == "[":
                brackets.append((at, len(stream.tokens)))
            elif first == "]":
                if brackets:
                    opening, count = brackets.pop()
                    self._close(opening, at + 1, count)
                if what == "](" and (
                    link := _LINK_END.match(text, place, min(end, place + _LONGEST))
                ):
                    place = link.end()
            elif first == "{" and (
                at == 0 or text[at - 1] in "])`" or text[place : place + 1] in "#.="
            ):
                attributes = _ATTRIBUTES.match(text, at, min(end, at + _LONGEST))
                place = place if attributes is None else attributes.end()
        stream.close()

    def _key(self, at: int, end: int) -> int:
        text = self.text
        hit = _KEY.match(text, at + 1, end)
        if hit is None:
            return at + 1
        group = "braced" if hit["braced"] else "plain"
        key = hit[group]
        before = text[at - 1] if at else ""
        glued = before.isalnum()
        start = at - 1 if before == "-" and not text[at - 2 : at - 1].isalnum() else at
        close = hit.end()
        locator = _LOCATOR.match(text, close, min(end, close + _LONGEST))
        if locator is not None and text[locator.end() : locator.end() + 1] not in ("(", ":"):
            close = locator.end()
        token = Token(
            False, key, self.stream.file, (start, close), hit.span(group), not glued, (start, close)
        )
        self.stream.cite(token)
        return hit.end()

    def _escape(self, what: str, at: int, place: int, end: int) -> int:
        text = self.text
        if what == "\\<!--":
            close = text.find("-->", place, min(end, place + _LONGEST))
            if close >= 0:
                self.stream.comment(at + 1, close + 3, sure=False)
            return place
        if not what[1:2].isalpha():
            return place
        close = end_of_arguments(text, place, end)
        if (cite := _CITE_BEHIND.search(text, place, close)) is not None:
            close = cite.start()
        scan_tex(self.stream, at, close)
        # Only a command with arguments is raw TeX up to their end.
        return max(place, close)

    def _code(self, start: int, close: int, length: int, end: int) -> int:
        place = close + length
        raw = _RAW.match(self.text, place, end)
        if raw is None:
            return place
        self.raw(raw[1], start, close)
        return raw.end()

    def raw(self, style: str, start: int, end: int) -> None:
        """Read raw code of a format, as the document names it."""
        written = written_in(style)
        if written == "html":
            self.html(start, end)
        elif written == "tex":
            scan_tex(self.stream, start, end, context=style.lower() == "context")
        elif written is not None:
            from ars_pandoc.citations.raw_code import raw_cites  # few write such code

            self._cite(raw_cites(style, self.text[start:end]), start)

    def _cite(self, cites: list[RawCite], start: int) -> bool:
        """Add the citations of raw code that begins at `start`; say whether there are any."""
        for cite in cites:
            whole = (start + cite.whole[0], start + cite.whole[1])
            key = (start + cite.place[0], start + cite.place[1])
            self.stream.cite(Token(False, cite.key, self.stream.file, whole, key))
        return bool(cites)

    def _tag(self, start: int, end: int) -> bool:
        """Read the keys of one tag; say whether it cites."""
        tag = self.text[start:end]
        return "cites" in tag.lower() and self._cite(html_cites(tag), start)

    def _literal(self, at: int, place: int, end: int) -> int:
        close = self.text.find("]", place, min(end, place + 100))
        if close < 0:
            return place
        # With a comment behind it, it speaks of a ref as a rule, and is no citation of its own.
        alone = _COMMENT_BEHIND.match(self.text, close + 1, end) is None
        token = Token(True, None, self.stream.file, (at, close + 1), (at, at), sure=alone)
        self.stream.tokens.append(token)
        return close + 1

    def _close(self, opening: int, end: int, count: int) -> None:
        """Return the Cites in a bracket their group, unless it belongs to a link or an image."""
        before = self.text[opening - 1 : opening]
        if before and before in "^!":
            return
        behind = self.text[end : end + 1]
        if behind and behind in "({:":
            return
        self.stream.bracket(count, (opening, end))


def _closing_run(text: str, run: str, place: int, end: int) -> int | None:
    """Find the next run of backticks that is just as long."""
    while (close := text.find(run, place, end)) >= 0:
        after = close
        while text.startswith("`", after) and after < end:
            after += 1
        if after - close == len(run):
            return close
        place = after
    return None


def _math_end(text: str, sign: str, place: int, end: int) -> int | None:
    """Find the end of math; of inline math: no space before the sign, no digit behind it.

    Where a sign opens no math, its own place is given.
    """
    if sign == "$$":
        close = text.find(sign, place, end)
        return close + 2 if close >= 0 else None
    if text[place : place + 1].isspace():
        return place
    while (close := text.find("$", place, end)) >= 0:
        before = text[close - 1]
        if before == "\\" or before.isspace() or text[close + 1 : close + 2].isdigit():
            place = close + 1
            continue
        return close + 1
    return None

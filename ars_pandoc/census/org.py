"""Org's citations: org-cite, org-ref 2 and 3, and raw LaTeX."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.html import HtmlScanner
from ars_pandoc.census.keys import is_email, read_foreign_key
from ars_pandoc.census.latex import TexScanner, looks_like_command
from ars_pandoc.census.written_markers import Comments, read_attempt, read_comment

_PRINTED_KEYWORDS = frozenset(
    ("title", "subtitle", "author", "caption", "description", "abstract", "attr_caption", "tblname")
)
_RAW_TEX = frozenset(("latex", "tex", "beamer"))
_LINE = lazy_pattern(
    r"^(?:[ \t]*#\+begin_(?P<block>\w+)[ \t]*(?P<format>[^\n]*)"
    r"|[ \t]*#\+(?P<keyword>[\w-]+)(?:\[[^\]\n]*\])?:(?P<value>[^\n]*)"
    r"|[ \t]*#(?P<comment>[ \t][^\n]*|$)|[ \t]*:(?P<fixed>[ \t][^\n]*|$)"
    r"|[ \t]*:(?P<drawer>PROPERTIES|LOGBOOK):[ \t]*$"
    r"|(?P<stars>\*+)[ \t]+(?P<headline>[^\n]*))",
    re.MULTILINE | re.IGNORECASE,
)
_COMMENT_HEADLINE = lazy_pattern(r"(?:[A-Z]+[ \t]+)?COMMENT\b|.*:noexport:(?:[\w:]*)\s*\Z")
_EVENT = lazy_pattern(
    r"(?<!\[)\[cite(?P<style>/[\w/-]+)?:(?P<cite>)"
    r"|(?<![\w/.])(?P<type>[A-Za-z]*[cC]ite[A-Za-z]*\*?|bibentry):(?P<link>)(?=[^\s\]])"
    r"|(?P<code>(?<![\w=~])[=~](?=\S))|\\(?P<name>[A-Za-z]+)\*?|(?P<math>\\[(\[]|\$)"
    r"|@@(?P<snippet>\w+):|(?P<tag><(?=[!\s–—-]))|(?P<key>@)|(?P<address>https?://[^\s\]]*)"
)
_ORG_KEY = lazy_pattern(r"@([\w\-.:?!`'/*@+|(){}<>&^$#%~]*\w)")
_LINK_KEY = lazy_pattern(r"&([\w\-.:?!`'/*@+|(){}<>^$#%~]*\w)")
_PLAIN_LINK = lazy_pattern(r"&?[\w\-.:/+]*[\w](?:[,;]&?[\w\-.:/+]*\w)*")
_LONGEST = 10_000
_CODE_END = {sign: re.compile(rf"(?<=\S){sign}(?![\w{sign}])") for sign in "=~"}
_BRACKET = lazy_pattern(r"[\[\]]")


class _OrgScanner:
    def __init__(self, out: Collector) -> None:
        self.out = out
        self.text = out.text
        self.comments = Comments(out.text)
        self.tex = TexScanner(out)
        self.html = HtmlScanner(out)
        self.unclosed: set[str] = set()
        self.closings: dict[int, int] | None = None
        # Where the next `=` or `~` stands that may close code.
        self.next_code = {"=": -1, "~": -1}

    def blocks(self) -> None:
        """Go from one line that is more than prose to the next."""
        text = self.text
        end = len(text)
        place = done = 0
        while (hit := _LINE.search(text, place)) is not None:
            at = hit.start()
            place = max(hit.end(), at + 1)
            if hit["block"] is not None:
                close = self.block_end(hit["block"], hit.end())
                if close is None:
                    continue
                stop, behind = close
                name = hit["block"].lower()
                style = hit["format"].strip().lower()
                if name in ("src", "example", "comment", "export"):
                    done = self.prose(done, at, behind)
                    if name == "export" and style.split(" ")[0] in _RAW_TEX:
                        self.tex.scan(hit.end(), stop)
                    elif name == "export" and style.startswith("html"):
                        self.html.scan(hit.end(), stop)
                    place = behind
            elif hit["keyword"] is not None:
                name = hit["keyword"].lower()
                if name in _PRINTED_KEYWORDS:
                    continue
                done = self.prose(done, at, hit.end())
                # Options of an environment print too: `#+attr_latex: :options [\cite{key}]`.
                if name in _RAW_TEX or name == "attr_latex":
                    self.tex.scan(hit.start("value"), hit.end())
                elif name == "html":
                    self.html.scan(hit.start("value"), hit.end())
            elif hit["comment"] is not None or hit["fixed"] is not None:
                done = self.prose(done, at, hit.end())
            elif hit["drawer"] is not None:
                close_at = self.find_end(":END:", hit.end())
                if close_at is not None:
                    done = self.prose(done, at, close_at)
                    place = close_at
            elif hit["stars"] and _COMMENT_HEADLINE.match(hit["headline"]):
                rest = re.compile(rf"^\*{{1,{len(hit['stars'])}}}[ \t]", re.MULTILINE)
                after = rest.search(text, place)
                stop = end if after is None else after.start()
                done = self.prose(done, at, stop)
                place = max(place, stop)
        self.inlines(done, end)

    def prose(self, start: int, end: int, behind: int) -> int:
        self.inlines(start, end)
        return behind

    def find_end(self, closing: str, place: int) -> int | None:
        if closing in self.unclosed:
            return None
        hit = re.compile(rf"^[ \t]*{closing}[^\n]*", re.MULTILINE | re.IGNORECASE).search(
            self.text, place
        )
        if hit is None:
            self.unclosed.add(closing)
            return None
        return hit.end()

    def block_end(self, name: str, place: int) -> tuple[int, int] | None:
        closing = rf"#\+end_{re.escape(name.lower())}"
        behind = self.find_end(closing, place)
        return None if behind is None else (self.text.rfind("\n", place, behind), behind)

    def inlines(self, start: int, end: int) -> None:
        text = self.text
        place = start
        while (hit := _EVENT.search(text, place, end)) is not None:
            at = hit.start()
            place = hit.end()
            if hit["cite"] is not None:
                place = self.org_cite(hit["style"] or "", at, place, end)
            elif hit["link"] is not None:
                place = self.link(hit["type"], at, place, end)
            elif hit["code"] is not None:
                place = self.code(hit["code"], place, end)
            elif hit["name"] is not None:
                if looks_like_command(hit["name"]):
                    place = self.tex.command(hit["name"], at, place, end) or place
            elif hit["math"] is not None:
                place = self.mathematics(hit["math"], place, end)
            elif hit["snippet"] is not None:
                close = text.find("@@", place, min(end, place + _LONGEST))
                if close >= 0:
                    if hit["snippet"].lower() in _RAW_TEX:
                        self.tex.scan(place, close)
                    elif hit["snippet"].lower() == "html":
                        self.html.scan(place, close)
                    place = close + 2
            elif hit["tag"] is not None:
                place = self.tag(at, end)
            elif hit["key"] is not None:
                place = read_foreign_key(self.out, at, start, end)

    def org_cite(self, style: str, start: int, place: int, end: int) -> int:
        close = self.closing(place, end)
        if close is None:
            return place
        if style.split("/")[1:2] in (["n"], ["nocite"]):
            return close
        keys = []
        for hit in _ORG_KEY.finditer(self.text, place, close - 1):
            if not is_email(self.text, hit.start()):
                keys.append(hit[1])
                self.out.cite(hit[1], hit.start(), close, "command")
        self.out.group(keys, close)
        return close

    def closing(self, place: int, end: int) -> int | None:
        """Return the place behind the `]` of a citation; all are paired in one pass."""
        if self.closings is None:
            self.closings = {}
            waiting: list[int] = []
            for hit in _BRACKET.finditer(self.text):
                if hit[0] == "[":
                    waiting.append(hit.start())
                elif waiting:
                    self.closings[waiting.pop()] = hit.end()
        close = self.closings.get(self.text.rfind("[", 0, place))
        return None if close is None or close > end else close

    def link(self, name: str, start: int, place: int, end: int) -> int:
        text = self.text
        if name.lower().startswith("nocite"):
            return place
        bracketed = text.startswith("[[", start - 2)
        if bracketed:
            stop = text.find("]", place, min(end, place + _LONGEST))
            if stop < 0:
                return place
            target = text[place:stop]
        else:
            hit = _PLAIN_LINK.match(text, place, end)
            if hit is None:
                return place
            stop = hit.end()
            target = hit[0]
        if "&" in target:
            keys = [hit[1] for hit in _LINK_KEY.finditer(target)]
        else:
            keys = [key.strip() for key in target.split(",")]
        keys = [key for key in keys if key and not key.startswith("//") and " " not in key]
        for key in keys:
            self.out.cite(key, start, stop, "command", sure=looks_like_command(name.rstrip("*")))
        if bracketed and text.startswith("][", stop):
            stop = text.find("]", stop + 2, end) if "]" in text[stop + 2 : stop + 2_000] else stop
        self.out.group(keys, stop)
        return stop

    def code(self, sign: str, place: int, end: int) -> int:
        """Skip `=verbatim=` or `~code~`, which may cross a line end, but no empty line."""
        if self.next_code[sign] < place:
            hit = _CODE_END[sign].search(self.text, place)
            self.next_code[sign] = len(self.text) if hit is None else hit.end()
        close = self.next_code[sign]
        if close > end or close - place > 2_000 or "\n\n" in self.text[place:close]:
            return place
        return close

    def mathematics(self, sign: str, place: int, end: int) -> int:
        text = self.text
        if sign == "$":
            hit = re.compile(r"(?=[^\s$])[^$\n]{0,500}(?<=[^\s$])\$(?!\w)").match(text, place, end)
            return place if hit is None else hit.end()
        return self.tex.until("\\)" if sign == "\\(" else "\\]", place, end)

    def tag(self, at: int, end: int) -> int:
        if self.text.startswith("<!--", at):
            close = self.comments.end(at)
            if close is not None:
                read_comment(self.out, at, close)
                return close
        return read_attempt(self.out, at, end) or at + 1


def scan_org(out: Collector) -> None:
    """Add the citations of an Org document."""
    _OrgScanner(out).blocks()

"""Citations in a stretch of Markdown's inline text, by Pandoc's rules."""

from __future__ import annotations

import re
from bisect import bisect_right

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.chunk_captions import printed_values
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.html import HtmlScanner, cited_keys, read_tag, tag_end
from ars_pandoc.census.keys import KEY, KEY_AT, is_email, is_glued
from ars_pandoc.census.latex import ADDRESSES, DEFINITIONS, TexScanner
from ars_pandoc.census.rst import ROLE, role_keys
from ars_pandoc.census.written_markers import INVISIBLE, Comments, read_attempt, read_comment

_EVENT = lazy_pattern(r"[\\`$<@＠﹫\[\]{:&]")
_ESCAPE = lazy_pattern(r"\\(?:(?P<name>[A-Za-z]+)\*?|.)", re.DOTALL)
_ADDRESS = lazy_pattern(r"://[^\s<>\[\]`]+")
_TICKS = lazy_pattern(r"`+")
_AUTOLINK = lazy_pattern(r"<(?:[A-Za-z][A-Za-z0-9+.-]{0,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>")
_RAW = lazy_pattern(r"\{=(?P<format>[\w-]+)\}")
_TARGET = lazy_pattern(
    # What is taken stays taken, so that nothing is tried twice.
    r"\((?=(?P<target>\s*(?:<[^<>\n]*>[ \t]*|[^()\n<\"]*(?:\([^()\n]*\)[^()\n<\"]*)*)))(?P=target)"
    r"(?:\n[ \t]*)?(?:\"[^\"\n]*\"|'[^'\n]*')?\s*\)"
)
_REFERENCE = lazy_pattern(r"[ ]?\[(?!\^)[^\[\]@\n]*\]")
_ATTRIBUTES = lazy_pattern(r"\{[ \t]*(?:[#.=:\-}]|[\w:.-]+[ \t]*=)")
_ATTRIBUTE_STEP = lazy_pattern(r"[\"'{}]|\n[ \t]*\n")
_ROLE = lazy_pattern(rf"\{{(?:{ROLE})\}}`(?P<keys>[^`]*)`")
# What other syntaxes cite by, and Markdown prints as it stands.
_ROLE_OF_RST = lazy_pattern(rf":(?:{ROLE}):`(?P<keys>[^`]*)`")
_CITE_OF_TYPST = "#cite("
_KEY_OF_TYPST = lazy_pattern(rf"<(?P<key>{KEY})>")
_CITES_IN_ORG = lazy_pattern(
    r"(?:\A|[^\w@/.])(?:[A-Za-z]{0,12}cite[a-z]{0,12}|bibentry)\*?\Z", re.IGNORECASE
)
_KEY_OF_ORG = lazy_pattern(rf":&?(?P<key>{KEY})")
_LONGEST_COMMAND = 26
_STRANGE_SIGN = lazy_pattern(rf"(?:[＠﹫]|@(?=[{INVISIBLE}]))[{INVISIBLE}]*(?P<key>{KEY})")
_BRACKETED_REF = lazy_pattern(rf"[\[{{]ref\s*[:=]\s*(?P<key>{KEY})[\]}}]", re.IGNORECASE)
# bookdown writes it out as it stands: `::: {.note data-latex="[By \\cite{key}]"}`.
_DATA_LATEX = lazy_pattern(r"data-latex\s*=\s*([\"'])(?P<code>(?:\\.|(?!\1).)*)\1", re.DOTALL)
_SHORTCODE = lazy_pattern(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}")
_OTHER_SCRIPT = lazy_pattern(
    "(?<=[!-~])[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ud7ff\uf900-\ufaff]"
)
_COMPARED = lazy_pattern(r"\s*(?:[!<>]?=)\s*['\"\d$@]")
_FORMATS_OF_MARKDOWN = ("markdown", "commonmark", "gfm", "md")
_BLOCK_TAGS = lazy_pattern(r"<(?:script|style|pre|textarea)\b", re.IGNORECASE)


class InlineScanner:
    """Find the citations of stretches of Markdown."""

    def __init__(self, out: Collector, labels: frozenset[str], link_labels: frozenset[str]) -> None:
        """Take the text and what the document defines.

        Args:
            out: Where the citations go.
            labels: The labels of example lists, `(@label)`.
            link_labels: Keys that are labels of links, `[@user]: https://…`.
        """
        self.out = out
        self.text = out.text
        self.labels = labels
        self.link_labels = link_labels
        self.tex = TexScanner(out)
        self.html = HtmlScanner(out)
        self.comments = Comments(out.text)

    def scan(self, start: int, end: int, *, title: bool = False) -> int:
        """Add the citations of one stretch: a paragraph, a heading, a row.

        Args:
            start: Where it begins.
            end: Where it ends; a comment or script that begins in it may go on.
            title: `title="…"` prints, as in the attributes of a callout.

        Returns:
            Where to go on.
        """
        return _Stretch(self, start, end, title).run()

    def raw(self, style: str, start: int, end: int) -> None:
        """Add the citations of raw code in a named format."""
        style = style.lower()
        if style.startswith("html") or style in ("epub", "epub3", "slideous", "s5", "revealjs"):
            self.html.scan(start, end, in_markdown=True)
        elif style.startswith("typst"):
            from ars_pandoc.census.typst import scan_typst  # seldom needed

            scan_typst(self.out, start, end)
        elif style.startswith(_FORMATS_OF_MARKDOWN):
            place = start
            while place < end:
                stop = self.text.find("\n\n", place, end)
                place = max(self.scan(place, end if stop < 0 else stop), place + 1)
                if stop >= 0:
                    place = max(place, stop + 2)
        else:
            self.tex.scan(start, end, in_markdown=True, context=style == "context")


class _Stretch:
    def __init__(self, scanner: InlineScanner, start: int, end: int, title: bool) -> None:
        self.scanner = scanner
        self.out = scanner.out
        self.text = scanner.text
        self.start = start
        self.end = end
        self.title = title
        # Open brackets, each with the number of keys that were waiting when it opened.
        self.open: list[tuple[int, int]] = []
        # Keys that stand in no closed bracket yet: index among the collected, and their ends.
        self.waiting: list[tuple[int, int]] = []
        self.ticks: dict[int, list[int]] | None = None
        self.formulas = True

    def run(self) -> int:
        text, end = self.text, self.end
        place = self.start
        while place < end and (hit := _EVENT.search(text, place, end)) is not None:
            at = hit.start()
            place = hit.end()
            sign = hit[0]
            if sign in "@＠﹫":
                place = self.key(at)
            elif sign in "[{" and (ref := _BRACKETED_REF.match(text, at, end)) is not None:
                self.out.cite(ref["key"], at, ref.end(), "marker", doubt=True)
                place = ref.end()
            elif sign == "[":
                self.open.append((at, len(self.waiting)))
            elif sign == "]":
                if self.open:
                    place = self.close(place)
            elif sign == "`":
                place = self.code(at)
            elif sign == "<" or (sign == "&" and text.startswith("&lt;!", at)):
                place = self.angle(at, place)
            elif sign == "$":
                place = self.mathematics(at, place)
            elif sign == "{":
                place = self.brace(at, place)
            elif sign == ":":
                place = self.address(at, place)
            elif sign == "\\":
                place = self.escape(at, place)
        return max(place, end)

    def key(self, at: int) -> int:
        text = self.text
        strange = _STRANGE_SIGN.match(text, at, self.end)
        if strange is not None:
            self.out.cite(strange["key"], at, strange.end(), "bare", doubt=True)
            return strange.end()
        hit = KEY_AT.match(text, at, self.end)
        if hit is None:
            return at + 1
        if is_email(text, at):
            return hit.end()
        key = hit["plain"] or hit["braced"]
        if key in self.scanner.labels:
            if text[at - 1 : at] == "(" and text.startswith(")", hit.end()):
                return hit.end()
            if key not in self.out.known:
                return hit.end()
        glued = is_glued(text, at, self.start)
        if glued and key not in self.out.known and (cut := _OTHER_SCRIPT.search(key)):
            # `研究@wang2020表明`
            key = key[: cut.start()]
        before = len(self.out.places)
        self.out.cite(key, at, hit.end(), "bare", sure=False, doubt=glued)
        if len(self.out.places) > before and not glued:
            self.waiting.append((before, hit.end()))
        return hit.end()

    def close(self, place: int) -> int:
        """Close a bracket: a citation, the text of a link, a note, or a span."""
        text = self.text
        opened, first = self.open.pop()
        inside = self.waiting[first:]
        del self.waiting[first:]
        follows = text[place : place + 1]
        # A link's text, a note and a span hold citations, but are none.
        mark = text[opened - 1 : opened] if opened > self.start else ""
        plain = mark not in ("!", "^") or text[opened - 2 : opened - 1] == "\\"
        if follows == "(" and mark != "^":
            target = _TARGET.match(text, place, min(self.end, place + 5_000))
            if target is not None:
                plain = False
                place = target.end()
        elif follows == "[" and inside:
            reference = _REFERENCE.match(text, place, self.end)
            if reference is not None:
                plain = False
                place = reference.end()
        elif follows == "{" and inside and _ATTRIBUTES.match(text, place, self.end):
            # `[@a, p. 3]{.c}` was meant as a citation, `[by @a]{.c}` as a span.
            plain = plain and text.startswith(("@", "-@"), opened + 1)
        if not inside:
            self.out.extend(opened, place)
            return place
        if plain:
            keys = []
            for index, key_end in inside:
                key, start, _, _ = self.out.places[index]
                sure = key not in self.scanner.link_labels and not _COMPARED.match(text, key_end)
                self.out.places[index] = (key, start, "bracketed", sure)
                keys.append(key)
            self.out.group(keys, place)
        else:
            self.out.group([self.out.places[index][0] for index, _ in inside], place)
        return place

    def code(self, at: int) -> int:
        """Skip a code span, or read what is raw in another format."""
        run = _TICKS.match(self.text, at, self.end)
        if run is None:
            return at + 1
        place = run.end()
        if self.ticks is None:
            self.ticks = {}
            for hit in _TICKS.finditer(self.text, at, self.end):
                self.ticks.setdefault(len(hit[0]), []).append(hit.start())
        runs = self.ticks.get(place - at, [])
        number = bisect_right(runs, at)
        if number >= len(runs):
            return place
        closed = runs[number]
        end = closed + place - at
        raw = _RAW.match(self.text, end, self.end)
        if raw is not None:
            self.scanner.raw(raw["format"], place, closed)
            return raw.end()
        return end

    def angle(self, at: int, place: int) -> int:
        text, out = self.text, self.out
        if text.startswith("<!--", at):
            close = self.scanner.comments.end(at)
            if close is not None:
                if self.open and len(self.waiting) > self.open[-1][1]:
                    # `[@a, p. 3<!--ref:a-->]`
                    inside = self.waiting[self.open[-1][1] :]
                    out.group([out.places[index][0] for index, _ in inside], at)
                read_comment(out, at, close)
                return close
        attempt = read_attempt(out, at, self.end)
        if attempt is not None:
            return attempt
        if text.startswith(_CITE_OF_TYPST, at - len(_CITE_OF_TYPST)):
            key = _KEY_OF_TYPST.match(text, at, self.end)
            if key is not None:
                out.cite(key["key"], at, key.end(), "command")
                return key.end()
        link = _AUTOLINK.match(text, at, self.end)
        if link is not None:
            return link.end()
        close = tag_end(text, at, self.end)
        if close is None:
            return place
        read_tag(out, at, close)
        stop = len(text) if _BLOCK_TAGS.match(text, at) else self.end
        return self.scanner.html.unprinted(at, close, stop)

    def mathematics(self, at: int, place: int) -> int:
        text, end = self.text, self.end
        if not self.formulas:
            return place
        if text.startswith("$", place):
            close = text.find("$$", place + 1, end)
            return place + 1 if close < 0 else close + 2
        if place >= end or text[place].isspace():
            return place
        close = text.find("$", place, end)
        while close > 0 and text[close - 1] == "\\":
            close = text.find("$", close + 1, end)
        if close < 0:
            self.formulas = False
            return place
        if text[close - 1].isspace() or text[close + 1 : close + 2].isdigit():
            return place
        return close + 1

    def brace(self, at: int, place: int) -> int:
        text, end = self.text, self.end
        role = _ROLE.match(text, at, min(end, at + 5_000))
        if role is not None:
            keys = role_keys(role["keys"])
            for key in keys:
                self.out.cite(key, at, role.end(), "command")
            self.out.group(keys, role.end())
            return role.end()
        code = _SHORTCODE.match(text, at, end)
        if code is not None:
            return code.end()
        if _ATTRIBUTES.match(text, at, end) is None:
            return place
        close = self.attributes_end(place)
        if close is None:
            return place
        keys = cited_keys(text, at, close)
        for key in keys:
            self.out.cite(key, at, close, "attribute")
        if keys:
            self.out.group(keys, close)
        for start, stop in printed_values(text, at, close, title=self.title):
            if "@" in text[start:stop] or "\\" in text[start:stop] or "<" in text[start:stop]:
                self.scanner.scan(start, stop)
        for hit in _DATA_LATEX.finditer(text, at, close):
            self.scanner.tex.scan(hit.start("code"), hit.end("code"), in_markdown=True)
        self.out.extend(at, close)
        return close

    def attributes_end(self, place: int) -> int | None:
        text = self.text
        limit = min(self.end, place + 5_000)
        at = place
        while (hit := _ATTRIBUTE_STEP.search(text, at, limit)) is not None:
            at = hit.end()
            if hit[0] == "}":
                return at
            if hit[0] not in "\"'":
                return None
            if text[hit.start() - 1] in "= ":
                close = text.find(hit[0], at, limit)
                while close > 0 and text[close - 1] == "\\":
                    close = text.find(hit[0], close + 1, limit)
                if close < 0:
                    return None
                at = close + 1
        return None

    def address(self, at: int, place: int) -> int:
        """Skip an address; a key in it counts only if a source has it (contract §3)."""
        hit = _ADDRESS.match(self.text, at, self.end)
        if hit is None:
            return self.foreign(at, place)
        at = self.text.find("@", at, hit.end())
        while at >= 0:
            key = KEY_AT.match(self.text, at, hit.end())
            if key is not None and key["plain"]:
                self.out.cite(key["plain"], at, key.end(), "bare", doubt=True)
            at = self.text.find("@", at + 1, hit.end())
        return hit.end()

    def foreign(self, at: int, place: int) -> int:
        """Read a role of reStructuredText or a link of Org, which print here as they stand."""
        text = self.text
        role = _ROLE_OF_RST.match(text, at, min(self.end, at + 5_000))
        if role is not None:
            for key in role_keys(role["keys"]):
                self.out.cite(key, at, role.end(), "command")
            return role.end()
        before = max(self.start, at - _LONGEST_COMMAND)
        if text[at - 1 : at].isspace() or not _CITES_IN_ORG.search(text[before:at]):
            return place
        link = _KEY_OF_ORG.match(text, at, self.end)
        if link is None:
            return place
        self.out.cite(link["key"], at, link.end(), "command", doubt=True)
        return link.end()

    def escape(self, at: int, place: int) -> int:
        """Skip what a backslash takes along, or read a command of TeX."""
        hit = _ESCAPE.match(self.text, at, self.end)
        if hit is None:
            return place
        if hit["name"]:
            return self.command(hit["name"], at, hit.end())
        if self.text[at + 1] == "<":
            return read_attempt(self.out, at, self.end) or hit.end()
        return hit.end()

    def command(self, name: str, at: int, place: int) -> int:
        text, tex = self.text, self.scanner.tex
        if name == "begin":
            hit = re.compile(r"\{([A-Za-z*]+)\}").match(text, place)
            if hit is None:
                return place
            close = tex.until(f"\\end{{{hit[1]}}}", hit.end(), len(text))
            if close == hit.end():
                return place
            tex.scan(at, close, in_markdown=True)
            return close
        if tex.cites(name):
            return tex.command(name, at, place, self.end) or place
        if name in ADDRESSES and text.startswith("{", place):
            return tex.skip_address(place, self.end)
        if name in DEFINITIONS and text[place : place + 1] in "{\\*":
            return tex.skip_definition(name, place, self.end)
        if name == "iffalse":
            return tex.skip_false(place)
        return place

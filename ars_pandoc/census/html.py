"""HTML's `data-cites` and the markers between its tags; JATS's references.

Scripts, styles and code are no text.
"""

from __future__ import annotations

import re
from html import unescape

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.keys import read_foreign_key
from ars_pandoc.census.written_markers import Comments, read_attempt, read_comment

_TAG_NAME = lazy_pattern(r"</?(?P<name>[A-Za-z][\w:-]*)")
_STEP = lazy_pattern(r"[\"'<>]")
_DATA_CITES = lazy_pattern(
    r"[\s/\"'{](?P<name>data-cites)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE
)
_JATS_TARGET = lazy_pattern(r"\srid\s*=\s*[\"']([^\"']*)[\"']")
_BIBLIOGRAPHIC = lazy_pattern(r"\sref-type\s*=\s*[\"']bibr[\"']")
_UNPRINTED = frozenset(("script", "style", "pre", "code", "textarea", "template", "head"))
_LONGEST_TAG = 20_000
_EVENT = lazy_pattern(r"<|@|&lt;!")


def tag_end(text: str, start: int, end: int) -> int | None:
    """Return where the tag that begins at `start` ends, quoted values skipped; None if it is none."""
    if _TAG_NAME.match(text, start, end) is None:
        return None
    at = start + 1
    limit = min(end, start + _LONGEST_TAG)
    while (hit := _STEP.search(text, at, limit)) is not None:
        sign = hit[0]
        at = hit.end()
        if sign == ">":
            return at
        if sign == "<":
            return None
        # A quote opens a value only behind `=`.
        if (
            text[start : at - 1].rstrip().endswith("=")
            if at - start < 300
            else text[at - 2] in "= "
        ):
            close = text.find(sign, at, limit)
            if close < 0:
                return None
            at = close + 1
    return None


def cited_keys(text: str, start: int, end: int) -> list[str]:
    """Return the keys of `data-cites` in the attributes from `start` to `end`."""
    attributes = text[start:end]
    if "data-cites" not in attributes.lower():
        return []
    hit = _DATA_CITES.search(attributes)
    return [] if hit is None else unescape(hit[2] or hit[3] or hit[4] or "").split()


def read_tag(out: Collector, start: int, end: int, *, jats: bool = False) -> None:
    """Add the keys that the tag from `start` to `end` cites."""
    tag = out.text[start:end]
    keys = cited_keys(out.text, start, end)
    for key in keys:
        out.cite(key, start, end, "attribute")
    if keys:
        # The words of the call-out stand between the tags.
        name = _TAG_NAME.match(tag)
        close = out.text.find(f"</{name['name']}", end, end + 2_000) if name else -1
        behind = out.text.find(">", close) + 1 if close >= 0 else end
        out.group(keys, behind or end)
    elif jats and tag.startswith("<xref") and _BIBLIOGRAPHIC.search(tag):
        hit = _JATS_TARGET.search(tag)
        for key in hit[1].split() if hit is not None else ():
            out.cite(key, start, end, "attribute", doubt=True)


def skip_unprinted(text: str, start: int, end: int, stop: int) -> int:
    """Return the place behind a script, style or piece of code whose tag ends at `end`.

    Args:
        text: The text.
        start: Where the opening tag begins.
        end: Behind the opening tag.
        stop: How far to look.

    Returns:
        Behind its closing tag, or `end` if it is no such tag or nothing closes it.
    """
    hit = _TAG_NAME.match(text, start)
    if hit is None or text.startswith("</", start) or text.startswith("/>", end - 2):
        return end
    name = hit["name"].lower()
    if name not in _UNPRINTED:
        return end
    close = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, end, stop)
    return end if close is None else close.end()


class HtmlScanner:
    """Find the citations of HTML, in a document or in raw code of another syntax."""

    def __init__(self, out: Collector) -> None:
        """Take where the citations go, and the text with it."""
        self.out = out
        self._comments = Comments(out.text)
        self._unclosed: set[str] = set()

    def scan(self, start: int, end: int, *, jats: bool = False, in_markdown: bool = False) -> None:
        """Add the citations of a stretch of HTML.

        Args:
            start: Where it begins.
            end: Where it ends.
            jats: It is JATS, whose `xref` name references.
            in_markdown: It is raw code in Markdown, where `[@key]` was surely meant as a citation.
        """
        text = self.out.text
        place = start
        while (hit := _EVENT.search(text, place, end)) is not None:
            at = hit.start()
            place = hit.end()
            if hit[0] == "@":
                place = read_foreign_key(self.out, at, start, end, in_markdown=in_markdown)
                continue
            place = self._angle(at, end, jats=jats)

    def _angle(self, at: int, end: int, *, jats: bool) -> int:
        text = self.out.text
        if text.startswith("<!--", at):
            close = self._comments.end(at)
            if close is not None:
                read_comment(self.out, at, close)
                return close
        attempt = read_attempt(self.out, at, end)
        if attempt is not None:
            return attempt
        close = tag_end(text, at, end)
        if close is None:
            return at + 1
        read_tag(self.out, at, close, jats=jats)
        return self.unprinted(at, close, end)

    def unprinted(self, start: int, end: int, stop: int) -> int:
        """Return the place behind a script or the like; one that nothing closes is sought once."""
        hit = _TAG_NAME.match(self.out.text, start)
        name = hit["name"].lower() if hit is not None else ""
        if name in self._unclosed:
            return end
        behind = skip_unprinted(self.out.text, start, end, stop)
        if behind == end and name in _UNPRINTED and self.out.text[start + 1] != "/":
            self._unclosed.add(name)
        return behind


def scan_html(out: Collector, *, jats: bool = False) -> None:
    """Add the citations of an HTML or JATS document."""
    HtmlScanner(out).scan(0, len(out.text), jats=jats)

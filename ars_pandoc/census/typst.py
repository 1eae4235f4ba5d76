"""Typst's citations: `@key`, `#cite(<key>)`, `cite(label("key"))`."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.keys import is_email
from ars_pandoc.census.written_markers import Comments, read_attempt, read_comment

_KEY = r"\w(?:[\w:.\-]*\w)?"
_EVENT = lazy_pattern(
    r"https?://[^\s\]]*|(?P<line>//)|(?P<block>/\*)|(?P<ticks>`+)|\\.|(?P<dollar>\$)"
    r"|(?P<string>(?:[(,:=]\s{0,20}|\b(?:import|include)\s{1,20})\")"
    r"|(?<![\w.])cite\s{0,20}\(\s{0,20}(?:<(?P<label>[^<>\s]+)>"
    r"|label\s{0,20}\(\s{0,20}\"(?P<name>[^\"\n]+)\"\s{0,20}\)|\"(?P<old>[^\"\n]+)\")"
    rf"|(?<!\w)@(?P<key>{_KEY})|(?P<tag><!|<[-–—])",
    re.DOTALL,
)
_STRING_END = lazy_pattern(r"[\"\\]")
_DEFINED = lazy_pattern(rf"(?<![(\w])\s*<({_KEY})>")
_NO_FORM = lazy_pattern(r"[^()]{0,300}\bform\s*:\s*none\b")
_BLOCK_EDGE = lazy_pattern(r"/\*|\*/")


def scan_typst(out: Collector, start: int, end: int) -> None:
    """Add the citations of a stretch of Typst."""
    text = out.text
    comments = Comments(text)
    labels: set[str] | None = None
    open_ended: set[str] = set()
    place = start
    while (hit := _EVENT.search(text, place, end)) is not None:
        at = hit.start()
        place = hit.end()
        kind = hit.lastgroup
        if kind == "line":
            newline = text.find("\n", place, end)
            place = end if newline < 0 else newline
        elif kind == "block":
            place = _block_comment(text, place, end)
        elif kind == "ticks":
            place = _raw(text, hit["ticks"], place, end, open_ended)
        elif kind == "dollar":
            place = _mathematics(text, place, end, open_ended)
        elif kind == "string":
            place = _string(text, place, end)
        elif kind == "tag":
            if text.startswith("<!--", at) and (close := comments.end(at)) is not None:
                read_comment(out, at, close)
                place = close
            else:
                place = read_attempt(out, at, end) or place
        elif kind in ("label", "name", "old"):
            if _NO_FORM.match(text, place, end) is None:
                out.cite(hit[kind], at, place, "command", doubt=kind == "old")
        elif kind == "key" and not is_email(text, at):
            key = hit["key"]
            if key not in out.known:
                if labels is None:
                    labels = {label[1] for label in _DEFINED.finditer(text)}
                if key in labels:
                    continue
            out.cite(key, at, place, "bare", sure=False)


def _block_comment(text: str, place: int, end: int) -> int:
    depth = 1
    for hit in _BLOCK_EDGE.finditer(text, place, end):
        depth += 1 if hit[0] == "/*" else -1
        if depth == 0:
            return hit.end()
    return end


def _raw(text: str, ticks: str, place: int, end: int, open_ended: set[str]) -> int:
    if len(ticks) == 2 or ticks in open_ended:
        return place
    close = text.find(ticks, place, end)
    if close < 0:
        open_ended.add(ticks)
        return place
    return close + len(ticks)


def _mathematics(text: str, place: int, end: int, open_ended: set[str]) -> int:
    at = place
    while "$" not in open_ended and (close := text.find("$", at, end)) >= 0:
        if text[close - 1] != "\\":
            return close + 1
        at = close + 1
    open_ended.add("$")
    return place


def _string(text: str, place: int, end: int) -> int:
    limit = min(end, place + 5_000)
    at = place
    while (hit := _STRING_END.search(text, at, limit)) is not None:
        if hit[0] == '"':
            return hit.end()
        at = hit.end() + 1
    return place

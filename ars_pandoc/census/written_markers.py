"""Marker comments, `<!--ref:KEY-->`, and what only looks like one and would print (contract §2)."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
"""Signs that nobody sees."""

_REF = lazy_pattern(
    rf"[\s{INVISIBLE}-]*ref\s*[:=：]\s*(?P<key>[^\s<]+)"
    rf"|[\s{INVISIBLE}-]*ref\s+[@\[{{]*(?P<bare>[^\s:=@\[{{,;\]}}]+)[^:=]*\Z",
    re.IGNORECASE,
)
_ADDRESS = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")
ATTEMPT = lazy_pattern(
    r"<(?:\s*!(?:\s?[-–—]){0,4}|-{2,3}|[–—])\s*"
    r"ref\s*[:=]\s*(?P<key>(?:(?!--)[^\s<>–—&])+)",
    re.IGNORECASE,
)
"""What looks like a marker and would print: `<!-ref:k-->`, `<! --ref:k-->`, `<--ref:k-->`."""

ESCAPED = lazy_pattern(
    r"(?:&lt;|\\<|(?<=\\)<)\\?!\\?-\\?-\s*ref\s*[:=]\s*(?P<key>(?:(?!--)[^\s<>\\–—&])+)",
    re.IGNORECASE,
)
r"""A marker whose bracket is escaped, `\<!--ref:k-->` or `&lt;!--ref:k--&gt;`."""


def read_comment(out: Collector, start: int, end: int, *, prints: bool = True) -> None:
    """Add the marker that a comment `<!--…-->` at `start` to `end` is, if it is one.

    Args:
        out: Where it goes.
        start: Where `<!--` begins.
        end: Behind `-->`, or the end of the text where nothing closes the comment.
        prints: Whether it stands where a marker counts at all.
    """
    stop = end - 3 if out.text.endswith("-->", start, end) else end
    hit = _REF.match(out.text, start + 4, stop)
    if hit is None or not prints:
        out.extend(start, end)
        return
    if hit["key"] is not None:
        key = hit["key"].lstrip("@").rstrip("-")
        if key:
            out.marker(key, start, end, doubt=_ADDRESS.match(key) is not None)
    else:
        out.marker(hit["bare"], start, end, doubt=True)


def read_attempt(out: Collector, start: int, end: int) -> int | None:
    """Add what looks like a marker at `start` and would print; return where its key ends."""
    hit = ATTEMPT.match(out.text, start, end) or ESCAPED.match(out.text, start, end)
    if hit is None:
        return None
    out.marker(
        hit["key"].lstrip("@"), start, hit.end(), doubt=_ADDRESS.match(hit["key"]) is not None
    )
    return hit.end()


class Comments:
    """Ends of comments; one that nothing closes is looked for once only."""

    def __init__(self, text: str) -> None:
        """Take the text."""
        self._text = text
        self._last = text.rfind("-->")

    def end(self, start: int) -> int | None:
        """Return where the comment that begins at `start` ends, or None if it is not closed."""
        if self._last < start + 4:
            return None
        return self._text.find("-->", start + 4) + 3


_TRIGGER = lazy_pattern(r"<(?=[!\s–—-])|&lt;!")


def scan_markers(out: Collector, start: int, end: int) -> None:
    """Add all markers of a stretch in which nothing else matters."""
    text = out.text
    comments = Comments(text)
    place = start
    while (hit := _TRIGGER.search(text, place, end)) is not None:
        place = hit.end()
        if text.startswith("<!--", hit.start()):
            close = comments.end(hit.start())
            if close is not None:
                read_comment(out, hit.start(), close)
                place = close
                continue
        attempt = read_attempt(out, hit.start(), end)
        if attempt is not None:
            place = attempt

"""The attribute `data-cites` of HTML's tags (contract §3)."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.raw_cite import RawCite

_TAG = lazy_pattern(r"<[A-Za-z][^\s/>]*")
# https://html.spec.whatwg.org/multipage/parsing.html: a slash parts attributes as a space does,
# and a value in quotes may hold any sign.
_ATTRIBUTE = lazy_pattern(
    r"[\s/]*(?:(?P<end>>)|(?P<name>[^\s/>=][^\s/>=]*)"
    r"(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'>][^\s>]*)))?|.)",
    re.DOTALL,
)
_COMMENT = lazy_pattern(r"<!--.*?-->", re.DOTALL)
# What stands in these prints nothing, and holds no tags.
_UNPRINTED = lazy_pattern(r"<(?P<name>script|style)\Z", re.IGNORECASE)
_KEY = lazy_pattern(r"\S+")


def html_cites(code: str) -> list[RawCite]:
    """Find the keys of `data-cites` attributes in raw HTML, in order."""
    if "data-cites" not in code.lower():
        return []
    code = _COMMENT.sub(lambda hit: " " * len(hit[0]), code)
    cites: list[RawCite] = []
    place = 0
    while (tag := _TAG.search(code, place)) is not None:
        found, place = _attributes(code, tag.start(), tag.end())
        cites += found
        unprinted = _UNPRINTED.match(tag[0])
        if unprinted is not None:
            closed = code.lower().find(f"</{unprinted['name'].lower()}", place)
            place = len(code) if closed < 0 else closed
    return cites


def tag_end(code: str, start: int) -> int:
    """Return the place behind the tag that begins at `start`; the end of the code if none ends it."""
    tag = _TAG.match(code, start)
    return start + 1 if tag is None else _attributes(code, start, tag.end())[1]


def _attributes(code: str, start: int, place: int) -> tuple[list[RawCite], int]:
    """Return what the tag that begins at `start` cites, and the place behind it."""
    values: list[tuple[str, int]] = []
    while (hit := _ATTRIBUTE.match(code, place)) is not None:
        place = hit.end()
        if hit["end"]:
            break
        if hit["name"] is not None and hit["name"].lower() == "data-cites":
            group = next((one for one in ("double", "single", "bare") if hit[one] is not None), "")
            if group:
                values.append((hit[group], hit.start(group)))
    return [
        _cite(key, offset, (start, place))
        for value, offset in values
        for key in _KEY.finditer(value)
    ], place


def _cite(key: re.Match[str], offset: int, whole: tuple[int, int]) -> RawCite:
    from html import unescape  # only raw HTML that cites pays for it

    return RawCite(unescape(key[0]), "", whole, (offset + key.start(), offset + key.end()))

"""The citations of raw Markdown, which the next reader of Pandoc makes of it (contract §3)."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.raw_cite import RawCite

_EVENT = lazy_pattern(
    r"\\.|(?P<ticks>`+)|<!--.*?-->"
    r"|(?<![^\W_])@(?:\{(?P<braced>[^{}\n]+)\}"
    r"|(?P<key>\w(?:\w|[:.#$%&\-+?<>~/](?=\w)|[:/](?=/))*))",
    re.DOTALL,
)
_LOCATOR = lazy_pattern(r"\s*\[([^\[\]]*)\]|([^\[\];@]*)[;\]]")
_ADDRESS = lazy_pattern(r"(?:://|\bwww\.)\S*\Z")
_BEHIND_BRACKET = lazy_pattern(r"\[[^\[\]]*\Z")
_REACH = 200


def markdown_cites(code: str) -> list[RawCite]:
    """Find the citations of raw Markdown, in order; one outside of brackets may be a name."""
    cites: list[RawCite] = []
    place = 0
    while (hit := _EVENT.search(code, place)) is not None:
        at, place = hit.span()
        if (ticks := hit["ticks"]) is not None:
            close = code.find(ticks, place)
            place = place if close < 0 else close + len(ticks)
            continue
        group = "braced" if hit["braced"] else "key"
        if hit[group] is None or _ADDRESS.search(code[max(0, at - _REACH) : at]):
            continue
        within = _BEHIND_BRACKET.search(code[max(0, at - _REACH) : at]) is not None
        locator = _LOCATOR.match(code, place, place + _REACH)
        text = "" if locator is None else locator[1] or (locator[2] if within else "") or ""
        cites.append(RawCite(hit[group], text, (at, place), hit.span(group), within))
    return cites

"""The citations of Typst: `@key[p. 3]`, `#cite(<key>, supplement: [p. 3])` (contract §3).

https://typst.app/docs/reference/model/cite/
"""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.raw_cite import RawCite

_EVENT = lazy_pattern(
    r"https?://[^\s\]]*|//[^\n]*|/\*.*?\*/|(?P<ticks>`+)|\\."
    r"|(?<![\w.])cite\s*\(\s*(?:<(?P<label>[^<>\s]+)>"
    r"|label\s*\(\s*\"(?P<name>[^\"\n]+)\"\s*\)|\"(?P<old>[^\"\n]+)\")(?P<rest>[^()\[\]]*"
    r"(?:\[(?P<supplement>[^\[\]]*)\])?[^()\[\]]*)"
    r"|(?<!\w)@(?P<key>\w(?:[\w:.\-]*\w)?)(?:\[(?P<behind>[^\[\]]*)\])?",
    re.DOTALL,
)
_NO_FORM = lazy_pattern(r"\bform\s*:\s*none\b")


def typst_cites(code: str) -> list[RawCite]:
    """Find the citations of raw Typst, in order.

    A bare `@key` may be the label of a figure: `sure` is false for it.
    """
    cites: list[RawCite] = []
    place = 0
    while (hit := _EVENT.search(code, place)) is not None:
        place = hit.end()
        if (ticks := hit["ticks"]) is not None:
            close = code.find(ticks, place) if len(ticks) != 2 else place
            place = close + len(ticks) if close >= 0 and len(ticks) != 2 else place
            continue
        group = next((one for one in ("label", "name", "old", "key") if hit[one]), None)
        if group is None or (hit["rest"] and _NO_FORM.search(hit["rest"])):
            continue
        locator = hit["behind"] or hit["supplement"] or ""
        cites.append(
            RawCite(
                hit[group],
                locator.replace("~", "\u00a0"),
                hit.span(),
                hit.span(group),
                group != "key",
            )
        )
    return cites

"""Markers and keys that stand in the visible text, where no reader of Pandoc sees them.

`<!–ref:a–>` where raw HTML is off, and `研究@wang2020`, which is no Cite (contract §2, §3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import UNSPACED
from ars_pandoc.citations.citation import Fault
from ars_pandoc.citations.markers import Ref, read_comment
from ars_pandoc.pandoc.elements import Element, stringify

_REACH = 40
_VISIBLE = lazy_pattern(
    r"<!(?:-{2,}|[–—]-?)\s*(?P<kind>ref|anchor)\s*[:=]\s*(?P<key>(?:(?!--)[^\s<>–—])*)",
    re.IGNORECASE,
)
_VISIBLE_END = lazy_pattern(r"-{2,}>|[–—]-?>")
_GLUED = lazy_pattern(rf"(?<={UNSPACED})@(?P<key>[^\W_][\w:.#$%&+?<>~/-]*)")
_TRAILING = lazy_pattern(rf"(?:{UNSPACED}|[^\w]).*\Z", re.DOTALL)


def visible_markers(inlines: list[Element], index: int) -> Iterator[tuple[str | None, Fault]]:
    """Find markers that begin in the word at `index` and would print.

    Returns:
        The key of each, if it is a ref, and what is wrong.
    """
    text = stringify(inlines[index : index + _REACH])
    own = len(inlines[index]["c"])
    for hit in _VISIBLE.finditer(text):
        if hit.start() >= own:
            return
        if _is_of_another_tool(text[hit.start("kind") :]):
            continue
        kind = hit["kind"].lower()
        key = hit["key"] if kind == "ref" else None
        yield (
            key or None,
            Fault(
                f"the {kind} marker stands in the text as words and would print: '{hit[0]}…'",
                "do not escape the comment, and read raw HTML: -f markdown, not "
                "-f markdown-raw_html",
            ),
        )


def _is_of_another_tool(text: str) -> bool:
    """Return whether a comment that stands in the text as words is none of ours (contract §2).

    `<!– ref: https://… –>` and mdBook's `<!– ANCHOR: x –>` print too, but nobody cites with them.
    """
    end = _VISIBLE_END.search(text)
    if end is None:
        return False
    marker = read_comment(text[: end.start()], behind=False)
    return marker is None or (isinstance(marker, Ref) and marker.only_if_known)


def glued_keys(word: str) -> Iterator[str]:
    """Find keys glued to text in a script without spaces; they count if the key is known."""
    for hit in _GLUED.finditer(word):
        key = _TRAILING.sub("", hit["key"]) if not hit["key"].isascii() else hit["key"]
        yield key.rstrip(":.#$%&-+?<>~/")

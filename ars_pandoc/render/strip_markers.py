"""Take the hidden markers out of a document, and nothing else (contract §2, stripping)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ars_pandoc.base.characters import CLOSING
from ars_pandoc.citations.found import Found, MarkerElement
from ars_pandoc.citations.markers import PairEnd, only_comment, read_comment, without_comments
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.elements import INLINE_INDEX, Element, block_children, children, stringify

_CLOSING = frozenset(CLOSING)
_WHITE = frozenset(("Space", "SoftBreak"))


def strip_markers(found: Found, marker_elements: Iterable[MarkerElement]) -> None:
    """Remove markers in place, and unwrap `[[@a]]{quote="…"}` spans.

    The space before a marker goes along when a space, punctuation or the end follows; paragraphs
    and list items left empty go too.

    Args:
        found: What finding gave for this document.
        marker_elements: Those of its marker elements whose markers are citations.
    """
    _unwrap_all(found.wrapped)
    for cite in found.fallbacks:
        _clean_fallback(cite)
    remove_literal_suffixes(found)
    remove_marker_elements(marker_elements)


def remove_literal_suffixes(found: Found) -> None:
    """Remove `[UNVERIFIED CITATION — …]` that Pandoc took for the suffix of a bare `@key`."""
    for citation, cite in found.literal_suffixes:
        citation["citationSuffix"].clear()
        fallback = cite["c"][1]
        text = stringify(fallback)
        cut = text.find("[UNVERIFIED CITATION")
        if cut > 0:
            fallback[:] = [{"t": "Str", "c": text[:cut].strip()}]


def remove_marker_elements(marker_elements: Iterable[MarkerElement]) -> None:
    """Remove these markers in place, with the space and the blocks that they leave."""
    by_container: dict[int, list[MarkerElement]] = defaultdict(list)
    for marked in marker_elements:
        if marked.literal is not None:
            _mend_identifier(marked, marked.literal)
        if marked.rest and marked.literal is not None:
            marked.element["c"] = marked.rest
        elif marked.rest:
            marked.element["c"][1] = marked.rest
        else:
            by_container[id(marked.container)].append(marked)
    for group in by_container.values():
        container = group[0].container
        whole = _is_whole_block(group[0])
        _remove(container, {id(marked.element) for marked in group}, leading=whole)
        if not container and whole:
            _prune(group[0])


def _mend_identifier(marked: MarkerElement, literal: str) -> None:
    """Take a literal marker out of the identifier that Pandoc made of its heading."""
    step = marked.ancestors[-1] if marked.ancestors else None
    if step is None or isinstance(step[1], list) or step[1]["t"] != "Header":
        return
    slug = "-".join(re.findall(r"[a-z-]*[a-z]", literal.lower()))
    attributes = step[1]["c"][1]
    attributes[0] = attributes[0].replace(f"-{slug}", "")


def _remove(container: list[Element], gone: set[int], *, leading: bool) -> None:
    """Remove elements; with `leading`, also the space behind them at the list's beginning."""
    kept: list[Element] = []
    index, length = 0, len(container)
    while index < length:
        element = container[index]
        index += 1
        if id(element) not in gone:
            kept.append(element)
            continue
        while index < length and id(container[index]) in gone:
            index += 1
        follower = container[index] if index < length else None
        if kept and kept[-1]["t"] in _WHITE:
            if follower is None or follower["t"] in _WHITE or _is_punctuation(follower):
                kept.pop()
        elif leading and not kept and follower is not None and follower["t"] in _WHITE:
            index += 1
    container[:] = kept


def _is_punctuation(element: Element) -> bool:
    return element["t"] == "Str" and element["c"][:1] in _CLOSING


def _is_whole_block(marked: MarkerElement) -> bool:
    """Return whether an element stands in a list that is all its block holds; a Cite's suffix is not."""
    step = marked.ancestors[-1] if marked.ancestors else None
    if step is None:
        return False
    holder, member = step
    content = member if isinstance(member, list) else member.get("c")
    return marked.container is holder or marked.container is content


def _prune(marked: MarkerElement) -> None:
    """Remove the block that was left empty, and the list items that held nothing else."""
    for step in reversed(marked.ancestors):
        if step is None:
            return
        holder, member = step
        for index, item in enumerate(holder):
            if item is member:
                del holder[index]
                break
        if holder:
            return


def _unwrap_all(wrapped: Iterable[tuple[list[Element], Element]]) -> None:
    """Put the content of quote spans in their place; a span with more on it only loses the quote."""
    holders: dict[int, list[Element]] = {}
    gone: set[int] = set()
    for holder, span in wrapped:
        attributes = span["c"][0]
        others = [pair for pair in attributes[2] if pair[0] != "quote"]
        if attributes[0] or attributes[1] or others:
            attributes[2][:] = others
        else:
            holders[id(holder)] = holder
            gone.add(id(span))
    for holder in holders.values():
        whole: list[Element] = []
        for element in holder:
            if id(element) in gone:
                whole += element["c"][1]
            else:
                whole.append(element)
        holder[:] = whole


def _clean_fallback(cite: Element) -> None:
    """Remove markers from a Cite's fallback, where Pandoc repeats them as visible text."""
    fallback = cite["c"][1]
    _drop_raw(fallback)
    text = stringify(fallback)
    if "<!--" not in text:
        return
    cleaned = without_comments(text, is_marker)
    if cleaned == text:
        return
    words = cleaned.replace(" ]", "]").replace("[ ", "[").split(" ")
    rebuilt: list[dict[str, Any]] = []
    for n, word in enumerate(words):
        if n:
            rebuilt.append({"t": "Space"})
        if word:
            rebuilt.append({"t": "Str", "c": word})
    fallback[:] = rebuilt


def _drop_raw(inlines: list[Element]) -> None:
    gone = {
        id(element)
        for element in inlines
        if element["t"] == "RawInline"
        and is_html(element["c"][0])
        and (text := only_comment(element["c"][1])) is not None
        and is_marker(text)
    }
    if gone:
        _remove(inlines, gone, leading=False)
    for element in inlines:
        if element["t"] in INLINE_INDEX:
            _drop_raw(children(element) or [])
        elif element["t"] == "Note":
            # Citeproc puts a note style's citation, suffix and all, into a note.
            _drop_raw_blocks(element["c"])


def _drop_raw_blocks(blocks: list[Element]) -> None:
    for block in blocks:
        for what, inner in block_children(block):
            if what == "blocks":
                _drop_raw_blocks(inner)
            else:
                _drop_raw(inner)


def is_marker(comment: str) -> bool:
    """Return whether a comment's text is a marker or an attempt at one."""
    marker = read_comment(comment, behind=False)
    return marker is not None and not isinstance(marker, PairEnd)

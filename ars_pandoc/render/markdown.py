"""Show the verdict in a draft whose output is Markdown (contract §7, draft).

Markdown keeps its markers, so that a draft can be filtered again: before each ref stands the
literal `[UNVERIFIED CITATION — …]`. All of it is raw `markdown`, the only form that the writer
does not escape.
"""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.citations.found import Place, Site
from ars_pandoc.citations.markers import COMMENT
from ars_pandoc.matrix import Finding
from ars_pandoc.pandoc_ast import Element

WRITERS = ("markdown", "gfm", "commonmark")
"""How the names of Pandoc's Markdown writers begin."""


def writes_markdown(output_format: str) -> bool:
    """Say whether an output format is one of Pandoc's Markdown writers."""
    return output_format.startswith(WRITERS)


def show_in_markdown(findings: Sequence[tuple[Finding, Place]], sites: Sequence[Site]) -> None:
    """Put the literal marker before the ref of each refused citation, in place.

    A citation of Pandoc's own gets a ref behind it. Markers stay; those that opened a paragraph
    move into it, since a literal before them makes them part of its first line.

    Args:
        findings: Those of one document, each with its place, in document order.
        sites: Where markers stand; those of an earlier pass are removed.
    """
    for finding, place in reversed(findings):
        if finding.refused and finding.marker is not None:
            _show(finding, place)
    for site in sites:
        if site.element["t"] in ("RawInline", "RawBlock"):
            site.element["c"][0] = "markdown"


def _show(finding: Finding, place: Place) -> None:
    container, element = place.container, place.element
    key = finding.citation.key
    literal = finding.marker or ""
    if element["t"] == "RawBlock":
        container, element = _into_paragraph(place)
    if finding.citation.form == "marker":
        _insert(container, element, [_raw(literal)], behind=False)
    elif place.annotation is not None:
        # The space keeps [@a] and the literal from reading as one link.
        _insert(container, place.annotation, [{"t": "Space"}, _raw(literal)], behind=False)
    else:
        ref = literal if key is None else f"{literal}<!--ref:{key}-->"
        _insert(container, element, [{"t": "Space"}, _raw(ref)], behind=True)


def _into_paragraph(place: Place) -> tuple[list[Element], Element]:
    """Move the markers that open a paragraph into it; give the list and element of this one."""
    blocks = place.container
    start = end = next(n for n, block in enumerate(blocks) if block is place.element)
    while start > 0 and _is_comment_block(blocks[start - 1]):
        start -= 1
    while end < len(blocks) and _is_comment_block(blocks[end]):
        end += 1
    moved = blocks[start:end]
    for block in moved:
        # The same object stays, so that its site and place still point at it.
        block["t"] = "RawInline"
        block["c"][1] = block["c"][1].strip()
    follower = blocks[end] if end < len(blocks) else None
    if follower is not None and follower["t"] in ("Para", "Plain"):
        follower["c"][:0] = [*moved, {"t": "Space"}]
        del blocks[start:end]
        return follower["c"], place.element
    paragraph: Element = {"t": "Para", "c": moved}
    blocks[start:end] = [paragraph]
    return moved, place.element


def _is_comment_block(block: Element) -> bool:
    return (
        block["t"] == "RawBlock"
        and block["c"][0].startswith("html")
        and not COMMENT.sub("", block["c"][1]).strip()
    )


def _raw(text: str) -> Element:
    return {"t": "RawInline", "c": ["markdown", text]}


def _insert(holder: list[Element], element: Element, new: list[Element], *, behind: bool) -> None:
    for index, item in enumerate(holder):
        if item is element:
            place = index + 1 if behind else index
            holder[place:place] = new
            return

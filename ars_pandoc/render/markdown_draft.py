"""Show the verdict in a draft whose output is Markdown (contract §7, draft).

Markdown keeps its markers, so that a draft can be filtered again: before each ref stands the
literal `[UNVERIFIED CITATION — …]`. All of it is raw `markdown`, the only form that the writer
does not escape.
"""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.citations.found import MarkerElement, Place
from ars_pandoc.citations.markers import (
    Ref,
    find_comments,
    key_fault,
    read_comment,
    without_comments,
)
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.elements import Element
from ars_pandoc.render.insertions import Insertions
from ars_pandoc.verdict.matrix import Finding

WRITERS = ("markdown", "gfm", "commonmark")
"""How the names of Pandoc's Markdown writers begin."""


def writes_markdown(output_format: str) -> bool:
    """Return whether an output format is one of Pandoc's Markdown writers."""
    return output_format.startswith(WRITERS)


def show_in_markdown(
    findings: Sequence[tuple[Finding, Place]], marker_elements: Sequence[MarkerElement]
) -> None:
    """Put the literal marker before the ref of each refused citation, in place.

    A citation of Pandoc's own gets a ref behind it. Markers stay; those that opened a paragraph
    move into it, since a literal before them makes them part of its first line. What passes and is
    contaminated carries that behind its key, as a resolved marker does (contract §6): a visible
    word would be one of the text to whoever reads the draft.

    Args:
        findings: Those of one document, each with its place, in document order.
        marker_elements: Where markers stand; those of an earlier pass are removed.
    """
    shown = [(f, place) for f, place in findings if f.refused and f.marker is not None]
    moved = _move_into_paragraphs([place for _, place in shown])
    insertions = Insertions()
    for finding, place in shown:
        holder = moved.get(id(place.element), place.container)
        key = finding.citation.key
        literal = finding.marker or ""
        if finding.citation.form == "marker":
            insertions.before(holder, place.element, [_raw(literal)])
        elif place.annotation is not None:
            # The space keeps [@a] and the literal from reading as one link.
            insertions.before(holder, place.annotation, [{"t": "Space"}, _raw(literal)])
        else:
            # A key that cannot stand in a marker would end the comment and write what follows.
            ref = literal if key is None or key_fault(key) else f"{literal}<!--ref:{key}-->"
            insertions.behind(holder, place.element, [{"t": "Space"}, _raw(ref)])
    for finding, place in findings:
        if finding.marker is None and finding.contamination:
            _carry(finding, place, insertions)
    insertions.make()
    for marked in marker_elements:
        if marked.element["t"] in ("RawInline", "RawBlock"):
            marked.element["c"][0] = "markdown"


def _carry(finding: Finding, place: Place, insertions: Insertions) -> None:
    """Write a result behind the key of a citation's ref; one of Pandoc's own gets a ref."""
    key = finding.citation.key
    if key is None or key_fault(key):
        return
    resolved = f"<!--ref:{key} {finding.label}-->"
    ref = place.element if finding.citation.form == "marker" else place.annotation
    if ref is None:
        insertions.behind(place.container, place.element, [_raw(resolved)])
    elif ref["t"] in ("RawInline", "RawBlock"):
        text = ref["c"][1]
        for comment in find_comments(text):
            read = read_comment(comment.text, behind=False)
            if isinstance(read, Ref) and read.key == key:
                ref["c"][1] = text[: comment.start] + resolved + text[comment.end :]
                return


def _move_into_paragraphs(places: Sequence[Place]) -> dict[int, list[Element]]:
    """Move the markers that open a paragraph into it.

    Args:
        places: Those of the citations to show; only runs of markers that hold one of them move.

    Returns:
        For each moved element, by its id, the inlines that it stands in now.
    """
    wanted = {id(place.element) for place in places if place.element["t"] == "RawBlock"}
    holders = {id(place.container): place.container for place in places}
    moved: dict[int, list[Element]] = {}
    for holder in holders.values() if wanted else ():
        whole: list[Element] = []
        run: list[Element] = []
        for block in [*holder, None]:
            if block is not None and _is_comment_block(block):
                run.append(block)
                continue
            if any(id(comment) in wanted for comment in run):
                for comment in run:
                    # The same object stays, so that its marker element and place still point at it.
                    comment["t"] = "RawInline"
                    comment["c"][1] = comment["c"][1].strip()
                if block is not None and block["t"] in ("Para", "Plain"):
                    block["c"][:0] = [*run, {"t": "Space"}]
                    inlines = block["c"]
                else:
                    inlines = run
                    whole.append({"t": "Para", "c": inlines})
                moved.update((id(comment), inlines) for comment in run)
            else:
                whole += run
            run = []
            if block is not None:
                whole.append(block)
        holder[:] = whole
    return moved


def _is_comment_block(block: Element) -> bool:
    return (
        block["t"] == "RawBlock"
        and is_html(block["c"][0])
        and not without_comments(block["c"][1]).strip()
    )


def _raw(text: str) -> Element:
    return {"t": "RawInline", "c": ["markdown", text]}

"""The appendix: a table of all citations, their anchors and statuses (contract §7, `appendix`).

Of a quote it says whether it was found in the source, and where.

It stands in the document's `::: {#ars-appendix}` if there is one, else at the end below a heading
of its own. All of it is plain text in Pandoc's own elements, so each format escapes it; nothing of
an entry but its key is shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.citations.citation import Anchor
from ars_pandoc.grounding.passage_words import OUTCOMES, place_words
from ars_pandoc.pandoc.elements import Element, block_children
from ars_pandoc.verdict.matrix import ROWS, STATUSES, Finding

if TYPE_CHECKING:
    from ars_pandoc.grounding.result import Grounding

PLACE = "ars-appendix"
"""The id of the Div that the appendix stands in."""

_OWN = "ars-appendix-table"
_TITLE = "Citations and their places"
_HEADINGS = ("Section", "Source", "Place in the source", "Status")
# Without widths long quotes would not wrap in LaTeX and plain text.
_WIDTHS = (0.22, 0.2, 0.34, 0.24)
_NOTHING = "—"
# Citation keys and addresses have no hyphenation.
_JOINTS = {
    "latex": ("latex", r"\allowbreak{}"),
    "beamer": ("latex", r"\allowbreak{}"),
    "context": ("context", r"\allowbreak{}"),
    "typst": ("typst", "#sym.zws;"),
}
_LONG = 14
_SEAM = lazy_pattern(r"(?<=[_./:=?&-])(?=[^\W_])|(?<=[a-z])(?=[A-Z0-9])")


def add_appendix(
    document: dict[str, Any], findings: Sequence[Finding], output_format: str = ""
) -> None:
    """Put the table of all citations into a document, in place; none without citations.

    A table of an earlier pass is replaced.

    Args:
        document: The AST, as Pandoc hands it to a JSON filter.
        findings: The verdicts, in document order.
        output_format: What Pandoc writes, such as `docx`; empty if it is not known.
    """
    blocks: list[Element] = document["blocks"]
    places = list(_divs(blocks, PLACE))
    for _, place in places:
        content: list[Element] = place["c"][1]
        content[:] = [block for block in content if not _is_own(block)]
    if not findings:
        return
    new = [_summary(findings), _table(findings, _joint(output_format))]
    if not places:
        append_blocks(
            document["meta"], blocks, [_heading(), _div(PLACE, [], [_div("", [_OWN], new)])]
        )
        places = list(_divs(blocks, PLACE))
    else:
        places[0][1]["c"][1].append(_div("", [_OWN], new))
    if output_format == "pptx":
        # Its writer loses tables that stand in a Div.
        holder, place = places[0]
        at = next(n for n, block in enumerate(holder) if block is place)
        holder[at : at + 1] = [*place["c"][1][:-1], *new]


def append_blocks(meta: dict[str, Any], blocks: list[Element], new: list[Element]) -> None:
    """Put blocks at the end, but leave citeproc its place for the list of references.

    Without a Div `refs` citeproc puts the list last, under a heading that stands last or under
    one that `reference-section-title` names; under the appendix's it would be lost.
    """
    if not any(_divs(blocks, "refs")):
        if blocks and blocks[-1]["t"] == "Header":
            blocks[-1:-1] = new
            return
        cites = "bibliography" in meta or "references" in meta
        if cites and "reference-section-title" not in meta:
            blocks.append(_div("refs", [], []))
    blocks += new


def _divs(blocks: list[Element], identifier: str) -> Iterator[tuple[list[Element], Element]]:
    """Return the Divs of an id, each with the list that holds it."""
    for block in blocks:
        if block["t"] == "Div" and block["c"][0][0] == identifier:
            yield blocks, block
        for what, inner in block_children(block):
            if what == "blocks":
                yield from _divs(inner, identifier)


def _is_own(block: Element) -> bool:
    return block["t"] == "Div" and _OWN in block["c"][0][1]


def _summary(findings: Sequence[Finding]) -> Element:
    counts = Counter(finding.status for finding in findings)
    parts = [f"{counts[row.status]} {row.status}" for row in reversed(ROWS) if counts[row.status]]
    return {
        "t": "Para",
        "c": _words(f"{plural(len(findings), 'citation')}: {', '.join(parts)}."),
    }


def _joint(output_format: str) -> Element | None:
    """Return what lets a long word break, where a format would print it over the next column."""
    name = re.split(r"[+-]", output_format, maxsplit=1)[0]
    raw = _JOINTS.get(name)
    return None if raw is None else {"t": "RawInline", "c": list(raw)}


def _table(findings: Sequence[Finding], joint: Element | None) -> Element:
    columns = [[{"t": "AlignLeft"}, {"t": "ColWidth", "c": width}] for width in _WIDTHS]
    body = [["", [], []], 0, [], [_row(_cells(finding), joint) for finding in findings]]
    head = [["", [], []], [_row(_HEADINGS)]]
    return {
        "t": "Table",
        "c": [["", [], []], [None, []], columns, head, [body], [["", [], []], []]],
    }


def _cells(finding: Finding) -> tuple[str, str, str, str]:
    citation = finding.citation
    # Where no full text is at hand there are no groundings at all.
    pairs = zip_longest(citation.anchors, finding.groundings)
    anchors = "; ".join(_anchor(*pair) for pair in pairs if pair[0].kind != "none")
    return (
        citation.section or _NOTHING,
        citation.key or _NOTHING,
        anchors or _NOTHING,
        _status(finding),
    )


def _anchor(anchor: Anchor, grounding: Grounding | None) -> str:
    """Return an anchor, and what became of a quote: where it stands, or why nobody can tell."""
    if anchor.kind != "quote":
        return f"{anchor.kind} {anchor.value}"
    quote = f"“{anchor.value}”"
    if anchor.fault is not None:
        return quote
    if grounding is None:
        return f"{quote} ({OUTCOMES['unchecked']})"
    place = place_words(grounding) if grounding.result == "found" else grounding.reason
    return f"{quote} ({OUTCOMES[grounding.result]}{f': {place}' if place else ''})"


def _status(finding: Finding) -> str:
    row = STATUSES[finding.status]
    if row.short == finding.status:
        return finding.label
    accepted = ", accepted" if finding.accepted else ""
    return f"{finding.label} ({row.short}{accepted})"


def _row(cells: Sequence[str], joint: Element | None = None) -> list[Any]:
    """Return a row; keys and places may break in long words, a status does at its hyphens."""
    joints = (None, joint, joint, None)
    return [
        ["", [], []],
        [
            [["", [], []], {"t": "AlignDefault"}, 1, 1, [{"t": "Plain", "c": _words(*cell)}]]
            for cell in zip(cells, joints, strict=True)
        ],
    ]


def _words(text: str, joint: Element | None = None) -> list[Element]:
    """Return text as words that a writer can wrap, without characters that no format can hold.

    Args:
        text: Any text.
        joint: What to put where a long word may break, or None.
    """
    words: list[Element] = []
    for word in printable(text).split():
        if words:
            words.append({"t": "Space"})
        for number, piece in enumerate([word] if joint is None else _pieces(word)):
            if number and joint is not None:
                words.append(joint)
            words.append({"t": "Str", "c": piece})
    return words


def _pieces(word: str) -> list[str]:
    """Cut a long word where a reader would: `greenberg|How|Citation|2009`; else anywhere.

    A plain word is left to the format's own hyphenation.
    """
    bare = word.strip("“”.,;:()")
    if len(word) <= _LONG or (bare.isalpha() and bare[1:].islower()):
        return [word]
    return [
        part[at : at + _LONG] for part in _SEAM.split(word) for at in range(0, len(part), _LONG)
    ]


def _div(identifier: str, classes: list[str], blocks: list[Element]) -> Element:
    return {"t": "Div", "c": [[identifier, classes, []], blocks]}


def _heading() -> Element:
    return {"t": "Header", "c": [1, [f"{PLACE}-heading", ["unnumbered"], []], _words(_TITLE)]}

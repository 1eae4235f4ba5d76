"""What each citation rests on, shown beside it and listed at the end (contract §12, `evidence`).

At each citation stands a small number that links to its entry of a list at the end, and the entry
links back: so in PDF, DOCX, EPUB, on paper and in HTML. In HTML the words show at the number too,
where a pointer or the keyboard's focus rests; no script is needed. All of it is plain text in
Pandoc's own elements, so that each format escapes it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ars_pandoc.base.wording import printable
from ars_pandoc.citations.citation import Anchor
from ars_pandoc.citations.found import Place
from ars_pandoc.grounding.passage_words import OUTCOMES, place_words
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.pandoc.elements import Element
from ars_pandoc.render.appendix import append_blocks
from ars_pandoc.render.insertions import Insertions
from ars_pandoc.verdict.matrix import Finding

_LIST = "ars-evidence"
_TITLE = "Evidence"
_HTML = frozenset({"html", "html4", "html5", "chunkedhtml", "revealjs", "slidy", "s5", "dzslides"})
_STYLE = """<style>
.ars-evidence-call{position:relative;white-space:nowrap}
.ars-evidence-words{position:absolute;left:0;top:1.4em;z-index:9;display:none;width:max-content;
max-width:min(24rem,80vw);padding:.5em .7em;white-space:normal;font-size:.9rem;line-height:1.4;
font-style:normal;font-weight:400;text-align:left;color:#1d1b17;background:#fffdf4;
border:1px solid #6b6455;border-radius:4px}
.ars-evidence-call:hover>.ars-evidence-words,
.ars-evidence-call:focus-within>.ars-evidence-words{display:block}
@media print{.ars-evidence-call>.ars-evidence-words{display:none!important}}
</style>"""


def add_evidence(
    document: dict[str, Any],
    findings: Sequence[tuple[Finding, Place]],
    output_format: str = "",
) -> None:
    """Put evidence into a document, in place; before its markers are taken out.

    Args:
        document: The AST, as Pandoc hands it to a JSON filter.
        findings: The verdicts with their places, in document order.
        output_format: What Pandoc writes, such as `docx`; empty if it is not known.
    """
    in_html = re.split(r"[+-]", output_format, maxsplit=1)[0] in _HTML
    insertions = Insertions()
    entries: list[Element] = []
    for finding, place in findings:
        words = evidence_words(finding)
        if not words:
            continue
        number = len(entries) + 1
        call = _call(number, words if in_html else "")
        if place.heading is not None:
            holder, header = place.heading
            insertions.behind(holder, header, [{"t": "Para", "c": [call]}])
        elif place.element["t"] == "RawBlock":
            insertions.behind(place.container, place.element, [{"t": "Plain", "c": [call]}])
        else:
            insertions.behind(place.container, place.element, [call])
        entries.append(_entry(number, finding.citation.key or "", words))
    insertions.make()
    if not entries:
        return
    heading = {
        "t": "Header",
        "c": [1, [f"{_LIST}-heading", ["unnumbered"], []], _words(_TITLE)],
    }
    append_blocks(document["meta"], document["blocks"], [heading, _div(_LIST, entries)])
    if in_html:
        document["blocks"].insert(0, {"t": "RawBlock", "c": ["html", _STYLE]})


def evidence_words(finding: Finding) -> str:
    """Return what a citation rests on: its quotes and where they stand; empty where it says nothing."""
    anchors = finding.citation.anchors
    groundings = finding.groundings or (None,) * len(anchors)
    parts = [
        _of_anchor(anchor, grounding)
        for anchor, grounding in zip(anchors, groundings, strict=False)
        if anchor.kind != "none" and anchor.fault is None
    ]
    return "; ".join(parts)


def _of_anchor(anchor: Anchor, grounding: Grounding | None) -> str:
    if anchor.kind != "quote":
        return f"{anchor.kind} {anchor.value}"
    quote = f"“{anchor.value}”"
    if grounding is None:
        return f"{quote} ({OUTCOMES['unchecked']})"
    place = place_words(grounding)
    if grounding.result == "found":
        return f"{quote}, {place}" if place else quote
    return f"{quote} ({OUTCOMES[grounding.result]})"


def _call(number: int, words: str) -> Element:
    link = {
        "t": "Link",
        "c": [
            ["", [], [["role", "doc-noteref"], ["aria-label", f"Evidence {number}"]]],
            [{"t": "Str", "c": f"e{number}"}],
            [f"#{_LIST}-{number}", ""],
        ],
    }
    inside: list[Element] = [{"t": "Superscript", "c": [link]}]
    if words:
        attributes = ["", ["ars-evidence-words"], [["role", "note"]]]
        inside.append({"t": "Span", "c": [attributes, _words(words)]})
    return {"t": "Span", "c": [[f"{_LIST}-call-{number}", ["ars-evidence-call"], []], inside]}


def _entry(number: int, key: str, words: str) -> Element:
    back = {
        "t": "Link",
        "c": [
            ["", [], [["role", "doc-backlink"], ["aria-label", f"Back to citation {number}"]]],
            [{"t": "Str", "c": f"e{number}"}],
            [f"#{_LIST}-call-{number}", ""],
        ],
    }
    text = [back, {"t": "Space"}, *_words(f"{key}: {words}")]
    return _div(f"{_LIST}-{number}", [{"t": "Para", "c": text}])


def _words(text: str) -> list[Element]:
    words: list[Element] = []
    for word in printable(text).split():
        if words:
            words.append({"t": "Space"})
        words.append({"t": "Str", "c": word})
    return words


def _div(identifier: str, blocks: list[Element]) -> Element:
    return {"t": "Div", "c": [[identifier, [], []], blocks]}

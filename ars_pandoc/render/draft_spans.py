"""Show the verdict of refused citations in a draft (contract §7, draft)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

import panflute as pf

from ars_pandoc.citations.found import Place
from ars_pandoc.render.insertions import Insertions
from ars_pandoc.verdict.matrix import Finding

STYLE = "ARS Unverified"
"""The custom style of the markers in DOCX and ODT."""

_HIGHLIGHTS = (3, 0)
"""From this Pandoc on the class `mark` becomes a highlight in DOCX, LaTeX and others."""


def show_markers(
    findings: Sequence[tuple[Finding, Place]], output_format: str, version: tuple[int, ...]
) -> None:
    """Put the visible marker of each refused citation right behind it, in place.

    A heading's marker becomes a paragraph below it, since a table of contents would repeat it.
    `LOW-WARN` and `ok` show nothing. Call it before the markers are stripped.

    Args:
        findings: Those of one document, each with its place, in document order.
        output_format: What Pandoc writes, such as `docx`; empty if it is not known.
        version: Pandoc's version, which decides how a highlight is made.
    """
    insertions = Insertions()
    for finding, place in findings:
        text = finding.marker
        if text is None or not finding.refused:
            continue
        if output_format == "docx" and version < _HIGHLIGHTS:
            marker = _openxml(text)
        elif output_format in ("latex", "beamer") and version < _HIGHLIGHTS:
            marker = _latex(text)
        elif output_format in ("odt", "opendocument") and version < _HIGHLIGHTS:
            marker = _opendocument(text)
        else:
            marker = _spans(text, finding.status)
        if place.heading is not None:
            insertions.behind(*place.heading, [{"t": "Para", "c": [marker]}])
        elif place.element["t"] != "RawBlock":
            insertions.behind(place.container, place.element, [{"t": "Space"}, marker])
        elif place.block:
            insertions.first(place.block, [marker, {"t": "Space"}])
        else:
            insertions.behind(place.container, place.element, [{"t": "Para", "c": [marker]}])
    insertions.make()


def _spans(text: str, status: str) -> dict[str, Any]:
    """Build the nested spans: style, highlight and classes, each on a span of its own.

    Pandoc highlights in DOCX, ODT and LaTeX only where `mark` is a span's one class, without
    other attributes (contract §7).
    """
    words: list[pf.Inline] = []
    for n, word in enumerate(text.split(" ")):
        if n:
            words.append(pf.Space())
        words.append(pf.Str(word))
    named = pf.Span(*words, classes=["ars-unverified", status])
    outer = pf.Span(pf.Span(named, classes=["mark"]), attributes={"custom-style": STYLE})
    built: dict[str, Any] = outer.to_json()
    return built


def _openxml(text: str) -> dict[str, Any]:
    """Build the run that Pandoc 2 cannot write itself: it knows no highlight in DOCX (§7)."""
    run = (
        '<w:r><w:rPr><w:highlight w:val="yellow"/></w:rPr>'
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
    )
    built: dict[str, Any] = pf.RawInline(run, format="openxml").to_json()
    return built


def _latex(text: str) -> dict[str, Any]:
    """Build the highlight that Pandoc 2 does not write in LaTeX either (§7).

    A box a word, so that lines can break; `xcolor` is in Pandoc's own template.
    """
    boxes = " ".join(rf"\colorbox{{yellow}}{{\strut {word}}}" for word in text.split(" "))
    built: dict[str, Any] = pf.RawInline(rf"{{\fboxsep=1pt {boxes}}}", format="latex").to_json()
    return built


def _opendocument(text: str) -> dict[str, Any]:
    """Build the bold run that Pandoc 2 needs in ODT: it writes no custom style there (§7)."""
    run = f'<text:span text:style-name="Strong_20_Emphasis">{escape(text)}</text:span>'
    built: dict[str, Any] = pf.RawInline(run, format="opendocument").to_json()
    return built

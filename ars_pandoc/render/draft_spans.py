"""Show the verdict of refused citations in a draft (contract §7, draft)."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc.elements import Element
from ars_pandoc.render.insertions import Insertions
from ars_pandoc.verdict.matrix import Finding

STYLE = "ARS Unverified"
"""The custom style of the markers in DOCX and ODT."""

_HIGHLIGHTS = (3,)
"""From this Pandoc on the class `mark` becomes a highlight in DOCX, LaTeX and others."""


def show_markers(
    findings: Sequence[tuple[Finding, Place]], output_format: str, version: tuple[int, ...]
) -> None:
    """Put the visible marker of each refused citation right behind it, in place.

    A heading's marker becomes a paragraph below it, since a table of contents would repeat it.
    `LOW-WARN` and `ok` show their contamination alone. Call it before the markers are stripped.

    Args:
        findings: Those of one document, each with its place, in document order.
        output_format: What Pandoc writes, such as `docx`; empty if it is not known.
        version: Pandoc's version, which decides how a highlight is made.
    """
    insertions = Insertions()
    for finding, place in findings:
        text = shown_text(finding)
        if text is None:
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


def shown_text(finding: Finding) -> str | None:
    """Return what a draft shows behind a citation, or None: its marker or its contamination."""
    if finding.refused and finding.marker is not None:
        return finding.marker
    return f"[CONTAMINATED-{'+'.join(finding.contamination)}]" if finding.contamination else None


def _spans(text: str, status: str) -> Element:
    """Build the nested spans: style, highlight and classes, each on a span of its own.

    Pandoc highlights in DOCX, ODT and LaTeX only where `mark` is a span's one class, without
    other attributes (contract §7).
    """
    words: list[Element] = []
    for word in text.split(" "):
        words += [{"t": "Space"}, {"t": "Str", "c": word}]
    named = _span(words[1:], classes=["ars-unverified", status])
    return _span([_span([named], classes=["mark"])], attributes=[["custom-style", STYLE]])


def _span(
    inner: list[Element], classes: Sequence[str] = (), attributes: Sequence[list[str]] = ()
) -> Element:
    return {"t": "Span", "c": [["", [*classes], [*attributes]], inner]}


def _raw(output_format: str, code: str) -> Element:
    return {"t": "RawInline", "c": [output_format, code]}


def _openxml(text: str) -> Element:
    """Build the run that Pandoc 2 cannot write itself: it knows no highlight in DOCX (§7)."""
    return _raw(
        "openxml",
        '<w:r><w:rPr><w:highlight w:val="yellow"/></w:rPr>'
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r>',
    )


def _latex(text: str) -> Element:
    """Build the highlight that Pandoc 2 does not write in LaTeX either (§7).

    A box a word, so that lines can break; `xcolor` is in Pandoc's own template.
    """
    boxes = " ".join(rf"\colorbox{{yellow}}{{\strut {word}}}" for word in text.split(" "))
    return _raw("latex", rf"{{\fboxsep=1pt {boxes}}}")


def _opendocument(text: str) -> Element:
    """Build the bold run that Pandoc 2 needs in ODT: it writes no custom style there (§7)."""
    return _raw(
        "opendocument",
        f'<text:span text:style-name="Strong_20_Emphasis">{escape(text)}</text:span>',
    )

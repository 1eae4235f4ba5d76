"""What writers' programs do to genuine quotes, and typesetters to the pages they come from."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import typst

from benchmarks.civic_quotes import elements, is_in_references, tag_of

_WORD = re.compile(r"[^\W\d_]{8,}")
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_LIGATURE = re.compile("|".join(_LIGATURES))
_PAGE = """\
#set page(paper: "a4", columns: COLUMNS, numbering: "1",
  header: [Journal of Openly Licensed Articles 12 #h(1fr) A running head])
#set text(font: "Libertinus Serif", size: 9.5pt, lang: "en", hyphenate: true)
#set par(justify: true)
#set super(typographic: false)
#set sub(typographic: false)
"""


def curly(text: str) -> str:
    """Set the quote marks of a word processor."""
    text = re.sub(r'(^|[\s(\[])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(^|[\s(\[])'", r"\1‘", text).replace("'", "’")


def ligatures(text: str) -> str:
    """Set the ligatures that a copy from a PDF brings."""
    return _LIGATURE.sub(lambda found: _LIGATURES[found[0]], text)


def soft_hyphens(text: str) -> str:
    """Put a soft hyphen into each long word."""
    return _WORD.sub(lambda found: f"{found[0][:4]}\u00ad{found[0][4:]}", text)


def decomposed(text: str) -> str:
    """Write accents as characters of their own, as macOS does."""
    return unicodedata.normalize("NFD", text)


def typeset(jats: bytes, columns: int) -> bytes:
    """Set an article's paragraphs and headings: justified, hyphenated, with running heads."""
    body = [_PAGE.replace("COLUMNS", str(columns))]
    for _, element in elements(jats):
        within = {tag_of(above) for above in element.iterancestors()}
        if is_in_references(element) or within & {"p", "table"}:
            continue
        words = _runs(element)
        body.append(words if tag_of(element) == "p" else f"*{words}*")
    made = typst.compile("\n\n".join(body).encode())
    if not isinstance(made, bytes):
        raise TypeError("typst gave several files for one document")
    return made


def _runs(element: Any) -> str:
    """Return the characters of an element as Typst, raised and lowered as it says."""
    parts = [_literal(element.text)]
    for child in element:
        if isinstance(child.tag, str):
            raised = {"sup": "super", "sub": "sub"}.get(tag_of(child))
            inner = _runs(child)
            parts.append(f"#{raised}[{inner}]" if raised else inner)
        parts.append(_literal(child.tail))
    return "".join(parts)


def _literal(text: str | None) -> str:
    if not text:
        return ""
    text = re.sub(r"\s+", " ", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'#"{text}";'

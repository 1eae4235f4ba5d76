"""Section anchors against the headings and words of a source (contract §8)."""

from __future__ import annotations

import re

from ars_pandoc.citations.locators import parse_suffix
from ars_pandoc.texts.normalise import clean, fold
from ars_pandoc.texts.source_text import SourceText, shown

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"[A-Z]?\d+(?:\.\d+)*|[IVXLC]+", re.IGNORECASE)
_SPELT = {
    "figure": r"fig(?:ure|s|\.)?",
    "table": r"tab(?:le|s|\.)?",
    "equation": r"eq(?:uation|n|s|\.)?",
    "chapter": r"ch(?:apter|ap|\.)?",
    "appendix": r"app(?:endix|\.)?",
    "section": r"(?:sect?(?:ion|\.)?|\u00a7)",
}
# Of headings alone, which a running text may not name.
_HEADED = frozenset({"section", "chapter", "appendix", "part"})
_COUNTED = frozenset({"line", "verse", "folio", "column", "timestamp", "note", "canon", "scene"})
"""What has no heading in a file: verses of an edition, lines of a leaf."""


def section_is_missing(source: SourceText, value: str) -> bool:
    """Return whether a source has nothing that a section anchor can mean.

    Args:
        source: Its words.
        value: Of the anchor: `Results`, `3.2`, `Table 3`, `Corollary 4.6`.

    Returns:
        False where it is there, and where it cannot be told: no heading is known, or the anchor
        counts what files do not mark (verses, lines).
    """
    locator = parse_suffix(value)
    label, number = (locator.label, locator.value) if locator else ("", value)
    if label in _COUNTED:
        return False
    if label == "page":  # a bare number is a section's here
        label, number = "", value
    words = _words(value)
    titles = [_words(section.title) for section in source.sections]
    if not words or any(f" {words} " in f" {title} " for title in titles):
        return False
    numbered = _NUMBER.fullmatch(number.strip().rstrip("."))
    if numbered and (label in _HEADED or not label):
        starts = [re.match(r"[^\w]*([\w.]+)", section.title) for section in source.sections]
        known = [found[1].rstrip(".").casefold() for found in starts if found]
        if not any(_NUMBER.fullmatch(one) for one in known):
            return False
        return number.strip().rstrip(".").casefold() not in known
    spelt = _SPELT.get(label)
    pattern = (
        rf"\b{spelt}\s*{re.escape(number.strip())}(?!\w)"
        if spelt
        else r"\W+".join(map(re.escape, words.split()))
    )
    return re.search(rf"(?<!\w){pattern}(?!\w)", fold(shown(source.text)), re.I) is None


def _words(text: str) -> str:
    return " ".join(_WORD.findall(fold(shown(clean(text))).casefold()))

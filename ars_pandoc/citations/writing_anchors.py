"""Anchors in writing: the marker of §2 and the citation of §3, from what a person knows."""

from __future__ import annotations

import re

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.citation import Anchor, Kind
from ars_pandoc.citations.labels import CITEPROC_TERMS, printed_label
from ars_pandoc.citations.locators import parse_suffix
from ars_pandoc.citations.quotes import encode_quote
from ars_pandoc.citations.syntax import in_markdown

# What stands behind a label without braces: numbers with letters, ranges, lists.
_NUMBER = r"[A-Za-z]?[0-9]+[a-z]?(?:[.:–-][A-Za-z]?[0-9]+[a-z]?)*"
_NUMBERS = re.compile(rf"{_NUMBER}(?:, {_NUMBER})*")
# Characters that are themselves in a citation's suffix; any other goes into a comment.
_PLAIN_WORDS = re.compile(r"[^\W_]+(?:[,:]? [^\W_]+|[.–-][^\W_]+)*")
_MANY = re.compile(r"[-–—,]|\d\s*ff")


def written_anchor(kind: Kind, value: str, key: str | None) -> Anchor:
    """Judge an anchor that a person gives in plain words, for writing it down.

    Args:
        kind: One of the closed list, but `none`.
        value: The quote, the pages, the section, the paragraph; a quote's lines are joined.
        key: The citation's key.

    Raises:
        ArsError: It would be no anchor; the cap, the minimum or the form is named.
    """
    text = " ".join(value.split())
    anchor = judge_anchor(kind, encode_quote(text), key)
    if anchor.fault is not None:
        raise ArsError(anchor.fault.reason, steps=[anchor.fault.fix])
    return anchor


def anchor_marker(anchor: Anchor) -> str:
    """Return an anchor as a hidden comment: `<!--anchor:page:12-14-->` (contract §2)."""
    value = anchor.value
    if anchor.kind != "page" or not value.isascii() or "--" in value or " " in value:
        value = encode_quote(value)
    return f"<!--anchor:{anchor.kind}:{value}-->"


def full_marker(key: str, *anchors: Anchor) -> str:
    """Return a ref and its anchors: `<!--ref:KEY--><!--anchor:KIND:VALUE-->`.

    Raises:
        ArsError: The key cannot stand in a comment.
    """
    if "--" in key or ">" in key or not key.strip() or len(key.split()) > 1:
        raise ArsError(
            f"the key '{key}' cannot stand in a comment: it holds -- or > or a space",
            steps=["cite it with Pandoc's syntax: [@{KEY}, p. 12]", "choose another key"],
        )
    return f"<!--ref:{key}-->{''.join(map(anchor_marker, anchors))}"


def native_citation(key: str, anchor: Anchor, lang: str | None = None) -> str:
    """Return a citation of Pandoc's own: `[@KEY, p. 12]`, or the wrapped one for a quote.

    A name that no locator can carry whole stands in a comment right behind the citation.

    Args:
        key: The citation's key.
        anchor: What to write.
        lang: The document's language, whose labels are written.
    """
    if anchor.kind == "quote":
        return f'[[{in_markdown(key)}]]{{quote="{attribute(anchor.value)}"}}'
    words = locator_words(anchor, lang)
    if words is None:
        return f"[{in_markdown(key)}]{anchor_marker(anchor)}"
    return f"[{in_markdown(key)}, {words}]"


def locator_words(anchor: Anchor, lang: str | None = None) -> str | None:
    """Return a page, section or paragraph as Pandoc's citeproc reads it: `p. 12`, `sec. 3.2`.

    Words stand in braces, the explicit form of contract §3.

    Args:
        anchor: What to write.
        lang: The document's language: `S. 12` where it is German.

    Returns:
        The locator, or None if its value holds what a suffix would take for markup.
    """
    term, value = str(anchor.kind), anchor.value
    if anchor.kind == "section":
        # Who writes "Section 3" means section 3, and "Chapter 2" a chapter.
        named = parse_suffix(value, lang)
        if named is not None and not named.rest.strip(" .") and named.label not in ("", "page"):
            if named.label not in CITEPROC_TERMS:
                return None
            term, value = named.label, named.value
    label = printed_label(term, lang, many=term == "page" and bool(_MANY.search(value)))
    if _NUMBERS.fullmatch(value):
        return f"{label} {value}"
    return f"{{{label} {value}}}" if _PLAIN_WORDS.fullmatch(value) else None


def read_answer(text: str, lang: str | None) -> tuple[Kind, str] | None:
    """Return what a person's words for a place mean, such as `S. 12` or `Kap. 3`; None if unclear.

    Args:
        text: The words, with a label of the document's language or an English one.
        lang: The document's language.
    """
    found = parse_suffix(text.strip(), lang)
    if found is None or found.kind is None or not found.label or found.rest.strip(" ."):
        return None
    return found.kind, found.anchor_value


def attribute(value: str) -> str:
    """Return text as the value of an attribute in double quotes, as Pandoc's Markdown reads it."""
    return re.sub(r'(["\\&])', r"\\\1", value)

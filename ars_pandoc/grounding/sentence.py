"""The sentence around a passage, and what a quote leaves out of it (contract §8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.base.abbreviations import is_abbreviation
from ars_pandoc.base.characters import BEHIND_SENTENCE_ENDS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Note
from ars_pandoc.grounding.limiting_words import EXCEPTIONS, NEGATIONS, QUALIFIERS
from ars_pandoc.texts.marks import CLOSE, HARD, OPEN, SOFT
from ars_pandoc.texts.normalise import fold
from ars_pandoc.texts.source_text import shown

# The symbol comes first: it is looked for much faster than what must not stand before it.
_END = lazy_pattern(
    rf"[.!?{SOFT}{HARD}](?:(?<=[{SOFT}{HARD}])|"
    rf"[{re.escape(BEHIND_SENTENCE_ENDS)}]*"
    rf"(?:{OPEN}[^{CLOSE}]*{CLOSE})?[ \n]+(?=[\"\u201c(\[]?[A-Z\u00c0-\u00de0-9]))"
)
_NEAR, _REACH = 250, 1500

_NEGATION = lazy_pattern(NEGATIONS, re.IGNORECASE)
_HIDDEN = lazy_pattern(f"{NEGATIONS}|{EXCEPTIONS}", re.IGNORECASE)
_IN_FIGURES = r"see|fig|table|p\s*[<=>\u2264\u2265]|n\s*=|\d|\["
_FIGURES = lazy_pattern(
    rf"\s*(?:{OPEN}[^{CLOSE}]*{CLOSE}|\[\d[\d,;\s\u2013-]*\]|\((?:{_IN_FIGURES})[^()]{{0,200}}\))",
    re.IGNORECASE,
)
_QUALIFIER = lazy_pattern(
    r"[,;:]?\s*(?:[\u2014\u2013-]\s*)?(?:"
    rf"\((?!\s*(?:{_IN_FIGURES}))"
    rf"|{QUALIFIERS})",
    re.IGNORECASE,
)


def hidden_word(left_out: str) -> str | None:
    """Return a negation or exception in the words that `[...]` leaves out, if there is one."""
    found = _HIDDEN.search(fold(left_out))
    return shown(found[0]) if found else None


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the sentence, or sentences, that hold a passage."""
    begin = None
    # Most sentences begin near: the rest is looked at only if this one does not.
    for reach in (_NEAR, _REACH):
        low = max(0, start - reach)
        # One symbol more: a new sentence is known by its first letter.
        for before in _ends(text, low, start + 1):
            if before.end() <= start:
                begin = before.end()
        if begin is not None or low == 0:
            break
    # The last symbol of the passage may be the full stop itself.
    found = next(_ends(text, max(start, end - 1), end + _REACH), None)
    if found is None:
        stop = min(len(text), end + _REACH)
    else:
        stop = found.start() if text[found.start()] in SOFT + HARD else found.end()
    return (low if begin is None else begin), max(stop, end)


def _ends(text: str, low: int, high: int) -> Iterator[re.Match[str]]:
    for found in _END.finditer(text, low, high):
        if not is_abbreviation(text, found.start()):
            yield found


def context_notes(text: str, start: int, end: int) -> tuple[Note, ...]:
    """Say where a passage leaves out a qualifier behind it or a negation before it."""
    begin, stop = sentence_around(text, start, end)
    whole = shown(text[begin:stop])
    notes = []
    # A quote may end with a call-out, before its mark. What stands behind figures says no less
    # than what stands before them.
    rest = text[end:stop].removeprefix(CLOSE)
    while passed := _FIGURES.match(rest):
        rest = rest[passed.end() :]
    if _QUALIFIER.match(fold(rest)):
        notes.append(
            Note(
                "truncated-qualifier",
                f"the quote stops before '{_first_words(shown(rest))}'; the sentence is: {whole}",
            )
        )
    negations = list(_NEGATION.finditer(fold(text[begin:start])))
    if negations:
        word = shown(text[begin + negations[-1].start() : begin + negations[-1].end()])
        notes.append(
            Note(
                "negated-context",
                f"the quote starts behind '{word}' in its sentence: {whole}",
            )
        )
    return tuple(notes)


def _first_words(text: str) -> str:
    words = text.split()
    return " ".join(words[:6]) + (" …" if len(words) > 6 else "")

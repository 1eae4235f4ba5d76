"""What is raised: an exponent belongs to its number, a call-out may be left out (contract §8)."""

from __future__ import annotations

from ars_pandoc.base.characters import DASHES, MINUS, NOTE_MARKS
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import CLOSE, OPEN, RAISED
from ars_pandoc.texts.units import NUCLIDES, UNITS

_NOTE_MARKS = lazy_pattern(
    rf"[(\[]?[\d{NOTE_MARKS}](?:[\d{NOTE_MARKS},;\s{DASHES}]|{MINUS}(?=\d))*[)\]]?"
)
_UNSPACED = lazy_pattern(rf"[(\[]?[\d{NOTE_MARKS}][\d{NOTE_MARKS},;{DASHES}]*[)\]]?")
_WORD_BEFORE = lazy_pattern(r"[^\W\d_]+$")
_IN_PARENTHESES = lazy_pattern(r"\([^()]*\)$")
_LETTERS = lazy_pattern(r"[^\W\d_]+")
_REACH = 40


def raised(run: str, before: str, after: str = "") -> str:
    """Mark what stands raised: as a call-out, which a quote may leave out, or as an exponent.

    Call-outs are digits, separators and the marks of notes; behind a digit, a unit or a symbol of
    one letter (`R²`, `χ²`) they are exponents, as is all that holds a sign (`10⁻²`, `Ca²⁺`).

    Args:
        run: What is raised.
        before: What stands before it on its line.
        after: What follows it.
    """
    return f"{OPEN}{run}{CLOSE}" if _is_callout(run, before, after) else RAISED + run


def _is_callout(run: str, before: str, after: str) -> bool:
    if not _NOTE_MARKS.fullmatch(run):
        return False
    if after[:1].isalpha() and (not before.strip() or before[-1:].isspace()):
        # The number of a nuclide stands before its letters, and so does that of a footnote.
        word = _LETTERS.match(after)
        nuclide = word is not None and word[0] in NUCLIDES
        return not (nuclide and (len(run) > 1 or run + after[0] == "3H"))
    before = before.rstrip()
    if before[-1:].isdigit():
        return False
    word = _WORD_BEFORE.search(before[-20:])
    if word is not None:
        return word[0] not in UNITS and len(word[0]) > 1
    group = _IN_PARENTHESES.search(before[-_REACH:])
    # (a + b)² is a square; a call-out stands behind words in parentheses.
    return group is None or any(len(piece) > 2 for piece in group[0].strip("()").split())


def mark_raised(text: str) -> str:
    """Mark the call-outs among what a file's markup raises, and leave the exponents.

    Args:
        text: With `RAISED` before each raised run.
    """
    if RAISED not in text:
        return text
    pieces = text.split(RAISED)
    parts = [pieces[0]]
    before = pieces[0]
    for piece in pieces[1:]:
        length = _run_length(piece)
        run, rest = piece[:length], piece[length:]
        callout = run and _is_callout(run, before[-_REACH:], rest[:4])
        parts.append(f"{OPEN}{run}{CLOSE}{rest}" if callout else RAISED + piece)
        before = before[-_REACH:] + piece
    return "".join(parts)


def _run_length(piece: str) -> int:
    """Return how much of what follows the mark is a call-out, or 0."""
    found = _UNSPACED.match(piece)
    if found is None:
        return 0
    run = found[0].rstrip(",;" + DASHES)
    following = piece[len(run) : len(run) + 1]
    return 0 if following in ("+", "%", "\u2212") or following.isalpha() else len(run)


def unspaced(run: str) -> str:
    """Return a raised run without the white space in a list of notes, which would end it."""
    return "".join(run.split()) if _NOTE_MARKS.fullmatch(run) else run

"""One spelling for what typesetters and keyboards spell in many ways (contract §8).

Sources and quotes go through the same steps: super- and subscripts become marks before NFKC,
soft hyphens and zero-width characters go, accents are put on their letters. `fold` then gives a
string *of the same length* to compare, in which quote marks and dashes are one and white space is
a space, so that an offset means the same in both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from ars_pandoc.base.characters import DASHES, DIRECTION, MINUS, ZERO_WIDTH
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import CLOSE, CONTROL, LOWERED, OPEN, RAISED, SOFT

HYPHENS = "-\u2010\u2011"
_DASHES = DASHES + MINUS + "\ufe58\ufe63\uff0d\u2e3a\u2e3b\u2043"
_QUOTES = "\"'`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u00ab\u00bb\u2032\u2033\u02bc\u300c\u300d\u300e\u300f"
_SPACES = "\n\r\t\x0b\x0c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_FOLD = (
    dict.fromkeys(map(ord, _DASHES), "-")
    | dict.fromkeys(map(ord, _QUOTES), '"')
    | dict.fromkeys(map(ord, _SPACES + SOFT), " ")
    | {
        ord("\u2264"): "\u2264",
        ord("\u2a7d"): "\u2264",
        ord("\u2a7e"): "\u2265",
        ord("\u22c5"): "\u00b7",
        ord("\u2219"): "\u00b7",
        ord("\u223c"): "~",
        ord("\u2217"): "*",
        # What TeX and others set for the sign of degrees.
        ord("\u25e6"): "\u00b0",
        ord("\u2218"): "\u00b0",
        # Arabic and Persian keyboards and fonts write two letters of one look.
        ord("\u064a"): "\u06cc",
        ord("\u0643"): "\u06a9",
        # Greek capitals and signs that fonts mix up with the units.
        ord("\u2126"): "\u03a9",
        ord("\u2206"): "\u0394",
        ord("\u00df"): "\u00df",
    }
)

_DROPPED = dict.fromkeys(
    # With them the stroke that draws Arabic words out, which is no letter.
    [*map(ord, ZERO_WIDTH + DIRECTION), 0x034F, 0x0640, 0x180E]
    + [*range(0xFE00, 0xFE10)]
    + [code for code in range(0x20) if chr(code) not in "\t\n\r\x0b\x0c"]
    + [*range(0x7F, 0xA0)]
)
_SHORT = 5000
_INVISIBLE = frozenset(map(chr, _DROPPED)) - set(CONTROL)

# A soft hyphen before a line break goes with the break.
_SOFT = "\u00ad\u200b\u2060"
# From the start of a run alone, which keeps a long one from being tried from each of its signs.
_SOFT_BREAK = lazy_pattern("(?<![\u00ad\u200b\u2060])[\u00ad\u200b\u2060]+[ \t]*\r?\n[ \t]*")
_RAISED_DIGITS = (0xB2, 0xB3, 0xB9, 0x2070, *range(0x2074, 0x207F))
_RAISED_LETTERS = (0x2071, 0x207F, *range(0x2B0, 0x2B9), *range(0x2E0, 0x2E5))
_RAISED_SIGNS = frozenset(
    map(chr, [*_RAISED_DIGITS, *_RAISED_LETTERS, *range(0x1D2C, 0x1D62), *range(0x1D9C, 0x1DC0)])
)
_LOWERED_SIGNS = frozenset(
    map(chr, [*range(0x2080, 0x208F), *range(0x2090, 0x209D), *range(0x1D62, 0x1D6B), 0x2C7C])
)
_TYPED_RAISED = lazy_pattern(r"\^\{([^{}]{1,30})\}|\^(?=\S)")
_TYPED_LOWERED = lazy_pattern(r"_(?:\{([^{}]{1,30})\}|(?<=[^\W_]_)(?=\d))")
_DOUBLE_QUOTES = lazy_pattern("``|''|\u2018\u2018|\u2019\u2019|\u2032\u2032|,,(?=\\w)")
_PAIRS = ("``", "''", "\u2018\u2018", "\u2019\u2019", "\u2032\u2032", ",,")
_LONG_DASH = lazy_pattern("--+")
_WRITTEN_SIGNS = (
    (">=", "\u2265"),
    ("<=", "\u2264"),
    ("+/-", "\u00b1"),
    ("+/\u2212", "\u00b1"),
    ("!=", "\u2260"),
    ("/=", "\u2260"),  # also what TeX draws: a stroke over the sign
)
# What a plus drawn over a minus leaves, between two numbers.
_OVERDRAWN = lazy_pattern("(?<=\\d )\\+[-\u2212](?= ?\\d)|(?<=\\d)\\+\u2212(?=\\d)")
_TIMES = lazy_pattern(r"(?<=\d)(?<!\b0)x(?=\s?\d)|(?<=\d\s)x(?=\s?\d)")
# A spacing accent before its letter (TeX) or behind it.
ACCENTS = {
    "\u00a8": "\u0308",
    "\u00b4": "\u0301",
    "\u02ca": "\u0301",
    "\u0060": "\u0300",
    "\u02cb": "\u0300",
    "\u02c6": "\u0302",
    "\u005e": "\u0302",
    "\u02dc": "\u0303",
    "\u02c7": "\u030c",
    "\u02d8": "\u0306",
    "\u02da": "\u030a",
    "\u02d9": "\u0307",
    "\u00b8": "\u0327",
    "\u02db": "\u0328",
    "\u02dd": "\u030b",
    "\u00af": "\u0304",
}
SPACING_ACCENTS = "".join(sign for sign in ACCENTS if sign not in "`^")
"""Accents that are nothing else when they stand alone."""

CLITICS = "s|t|d|m|ll|re|ve"
"""What English writes behind an apostrophe, as a regular expression."""

# NFKC makes a spacing accent a space and a combining one.
_TORN_OFF = {f" {combining}": spacing for spacing, combining in reversed(ACCENTS.items())}
_TORN = lazy_pattern(f" [{''.join(ACCENTS.values())}]")
# An accent for an apostrophe: `don´t`, `patient´s`.
_APOSTROPHE = lazy_pattern(f"(?<=[^\\W\\d_])[\u00b4\u02ca`](?=(?:{CLITICS})(?![^\\W_]))")
_SPACING = lazy_pattern(f"([{SPACING_ACCENTS}])[ \t]?([^\\W\\d_])")
_NEAR = 4
_ACCENT = f"[{''.join(map(re.escape, ACCENTS))}]"
_ACCENTED = lazy_pattern(f"{_ACCENT}(?:.{{0,{_NEAR}}}{_ACCENT})*", re.DOTALL)
_BETWEEN_ACCENTS = lazy_pattern(f"[^{''.join(map(re.escape, ACCENTS))}]+")
_BEHIND = lazy_pattern(f"([^\\W\\d_])([{SPACING_ACCENTS}])(?=[^\\W\\d_])")

_NUMBERS = rf"\d{{1,4}}(?:\s?[,;{MINUS}{DASHES}]\s?\d{{1,4}})*"
_BEFORE_LABEL = r"supplementary|supplemental|suppl\.?|extended|data|additional|online|see"
_LABEL = r"figures?|figs?\.?|tables?|tab\.?|schemes?|box(?:es)?|files?|data"
_FLOATS = rf"\((?P<floats>(?i:(?:(?:{_BEFORE_LABEL})\s)*(?:{_LABEL})\s?[A-Z]?\d)[^()\[\]{OPEN}]{{0,200}})\)"
# All of these begin with one of three symbols, which is what makes them quick to find. What is
# marked already is passed over.
_MARKED = rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}"
_CALLOUTS = lazy_pattern(rf"{_MARKED}|\[{_NUMBERS}\]|{_FLOATS}")
_CALLOUTS_OF_PDF = lazy_pattern(
    rf"{_MARKED}|\[{_NUMBERS}\]|{_FLOATS}|\((?:(?<=[^\W\d_]\()|(?<=[^\W\d_][ \n]\()){_NUMBERS}\)"
)
_FLOAT_SEPARATOR = lazy_pattern(rf"[\s,;&{DASHES}]+")
# Taken part by part: one expression for all of them would try every way to divide them.
_FLOAT_PART = lazy_pattern(
    rf"(?:{_BEFORE_LABEL}|{_LABEL}|and|or|[A-Z]?\d*[A-Z]?|(?:{_LABEL})?[A-Z]?\d+[\w.]*)",
    re.IGNORECASE,
)
_BETWEEN = rf"[ \n,;{DASHES}]|and|&"
# References side by side, with what separates them and the brackets around them, are one call-out.
_JOINED = lazy_pattern(rf"{CLOSE}((?:{_BETWEEN})*){OPEN}")
_BEFORE_REFERENCES = r"(?:see|e\.g\.|reviewed in|cf\.|as in)[ ,]*"
_AROUND = lazy_pattern(
    rf"[\[(](?:(?<=\()(?:{_BEFORE_REFERENCES}))?{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}[ \n]?[\])]"
)


def clean(text: str) -> str:
    """Normalise text of a source or quote that may hold the marks of `text.py`.

    Args:
        text: White space is kept as it is, but for carriage returns.

    Returns:
        NFKC, with super- and subscripts as marks, without invisible characters.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # What is not there has not to be looked for.
    chars = set(text)
    if not chars.isdisjoint(_SOFT):
        text = _SOFT_BREAK.sub("", text)
    # First of all: what is invisible stands between nothing.
    for char in chars & _INVISIBLE:
        text = text.replace(char, "")
    if not text.isascii():
        text = _mark_runs(text, chars & _RAISED_SIGNS, RAISED)
        text = _mark_runs(text, chars & _LOWERED_SIGNS, LOWERED)
        # NFKC would take the accent for a space with an accent.
        text = text.replace("\u00ba", "\u00b0")
        if not chars.isdisjoint(ACCENTS.values()):
            text = _TORN.sub(lambda torn: _TORN_OFF[torn[0]], text)
        text = _put_accents_on(text)
        text = unicodedata.normalize("NFKC", text)
        text = text.replace("\u0130", "I")
        # A heh with its hamza: Unicode composes it upon another heh alone.
        text = text.replace("\u0647\u0654", "\u06c0")
    if "^" in text:
        text = _TYPED_RAISED.sub(lambda found: RAISED + (found[1] or ""), text)
    if "_" in text:
        text = _TYPED_LOWERED.sub(lambda found: LOWERED + (found[1] or ""), text)
    if any(pair in text for pair in _PAIRS):
        text = _DOUBLE_QUOTES.sub('"', text)
    if "--" in text:
        text = _LONG_DASH.sub("\u2014", text)
    return _with_signs(text)


def _with_signs(text: str) -> str:
    """Put the signs of mathematics in the place of what keyboards write for them."""
    for written, sign in _WRITTEN_SIGNS:
        if written in text:
            text = text.replace(written, sign)
    if "+-" in text or "+\u2212" in text:
        text = _OVERDRAWN.sub("\u00b1", text)
    return _TIMES.sub("\u00d7", text) if "x" in text else text


def _put_accents_on(text: str) -> str:
    """Put spacing accents on the letters beside them; only what stands near one is looked at."""
    parts = []
    end = 0
    for found in _ACCENTED.finditer(text):
        low, high = max(end, found.start() - 2), found.end() + _NEAR
        near = _BETWEEN_ACCENTS.sub(
            lambda part: unicodedata.normalize("NFKC", part[0]), text[low:high]
        )
        near = _SPACING.sub(_accented_before, _APOSTROPHE.sub("'", near))
        parts += [text[end:low], _BEHIND.sub(_accented_behind, near)]
        end = high
    return "".join([*parts, text[end:]]) if parts else text


def _mark_runs(text: str, signs: set[str], mark: str) -> str:
    """Set a mark before each run of signs."""
    if not signs:
        return text
    for sign in signs:
        text = text.replace(sign, mark + sign)
    if len(signs) == 1 and sign * 2 not in text.replace(mark, ""):
        return text
    # Within a run the mark goes again.
    return re.sub(f"{mark}(?<=[{re.escape(''.join(signs))}]{mark})", "", text)


def without_marks(text: str) -> str:
    """Drop control characters from text that comes from a file, before marks are set in it."""
    return _translated(text, dict.fromkeys(map(ord, CONTROL)))


def mark_callouts(text: str, *, in_parentheses: bool = False) -> str:
    """Mark what a quote may leave out: numbers in brackets, figures and tables in parentheses.

    Args:
        text: Clean text; references that the file marks are marked already.
        in_parentheses: Numbers in parentheses behind a letter are call-outs too (PDF).
    """
    if OPEN in text:
        text = _mark(_AROUND, _JOINED.sub(r"\1", text))
    return _mark(_CALLOUTS_OF_PDF if in_parentheses else _CALLOUTS, text)


def fold(text: str) -> str:
    """Return clean text as it is compared: of the same length, with one quote mark and one dash."""
    return _translated(text, _FOLD)


def _translated(text: str, table: Mapping[int, str | None]) -> str:
    """Do what `str.translate` does; in long text that is not ASCII ten times as fast.

    What a character becomes must be no other character of the table.
    """
    if len(text) < _SHORT or text.isascii():
        return text.translate(table)
    for code, other in table.items():
        if chr(code) in text:
            text = text.replace(chr(code), other or "")
    return text


def _accented_before(found: re.Match[str]) -> str:
    whole = unicodedata.normalize("NFC", _base(found[2]) + ACCENTS[found[1]])
    return whole if len(whole) == 1 else found[0]


def _accented_behind(found: re.Match[str]) -> str:
    whole = unicodedata.normalize("NFC", _base(found[1]) + ACCENTS[found[2]])
    return whole if len(whole) == 1 else found[0]


def _base(letter: str) -> str:
    return {"\u0131": "i", "\u0237": "j"}.get(letter, letter)


def _names_floats(words: str) -> bool:
    """Return whether what stands in parentheses names figures and tables, and says nothing else."""
    return all(map(_FLOAT_PART.fullmatch, _FLOAT_SEPARATOR.split(words)))


def _mark(pattern: re.Pattern[str], text: str) -> str:
    """Mark what a pattern finds, with the space before it, as one call-out."""
    parts = []
    end = 0
    for found in pattern.finditer(text):
        start = found.start()
        if text[start] == OPEN:
            continue
        floats = found.groupdict().get("floats")
        if floats is not None and not _names_floats(floats):
            continue
        if start > end and text[start - 1] in " \n":
            start -= 1
        words = text[start : found.end()].replace(OPEN, "").replace(CLOSE, "")
        parts += [text[end:start], OPEN, words, CLOSE]
        end = found.end()
    return "".join([*parts, text[end:]]) if parts else text

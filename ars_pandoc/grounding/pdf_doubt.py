"""What a PDF's text may have lost between a quote and the passage that is nearest to it.

The words of a quote stand on the page, but in the file a letter is off its accent, a space is set
within a word, a ligature is gone, or a column or float comes between. Where such a thing alone
explains the difference nobody is accused: a person has to look. Nothing here makes a quote pass.
"""

from __future__ import annotations

import re
import unicodedata

from ars_pandoc.base.characters import LIGATURES
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.grounding.match_quote import Matcher, Quote, count_words
from ars_pandoc.texts.marks import CLOSE, CONTROL, HARD, LOWERED, OPEN, RAISED, SOFT, UNKNOWN, WILD

_PDF = "application/pdf"
_AROUND = 300
_REACH = 15_000
_FEWEST = 2
_CALLOUTS = lazy_pattern(f"{OPEN}[^{CLOSE}]*{CLOSE}")
# A number raised behind a name that ends with a digit (`MACS2`): no exponent, but it cannot be told.
_ON_NAMES = lazy_pattern(
    rf"(?<=[^\W\d_]\d){RAISED}\d+(?:[,\u2013-]\d+)*|(?<=[^\W\d_]\d\d){RAISED}\d+"
)
_SCRIPT_FIRST = lazy_pattern(
    rf"(?<![^\s{CLOSE}])[{RAISED}{LOWERED}]?(\d{{1,2}})\s+([^\W\d_]{{1,2}})(?!\w)"
)
_BROKEN = lazy_pattern(rf"\s*([^\W\d_]+){WILD}[\s{HARD}]*(?={HARD}|$)")
_SPLIT = "the words stand there in two pieces, with a column, float or note between"
_SPACING = "the file spaces or accents the words there in another way"
_CASE = "the words differ in small and capital letters, and small capitals may be read as either"
_LOST = "the file has lost letters or signs there"


def typesetting(matcher: Matcher, quote: Quote, low: int, high: int) -> str | None:
    """Say what the file's typesetting may have done to a quote that was not found.

    Args:
        matcher: Of the source.
        quote: As prepared.
        low: Where the nearest passage begins.
        high: Where it ends.

    Returns:
        The reason why a person has to look, or None where the words themselves differ.
    """
    if matcher.source.media_type != _PDF or count_words(quote.whole) < 2 * _FEWEST:
        return None
    around = matcher.folded[max(0, low - _AROUND) : high + _AROUND]
    wanted = _bare(quote.whole)
    without = _CALLOUTS.sub("", around)
    # A quote may have its call-outs, too; some files draw the 2 of `p₂` before its letter.
    first = _SCRIPT_FIRST.sub(r"\2\1", without)
    variants = {_bare(text) for text in (without, _ON_NAMES.sub("", without), around, first)}
    for there in variants:
        if wanted in there:
            return _SPACING
        pattern = "".join(
            ".{0,3}" if piece in LIGATURES else re.escape(piece)
            for piece in _LIGATURE_PIECES.split(wanted)
        )
        if pattern.count(".{0,3}") and re.search(pattern, there):
            return _LOST
    # Small capitals are given as either, and a call-out may stand beside them.
    if any(wanted.lower() in there.lower() for there in variants):
        return _CASE
    split = _stands_in_two(matcher, quote.whole) or _is_torn(matcher, wanted, low, high)
    return _SPLIT if split else None


_LIGATURE_PIECES = lazy_pattern(f"({'|'.join(LIGATURES)})")


def _bare(text: str) -> str:
    """Return text without white space, accents and marks; hyphens at line ends go."""
    text = text.replace(WILD, "").replace(UNKNOWN, "")
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(
        sign
        for sign in decomposed
        if not (sign.isspace() or sign in _IGNORED or unicodedata.combining(sign))
    )


def _is_torn(matcher: Matcher, wanted: str, low: int, high: int) -> bool:
    """Return whether a quote's letters stand in two pieces where spaces between words are lost.

    The first piece ends a line near the end of a block, the other begins a block behind it.
    """
    text = matcher.text
    parts = list(_LINES.finditer(text, max(0, low - _REACH), min(len(text), high + _REACH)))
    letters = ""
    ends: list[tuple[int, int]] = []
    blocks: list[int] = []
    for number, part in enumerate(parts):
        if text[part.start() - 1 : part.start()] == HARD:
            blocks.append(len(letters))
        letters += _bare(_CALLOUTS.sub("", matcher.folded[part.start() : part.end()]))
        near = parts[number : number + _NEAR_THE_END]
        if any(text[one.end() : one.end() + 1] == HARD for one in near):
            ends.append((len(letters), number))
    for end, _ in ends:
        for size in range(_FEWEST_LETTERS, len(wanted) - _FEWEST_LETTERS):
            if letters.startswith(wanted[:size], end - size) and any(
                end <= start and letters.startswith(wanted[size:], start) for start in blocks
            ):
                return True
    return False


_LINES = lazy_pattern(f"[^\\n{HARD}]+")
_NEAR_THE_END = 3
_FEWEST_LETTERS = 12
_IGNORED = frozenset(
    CONTROL.replace(RAISED, "") + HARD + SOFT + "_\u00b4`\u00a8\u02c6\u02dc\u02c7\u00b8\u02da"
)


def _stands_in_two(matcher: Matcher, whole: str) -> bool:
    """Return whether a quote's first words end a block of the text and its last begin another one."""
    gaps = [at for at, sign in enumerate(whole) if sign == " "]
    low, high = 0, len(gaps)
    # The longest beginning that stands in the source: what is in it in whole is in it in part.
    while low < high:
        middle = (low + high + 1) // 2
        if matcher.find(whole[: gaps[middle - 1]]):
            low = middle
        else:
            high = middle - 1
    if not low:
        return False
    head, tail = whole[: gaps[low - 1]], whole[gaps[low - 1] + 1 :]
    if min(count_words(head), count_words(tail)) < _FEWEST:
        return False
    for span in matcher.find(head, limit=5):
        rest = tail
        at = span.end
        broken = _BROKEN.match(matcher.text, at)
        if broken and tail.startswith(broken[1]):
            rest, at = tail[len(broken[1]) :].lstrip("-"), broken.end()
        ends_page = any(page.start == at + 1 for page in matcher.source.pages)
        if matcher.text[at : at + 1] != HARD and not ends_page:
            continue
        for later in matcher.find(rest, limit=5):
            if at < later.start < at + _REACH and matcher.text[later.start - 1] in HARD + "\n":
                return True
    return False

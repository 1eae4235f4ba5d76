"""A text without what may be all that a quote differs in: capitals, or accents and vowel points."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cache

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import CLOSE, LOWERED, OPEN, RAISED, WILD

_NOT_ASCII = lazy_pattern("[^\\x00-\\x7f]+")
_PART = lazy_pattern(r"\w+|[^\w\s]")
_BETWEEN = f"(?:{WILD}[ ]*|[ {OPEN}{CLOSE}{RAISED}{LOWERED}])*"
_MOST_PARTS = 400


class PlainText:
    """A folded text made plain, in which words are looked for.

    Args:
        folded: As it is.
        plain: Made plain: as long, or without its combining marks.
    """

    def __init__(self, folded: str, plain: str) -> None:
        self._plain = plain
        # Where a mark went, all that follows stands one place farther off.
        self._gone: list[int] = []
        if len(plain) != len(folded):
            marks = [at for at, sign in enumerate(folded) if _is_mark(sign)]
            self._gone = [at - number for number, at in enumerate(marks)]
            if len(plain) + len(marks) != len(folded):
                self._plain = ""

    def find(self, words: str) -> tuple[int, int] | None:
        """Return where words that are made plain too stand in the folded text, cut nowhere.

        Args:
            words: Of a quote.
        """
        parts = _PART.findall(words)
        if not parts or len(parts) > _MOST_PARTS or parts[0] not in self._plain:
            return None
        pattern = _BETWEEN.join(map(re.escape, parts))
        found = re.search(rf"(?<!\w){pattern}(?!\w)", self._plain)
        return found and (self._place(found.start()), self._place(found.end()))

    def _place(self, at: int) -> int:
        return at + bisect_right(self._gone, at)


def without_accents(text: str) -> str:
    """Return text without accents and vowel points; letters with one become the bare letter."""
    return _NOT_ASCII.sub(lambda found: "".join(map(_bare, found[0])), text)


@cache
def _bare(sign: str) -> str:
    if _is_mark(sign):
        return ""
    first = unicodedata.normalize("NFD", sign)[0]
    return first if unicodedata.category(first).startswith("L") else sign


@cache
def _is_mark(sign: str) -> bool:
    return sign > "\x7f" and unicodedata.category(sign) == "Mn"

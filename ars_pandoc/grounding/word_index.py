"""Where the words of a text stand, and which stand side by side: for looking quotes up."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.texts.marks import WILD

_NO_WORD = lazy_pattern(r"[^\w ]|_")
_BREAK = f"{WILD} "
_MOST_SCANS = 120
"""So many words are looked for one by one; for more, it is quicker to list them all."""


class WordIndex:
    """The words of a folded text, each with its places.

    In narrow columns every second word is broken at a line end: it counts as whole.

    Args:
        folded: As `normalise.fold` gives it.
        most_scans: After so many words all are listed.
    """

    def __init__(self, folded: str, *, most_scans: int = _MOST_SCANS) -> None:
        lines = folded.split(_BREAK)
        self._text = "".join(lines)
        self._breaks = list(accumulate(map(len, lines[:-1])))
        self._scans = most_scans
        self._words: list[str] = []
        self._starts: list[int] = []
        self._numbers: dict[str, list[int]] | None = None
        if not most_scans:
            self._list()
        self._places: dict[str, list[int]] = {}
        self._pairs: dict[tuple[str, str], list[int]] = {}

    @property
    def is_listed(self) -> bool:
        """Whether all words are listed, so that frequent ones cost nothing."""
        return self._numbers is not None

    def count(self, word: str) -> int:
        """Tell how often a word stands in the text."""
        if self._numbers is not None:
            return len(self._numbers.get(word, ()))
        return len(self._find(word))

    def places(self, word: str) -> list[int]:
        """Return the offsets in the text at which a word stands by itself, in order."""
        return self._moved(self._find(word))

    def pair(self, word: str, after: str) -> list[int]:
        """Return the offsets of a word behind which another one stands, in order.

        Whatever symbols are between the two.
        """
        known = self._pairs.get((word, after))
        if known is None:
            listed = self._numbers
            found = self._look(word, after) if listed is None else self._listed(word, after, listed)
            known = self._pairs[word, after] = self._moved(found)
        return known

    def _listed(self, word: str, after: str, numbers: dict[str, list[int]]) -> list[int]:
        """Look two words up in the list of all."""
        first, second = numbers.get(word, ()), numbers.get(after, ())
        words, starts = self._words, self._starts
        if len(first) <= len(second):
            return [starts[number] for number in first if words[number + 1] == after]
        return [starts[number - 1] for number in second if number and words[number - 1] == word]

    def _look(self, word: str, after: str) -> list[int]:
        """Look two words up in the text; the longer one is the rarer one."""
        if len(word) >= len(after):
            return [at for at in self._find(word) if self._follows(after, at + len(word))]
        ends = (self._ends_before(word, at) for at in self._find(after))
        return [at for at in ends if at >= 0]

    def _follows(self, word: str, at: int) -> bool:
        """Return whether the next word behind an offset is a certain one."""
        text = self._text
        size = len(text)
        while at < size and not text[at].isalnum():
            at += 1
        end = at + len(word)
        return text.startswith(word, at) and not text[end : end + 1].isalnum()

    def _ends_before(self, word: str, at: int) -> int:
        """Return where the last word before an offset begins if it is a certain one, or -1."""
        text = self._text
        while at and not text[at - 1].isalnum():
            at -= 1
        start = at - len(word)
        if start < 0 or not text.startswith(word, start):
            return -1
        return -1 if start and text[start - 1].isalnum() else start

    def _find(self, word: str) -> Sequence[int]:
        """Return the offsets of a word in the text without breaks."""
        known = self._places.get(word)
        if known is not None:
            return known
        if self._numbers is None and not self._scans:
            self._list()
        if self._numbers is not None:
            starts = self._starts
            return [starts[number] for number in self._numbers.get(word, ())]
        self._scans -= 1
        return self._places.setdefault(word, self._scan(word))

    def _scan(self, word: str) -> list[int]:
        text, size = self._text, len(word)
        found = []
        at = text.find(word)
        while at >= 0:
            if not text[at + size : at + size + 1].isalnum() and not text[at - 1 : at].isalnum():
                found.append(at)
            at = text.find(word, at + size)
        return found

    def _list(self) -> None:
        """List all words."""
        # Split at spaces alone, which is much faster than to look for words one by one.
        pieces = _NO_WORD.sub(" ", self._text).split(" ")
        before = accumulate(map(len, pieces), initial=0)
        self._starts = [
            spaces + letters
            for spaces, (piece, letters) in enumerate(zip(pieces, before, strict=False))
            if piece
        ]
        self._words = [piece for piece in pieces if piece]
        numbers: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._words):
            numbers[word].append(number)
        self._words.append("")
        self._numbers = dict(numbers)

    def _moved(self, places: Sequence[int]) -> list[int]:
        """Count the breaks again that were taken out of the words."""
        if not self._breaks:
            return list(places)
        return [at + bisect_right(self._breaks, at) * len(_BREAK) for at in places]

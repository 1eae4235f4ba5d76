"""Where the words of a text stand, and which stand side by side: for looking quotes up."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate

from ars_pandoc.grounding.text import WILD
from ars_pandoc.lazy_pattern import lazy_pattern

_NO_WORD = lazy_pattern(r"[^\w ]|_")
_BREAK = f"{WILD} "


class WordIndex:
    """The words of a folded text, each with its places.

    In narrow columns every second word is broken at a line end: it is indexed whole.

    Args:
        folded: As `normalise.fold` gives it.
    """

    def __init__(self, folded: str) -> None:
        # Split at spaces alone, which is much faster than to look for words one by one.
        unbroken = folded.split(_BREAK)
        pieces = _NO_WORD.sub(" ", "".join(unbroken)).split(" ")
        before = accumulate(map(len, pieces), initial=0)
        self._starts = [
            spaces + letters
            for spaces, (piece, letters) in enumerate(zip(pieces, before, strict=False))
            if piece
        ]
        self._words = [piece for piece in pieces if piece]
        if len(unbroken) > 1:
            self._shift(unbroken)
        self._numbers: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._words):
            self._numbers[word].append(number)
        self._words.append("")
        self._pairs: dict[tuple[str, str], list[int]] = {}

    def _shift(self, unbroken: list[str]) -> None:
        """Count the breaks again that were taken out of the words."""
        breaks = list(accumulate(map(len, unbroken[:-1])))
        breaks.append(self._starts[-1] + 1 if self._starts else 0)
        passed = 0
        for number, start in enumerate(self._starts):
            while start >= breaks[passed]:
                passed += 1
            self._starts[number] = start + passed * len(_BREAK)

    def count(self, word: str) -> int:
        """Tell how often a word stands in the text."""
        return len(self._numbers.get(word, ()))

    def places(self, word: str) -> list[int]:
        """Give the offsets in the text at which a word stands by itself, in order."""
        return [self._starts[number] for number in self._numbers.get(word, ())]

    def pair(self, word: str, after: str) -> list[int]:
        """Give the offsets of a word behind which another one stands, in order.

        Whatever symbols are between the two.
        """
        known = self._pairs.get((word, after))
        if known is None:
            words, starts = self._words, self._starts
            first, second = self._numbers.get(word, ()), self._numbers.get(after, ())
            if len(first) <= len(second):
                known = [starts[number] for number in first if words[number + 1] == after]
            else:
                known = [
                    starts[number - 1] for number in second if number and words[number - 1] == word
                ]
            self._pairs[word, after] = known
        return known

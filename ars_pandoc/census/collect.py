"""Gather what the modules of one syntax each find in a text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.model import Form

_LINE_END = lazy_pattern(r"\r\n?|\n")
# What may stand between a citation and the marker that annotates it (contract §2, which ref):
# white space without an empty line, closing punctuation, the marks of emphasis and of quotes.
_CLOSING = frozenset(".,;:!?)]}’”\"'»›…‥。，、；：！？）」』】〉》*_~^ \t\r\n\u00a0>|")
_EMPTY_LINE = lazy_pattern(r"\n[ \t>]*\n")
_LONGEST_BETWEEN = 400


class Collector:
    """The citations of one text, in the order in which they are met."""

    def __init__(self, text: str, known: Collection[str], aliases: Collection[str] = ()) -> None:
        r"""Take a text.

        Args:
            text: The text with `\n` as its only line end (see `with_plain_line_ends`).
            known: The keys of sidecar and bibliography.
            aliases: Commands of TeX that cite in this document (see `cite_aliases`).
        """
        self.text = text
        self.aliases = frozenset(aliases)
        self.known = known if isinstance(known, (set, frozenset)) else frozenset(known)
        self.places: list[tuple[str, int, Form, bool]] = []
        # The citations right before this place, each with whether a marker annotates it already.
        self._chain: list[list[object]] = []
        self._chain_end = -1

    def cite(
        self, key: str, start: int, end: int, form: Form, *, sure: bool = True, doubt: bool = False
    ) -> None:
        """Add a citation.

        Args:
            key: The key.
            start: Where it begins.
            end: Where it ends; a marker right behind annotates it.
            form: How it is written.
            sure: See `Written`.
            doubt: It is not plain whether this prints at all: it counts only if the key is known.
        """
        if doubt:
            sure = False
            if key not in self.known:
                return
        if not self._reaches(start):
            self._chain = []
        self.places.append((key, start, form, sure))
        if form != "marker":
            self._chain.append([key, False])
        self._chain_end = end

    def group(self, keys: Iterable[str], end: int) -> None:
        """Say that the last citations are one group which ends here: `[@a; see also @b]`."""
        self._chain = [[key, False] for key in keys]
        self._chain_end = end

    def extend(self, start: int, end: int) -> None:
        """Say that nothing but a locator or a comment stands from `start` to `end`."""
        if self._reaches(start):
            self._chain_end = end

    def marker(self, key: str, start: int, end: int, *, doubt: bool = False) -> None:
        """Add a marker, unless it annotates the citation that stands right before it."""
        if self._reaches(start):
            for member in self._chain:
                if member[0] == key and not member[1]:
                    member[1] = True
                    self._chain_end = end
                    return
        self.cite(key, start, end, "marker", doubt=doubt)

    def _reaches(self, start: int) -> bool:
        end = self._chain_end
        if end < 0 or start - end > _LONGEST_BETWEEN:
            return False
        between = self.text[end:start]
        return _CLOSING.issuperset(between) and _EMPTY_LINE.search(between) is None


def with_plain_line_ends(text: str) -> str:
    r"""Return the text with `\n` as its only line end, every character at its old offset."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


class Lines:
    """Lines and columns of a text."""

    def __init__(self, text: str) -> None:
        r"""Take a text; `\n`, `\r\n` and `\r` end its lines."""
        self._starts = [0, *(hit.end() for hit in _LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

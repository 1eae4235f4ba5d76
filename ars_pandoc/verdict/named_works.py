"""Which call-outs in plain words name a work that the document's sources have (contract §3).

`Smith (2024)` is surely a citation where sidecar or bibliography hold a work of Smith's of 2024;
`Jaws (1975)` in a list of films is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ars_pandoc.corpus.load_sidecar import Corpus

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_NAME = 2


class NamedWorks:
    """The names and years of the works in sidecar and bibliographies.

    Args:
        corpus: The sidecar, if there is one.
        read_entries: Gives the text of each entry of the bibliographies, or None where one of them
            cannot be read: what is unread is unknown, and every name counts.
    """

    def __init__(
        self, corpus: Corpus | None, read_entries: Callable[[], Sequence[str] | None]
    ) -> None:
        self._corpus = corpus
        self._read_entries = read_entries

    def has(self, callout: str) -> bool:
        """Return whether a call-out names a work that is known: by one of its names and its year."""
        years = set(_YEAR.findall(callout))
        if not years:
            return False
        if self._by_year is None:
            return True
        # `DeJong` is one word, `Müller-Lüdenscheidt` two names.
        names = {
            part
            for word in _WORD.findall(callout)
            if word[0].isupper() or not word[0].islower()
            for part in _folded(word)
        }
        return any(not names.isdisjoint(self._by_year.get(year, ())) for year in years)

    @cached_property
    def _by_year(self) -> dict[str, set[str]] | None:
        """The words that name somebody in the entries of each year; None for what is unread."""
        found: dict[str, set[str]] = {}
        if self._corpus is not None:
            for entry in self._corpus.entries.values():
                words = found.setdefault(str(entry.year), set())
                for name in entry.authors:
                    for part in (name.get("family"), name.get("literal")):
                        words.update(*map(_folded, _WORD.findall(str(part or ""))))
        entries = self._read_entries()
        if entries is None:
            return None
        for text in entries:
            words = {part for word in _WORD.findall(text) for part in _folded(word)}
            for year in set(_YEAR.findall(text)):
                found.setdefault(year, set()).update(words)
        return found


def _folded(word: str) -> list[str]:
    """Return the names in a word, without case and without a genitive's end."""
    plain = re.sub(r"[’']s\Z", "", word).casefold()
    return [part for part in re.split(r"[-’']", plain) if len(part) >= _NAME]

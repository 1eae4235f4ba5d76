"""Whether two descriptions name one work, or surely two (contract §9, “Another work's”).

To say that an identifier is another work's accuses somebody, so that it takes everything: title,
venue and every surname must differ, in one script. What is only a variant (a subtitle, a
translation, a preprint and its article, a chapter under its book's DOI) is never more than a note.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rapidfuzz.distance import Levenshtein

from ars_pandoc.works.author_names import Name, shared_surnames, surnames_agree
from ars_pandoc.works.title_similarity import (
    THRESHOLD,
    are_siblings,
    fold,
    similarity,
    similarity_without_subtitle,
)

Relation = Literal["same", "title-differs", "other"]
"""`title-differs`: a person must look; `other`: another work, for certain."""

_SPELT_ALIKE = 0.70
"""From here on two first authors may be one, transliterated in two ways."""
_LONG_NAME = 5
_WITH_HAN = frozenset(("HIRAGANA", "KATAKANA", "BOPOMOFO"))
"""What stands among Han characters in one text."""


@dataclass(frozen=True, slots=True)
class Described:
    """A work as one side describes it.

    Attributes:
        titles: Its titles: with and without subtitle, in the original, translated.
        names: Its authors.
        containers: The titles of what it stands in; a book may be meant where a chapter is named.
    """

    titles: tuple[str, ...]
    names: tuple[Name, ...] = ()
    containers: tuple[str, ...] = ()


def relation(
    title: str, venue: str | None, authors: Sequence[Mapping[str, Any]], record: Described
) -> Relation | None:
    """Return how an entry's work and a record's are related.

    Args:
        title: The entry's title.
        venue: The entry's venue, or None: of a chapter it is the book's title.
        authors: The entry's authors, as CSL names.
        record: What the owner of the entry's identifier, or another file, says.

    Returns:
        None for a record without a title, which proves nothing.
    """
    titles = tuple(filter(fold, record.titles))
    if not titles:
        return None
    if any(are_siblings(title, one) for one in titles):
        return "title-differs"
    if _nearest(title, (*titles, *record.containers)) >= THRESHOLD:
        return "same"
    if venue is not None and _nearest(venue, titles) >= THRESHOLD:
        return "title-differs"
    if surnames_agree(authors, record.names) is not False:
        return "title-differs"
    if _may_be_one(authors, record.names) or not _in_one_script(title, titles):
        return "title-differs"
    return "other"


def authors_agree_well(authors: Sequence[Mapping[str, Any]], names: Sequence[Name]) -> bool:
    """Return whether two lists of authors are one: not a surname shared by chance.

    The first authors are one, and half of the shorter list is shared.
    """
    if not authors or not names or not surnames_agree(authors[:1], names[:1]):
        return False
    return 2 * shared_surnames(authors, names) >= min(len(authors), len(names))


def _nearest(title: str, titles: Sequence[str]) -> float:
    return max(
        (max(similarity(title, one), similarity_without_subtitle(title, one)) for one in titles),
        default=0.0,
    )


def _may_be_one(authors: Sequence[Mapping[str, Any]], names: Sequence[Name]) -> bool:
    """Return whether first authors are spelt alike, or given and family name were swapped."""
    first = authors[0]
    surname = fold(str(first.get("family") or first.get("literal") or ""))
    words = fold(names[0].family or names[0].full).split()
    if len(surname) >= _LONG_NAME and any(
        len(word) >= _LONG_NAME and Levenshtein.normalized_similarity(surname, word) >= _SPELT_ALIKE
        for word in words
    ):
        return True
    swapped = [{"family": author["given"]} for author in authors if _is_name(author.get("given"))]
    return bool(swapped) and surnames_agree(swapped, names) is True


def _is_name(given: object) -> bool:
    """Return whether a given name is written out: initials are in every list."""
    return isinstance(given, str) and len(fold(given).split()) == 1 and len(fold(given)) > 2


def _in_one_script(title: str, titles: Sequence[str]) -> bool:
    return _script(title) in set(map(_script, titles))


def _script(text: str) -> str:
    """Return the script that most letters of a text are of, as Unicode names them."""
    counts: dict[str, int] = {}
    for char in text:
        if char.isalpha():
            name = unicodedata.name(char, "").partition(" ")[0].partition("-")[0]
            name = "CJK" if name in _WITH_HAN else name
            counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name], default="")

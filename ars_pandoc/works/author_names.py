"""Whether two lists of authors agree in a surname (contract §9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ars_pandoc.base.et_al import is_et_al
from ars_pandoc.base.scripts import is_dense
from ars_pandoc.works.title_similarity import fold

_PARTICLES = frozenset(
    "van von der den de del della di da do dos das du la le les los ter ten te zu zum zur af av al "
    "el ibn bin y e o of the and und et".split()
)
_GROUP_WORDS = frozenset("collaboration consortium group team project network initiative".split())
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "å": "aa"}
)


@dataclass(frozen=True, slots=True)
class Name:
    """An author as an index gives it.

    Attributes:
        full: The whole name, in the index's order.
        family: The surname where the index tells it, else None.
    """

    full: str
    family: str | None = None


def surnames_agree(authors: Sequence[Mapping[str, Any]], names: Sequence[Name]) -> bool | None:
    """Return whether one author of an entry is among the authors of a record.

    Args:
        authors: The entry's, as CSL names.
        names: The record's.

    Returns:
        None where the two cannot be compared: a list is empty, one has institutions only and
        the other persons only, or they are written in different scripts.
    """
    authors = named(authors)
    names = [name for name in names if not is_et_al(name.family or name.full)]
    if not authors or not names:
        return None
    persons = [author for author in authors if "literal" not in author]
    groups = [str(author["literal"]) for author in authors if "literal" in author]
    if any(_is_person(author, name) for author in persons for name in names):
        return True
    if any(_is_group(group, name) for group in groups for name in names):
        return True
    if not persons:
        return None
    latin = {_is_latin(str(author.get("family", ""))) for author in persons}
    latin_names = {_is_latin(name.family or name.full) for name in names}
    return None if latin.isdisjoint(latin_names) else False


def named(authors: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the authors of an entry without what stands for the others."""
    return [
        author
        for author in authors
        if not is_et_al(str(author.get("literal") or author.get("family") or ""))
    ]


def shared_surnames(authors: Sequence[Mapping[str, Any]], names: Sequence[Name]) -> int:
    """Return how many authors of an entry are among the authors of a record."""
    return sum(
        any(_is_group(str(author["literal"]), name) for name in names)
        if "literal" in author
        else any(_is_person(author, name) for name in names)
        for author in authors
    )


def _is_person(author: Mapping[str, Any], name: Name) -> bool:
    for wanted in _spellings(str(author.get("family", ""))):
        if not wanted:
            continue
        if name.family is not None:
            if any(_ends_alike(wanted, spelling) for spelling in _spellings(name.family)):
                return True
        elif any(_within(wanted, spelling) for spelling in _spellings(name.full)):
            return True
    return False


def _is_group(group: str, name: Name) -> bool:
    wanted, found = _group_words(group), _group_words(name.full)
    if not wanted or not found:
        return False
    if wanted == found or wanted <= found or (found <= wanted and len(found) > 1):
        return True
    first, second = (" ".join(_words(text)) for text in (group, name.full))
    return _acronym(first) == second or first == _acronym(second)


def _acronym(text: str) -> str:
    words = [word for word in text.split() if word not in _PARTICLES]
    return "".join(word[0] for word in words) if len(words) > 2 else ""


@lru_cache(maxsize=20_000)
def _spellings(name: str) -> tuple[tuple[str, ...], ...]:
    """Return a name's words without particles, with umlauts as one letter and as two."""
    plain, spelled_out = _words(name), _words(name.translate(_UMLAUTS))
    both = (plain,) if plain == spelled_out else (plain, spelled_out)
    return tuple(tuple(word for word in words if word not in _PARTICLES) or words for words in both)


def _words(name: str) -> tuple[str, ...]:
    return tuple(fold(name.replace("-", " ").replace("‐", " ")).split())


def _group_words(name: str) -> frozenset[str]:
    return frozenset(_words(name)) - _GROUP_WORDS - _PARTICLES


def _ends_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two surnames are one: the same, or one a part of a double name."""
    if not one or not other:
        return False
    shorter, longer = sorted((tuple(one), tuple(other)), key=len)
    size = len(shorter)
    return longer[:size] == shorter or longer[-size:] == shorter


def _within(wanted: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether a surname stands in a whole name, whose order differs from people to people."""
    size = len(wanted)
    if "".join(wanted) == "".join(name):
        return True  # scripts without spaces
    found = any(tuple(name[at : at + size]) == tuple(wanted) for at in range(len(name) - size + 1))
    if found and size == 1 and len(wanted[0]) == 1:
        return False
    unspaced = "".join(wanted)
    return found or (any(map(is_dense, unspaced)) and "".join(name).startswith(unspaced))


def _is_latin(name: str) -> bool:
    return any("a" <= char <= "z" for char in fold(name))

"""The sentences of a source, made ready for ranking, and kept in the user's cache folder.

The names in the cache hold the content's hash, the stemmer and the versions of what made it, so
that nothing in it can be out of date (contract §8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log
from pathlib import Path

import orjson

from ars_pandoc.base.cache_folder import cache_folder
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.suggesting.sentences import Part, Sentence, sentences_of
from ars_pandoc.suggesting.terms import terms
from ars_pandoc.texts.kept_text import write_kept
from ars_pandoc.texts.marks import OPEN
from ars_pandoc.texts.source_text import EXTRACTOR_VERSION, SourceText, shown

INDEX_VERSION = 2
"""To be raised whenever sentences or their words come out otherwise."""

_PART = "suggestions"
_CLAIMS = lazy_pattern(
    r"\b(?:we|our|this (?:paper|article|work|study)|wir|unsere?[nrs]?|diese (?:arbeit|studie)|nous|"
    r"notre|cet (?:article|\u00e9tude)|nosotros|nuestr[oa]s?|este (?:art\u00edculo|trabajo)|noi|"
    r"nostr[aoie]|neste (?:trabalho|artigo)|wij|onze|\u043c\u044b|\u043d\u0430\u0448\w*)\b|"
    r"\u6211\u4eec|\u672c\u6587|\u672c\u7a3f",
    2,
)
_CALL_OUT = lazy_pattern(
    r"\((?:[^()]{0,160}?\b(?:1[89]|20)\d\d[a-z]?[^()]{0,60})\)|\[[\d,;\s\u2013-]+\]"
)
_OPENING = 8
"""Without an abstract the first sentences tell what a source is about."""


@dataclass(frozen=True, slots=True)
class SourceIndex:
    """What ranking has to know of a source.

    Attributes:
        sentences: Those that may be suggested, in order.
        stems: The vocabulary.
        words: Of each sentence, the numbers of its stems in order.
        claims: Of each sentence, whether its authors speak of their own work.
        cites: Of each sentence, whether it cites others.
        signs: Of each sentence, the share of characters that are neither letters nor spaces.
        about: Of each sentence, how much it shares with title and abstract, 0 to 1.
        postings: Of each stem, the sentences that hold it, and how often each does.
        numbers: The number of each stem.
        rarity: Of each stem, the inverse document frequency of BM25.
        mean: The mean length of a sentence in words.
    """

    sentences: tuple[Sentence, ...]
    stems: list[str]
    words: list[list[int]] = field(repr=False)
    claims: list[bool]
    cites: list[bool]
    signs: list[float]
    about: list[float]
    postings: list[tuple[list[int], list[int]]] = field(repr=False)
    numbers: dict[str, int] = field(repr=False)
    rarity: list[float] = field(repr=False)
    mean: float


def index_of(
    source: SourceText, stemmer: str, sha256: str | None, environment: Mapping[str, str]
) -> SourceIndex:
    """Return the index of a source, made at most once for one version of its words.

    Args:
        source: Its words.
        stemmer: As `terms.stemmer_name` gives it.
        sha256: Of the file's bytes, which the caller has held to it; None keeps nothing.
        environment: `ARS_CACHE_DIR` moves the cache.
    """
    path = None if sha256 is None else _path(sha256, stemmer, environment)
    if path is not None:
        try:
            return _from_bytes(path.read_bytes(), len(source.text))
        except (OSError, ValueError, TypeError, KeyError):
            pass  # nothing kept, or nothing that can be used
    made = build_index(source, stemmer)
    if path is not None:
        write_kept(path, _to_bytes(made, len(source.text)))
    return made


def build_index(source: SourceText, stemmer: str) -> SourceIndex:
    """Return the index of a source.

    Args:
        source: Its words.
        stemmer: As `terms.stemmer_name` gives it.
    """
    found = sentences_of(source)
    return index_sentences(
        [(one, shown(source.text[one.start : one.end])) for one in found],
        source.title,
        stemmer,
        marked=[OPEN in source.text[one.start : one.end] for one in found],
    )


def index_sentences(
    found: list[tuple[Sentence, str]],
    title: str,
    stemmer: str,
    *,
    marked: list[bool] | None = None,
) -> SourceIndex:
    """Return the index of sentences that are known already.

    Args:
        found: Each with its words as a person reads them.
        title: Of the source.
        stemmer: As `terms.stemmer_name` gives it.
        marked: Of each sentence, whether its file marks a call-out in it.
    """
    heads = {word.stem for word in terms(title, stemmer)}
    kept = [(one, plain) for one, plain in found if not _is_title(plain, title)]
    marks = marked or [False] * len(found)
    marks = [
        mark for mark, (_, plain) in zip(marks, found, strict=True) if not _is_title(plain, title)
    ]
    numbers: dict[str, int] = {}
    words = []
    for _, plain in kept:
        without = _CALL_OUT.sub(" ", plain)
        words.append(
            [numbers.setdefault(word.stem, len(numbers)) for word in terms(without, stemmer)]
        )
    opening = [
        number for number, (one, _) in enumerate(kept) if one.part is Part.ABSTRACT
    ] or range(min(_OPENING, len(kept)))
    themes = {numbers[stem] for stem in heads if stem in numbers}
    themes.update(stem for number in opening for stem in words[number])
    plains = [plain for _, plain in kept]
    postings: list[tuple[list[int], list[int]]] = [([], []) for _ in numbers]
    for number, held in enumerate(words):
        for stem, often in Counter(held).items():
            postings[stem][0].append(number)
            postings[stem][1].append(often)
    rarity = _rarity(postings, len(kept))
    shared = [
        sum(rarity[stem] for stem in set(held) & themes) / (1 + len(set(held))) ** 0.5
        for held in words
    ]
    most = max(shared, default=0.0) or 1.0
    return _complete(
        sentences=tuple(one for one, _ in kept),
        stems=list(numbers),
        words=words,
        claims=[_CLAIMS.search(plain) is not None for plain in plains],
        cites=[
            mark or _CALL_OUT.search(plain) is not None
            for mark, plain in zip(marks, plains, strict=True)
        ],
        signs=list(map(_signs, plains)),
        about=[round(one / most, 3) for one in shared],
        postings=postings,
    )


def _is_title(plain: str, title: str) -> bool:
    return bool(title) and plain.strip(" .").casefold() == title.strip(" .").casefold()


def _signs(plain: str) -> float:
    odd = sum(not (char.isalpha() or char.isspace()) for char in plain)
    return round(min(odd / max(1, len(plain)), 0.4), 3)


def _rarity(postings: list[tuple[list[int], list[int]]], size: int) -> list[float]:
    return [log(1 + (size - len(held) + 0.5) / (len(held) + 0.5)) for held, _ in postings]


def _complete(
    *,
    sentences: tuple[Sentence, ...],
    stems: list[str],
    words: list[list[int]],
    claims: list[bool],
    cites: list[bool],
    signs: list[float],
    about: list[float],
    postings: list[tuple[list[int], list[int]]],
) -> SourceIndex:
    """Add what is quicker to count than to read."""
    size = len(sentences)
    return SourceIndex(
        sentences,
        stems,
        words,
        claims,
        cites,
        signs,
        about,
        postings,
        {stem: number for number, stem in enumerate(stems)},
        _rarity(postings, size),
        max(1.0, sum(map(len, words)) / size) if size else 1.0,
    )


_PARTS = tuple(Part)
_NUMBER_OF = {part: number for number, part in enumerate(_PARTS)}


def _to_bytes(index: SourceIndex, length: int) -> bytes:
    return orjson.dumps(
        [
            INDEX_VERSION,
            length,
            [[one.start, one.end, _NUMBER_OF[one.part]] for one in index.sentences],
            index.stems,
            index.words,
            index.claims,
            index.cites,
            index.signs,
            index.about,
            index.postings,
        ]
    )


def _from_bytes(data: bytes, length: int) -> SourceIndex:
    version, size, found, stems, words, claims, cites, signs, about, postings = orjson.loads(data)
    if version != INDEX_VERSION or size != length:
        raise ValueError("an index of other words")
    return _complete(
        sentences=tuple(Sentence(start, end, _PARTS[part]) for start, end, part in found),
        stems=stems,
        words=words,
        claims=claims,
        cites=cites,
        signs=signs,
        about=about,
        postings=[(held, often) for held, often in postings],
    )


def _path(sha256: str, stemmer: str, environment: Mapping[str, str]) -> Path | None:
    try:
        folder = cache_folder(environment, _PART)
    except ArsError:  # without a cache it is only slower
        return None
    return folder / f"{sha256}.{stemmer}.{EXTRACTOR_VERSION}.{INDEX_VERSION}.index"

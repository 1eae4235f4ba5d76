"""A quote out of a sentence of a source that the gate finds (contract §2, §8).

Whatever is proposed is held against the source by the gate's own matcher before it is shown: what
it would not find, or not there, is not proposed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.quotes import MAX_WORDS, count_words, encode_quote
from ars_pandoc.grounding.check_quote import FEWEST_WORDS, check_quote
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.suggesting.function_words import FUNCTION_WORDS
from ars_pandoc.suggesting.sentences import Sentence
from ars_pandoc.suggesting.terms import terms
from ars_pandoc.texts.marks import CLOSE, OPEN
from ars_pandoc.texts.source_text import shown

_CALL_OUT = lazy_pattern(f"{OPEN}[^{CLOSE}]*{CLOSE}")
_OPENING = " \"'\u201c\u201d\u2018\u2019([,;:\u2013\u2014-"
_CLAUSE_ENDS = frozenset(",;:)\u2014\u2013.")
_MOST_TRIED = 6
_WHOLE, _CLAUSE = 3.0, 2.0
"""What a quote gains that begins or ends with its sentence, or with a clause."""


def quote_of(
    matcher: Matcher, sentence: Sentence, wanted: Collection[str], stemmer: str
) -> tuple[str, Grounding] | None:
    """Return a quote of at most 25 words from a sentence, and what the gate says of it.

    Args:
        matcher: Of the source.
        sentence: One of the source.
        wanted: The stems that the quote should hold.
        stemmer: As `terms.stemmer_name` gives it.

    Returns:
        None where the gate finds no part of the sentence without doubt.
    """
    raw = matcher.text[sentence.start : sentence.end]
    tried: dict[str, None] = {}
    best: tuple[str, Grounding] | None = None
    for plain in dict.fromkeys((shown(_CALL_OUT.sub("", raw)), shown(raw))):
        for quote in _candidates(plain, wanted, stemmer):
            if quote in tried:
                continue
            tried[quote] = None
            if len(tried) > _MOST_TRIED:
                return best
            found = _checked(matcher, sentence, quote)
            if found is None:
                continue
            # One that leaves a qualifier out is taken only if there is no other.
            if not found.notes:
                return quote, found
            best = best or (quote, found)
    return best


def _checked(matcher: Matcher, sentence: Sentence, quote: str) -> Grounding | None:
    """Return what the gate says of a quote, if it finds it and where it was taken from."""
    if judge_anchor("quote", encode_quote(quote), None).fault is not None:
        return None
    found = check_quote(matcher, quote)
    if found.result != "found":
        return None
    place = matcher.source.passage(sentence.start)
    there = (found.page, found.pdf_page, found.section, found.paragraph)
    return found if there == (place.page, place.pdf_page, place.section, place.paragraph) else None


def _candidates(plain: str, wanted: Collection[str], stemmer: str) -> Iterator[str]:
    """Return the sentence, or of a long one the stretches that hold most of what is wanted."""
    words = [(found.start(), found.end()) for found in re.finditer(r"\S+", plain)]
    whole = plain.strip(_OPENING)
    if not words or count_words(plain) < FEWEST_WORDS:
        return
    if len(words) <= MAX_WORDS and count_words(plain) <= MAX_WORDS:
        yield whole
        return
    if len(words) < FEWEST_WORDS:  # a script without spaces
        yield from _of_characters(plain)
        return
    held = [word.start for word in terms(plain, stemmer) if word.stem in wanted]
    stretches = []
    for first in range(len(words)):
        last = min(first + MAX_WORDS, len(words)) - 1
        if last - first + 1 < min(MAX_WORDS, len(words)) and first:
            break
        for end in range(last, max(first + FEWEST_WORDS, last - 12), -1):
            start, stop = words[first][0], words[end][1]
            value = float(sum(start <= at < stop for at in held))
            value += _WHOLE * (first == 0) + _CLAUSE * _ends_clause(plain, words[first - 1][1])
            value += _WHOLE * (end == len(words) - 1) + _CLAUSE * _ends_clause(plain, stop)
            value -= _CLAUSE * (plain[words[end][0] : stop].lower() in FUNCTION_WORDS)
            value += 0.01 * (end - first)
            stretches.append((-value, first, end))
    stretches.sort()
    for _, first, end in stretches:
        yield plain[words[first][0] : words[end][1]].strip(_OPENING)


def _ends_clause(plain: str, end: int) -> bool:
    return plain[end - 1] in _CLAUSE_ENDS


def _of_characters(plain: str) -> Iterator[str]:
    """Return the beginning of a sentence in a script without spaces, up to a comma if it can be."""
    most = 2 * MAX_WORDS - 2
    piece = plain[:most]
    comma = max(piece.rfind(sign) for sign in "\u3001\uff0c,;\uff1b")
    if comma > 2 * FEWEST_WORDS:
        yield piece[:comma]
    yield piece

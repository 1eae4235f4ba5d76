"""The words of a text as they are compared: stemmed, and weighed by what they are.

Scripts without spaces give pairs of neighbouring characters. Numbers, names and symbols weigh
more: two texts that share one rarely do so by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_dense, is_unspaced
from ars_pandoc.suggesting.function_words import FUNCTION_WORDS

_WORD = lazy_pattern(r"[^\W_]+(?:[.,]\d+|-\d+)*")
_ELISION = lazy_pattern(r"(?<!\w)(?:[cdjlmnst]|qu|dell|nell|all|sull)['\u2019](?=\w)", 2)
_NUMBER, _SYMBOL, _NAME = 1.6, 1.6, 1.2
_ENGLISH = "english"
_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": _ENGLISH, "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian",
    "ne": "nepali", "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pl": "polish",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""The algorithms of Snowball, by the language of a document."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a text.

    Attributes:
        stem: How it is compared.
        weight: How much it tells: 1, more for numbers, names and symbols.
        start: Where it stands in the text.
        end: Where it ends.
    """

    stem: str
    weight: float
    start: int
    end: int


def stemmer_name(lang: str | None) -> str:
    """Return the name of the stemmer of a language; English, where none or an unknown one is set.

    Args:
        lang: Of the document, such as `de-CH`.
    """
    return _STEMMERS.get((lang or "").replace("_", "-").partition("-")[0].casefold(), _ENGLISH)


def terms(text: str, stemmer: str) -> list[Term]:
    """Return the telling words of a text, in order.

    Args:
        text: As a person reads it.
        stemmer: As `stemmer_name` gives it.
    """
    stem = _stem_word(stemmer)
    if "'" in text or "\u2019" in text:
        text = _ELISION.sub(lambda found: " " * len(found[0]), text)
    found: list[Term] = []
    for word in _WORD.finditer(text):
        whole = word[0]
        if not whole.isascii() and (is_unspaced(whole) or is_dense(whole[0])):
            found += _pairs(whole, word.start())
            continue
        lower = whole.lower()
        if lower in FUNCTION_WORDS or (len(whole) == 1 and not whole.isdigit()):
            continue
        found.append(Term(stem(lower), _weight(whole), word.start(), word.end()))
    return found


def _pairs(run: str, start: int) -> list[Term]:
    """Return the pairs of neighbours in a run of characters that no spaces part."""
    if len(run) == 1:
        return [Term(run, 1.0, start, start + 1)]
    return [
        Term(run[at : at + 2].lower(), 1.0, start + at, start + at + 2)
        for at in range(len(run) - 1)
    ]


def _weight(word: str) -> float:
    if any(map(str.isdigit, word)):
        return _NUMBER
    if any(map(str.isupper, word[1:])):
        return _SYMBOL
    return _NAME if word[0].isupper() else 1.0


@cache
def _stem_word(stemmer: str) -> Callable[[str], str]:
    import Stemmer  # a library of C: only where something is suggested

    known: Callable[[str], str] = cache(Stemmer.Stemmer(stemmer).stemWord)
    return known

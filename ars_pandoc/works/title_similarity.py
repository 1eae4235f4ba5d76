"""How alike two titles are: what a bibliography and an index may write differently (contract §9).

The measure is the Levenshtein ratio of the folded titles. What it cannot see is asked apart:
siblings that differ in a number alone, and works about a work.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from ars_pandoc.base.scripts import is_dense

THRESHOLD = 0.70
"""From here on two titles may be one (contract §9)."""

SHORT_TITLE = 5
"""A title of fewer words is many works' title: it needs an author who agrees."""

_LATEX_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "textendash": "-", "textemdash": "-", "textquoteright": "'",
}  # fmt: skip
_LATEX_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "b": "\u0331", "d": "\u0323",
}  # fmt: skip
_ACCENT = re.compile(
    r"\\(?:([\"'`^~=.])\s*|([uvHckrbd])(?:\s+|(?=\{)))(?:\{\\?([A-Za-z])\}|\\([ij])(?![A-Za-z])|([A-Za-z]))"
)
_LETTER = re.compile(r"\\([A-Za-z]+)(?:\{\}|\s+|(?![A-Za-z]))")
_FORMULA = re.compile(r"\$([^$]*)\$")
_RAISED = re.compile(r"[_^]")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,100}>")
_MARKS = re.compile("[\u0300-\u036f]")
_DROPPED = re.compile("['’ʼ`´‐‑‒–—―\u2212-]")
_SIGNS = re.compile(r"[^\w]|_")
_SPACES = re.compile(r"\s+")
_LETTERS_WITHOUT_MARKS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)
_GREEK = re.compile("[α-ω]")
_LATIN = re.compile("[a-z]")
_SUBTITLE = re.compile(r"\s*(?::|[.?!](?=\s)|\s[–—-])\s+")
_ROMAN = {"i": 1, "v": 5, "x": 10}
_NUMBER_WORDS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_ORDINAL = re.compile(r"[0-9]+[a-z]?|[a-h]")
_DIGITS = re.compile(r"[0-9]+")
_LABELS = frozenset(
    "study part volume vol experiment paper chapter phase trial report case book section".split()
)
_LONG_WORD = 5
_STATE = re.compile(
    r"^\W*(?:retracted(?:\s+(?:article|paper|chapter))?|withdrawn(?:\s+article)?|removed)\W*[:\]]\s*",
    re.I,
)


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Return what counts of a text: no markup, case, accents or punctuation.

    TeX and HTML go, ligatures and full-width letters are resolved, `α` becomes `alpha` in a
    Latin text, hyphens and apostrophes join, other signs part words.
    """
    text = unicodedata.normalize("NFKC", plain(text)).casefold()
    decomposed = _MARKS.sub("", unicodedata.normalize("NFD", text))
    text = unicodedata.normalize("NFC", decomposed).translate(_LETTERS_WITHOUT_MARKS)
    if _LATIN.search(text):
        text = _GREEK.sub(lambda found: unicodedata.name(found[0]).split()[-1].lower(), text)
    text = _SIGNS.sub(" ", _DROPPED.sub("", text))
    return _SPACES.sub(" ", text).strip()


def plain(text: str) -> str:
    """Return a title without the markup of TeX and HTML that indexes and bibliographies leave."""
    text = html.unescape(_TAG.sub("", html.unescape(text)))
    if "\\" in text or "{" in text or "$" in text:
        text = _FORMULA.sub(lambda found: _RAISED.sub("", found[1]), text)
        text = _ACCENT.sub(_accented, text)
        text = _LETTER.sub(lambda found: _LATEX_LETTERS.get(found[1], _command(found)), text)
        text = re.sub(r"\\([&%#_$ ])", r"\1", text)
        text = re.sub(r"[{}$]|\\.", "", text).replace("~", " ")
    return _SPACES.sub(" ", text).strip()


def _accented(found: re.Match[str]) -> str:
    mark = _LATEX_ACCENTS[found[1] or found[2]]
    return (found[3] or found[4] or found[5]) + mark


def _command(found: re.Match[str]) -> str:
    # `\alpha` is read as its name; `\emph` and its kind say how, not what.
    if found[1].lower() not in _GREEK_NAMES:
        return ""
    return found[1] + (" " if found[0][-1].isspace() else "")


_GREEK_NAMES = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega".split()
)


def says_retracted(title: str) -> bool:
    """Return whether a title itself says that the work was retracted: `RETRACTED: …` (contract §9)."""
    return _STATE.match(plain(title)) is not None


def similarity(one: str, other: str) -> float:
    """Return the Levenshtein ratio of two titles, from 0 to 1."""
    first, second = fold(_STATE.sub("", one)), fold(_STATE.sub("", other))
    if not first or not second:
        return 0.0
    return Levenshtein.normalized_similarity(first, second)


def similarity_without_subtitle(one: str, other: str) -> float:
    """Return the ratio where one title has a subtitle that the other lacks, else 0."""
    heads = [_SUBTITLE.split(plain(_STATE.sub("", title)), 1) for title in (one, other)]
    if len(heads[0]) == len(heads[1]):
        return 0.0
    return similarity(heads[0][0], heads[1][0])


def bears_title(title: str, venue: str | None, recorded: str) -> bool:
    """Return whether a recorded title may be that of an entry, or of the book that it stands in."""
    return any(
        max(similarity(one, recorded), similarity_without_subtitle(one, recorded)) >= THRESHOLD
        for one in (title, venue)
        if one is not None
    ) and not are_siblings(title, recorded)


def are_siblings(one: str, other: str) -> bool:
    """Return whether two titles are those of siblings: `Study 1` and `Study 2`, two years, IL-2 and IL-4.

    They are where nothing but numbers differs, and where a label such as `Part` bears different
    numbers whatever else differs.
    """
    words, others = fold(one).split(), fold(other).split()
    labelled, labelled_too = _labelled(words), _labelled(others)
    if any(number != labelled_too.get(label, number) for label, number in labelled.items()):
        return True
    if len(words) != len(others):
        return False
    differing = [(a, b) for a, b in zip(words, others, strict=True) if _number(a) != _number(b)]
    return bool(differing) and all(map(_in_number_alone, differing))


def _in_number_alone(pair: tuple[str, str]) -> bool:
    if all(isinstance(_number(word), int) or _ORDINAL.fullmatch(word) for word in pair):
        return True
    bare, bare_too = (_DIGITS.sub("#", word) for word in pair)
    return bare == bare_too


def _labelled(words: Sequence[str]) -> dict[str, int | str]:
    """Return the numbers behind labels: that of `part` in `gates part ii` is 2."""
    return {
        label: _number(word)
        for label, word in pairwise(words)
        if label in _LABELS and (isinstance(_number(word), int) or _ORDINAL.fullmatch(word))
    }


def _number(word: str) -> int | str:
    """Return the number that a word means, `2` `ii` `two`, or the word."""
    if word.isascii() and word.isdigit():
        return int(word)
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    if not set(word) <= _ROMAN.keys():
        return word
    values = [_ROMAN[char] for char in word]
    signs = [-1 if low < high else 1 for low, high in pairwise([*values, 0])]
    return sum(sign * value for sign, value in zip(signs, values, strict=True))


def are_the_same(one: str, other: str) -> bool:
    """Return whether two titles are one to the letter, but for spaces and a slip in a long word.

    What may differ is what two people write differently: `behaviour`, a plural, a letter that
    was left out. A short word or a number that differs may mean another work.
    """
    words, others = (fold(_STATE.sub("", title)).split() for title in (one, other))
    if "".join(words) == "".join(others):
        return bool(words)
    return len(words) == len(others) and all(
        a == b or _is_slip(a, b) for a, b in zip(words, others, strict=True)
    )


def _is_slip(one: str, other: str) -> bool:
    long = min(len(one), len(other)) >= _LONG_WORD
    return long and not _DIGITS.search(one + other) and Levenshtein.distance(one, other) == 1


def is_short(title: str) -> bool:
    """Return whether a title is so short that other works bear it too."""
    folded = fold(title)
    # Scripts without spaces: two characters are about one word.
    dense = sum(map(is_dense, folded))
    return len(folded.split()) + dense // 2 < SHORT_TITLE

"""Scripts that set no spaces between words, and Korean (contract §2, §8).

The ranges are those of the letters, marks and digits of such scripts in the Unicode Standard:
Thai, Lao, Tibetan, Myanmar, Khmer, Tai Le, New Tai Lue, Tai Tham, Tai Viet, Ahom, and those whose
signs may end any line: Han, kana, Bopomofo, Yi, Tangut, Khitan, Nushu.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from ars_pandoc.base.lazy_pattern import lazy_pattern

UNSPACED = (
    "[\u0e00-\u0eff\u0f00\u0f20-\u0f33\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u17d7\u17dc\u17e0-\u17e9"
    "\u1950-\u1974\u1980-\u19df\u1a20-\u1aad"
    "\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua000-\ua48c\ua9e0-\ua9fe\uaa60-\uaadf\uf900-\ufaff\uff66-\uff9f"
    "\U00011700-\U00011746\U00016fe0-\U00018d8f\U0001aff0-\U0001b2ff\U00020000-\U0003ffff]"
)
"""A regular expression for one character of a script that sets no spaces between words."""

_UNSPACED = lazy_pattern(UNSPACED)


def is_unspaced(text: str) -> bool:
    """Return whether a text holds characters of a script that sets no spaces between words."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def count_unspaced(text: str) -> int:
    """Return how many characters of such scripts a text holds."""
    return 0 if text.isascii() else len(_UNSPACED.findall(text))


@cache
def is_spaceless(char: str) -> bool:
    """Return what `is_unspaced` does, of one character, and remember it: texts are long."""
    return is_unspaced(char)


@cache
def is_rtl(char: str) -> bool:
    """Return whether a letter is of a script that is written from right to left."""
    return unicodedata.bidirectional(char) in ("R", "AL")


def is_hangul(char: str) -> bool:
    """Return whether a character is a Korean syllable: Korean breaks lines inside words."""
    return 0xAC00 <= ord(char) <= 0xD7A3


def is_dense(char: str) -> bool:
    """Return whether a character says about half of what a word in letters says.

    That is so in the scripts without spaces and in Korean, whose names are written as one word.
    """
    return is_spaceless(char) or is_hangul(char)

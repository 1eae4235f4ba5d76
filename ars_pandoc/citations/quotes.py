"""The quote of an anchor: percent-encoding and the count of its words (contract §2)."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern

MIN_WORDS = 3
MAX_WORDS = 25

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~")

# Scripts that set no spaces between words, by the blocks of the Unicode Standard: Thai, Lao,
# Tibetan, Myanmar, Khmer, New Tai Lue, Tai Tham, CJK with its marks and kana, Yi, the
# compatibility and halfwidth forms, and the supplementary ideographs. Hangul sets spaces.
UNSPACED = (
    "[\u0e00-\u0eff\u0f40-\u0fbc\u1000-\u109f\u1780-\u17d3\u1980-\u19df\u1a20-\u1aad"
    "\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua000-\ua48c\ua9e0-\ua9fe\uaa60-\uaadf\uf900-\ufaff\uff66-\uff9f"
    "\U00016fe0-\U00018aff\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)
"""A regular expression for one character of a script that sets no spaces between words."""

_UNSPACED = lazy_pattern(UNSPACED)


def encode_quote(text: str) -> str:
    """Percent-encode a quote as UTF-8 for an anchor.

    All but ASCII letters, digits, `.`, `_` and `~` is encoded, `-` as `%2D` too, so that no `--`
    can end the comment and `decode_quote` gives the same text back (contract §2).
    """
    return "".join(chr(b) if b in _SAFE else f"%{b:02X}" for b in text.encode("utf-8"))


def decode_quote(value: str) -> str:
    """Read the value of an anchor: each valid `%HH` is decoded, all else stands as written.

    A lone `%` is itself and `+` is a plus; raw spaces are taken as they are (contract §2).

    Raises:
        UnicodeDecodeError: If the decoded bytes are not UTF-8.
    """
    if "%" not in value:
        return value
    raw = value.encode("utf-8", "surrogatepass")
    return _ESCAPE.sub(lambda hit: bytes((int(hit[1], 16),)), raw).decode("utf-8")


def count_words(text: str) -> int:
    """Count words by white space; where a script sets none, half its characters (contract §2).

    The number is half the characters of unspaced scripts, rounded up, plus the tokens without
    any of them.
    """
    if text.isascii():
        return len(text.split())
    characters = len(_UNSPACED.findall(text))
    if not characters:
        return len(text.split())
    spaced = sum(1 for token in text.split() if not _UNSPACED.search(token))
    return (characters + 1) // 2 + spaced


def is_unspaced(text: str) -> bool:
    """Return whether a text holds characters of a script that sets no spaces between words."""
    return not text.isascii() and _UNSPACED.search(text) is not None

"""The quote of an anchor: percent-encoding and the count of its words (contract §2)."""

from __future__ import annotations

import re

from ars_pandoc.base.scripts import count_unspaced, is_unspaced

MIN_WORDS = 3
MAX_WORDS = 25

_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~")


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
    characters = count_unspaced(text)
    if not characters:
        return len(text.split())
    spaced = sum(1 for token in text.split() if not is_unspaced(token))
    return (characters + 1) // 2 + spaced

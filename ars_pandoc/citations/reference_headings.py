"""What stands above a list of references, in the languages of the CSL locales (contract §3, §8).

One table for all who ask: under such a heading no call-outs are searched, and what stands there
is not a source's own words. `reference_headings.tsv` is read when the first heading is asked for.
"""

from __future__ import annotations

import pkgutil
import unicodedata
from functools import cache, lru_cache

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_unspaced

LONGEST = 60
"""No heading of the table, with its number, has more characters."""

_AROUND = " \t\r\n#*=_.:;\u3000\u3002\uff0e\uff1a[]\u3010\u3011\u3014\u3015\uff3b\uff3d\u300a\u300b"
# `7.`, `7.2`, `VII.`, `A.`, 六、 and 第六章 before a heading.
_NUMBER = lazy_pattern(
    r"(?:\d+(?:\.\d+)*\.?|(?:[ivxlc]+|[a-z])[.)]\s|[一二三四五六七八九十]+、|第[\d一二三四五六七八九十]+[章節节])\s*"
)
_ACCENTS = lazy_pattern("[\u0300-\u036f]")
_NUMBERED = frozenset(".)第")
_NEAR = 8
_AND = (" and ", " und ", " et ", " y ", " e ", " og ", " och ", " en ", " i ")


@lru_cache(maxsize=256)
def is_reference_heading(text: str) -> bool:
    """Return whether a heading is that of a list of references.

    Case, a number before it, the marks of a heading and a colon behind it do not count.

    Args:
        text: The heading's words, as read.
    """
    if len(text) > LONGEST:
        return False
    folded = _fold(text).strip(_AROUND)
    numbered = folded[:1].isnumeric() or not _NUMBERED.isdisjoint(folded[:_NEAR])
    number = _NUMBER.match(folded) if numbered else None
    bare = " ".join(folded[number.end() if number else 0 :].strip(_AROUND).split())
    if is_unspaced(bare):
        # Set with letters apart, as in 参　考　文　献.
        bare = bare.replace(" ", "")
    known = headings()
    return bare in known or (" & " in bare and any(bare.replace(" & ", a) in known for a in _AND))


@cache
def headings() -> frozenset[str]:
    """Return the headings of all languages, folded."""
    return frozenset(heading for _, listed in rows() for heading in listed)


def rows() -> list[tuple[str, tuple[str, ...]]]:
    """Return the table: each language with its headings, folded as headings are."""
    data = pkgutil.get_data(__package__, "reference_headings.tsv")
    if data is None:  # only a loader that cannot read data files
        raise FileNotFoundError("reference_headings.tsv")
    lines = (line.partition("\t") for line in _fold(data.decode()).splitlines() if line[0] != "#")
    return [(language, tuple(listed.split("|"))) for language, _, listed in lines]


def _fold(text: str) -> str:
    """Return a text without case and accents, which capitals lose: BIBLIOGRAFIA, ΒΙΒΛΙΟΓΡΑΦΙΑ."""
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    # Turkish has an i with and one without a dot.
    return text.casefold().replace("\u0131", "i")

"""Abbreviations whose full stop ends no sentence."""

from __future__ import annotations

from ars_pandoc.base.lazy_pattern import lazy_pattern

ABBREVIATIONS = frozenset(
    "al cf vol vols pp ed eds fig figs eq eqs ch sec dr prof st mr mrs ms vs approx ca resp "
    "bzw vgl bd s e.g i.e z.b d.h".split()
)
"""Without their last full stop, in lower case."""

BEFORE_NUMBERS = frozenset("no nos nr p n l c v".split())
"""Words and letters that are abbreviations only before a number: `no. 4`, but `the answer is no.`"""

_LONGEST = 8
_WORD = lazy_pattern(r"(?<!\w)(?:[^\W\d_]\.)?[^\W\d_]+\Z")


def is_abbreviation(text: str, stop: int) -> bool:
    """Return whether the full stop at an offset ends an abbreviation or an initial.

    Args:
        text: The text.
        stop: Where the sign stands that may end a sentence.
    """
    if text[stop : stop + 1] != ".":
        return False
    found = _WORD.search(text, max(0, stop - _LONGEST), stop)
    if found is None:
        return False
    word = found[0].lower()
    if word in ABBREVIATIONS or (word[-2:-1] in ("", ".") and found[0][-1].isupper()):
        return True
    return word in BEFORE_NUMBERS and text[stop + 1 : stop + 4].lstrip()[:1].isdigit()

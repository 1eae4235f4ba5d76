"""Closed lists of the words that lead to a reference, or make a capitalised word no name (§3)."""

from __future__ import annotations

import re

LEADS = (
    "see also", "see", "cf.", "e.g.", "i.e.", "also", "but", "and", "siehe", "vgl.", "z.B.", "voir",
    "véase",
)  # fmt: skip
"""Words before a reference, in call-outs and in locators: `see Roe 2021`, `see p. 3`."""

POINTERS = ("esp.", "especially", "at", "on", "here", "bes.", "insbes.", "hier")
"""Words that lead to a place in a source, and to no source: `esp. 12-14`."""

NO_NAMES = frozenset(
    "figure figures fig figs table tables tab section sections sec chapter chapters equation eq "
    "appendix part version volume vol abbildung tabelle abschnitt kapitel "
    # Seasons that the CSL locales call otherwise.
    "frühling "
    # Translations of the Bible.
    "kjv nkjv niv esv rsv nrsv asv nasb nlt lxx".split()
)
"""Capitalised words before a year that are nobody's name, beside months and seasons."""

GROUP_WORDS = frozenset(("al.", "al", "colleagues", "coworkers", "co-workers"))
"""What stands for the other authors."""

PARTICLES = tuple(
    "van von der den de del della di da do dos das du la le les el al bin ibn ben ter ten te zu zur "
    "zum vom af av y und".split()
)
"""Words in lower case that begin a name or stand in it: `de la Cruz`."""

UNITS = frozenset(
    "mm cm dm km nm µm μm kg mg ms mol sec min pixel pixels meter meters metre metres inch "
    "inches feet acres chi sin cos tan log".split()
)
"""Words before a raised number that make a power of it."""

RANGE_WORDS = (
    "interval", "intervals", "intervall", "intervalle", "range", "CI", "KI", "IC", "CrI", "HDI",
    "IQR",
)  # fmt: skip
"""What makes an interval of `[1, 2]`."""

RANGE_OPERATORS = "=∈∉∋⊂⊆⊃⊇≤≥≈×∪∩→∖"
"""Operators before `[1, 2]` that make an interval or an array of it."""


def alternatives(words: tuple[str, ...]) -> str:
    """Return words as the alternatives of a regular expression."""
    return "|".join(map(re.escape, words))

"""Signs of a call-out in a word: most words cost one search for them, and no more."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern

YEAR = r"(?:1[5-9]\d\d|20\d\d|2100)"
"""The years of call-outs, 1500 to 2100 (contract §3), as a regular expression."""

RAISED_DIGITS = "⁰¹²³⁴-⁹"
"""The digits of superscript numbers, to stand in a regular expression's brackets."""

SUSPECT = lazy_pattern(
    YEAR
    + rf"|[{RAISED_DIGITS}]"
    + r"|[a-z]{3}[.,;”’]?\d|\)\d|\[\d|\d\]|10\.\d{4}|pmid|arxiv|doi\.org",
    re.IGNORECASE,
)
"""A word, or the target of a link, that may be part of a call-out (see `callouts`)."""

MAY_SUSPECT = re.compile(rf"[0-9:{RAISED_DIGITS}]")
"""What every suspect holds, `PMID:` too: a faster look, since most words hold none."""

"""Words that may be part of a call-out: most words cost one search for them, and no more."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern

SUSPECT = lazy_pattern(
    r"1[5-9]\d\d|20\d\d|2100|\[\d|\d\]|10\.\d{4}|pmid|arxiv|doi\.org", re.IGNORECASE
)
"""What is in such a word, or in the target of such a link."""

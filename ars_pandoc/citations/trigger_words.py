"""Words and headings that call for a closer look; most words cost one search here."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern

ODD = re.compile(r"<!|@|\[UNVERIFIED")
"""A word that may hold a visible marker or a glued key (see `visible`)."""

SUSPECT = lazy_pattern(
    r"1[5-9]\d\d|20\d\d|2100|\[\d|\d\]|10\.\d{4}|pmid|arxiv|doi\.org", re.IGNORECASE
)
"""A word that may be part of a call-out (see `callouts`)."""

REFERENCE_HEADING = lazy_pattern(
    r"(?:\d+\.?\s+)?(?:references?(?: cited)?|bibliograph(?:y|ie|ía|ia)|works cited"
    r"|literature(?: cited)?|further reading|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?"
    r"|références(?: bibliographiques)?|referencias|riferimenti bibliografici|referenties"
    r"|参考文献|引用文献|참고문헌)\s*:?",
    re.IGNORECASE,
)
"""A heading above a reference list; its section is never searched."""

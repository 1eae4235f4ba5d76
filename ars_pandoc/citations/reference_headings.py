"""The headings of reference lists."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern

REFERENCE_HEADING = lazy_pattern(
    r"(?:\d+\.?\s+)?(?:references?(?: cited)?|bibliograph(?:y|ie|ía|ia)|works cited"
    r"|literature(?: cited)?|further reading|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?"
    r"|références(?: bibliographiques)?|referencias|riferimenti bibliografici|referenties"
    r"|参考文献|引用文献|참고문헌)\s*:?",
    re.IGNORECASE,
)
"""A heading above a reference list; its section is never searched for call-outs."""

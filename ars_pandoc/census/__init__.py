"""The census: what is written as a citation in a source text (contract §3).

It is the second witness against the walk over Pandoc's AST, and shares no code with it. A text
is counted with `count_written`, a set of texts held against what was found with `compare`.
"""

from __future__ import annotations

from ars_pandoc.census.compare import Surplus, compare
from ars_pandoc.census.count import count_written
from ars_pandoc.census.latex import cite_aliases
from ars_pandoc.census.model import FoundPlace, Syntax, Unseen, Written
from ars_pandoc.census.readers import syntax_of

__all__ = [
    "FoundPlace",
    "Surplus",
    "Syntax",
    "Unseen",
    "Written",
    "cite_aliases",
    "compare",
    "count_written",
    "syntax_of",
]

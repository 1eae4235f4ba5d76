"""What pandoc-crossref and Quarto put before the id of a figure, a table, … (contract §3)."""

from __future__ import annotations

COLON_PREFIXES = frozenset("fig tbl eq sec lst thm ch".split())
"""Before a colon, `@fig:map`."""

CROSS_REFERENCE_PREFIXES = COLON_PREFIXES | frozenset(
    "lem cor prp cnj def exm exr sol rem alg tip nte wrn imp cau".split()
)
"""Before a hyphen, `@fig-map`."""

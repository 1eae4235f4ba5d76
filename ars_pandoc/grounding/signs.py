"""Signs that belong to the number beside them: operators, and other symbols (contract §8)."""

from __future__ import annotations

from ars_pandoc.texts.marks import LOWERED, RAISED

OPERATORS = "<>=\u2264\u2265\u2248\u00b1~\u226a\u226b"
"""`p < 0.05` is not `p = 0.05`."""

SIGNS = OPERATORS + "-+\u00d7\u00f7"
"""Operators, and the signs of arithmetic."""

SYMBOLS = frozenset(SIGNS + "/%\u2030\u00b0^_\u00b5\u03bc" + RAISED + LOWERED)
"""What makes another number or quantity, with the marks of what is raised and lowered."""

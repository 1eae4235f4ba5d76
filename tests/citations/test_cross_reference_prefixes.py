"""Prefixes of cross-references: each of them, and one beside it (contract §3)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.citation import Condition
from ars_pandoc.citations.cites import cross_reference
from ars_pandoc.citations.cross_reference_prefixes import COLON_PREFIXES, CROSS_REFERENCE_PREFIXES

COLON = "fig tbl eq sec lst thm ch".split()
HYPHEN = [*COLON, *"lem cor prp cnj def exm exr sol rem alg tip nte wrn imp cau".split()]


def test_the_lists_are_what_is_tried_here() -> None:
    assert frozenset(COLON) == COLON_PREFIXES
    assert frozenset(HYPHEN) == CROSS_REFERENCE_PREFIXES


@pytest.mark.parametrize("prefix", HYPHEN)
def test_before_a_hyphen(prefix: str) -> None:
    assert cross_reference(f"{prefix}-x", set(), ()) is Condition.LIKELY_CROSS_REFERENCE
    assert cross_reference(f"{prefix}x-x", set(), ()) is Condition.ALWAYS


@pytest.mark.parametrize("prefix", HYPHEN)
def test_before_a_colon(prefix: str) -> None:
    listed = cross_reference(f"{prefix}:x", set(), ()) is Condition.LIKELY_CROSS_REFERENCE
    assert listed is (prefix in COLON)

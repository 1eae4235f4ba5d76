"""Results that an earlier pass may leave behind a key (contract §2)."""

from __future__ import annotations

import pytest

from ars_pandoc.citations.markers import FaultyMarker, Ref, read_comment
from ars_pandoc.citations.statuses import RESULTS, STATUSES
from ars_pandoc.verdict import matrix

NAMED = """
ok LOW-WARN HIGH-WARN-MALFORMED-MARKER MED-WARN-NO-LOCATOR HIGH-WARN-NO-ORIGINAL HIGH-WARN-RETRACTED
HIGH-WARN-NO-SUCH-IDENTIFIER HIGH-WARN-OTHER-WORK HIGH-WARN-QUOTE-NOT-FOUND MED-WARN-NOT-GROUNDED
HIGH-WARN-CLAIM-NOT-SUPPORTED HIGH-WARN-POLICY MED-WARN-NOT-CROSS-CHECKED
LOW-WARN-CONTAMINATED-SOURCE LOW-WARN-PARTIAL-COVERAGE READ-LEDGER-INVALID TERMINAL-BLOCK
""".split()


@pytest.mark.parametrize("word", NAMED)
def test_a_result_behind_a_key(word: str) -> None:
    assert read_comment(f"ref:smith2024 {word}", behind=False) == Ref("smith2024")
    assert isinstance(read_comment(f"ref:smith2024 {word}x", behind=False), FaultyMarker)


def test_the_lists_are_what_is_tried_here() -> None:
    assert frozenset(NAMED) == RESULTS
    assert set(STATUSES) < RESULTS


def test_the_matrix_gives_statuses_of_the_list_in_its_order() -> None:
    given = list(matrix.STATUSES)
    assert given == [status for status in STATUSES if status in given]

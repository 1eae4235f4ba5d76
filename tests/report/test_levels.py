"""How much a status weighs."""

from __future__ import annotations

import pytest

from ars_pandoc.report.levels import level_of
from ars_pandoc.verdict.matrix import ROWS

WEIGHTS = {"HIGH": "error", "MED": "warning", "LOW": "note", "ok": "note"}


@pytest.mark.parametrize("status", [row.status for row in ROWS])
def test_the_first_word_is_the_weight(status: str) -> None:
    assert level_of(status) == WEIGHTS[status.partition("-")[0]]

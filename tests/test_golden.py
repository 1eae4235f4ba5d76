"""Golden folders, each through a real Pandoc with the gate; `golden_cases` says what they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import run_pandoc
from tests.golden_cases import cases, compare_case


@pytest.mark.parametrize(("name", "pandoc"), cases())
def test_golden(name: str, pandoc: Pandoc, tmp_path: Path) -> None:
    compare_case(name, pandoc, tmp_path, run_pandoc)

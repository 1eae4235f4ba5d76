"""Ordinary manuscripts pass, and nothing in them changes but the markers: no false alarm.

The golden cases `manuscript-<kind>` show what is counted in each; here the gate's output is held
against the document that Pandoc gives without it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import run_pandoc
from tests.golden_cases import GOLDEN, lines_of

KINDS = sorted(case.name for case in GOLDEN.glob("manuscript-*"))


def reader_of(case: Path) -> list[str]:
    """Give the arguments of a case but for the writer."""
    arguments = lines_of(case / "args")
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    return [part for pair in pairs if pair[0] != "-t" for part in pair]


def test_there_are_many_kinds() -> None:
    assert len(KINDS) > 30


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_changes(kind: str, pandoc: Pandoc, tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "_shared", tmp_path, dirs_exist_ok=True)
    source = shutil.copy(next((GOLDEN / kind).glob("input.*")), tmp_path)
    arguments = [*reader_of(GOLDEN / kind), "-t", "json", Path(source).name]
    judged = run_pandoc(pandoc, arguments, folder=tmp_path)
    assert judged.returncode == 0, judged.stderr
    plain = subprocess.run(
        [str(pandoc.path), *arguments], cwd=tmp_path, capture_output=True, check=True
    )
    without: dict[str, Any] = json.loads(plain.stdout)
    assert json.loads(judged.stdout) == without

"""Roles that Pandoc reads as code or words are refused where they stand (contract §3, census)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

CELL = {"cell_type": "markdown", "metadata": {}, "source": ["As {cite}`smith2024`."]}
NOTEBOOK = {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("a.md", "As {cite}`smith2024`, {cite:t}`smith2024` and {cite:p}`smith2024,jones`.\n", 4),
        ("a.rst", "As :cite:`smith2024` says.\n", 1),
        ("a.ipynb", json.dumps(NOTEBOOK), 1),
        ("a.docx.tex", "\\volcite{2}[3]{smith2024} and \\apud[1]{smith2024}[2]{jones}.\n", 3),
    ],
)
def test_a_role_that_pandoc_does_not_see_never_passes(
    name: str, text: str, count: int, pandoc: Pandoc, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    write_sidecar(tmp_path / "refs.yaml", raw_entry())
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pandoc").symlink_to(pandoc.path)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = [
        sys.executable,
        "-c",
        "from ars_pandoc.cli import main; raise SystemExit(main())",
        "check",
        name,
        "--corpus",
        "refs.yaml",
    ]
    done = subprocess.run(
        [*command, "--format", "json"],
        cwd=tmp_path,
        env=clean_environment({"PATH": path}),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    citations = json.loads(done.stdout)["documents"][0]["citations"]
    assert len(citations) == count
    assert {citation["status"] for citation in citations}.isdisjoint({"ok"})
    assert all(citation["line"] for citation in citations if citation["form"] == "text")

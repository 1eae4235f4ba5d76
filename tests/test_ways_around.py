"""The ways that stay open: the documentation names each, and each is as it says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ars_pandoc.pandoc import Pandoc
from tests.conftest import ROOT, run_pandoc

SHARED = ROOT / "tests" / "golden" / "_shared"
PAGE = (ROOT / "docs" / "ways-around.md").read_text(encoding="utf-8")
TEXT = "As was shown [@smith2024, p. 3].\n"
SMUGGLED = "As Nobody (1999) never showed."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(SHARED, tmp_path, dirs_exist_ok=True)
    (tmp_path / "extra.html").write_text(SMUGGLED, encoding="utf-8")
    (tmp_path / "own.html").write_text(f"$body$ {SMUGGLED}", encoding="utf-8")
    later = 'function Pandoc(doc) doc.blocks:insert(pandoc.Para("%s")); return doc end'
    (tmp_path / "later.lua").write_text(later % SMUGGLED, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("named", "arguments"),
    [
        ("`-V`", ["-s", "-V", f"include-after={SMUGGLED}"]),
        ("`--include-after-body`", ["-s", "--include-after-body", "extra.html"]),
        ("Templates", ["--template", "own.html"]),
        ("Filters that run later", ["--lua-filter", "later.lua"]),
    ],
)
def test_what_no_filter_sees_is_named_in_the_docs(
    named: str, arguments: list[str], pandoc: Pandoc, folder: Path
) -> None:
    assert named in PAGE.split("## Open")[1]
    options = ["-t", "html", "-M", "ars-corpus=refs.ars.yaml", "-M", "title=T"]
    done = run_pandoc(pandoc, [*options, *arguments], folder=folder, text=TEXT)
    assert done.returncode == 0, done.stderr
    assert "1 citation ok" in done.stderr
    assert SMUGGLED in done.stdout


def test_the_lock_closes_what_a_document_could_set(pandoc: Pandoc, folder: Path) -> None:
    text = "---\nars: {mode: draft, accept: [LOW-WARN]}\n---\n\nA [@unread2024, p. 3].\n"
    corpus = {"ARS_CORPUS": "refs.ars.yaml"}
    unlocked = run_pandoc(pandoc, ["-t", "html"], folder=folder, text=text, environment=corpus)
    assert unlocked.returncode == 0
    locked = run_pandoc(
        pandoc,
        ["-t", "html", "-M", "ars-accept=LOW-WARN"],
        folder=folder,
        text=text,
        environment={**corpus, "ARS_LOCKED": "1"},
    )
    assert locked.returncode != 0
    assert locked.stdout == ""
    assert "LOW-WARN" in locked.stderr

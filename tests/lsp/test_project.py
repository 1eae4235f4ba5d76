"""What an editor has open around a document: folders, options of the command line, sidecars."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.state import judge_text
from tests.checking.papers import write_paper
from tests.conftest import ROOT, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    folder = tmp_path / "thesis"
    shutil.copytree(ROOT / "examples" / "thesis", folder)
    return folder


def test_a_chapter_is_judged_by_the_sidecar_above_it(thesis: Path) -> None:
    chapter = thesis / "chapters" / "02-losses.md"
    text = chapter.read_text(encoding="utf-8")
    state = judge_text(chapter, text, clean_environment(), Project(thesis))
    assert state.error is None
    assert state.corpus is not None
    assert state.cited
    assert not any(one.finding.refused for one in state.cited)
    # No further up than the folder that is open.
    alone = judge_text(chapter, text, clean_environment(), Project(thesis / "chapters"))
    assert "no sidecar was found" in (alone.error or "")


def test_two_sidecars_above_are_none(thesis: Path) -> None:
    shutil.copy(thesis / "references.ars.yaml", thesis / "other.ars.yaml")
    project = Project(thesis)
    assert project.nearest_sidecar(thesis / "chapters" / "02-losses.md") is None
    (thesis / "other.ars.yaml").unlink()
    assert project.nearest_sidecar(thesis / "chapters" / "new.md") == thesis / "references.ars.yaml"


def test_a_named_variable_beats_the_sidecar_above(thesis: Path, tmp_path: Path) -> None:
    other = write_sidecar(tmp_path / "other.yaml", raw_entry("only"))
    chapter = thesis / "chapters" / "02-losses.md"
    environment = clean_environment({"ARS_CORPUS": str(other)})
    state = judge_text(chapter, "Said [@only, p. 1].\n", environment, Project(thesis))
    assert state.corpus is not None
    assert list(state.corpus.entries) == ["only"]


def test_the_options_of_a_render_count(thesis: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(thesis)
    text = "As Miller (2019) says, and [@ioannidis2005, p. 1].\n"
    chapter = thesis / "chapters" / "new.md"
    project = Project(thesis, defaults=("thesis.yaml",))
    for path in (chapter, thesis / "chapters" / "02-losses.md"):
        state = judge_text(path, text, clean_environment(), project)
        assert state.error is None
        assert state.refuse_unmarked  # metadata.yaml says so
        assert not judge_text(path, text, clean_environment(), Project(thesis)).refuse_unmarked


def test_a_named_sidecar_counts_under_a_lock_too(tmp_path: Path) -> None:
    path = write_paper(tmp_path, "Said [@other, p. 1].\n")
    other = write_sidecar(tmp_path / "other.yaml", raw_entry("other"))
    for extra in ({}, {"ARS_LOCKED": "1"}):
        project = Project(tmp_path, corpus=str(other))
        state = judge_text(path, path.read_text(), clean_environment(extra), project)
        assert state.corpus is not None
        assert list(state.corpus.entries) == ["other"]


def test_a_chapter_that_latex_includes_is_shown_in_its_own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_paper(tmp_path)
    (tmp_path / "one.tex").write_text("One \\cite[1]{unread}.\n", encoding="utf-8")
    text = "Main \\cite{read}.\n\\input{one}\n"
    state = judge_text(tmp_path / "main.tex", text, clean_environment(), Project(tmp_path))
    assert [one.finding.citation.key for one in state.cited] == ["read"]
    chapter = tmp_path / "one.tex"
    state = judge_text(chapter, chapter.read_text(), clean_environment(), Project(tmp_path))
    assert [one.finding.citation.key for one in state.cited] == ["unread"]


def test_what_verdicts_rest_on_is_noticed(thesis: Path) -> None:
    chapter = thesis / "chapters" / "02-losses.md"
    project = Project(thesis)
    before = project.stamps(chapter)
    assert before == project.stamps(chapter)
    (thesis / "notes.txt").write_text("nothing to do with it", encoding="utf-8")
    assert project.stamps(chapter) == before
    for name in (".ars/catalog.yaml", "references.bib", "references.ars_human_read_log.yaml"):
        path = thesis / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {name}\n", encoding="utf-8")
        now = project.stamps(chapter)
        assert now != before
        before = now
    elsewhere = thesis.parent / "shared"
    elsewhere.mkdir()
    sidecar = write_sidecar(elsewhere / "passport.yaml", raw_entry())
    known = project.stamps(chapter, (Path(os.path.relpath(sidecar, thesis)),))
    assert known > before

"""Files by their path from the root of the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.repository import repository_path, repository_root


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "work"
    (root / "papers").mkdir(parents=True)
    (root / ".git").mkdir()
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    monkeypatch.chdir(root / "papers")
    return root


def test_a_path_begins_at_the_root(folder: Path) -> None:
    assert repository_path("a.md") == "papers/a.md"
    assert repository_path("../b.md") == "b.md"
    assert repository_path(str(folder / "papers" / "a.md")) == "papers/a.md"


def test_a_file_outside_keeps_its_name(folder: Path) -> None:
    assert repository_path("../../c.md") == "../../c.md"


def test_the_runner_s_word_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder.parent))
    assert repository_path("a.md") == "work/papers/a.md"
    # But not where it tells of another place.
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder / "elsewhere"))
    assert repository_path("a.md") == "papers/a.md"


def test_a_link_is_a_file_of_the_repository(folder: Path) -> None:
    (folder.parent / "out.md").touch()
    Path("link.md").symlink_to(folder.parent / "out.md")
    assert repository_path("link.md") == "papers/link.md"


def test_without_a_repository_a_name_is_a_name(tmp_path: Path) -> None:
    assert repository_root(None, tmp_path / "no" / "repository") is None

"""The share of the census is measured on what `ars check` really judges."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.census_share import LIMIT, VARIABLE, census_seconds, share, write


def test_the_named_manuscript_is_checked_and_its_census_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manuscript = tmp_path / "review"
    manuscript.mkdir()
    words = "Deep networks learn what they are shown [@doi:10.1000/a1], and more [@doi:10.1000/b2]."
    for number in range(3):
        chapter = "\n\n".join([f"# Chapter {number}", *[words] * 60])
        (manuscript / f"{number}.md").write_text(f"{chapter}\n", encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(manuscript))
    name, percent, whole = share(tmp_path / "work", runs=1)
    assert name == "deep-review"
    assert "360 citations" in (tmp_path / "work" / "out.txt").read_text(encoding="utf-8")
    assert 0 < percent < LIMIT
    assert whole > census_seconds({}, [])


def test_a_folder_without_a_manuscript_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(SystemExit, match="holds no Markdown"):
        write(tmp_path / "work")

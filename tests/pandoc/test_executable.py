"""Which Pandoc runs, and what it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc import executable
from ars_pandoc.pandoc.executable import bundled_pandoc, find_pandoc, without_backtraces


def _program(folder: Path, name: str, says: str) -> None:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\nprintf '%s\\n' '{says}'\n", encoding="utf-8")
    path.chmod(0o755)


def test_the_pandoc_on_path_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(tmp_path / "bin", "pandoc", "pandoc 2.17.1.1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = find_pandoc()
    assert (found.path, found.origin) == (tmp_path / "bin" / "pandoc", "PATH")
    assert found.version == (2, 17, 1, 1)
    assert found.version_text == "2.17.1.1"


@pytest.mark.parametrize("says", ["pandoc 2.16.2", "pandoc 1.19", "something else", ""])
def test_one_that_is_too_old_or_no_pandoc_gives_way_to_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    _program(tmp_path / "bin", "pandoc", says)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_pandoc() == bundled_pandoc()


def test_the_bundled_pandoc_is_there_without_any_on_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_pandoc(minimum=(3, 1, 2))
    assert found.origin == "bundled"
    assert found.version >= (3, 1, 2)


def test_without_any_pandoc_the_extra_and_pandoc_s_own_installers_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(executable, "find_spec", lambda _: None)
    with pytest.raises(ArsError, match="no Pandoc was found that can be used") as told:
        find_pandoc()
    assert "[pandoc]" in told.value.steps[0]
    assert "https://pandoc.org/installing.html" in told.value.steps[1]


def test_a_two_part_version_is_compared_by_number_not_by_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _program(tmp_path / "bin", "pandoc", "pandoc 3.10")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_pandoc(minimum=(3, 9)).origin == "PATH"


def test_haskell_backtraces_are_dropped_and_nothing_else() -> None:
    lines = [
        b"pandoc: x.md: does not exist\n",
        b"HasCallStack backtrace:\n",
        b"  collectBacktraces, called at libraries\n",
        b"\n",
        b"[WARNING] kept\n",
        b"  kept too\n",
    ]
    assert list(without_backtraces(lines)) == [lines[0], *lines[4:]]

"""The tests mirror the package: each module that decides something has a file of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import mirror


def test_no_module_is_without_tests() -> None:
    assert mirror.without_tests() == []


def test_nothing_is_excused_without_need() -> None:
    assert mirror.stale() == []


def test_a_new_module_is_named_with_the_file_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ars_pandoc" / "room").mkdir(parents=True)
    (tmp_path / "ars_pandoc" / "room" / "new.py").touch()
    (tmp_path / "ars_pandoc" / "room" / "__init__.py").touch()
    monkeypatch.setattr(mirror, "ROOT", tmp_path)
    monkeypatch.setattr(mirror, "ELSEWHERE", {"room/gone.py": "tests/test_gone.py"})
    monkeypatch.setattr(mirror, "NOTHING_TO_DECIDE", {})
    assert mirror.main() == 1
    said = capsys.readouterr().out
    assert "no tests: ars_pandoc/room/new.py; write tests/room/test_new.py" in said
    assert "room/gone.py: is not there" in said
    assert "tests/test_gone.py is not there" in said

"""What was worked out of a text is kept, and believed only where nobody else could write it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base import kept_data
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.kept_data import PART, remembered

DATA = {"entries": [{"title": "ü", "year": 2024, "held": True, "doi": None}]}
needs_users = pytest.mark.skipif(
    not hasattr(os, "getuid"), reason="Windows keeps the profile of a user from others"
)


def ask(folder: Path, text: str, work: Callable[[], Any], kind: str = "sidecar 1") -> Any:
    return remembered(kind, text, work, {"ARS_CACHE_DIR": str(folder)})


def never() -> Any:
    pytest.fail("it was worked out again")


def files(folder: Path) -> list[Path]:
    return sorted((folder / PART).glob("*.json"))


def test_the_same_text_is_worked_out_once(tmp_path: Path) -> None:
    assert ask(tmp_path, "a", lambda: DATA) == DATA
    assert ask(tmp_path, "a", never) == DATA
    assert ask(tmp_path, "b", lambda: [1]) == [1]
    assert ask(tmp_path, "a", lambda: [2], "ledger 1") == [2]


def test_an_error_is_raised_each_time(tmp_path: Path) -> None:
    def fails() -> Any:
        raise ArsError("no sidecar")

    for _ in range(2):
        with pytest.raises(ArsError, match="no sidecar"):
            ask(tmp_path, "a", fails)
    assert not files(tmp_path)


def test_what_json_would_change_is_not_kept(tmp_path: Path) -> None:
    for _ in range(2):
        assert ask(tmp_path, "a", lambda: {1: "a number as a key"}) == {1: "a number as a key"}
        assert ask(tmp_path, "b", lambda: {"x": {1, 2}}) == {"x": {1, 2}}
    assert not files(tmp_path)


def test_a_damaged_file_is_worked_out_again(tmp_path: Path) -> None:
    ask(tmp_path, "a", lambda: DATA)
    (kept,) = files(tmp_path)
    kept.write_bytes(kept.read_bytes()[:-5])
    assert ask(tmp_path, "a", lambda: DATA) == DATA
    assert json.loads(kept.read_bytes()) == DATA


@needs_users
def test_a_file_that_others_could_have_written_is_not_believed(tmp_path: Path) -> None:
    ask(tmp_path, "a", lambda: DATA)
    (kept,) = files(tmp_path)
    kept.write_text('{"entries": ["forged"]}')
    kept.chmod(0o666)
    assert ask(tmp_path, "a", lambda: DATA) == DATA


@needs_users
def test_a_folder_that_others_could_write_to_is_closed_to_them(tmp_path: Path) -> None:
    (tmp_path / PART).mkdir()
    (tmp_path / PART).chmod(0o777)
    ask(tmp_path, "a", lambda: DATA)
    assert not (tmp_path / PART).stat().st_mode & 0o022


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away"
)
def test_a_file_of_another_user_is_not_believed(tmp_path: Path) -> None:
    ask(tmp_path, "a", lambda: DATA)
    (kept,) = files(tmp_path)
    kept.write_text('{"entries": ["forged"]}')
    if sys.platform != "win32":
        os.chown(kept, 65534, 65534)
    assert ask(tmp_path, "a", lambda: DATA) == DATA


def test_where_nothing_can_be_kept_it_is_worked_out_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        assert ask(tmp_path / "file", "a", lambda: DATA) == DATA


def test_what_was_written_longest_ago_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_data, "_MOST_FILES", 3)
    for number in range(6):
        ask(tmp_path, str(number), lambda: DATA)
        for age, path in enumerate(sorted(files(tmp_path), key=lambda one: one.stat().st_mtime_ns)):
            os.utime(path, (1000 + age, 1000 + age))
    assert len(files(tmp_path)) <= 4
    assert ask(tmp_path, "5", never) == DATA

"""A file changed under a lock and in one step keeps its form, and a failure leaves it as it was."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from ars_pandoc.base import locked_file
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.locked_file import locked, read_raw, replace_file, without_mark


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("a\nb\n", b"new\nlines\n"),
        ("\ufeffa\n", b"\xef\xbb\xbfnew\nlines\n"),
        ("", b"new\nlines\n"),
    ],
)
def test_a_byte_order_mark_stays(tmp_path: Path, raw: str, written: bytes) -> None:
    path = tmp_path / "file.yaml"
    path.write_bytes(raw.encode())
    assert read_raw(path, "ledger") == raw
    assert without_mark(raw) == raw.removeprefix("\ufeff")
    assert not without_mark(raw).startswith("\ufeff")
    replace_file(path, raw, "new\nlines\n", "ledger")
    assert path.read_bytes() == written


def test_what_is_not_there_is_empty(tmp_path: Path) -> None:
    assert read_raw(tmp_path / "gone", "ledger") == ""


def test_who_may_read_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, "old", "new", "ledger")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_a_crash_left_is_written_over(tmp_path: Path) -> None:
    (tmp_path / ".file.part").write_text("half")
    replace_file(tmp_path / "file", "", "whole", "ledger")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_is_none_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "refs.yaml"
    with pytest.raises(ArsError, match=r"the ledger .* cannot be written") as caught:
        replace_file(path, "", "x", "ledger")
    assert "nothing was changed" in str(caught.value)
    with pytest.raises(ArsError, match=r"the ledger .* cannot be written"):
        _hold(path)


def _hold(path: Path) -> None:
    with locked(path, "ledger"):
        pass


def test_who_waits_too_long_is_told_that_nothing_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locked_file, "LOCK_SECONDS", 0.05)
    path = tmp_path / "refs.yaml"
    with locked(path, "ledger"):
        held: list[str | None] = []
        other = threading.Thread(target=lambda: held.append(_try(path)))
        other.start()
        other.join()
    (error,) = held
    assert error is not None
    assert "in use by another process" in error
    assert "nothing was written" in error
    assert _try(path) is None


def _try(path: Path) -> str | None:
    try:
        _hold(path)
    except ArsError as error:
        return str(error)
    return None


def test_the_lock_is_given_back_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError), locked(tmp_path / "a", "ledger"):
        raise KeyError
    _hold(tmp_path / "a")


def test_no_lock_is_left_in_the_folder(tmp_path: Path) -> None:
    with locked(tmp_path / "refs.yaml", "ledger"):
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_who_comes_by_a_link_waits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locked_file, "LOCK_SECONDS", 0.05)
    (tmp_path / "real").mkdir()
    (tmp_path / "refs.yaml").symlink_to(tmp_path / "real" / "refs.yaml")
    with locked(tmp_path / "real" / "refs.yaml", "ledger"):
        assert "in use by another process" in (_try(tmp_path / "refs.yaml") or "")


def test_where_no_folder_can_be_locked_the_state_folder_holds_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(locked_file, "_lock_of_folder", lambda folder: None)
    monkeypatch.setattr(locked_file, "LOCK_SECONDS", 0.05)
    (tmp_path / "paper").mkdir()
    path = tmp_path / "paper" / "refs.yaml"
    with locked(path, "ledger"):
        assert list((tmp_path / "paper").iterdir()) == []
        assert list((tmp_path / "state").rglob("*.lock"))
        assert "in use by another process" in (_try(path) or "")
    assert _try(path) is None

"""A file is written whole or not at all, and nothing half written lies there afterwards."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from ars_pandoc.base.whole_file import after_failed_write, write_whole


def test_a_file_is_made_and_replaced_with_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_whole(path, b"one")
    path.chmod(0o640)
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_a_link_stays_one_and_a_device_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to("a")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"new"
    write_whole(Path(os.devnull), b"gone")


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if step == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_what_a_killed_process_left_goes_with_the_next(tmp_path: Path) -> None:
    dead = 2**22 + 7  # more than any process's number
    (tmp_path / f".a.{dead}.part").write_bytes(b"half")
    (tmp_path / f".a.{os.getppid()}.part").write_bytes(b"another's")
    (tmp_path / f".b.{dead}.part").write_bytes(b"of another file")
    write_whole(tmp_path / "a", b"new")
    left = sorted(one.name for one in tmp_path.iterdir())
    assert left == sorted(["a", f".a.{os.getppid()}.part", f".b.{dead}.part"])


def test_a_long_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_whole(path, b"x")
    assert path.read_bytes() == b"x"


def test_what_to_do_about_a_file_that_could_not_be_written() -> None:
    for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        assert "make room on the disk" in after_failed_write(OSError(number, ""), "else")
    assert "read-only" in after_failed_write(OSError(errno.EROFS, ""), "else")
    assert after_failed_write(OSError(errno.EACCES, ""), "else") == "else"

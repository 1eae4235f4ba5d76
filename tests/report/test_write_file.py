from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.report.write_file import unwritable, write_text


@pytest.mark.parametrize("text", ["", "ä\n", "one\r\ntwo\n", "no end"])
def test_a_report_is_written_byte_by_byte(tmp_path: Path, text: str) -> None:
    write_text(tmp_path / "report.txt", text)
    assert (tmp_path / "report.txt").read_bytes() == text.encode()


def test_an_older_report_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("a much longer report of last week", "utf-8")
    write_text(tmp_path / "report.txt", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["report.txt"]
    assert (tmp_path / "report.txt").read_text("utf-8") == "new"


def test_an_older_report_stands_if_the_new_one_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("old", "utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "report.txt", "half \ud800")
    assert [path.name for path in tmp_path.iterdir()] == ["report.txt"]
    assert (tmp_path / "report.txt").read_text("utf-8") == "old"


def test_a_folder_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="the report cannot be written to") as caught:
        write_text(tmp_path / "none" / "report.txt", "x")
    assert str(tmp_path / "none") in caught.value.what
    assert caught.value.why == os.strerror(2)
    assert caught.value.steps == ("name a file in a folder that exists and can be written",)


def test_a_folder_is_no_file_for_a_report(tmp_path: Path) -> None:
    (tmp_path / "report.txt").mkdir()
    with pytest.raises(ArsError, match="cannot be written"):
        write_text(tmp_path / "report.txt", "x")
    assert (tmp_path / "report.txt").is_dir()


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="who may write everywhere is not refused"
)
def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir(mode=0o500)
    with pytest.raises(ArsError, match="cannot be written"):
        write_text(tmp_path / "kept" / "report.txt", "x")


def test_a_name_with_control_characters_is_shown_without_them() -> None:
    assert "\x1b" not in str(unwritable(Path("a\x1b[31m.txt"), OSError("why")))

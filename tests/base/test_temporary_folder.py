from __future__ import annotations

import errno
import tempfile
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.temporary_folder import temporary_folder


def test_the_folder_goes_with_all_that_stands_in_it() -> None:
    with temporary_folder("ars-test-") as folder:
        (folder / "a").write_text("x", encoding="utf-8")
        assert folder.name.startswith("ars-test-")
    assert not folder.exists()


def test_where_none_can_be_made_the_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(ArsError, match="temporary folder") as caught, temporary_folder("ars-"):
        pass
    assert "gone cannot be written" in str(caught.value)
    assert "TMPDIR" in str(caught.value)


def test_a_full_one_was_told_as_the_fault_of_the_document() -> None:
    with pytest.raises(ArsError, match="temporary folder") as caught, temporary_folder("ars-"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert "make room on the disk" in str(caught.value)


def test_what_else_the_system_refuses_is_told_as_it_is() -> None:
    with pytest.raises(FileNotFoundError), temporary_folder("ars-"):
        raise FileNotFoundError(errno.ENOENT, "No such file")

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.cache_folder import cache_folder
from ars_pandoc.base.errors import ArsError


def test_a_variable_moves_it(tmp_path: Path) -> None:
    folder = cache_folder({"ARS_CACHE_DIR": str(tmp_path / "a" / "b")}, "lookups")
    assert folder == tmp_path / "a" / "b" / "lookups"
    assert folder.is_dir()


def test_a_folder_that_cannot_be_made_is_an_error_for_people(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for name in (str(tmp_path / "file"), "a\0b"):
        with pytest.raises(ArsError, match="cannot be made"):
            cache_folder({"ARS_CACHE_DIR": name}, "lookups")

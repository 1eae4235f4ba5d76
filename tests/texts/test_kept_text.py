"""The words of a file are read once, and what is kept is used by every command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ars_pandoc.cli.commands.quote import command
from ars_pandoc.pinning.pin_file import open_file
from ars_pandoc.texts import kept_text
from tests.texts.pdf.pdfs import pdf

QUOTE = "The words of this file are for those who may read them"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    made = tmp_path / "a.pdf"
    made.write_bytes(pdf(f"#set page(width: 13cm, height: 8cm)\n{QUOTE}."))
    return made


def _kept(file: Path) -> list[Path]:
    return list((file.parent / "cache").rglob("*.text"))


def _no_reading(*_: object) -> None:
    raise AssertionError("the file is read again")


def test_quote_reads_a_file_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0
    assert len(_kept(file)) == 1
    monkeypatch.setattr(kept_text, "extract", _no_reading)
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0


def test_what_pinning_read_is_kept_for_the_first_look(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_file(file)
    monkeypatch.setattr(kept_text, "extract", _no_reading)
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0


def test_a_damaged_file_of_the_cache_is_read_again(file: Path) -> None:
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0
    _kept(file)[0].write_bytes(b"[1, 2")
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0

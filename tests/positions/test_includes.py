r"""Which files `\input` and `\include` mean, and that they are read once and in bounds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ars_pandoc.positions.includes import included_file, with_included


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEXINPUTS", raising=False)
    return tmp_path


def test_the_ending_may_be_left_out(here: Path) -> None:
    (here / "one.tex").write_text("1")
    (here / "two").write_text("2")
    assert included_file("one") == included_file("one.tex") == Path("one.tex")
    assert included_file("two") == Path("two")
    assert included_file("three") is None


def test_the_file_with_the_ending_comes_first(here: Path) -> None:
    (here / "one").write_text("1")
    (here / "one.tex").write_text("2")
    assert included_file("one") == Path("one.tex")


def test_a_folder_is_no_file(here: Path) -> None:
    (here / "one").mkdir()
    assert included_file("one") is None


def test_texinputs_names_other_folders(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "parts").mkdir()
    (here / "parts" / "one.tex").write_text("1")
    assert included_file("one") is None
    monkeypatch.setenv("TEXINPUTS", os.pathsep.join(["nowhere", "parts"]))
    assert included_file("one") == Path("parts/one.tex")


def test_what_includes_itself_is_read_once(here: Path) -> None:
    main = (Path("main.tex"), "\\input{one}\n\\include{one}\n")
    (here / "one.tex").write_text("\\input{two} \\input{one}")
    (here / "two.tex").write_text("\\input{main} % \\input{three}\n")
    (here / "three.tex").write_text("never")
    (here / "main.tex").write_text("of the disk")
    found = with_included([main])
    assert found[0] == main
    assert [str(path) for path, _ in found] == ["main.tex", "one.tex", "two.tex"]


def test_a_file_that_is_too_large_is_left_out(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (here / "big.tex").open("wb") as file:
        file.truncate(16 * 2**20 + 1)
    with (here / "most.tex").open("wb") as file:
        file.truncate(16 * 2**20)
    found = dict(with_included([(Path("main.tex"), "\\input{big}\\input{most}")]))
    assert list(found) == [Path("main.tex"), Path("most.tex")]


def test_bytes_that_are_no_utf_8_stop_nothing(here: Path) -> None:
    (here / "one.tex").write_bytes(b"caf\xe9 \\cite{a}")
    found = dict(with_included([(Path("main.tex"), "\\input{one}")]))
    assert found[Path("one.tex")] == "caf\ufffd \\cite{a}"

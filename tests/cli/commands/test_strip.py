from __future__ import annotations

import io
from pathlib import Path

import pytest

from ars_pandoc.cli import main

TEXT = "\ufeffFound <!--ref:a--><!--anchor:page:3-->.\r\n"
BARE = "\ufeffFound.\r\n"


@pytest.fixture(autouse=True)
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "paper.md"
    path.write_bytes(TEXT.encode())
    return path


def test_it_needs_no_sidecar(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strip", "paper.md"]) == 0
    assert paper.read_bytes() == BARE.encode()
    said = capsys.readouterr()
    assert said.out == ""
    assert "paper.md: markers removed" in said.err


def test_check_writes_nothing(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strip", "--check", "paper.md"]) == 1
    assert capsys.readouterr().out == "paper.md: has markers\n"
    assert paper.read_bytes() == TEXT.encode()
    main(["strip", "paper.md"])
    assert main(["strip", "--check", "paper.md"]) == 0


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert main(["strip"]) == 0
    assert capfdbinary.readouterr().out == BARE.encode()


def test_stdout_leaves_the_file_alone(
    paper: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["strip", "--stdout", "paper.md"]) == 0
    assert capfdbinary.readouterr().out == BARE.encode()
    assert paper.read_bytes() == TEXT.encode()


def test_a_word_processors_file_is_refused(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper.with_name("a.docx").write_bytes(b"PK")
    assert main(["strip", "a.docx", "paper.md"]) == 2
    assert "no text with markers" in capsys.readouterr().err
    assert paper.read_bytes() == BARE.encode()


def test_check_sees_a_part_that_is_read_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    part = tmp_path / "_part.qmd"
    part.write_text("As Roe says <!--ref:roe--><!--anchor:page:3-->.\n", encoding="utf-8")
    whole = tmp_path / "whole.qmd"
    whole.write_text("Words.\n\n{{< include _part.qmd >}}\n", encoding="utf-8")
    assert main(["strip", "--check", "whole.qmd"]) == 1
    before = part.read_bytes()
    main(["strip", "whole.qmd"])
    assert part.read_bytes() == before
    capsys.readouterr()

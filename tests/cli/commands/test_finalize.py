from __future__ import annotations

import io
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from tests.checking.papers import write_paper

GOOD = "Found.<!--ref:read--><!--anchor:page:3-->\r\n"
GONE = "Found.<!--ref:gone--><!--anchor:page:3-->\n"
MARKED = "Found.[UNVERIFIED CITATION — NO ORIGINAL]<!--ref:gone--><!--anchor:page:3-->\n"


@pytest.fixture(autouse=True)
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    path = write_paper(tmp_path)
    path.write_bytes(GOOD.encode())
    return path


def _stdin(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_it_writes_in_place_and_keeps_line_ends(paper: Path) -> None:
    assert main(["finalize", "paper.md"]) == 0
    assert paper.read_bytes() == b"Found.<!--ref:read ok--><!--anchor:page:3-->\r\n"


def test_check_writes_nothing(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["finalize", "--check", "paper.md"]) == 1
    assert paper.read_bytes() == GOOD.encode()
    assert "paper.md: its markers are not up to date" in capsys.readouterr().out
    main(["finalize", "paper.md"])
    assert main(["finalize", "--check", "paper.md"]) == 0


def test_several_files_and_one_that_is_refused(paper: Path) -> None:
    other = paper.with_name("other.md")
    other.write_text(GONE, encoding="utf-8")
    assert main(["finalize", "paper.md", "other.md"]) == 1
    assert other.read_text(encoding="utf-8") == MARKED
    assert "read ok" in paper.read_text(encoding="utf-8")


def test_a_file_that_is_no_text_does_not_stop_the_others(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper.with_name("bad.md").write_bytes(b"caf\xe9 [@read]")
    assert main(["finalize", "bad.md", "paper.md"]) == 2
    assert "bad.md is not UTF-8" in capsys.readouterr().err
    assert "read ok" in paper.read_text(encoding="utf-8")


def test_standard_input_goes_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    _stdin(monkeypatch, GONE)
    assert main(["finalize", "-"]) == 1
    assert capfdbinary.readouterr().out == MARKED.encode()


def test_stdout_leaves_the_file_alone(
    paper: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["finalize", "--stdout", "paper.md"]) == 0
    assert capfdbinary.readouterr().out == b"Found.<!--ref:read ok--><!--anchor:page:3-->\r\n"
    assert paper.read_bytes() == GOOD.encode()


def test_native_citations_were_a_line_each(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper.write_text("See [@read, p. 3].\n\n" * 30, encoding="utf-8")
    assert main(["finalize", "paper.md"]) == 0
    said = capsys.readouterr().err
    assert "paper.md: 30 citations (ok) have no comment, so their verdicts are not written" in said
    assert "ars check paper.md" in said
    assert len(said.splitlines()) == 3


def test_locked_ignores_what_the_document_accepts(paper: Path) -> None:
    text = "---\nars: {accept: [LOW-WARN]}\n---\n\nX.<!--ref:unread--><!--anchor:page:3-->\n"
    paper.write_text(text, encoding="utf-8")
    assert main(["finalize", "paper.md"]) == 0
    assert main(["finalize", "--locked", "--corpus", "literature_corpus.yaml", "paper.md"]) == 1
    assert "<!--ref:unread LOW-WARN-->" in paper.read_text(encoding="utf-8")


def test_a_symbolic_link_stays_one(paper: Path) -> None:
    link = paper.with_name("link.md")
    link.symlink_to(paper)
    assert main(["finalize", "link.md"]) == 0
    assert link.is_symlink()
    assert "read ok" in paper.read_text(encoding="utf-8")

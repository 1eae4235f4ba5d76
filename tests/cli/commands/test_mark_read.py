from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import ReadScope, ledger_path, load_ledger
from tests.cli.terminal import run_on_terminal
from tests.corpus.sidecars import raw_entry, write_sidecar


@pytest.fixture
def sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    return write_sidecar(tmp_path / "refs.ars.yaml", raw_entry(), raw_entry("lee2023"))


def test_sources_are_marked(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mark-read", "smith2024", "lee2023", "--yes"]) == 0
    log = load_ledger([sidecar])
    assert log.is_read("smith2024")
    assert log.is_read("lee2023")
    said = capsys.readouterr().out
    assert "smith2024  Smith 2024. Gates and citations" in said
    assert "lee2023: marked as read (scope not given)" in said


def test_scope_locators_and_note(sidecar: Path) -> None:
    arguments = ["--locator", "section 3", "--locator", "pp. 10-24", "--note", "for chapter 2"]
    assert main(["mark-read", "smith2024", "--yes", *arguments]) == 0
    mark = load_ledger([sidecar]).mark("smith2024")
    assert mark is not None
    assert mark.scope == ReadScope("sections", ("section 3", "pp. 10-24"), "for chapter 2")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--scope", "full_text", "--locator", "section 3"],
        ["--scope", "all"],
        ["--locator", " "],
        ["--locator", "x" * 201],
        ["--note", ""],
        ["--corpus", "refs.ars.yaml", "--for", "paper.md"],
    ],
)
def test_what_contradicts_itself_is_a_usage_error(sidecar: Path, arguments: list[str]) -> None:
    assert main(["mark-read", "smith2024", "--yes", *arguments]) == 2
    assert not ledger_path(sidecar).exists()


def test_a_document_stands_for_the_held_sources_that_it_cites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARS_CORPUS", raising=False)
    path = write_sidecar(
        tmp_path / "refs.ars.yaml",
        raw_entry("a", source_acquired=True),
        raw_entry("b"),
        raw_entry("uncited", source_acquired=True),
    )
    Path("paper.md").write_text("---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@a] [@b].\n")
    assert main(["mark-read", "paper.md"]) == 2  # nobody can be asked
    assert not ledger_path(path).exists()
    assert main(["mark-read", "paper.md", "--yes"]) == 0
    assert {key for key in ("a", "b", "uncited") if load_ledger([path]).is_read(key)} == {"a"}
    assert "1 source left out that nobody holds yet" in capsys.readouterr().err


def test_a_sidecar_stands_for_nothing_that_was_read(sidecar: Path) -> None:
    assert main(["mark-read", "refs.ars.yaml", "--yes"]) == 2
    assert not ledger_path(sidecar).exists()


def test_a_key_that_is_called_as_a_file_is_a_key(sidecar: Path) -> None:
    Path("smith2024").mkdir()
    assert main(["mark-read", "smith2024", "--yes"]) == 0
    assert load_ledger([sidecar]).is_read("smith2024")


def test_an_unknown_key_writes_nothing_also_not_for_the_others(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mark-read", "smith2024", "x", "@Lee2023", "--yes"]) == 2
    assert not ledger_path(sidecar).exists()
    said = capsys.readouterr().err
    assert "[ARS-MARK-READ ERROR: citation_key 'x' not in literature_corpus[]]\n" in said
    assert "did you mean lee2023?" in said


def test_a_source_that_is_marked_is_marked_again_only_with_another_scope(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mark-read", "smith2024", "--scope", "abstract_only", "--yes"]) == 0
    before = ledger_path(sidecar).read_bytes()
    assert main(["mark-read", "smith2024"]) == 0
    assert main(["mark-read", "smith2024", "--scope", "abstract_only"]) == 0
    assert ledger_path(sidecar).read_bytes() == before
    assert "smith2024: already marked (read 20" in capsys.readouterr().out
    assert main(["mark-read", "smith2024", "--scope", "full_text", "--yes"]) == 0
    assert len(load_ledger([sidecar]).marks["smith2024"]) == 2


def test_without_a_terminal_yes_is_needed(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mark-read", "smith2024"]) == 2
    assert "add --yes" in capsys.readouterr().err
    assert not ledger_path(sidecar).exists()


@pytest.mark.parametrize(
    ("keys", "code", "said"),
    [
        (b"y\n", 0, "smith2024: marked as read"),
        (b"n\n", 1, "Nothing was written."),
        (b"\x03", 130, "Stopped; nothing was written."),
    ],
)
def test_on_a_terminal_the_reader_is_asked(
    sidecar: Path, keys: bytes, code: int, said: str
) -> None:
    ended, shown = run_on_terminal(["mark-read", "smith2024"], sidecar.parent, keys)
    assert "Have you read this source? [y/N]" in shown
    assert said in shown
    assert "Traceback" not in shown
    assert ended == code
    assert ledger_path(sidecar).exists() is (code == 0)


def test_the_sidecar_of_a_paper(sidecar: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sidecar(sidecar.with_name("more.ars.json"), raw_entry("wang2020"))
    assert main(["mark-read", "wang2020", "--yes"]) == 2
    assert "two sidecars could be meant" in capsys.readouterr().err
    paper = sidecar.with_name("paper.md")
    paper.write_text("---\nbibliography: [refs.bib, more.bib]\n---\n", encoding="utf-8")
    assert main(["mark-read", "wang2020", "smith2024", "--yes", "--for", "paper.md"]) == 0
    assert load_ledger([sidecar.with_name("more.ars.json")]).is_read("wang2020")
    assert load_ledger([sidecar]).is_read("smith2024")
    assert not load_ledger([sidecar]).is_read("wang2020")


def test_the_option_of_a_paper_names_its_sidecar(sidecar: Path) -> None:
    other = write_sidecar(sidecar.with_name("a--b.yaml"), raw_entry("wang2020"))
    paper = sidecar.with_name("paper.md")
    paper.write_text("---\nars:\n  corpus: '`a--b.yaml`'\n---\n", encoding="utf-8")
    assert main(["mark-read", "wang2020", "--yes", "--for", "paper.md"]) == 0
    assert load_ledger([other]).is_read("wang2020")


def test_a_corpus_inside_the_paper_has_no_ledger(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = sidecar.with_name("paper.md")
    paper.write_text("---\nliterature_corpus: []\n---\n", encoding="utf-8")
    assert main(["mark-read", "smith2024", "--yes", "--for", "paper.md"]) == 2
    assert "in its metadata" in capsys.readouterr().err


def test_a_damaged_ledger_is_said_and_left(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger_path(sidecar).write_text("human_read:\n- citation_key: a\n", encoding="utf-8")
    assert main(["mark-read", "smith2024", "--yes"]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert ledger_path(sidecar).read_text(encoding="utf-8").endswith("citation_key: a\n")


def test_a_title_cannot_write_to_the_terminal(
    sidecar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(sidecar, raw_entry(title="a\x1b[2Jb"))
    assert main(["mark-read", "smith2024", "--yes"]) == 0
    assert "\x1b" not in capsys.readouterr().out

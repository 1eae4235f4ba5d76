from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.ledger import ledger_path, load_ledger
from ars_pandoc.corpus.store import store_of
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar

PAPER = """\
# Introduction

As [@a, p. 3] says, and as was found [@b, sec. 2].

# Results

Seen again [[@b]]{quote="three or more words"} here [@read, p. 1; @unheld, p. 1].
"""
ASKS = "f/s/a/k/q: "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "paper.md").write_text(PAPER, encoding="utf-8")
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        *(raw_entry(key, source_acquired=True) for key in ("a", "b", "read", "uncited")),
        raw_entry("unheld"),
    )
    ledger_path(sidecar).write_text("human_read: [{citation_key: read, marked_at: 2026-01-01}]\n")
    return tmp_path


def marks(folder: Path) -> dict[str, tuple[str, tuple[str, ...]]]:
    log = load_ledger([folder / "literature_corpus.yaml"])
    return {key: (found[-1].level, found[-1].locators) for key, found in log.marks.items()}


def test_the_most_cited_source_comes_first_with_its_places(folder: Path) -> None:
    code, shown = converse(
        ["read", "paper.md"],
        folder,
        [(ASKS, b"s\n"), ("sections or pages", b"section 2; pp. 3-4\n"), (ASKS, b"f\n")],
    )
    assert code == 0
    assert shown.index("[1 of 2] ") < shown.index("[2 of 2] ")
    first = shown[shown.index("[1 of 2] ") : shown.index("[2 of 2] ")]
    assert "Smith 2024. Gates and citations" in first
    assert "cited 2 times:" in first
    assert "paper.md, Introduction: section " in first
    assert "paper.md, Results: “three or more words”" in first
    assert "2 sources marked as read; 0 sources still wait for a reader" in shown
    assert "1 source left out that nobody holds yet" in shown
    assert marks(folder) == {
        "read": ("unknown", ()),
        "b": ("sections", ("section 2", "pp. 3-4")),
        "a": ("full_text", ()),
    }


def test_nothing_is_answered_for_the_reader(folder: Path) -> None:
    """Enter alone and a wrong letter ask again; skipping and quitting record nothing."""
    before = ledger_path(folder / "literature_corpus.yaml").read_bytes()
    turns = [(ASKS, b"\n"), (ASKS, b"y\n"), (ASKS, b"k\n"), (ASKS, b"q\n")]
    code, shown = converse(["read", "paper.md"], folder, turns)
    assert code == 0
    assert "0 sources marked as read; 2 sources still wait for a reader" in shown
    assert ledger_path(folder / "literature_corpus.yaml").read_bytes() == before


def test_ctrl_c_keeps_what_was_answered(folder: Path) -> None:
    code, shown = converse(["read", "paper.md"], folder, [(ASKS, b"a\n"), (ASKS, b"\x03")])
    assert code == 130
    assert "Stopped; 1 source marked as read." in shown
    assert marks(folder)["b"] == ("abstract_only", ())
    assert set(marks(folder)) == {"read", "b"}


def test_ctrl_c_at_the_second_question_marks_nothing(folder: Path) -> None:
    turns = [(ASKS, b"s\n"), ("sections or pages", b"\x03")]
    code, _ = converse(["read", "paper.md"], folder, turns)
    assert code == 130
    assert set(marks(folder)) == {"read"}


def test_without_a_document_the_sidecar_is_walked(folder: Path) -> None:
    turns = [(ASKS, b"k\n"), (ASKS, b"k\n"), (ASKS, b"f\n")]
    code, shown = converse(["read"], folder, turns)
    assert code == 0
    assert "[3 of 3]" in shown
    assert marks(folder)["uncited"] == ("full_text", ())


@pytest.mark.usefixtures("folder")
def test_without_a_terminal_nobody_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "paper.md"]) == 2
    assert "without a terminal nobody can be asked" in capsys.readouterr().err


def test_nothing_waits(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "paper.md").write_text("Seen [@read, p. 2].\n", encoding="utf-8")
    assert main(["read", "paper.md"]) == 0
    assert capsys.readouterr().out == "no source waits for a reader\n"


def test_an_inline_corpus_has_no_ledger(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inline = yaml.safe_dump({"literature_corpus": [raw_entry("a", source_acquired=True)]})
    (folder / "paper.md").write_text(f"---\n{inline}---\n\nSeen [@a, p. 2].\n", encoding="utf-8")
    assert main(["read", "paper.md"]) == 2
    assert "marks of reading are kept beside a sidecar" in capsys.readouterr().err


def test_a_source_of_two_sidecars_is_marked_beside_the_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "literature_corpus.yaml").unlink()
    for name in ("one", "two"):
        (folder / f"{name}.bib").touch()
    write_sidecar(folder / "one.ars.yaml", raw_entry("x", source_acquired=True))
    write_sidecar(folder / "two.ars.yaml", raw_entry("a", source_acquired=True))
    text = "---\nbibliography: [one.bib, two.bib]\n---\n\nSeen [@a, p. 2].\n"
    (folder / "paper.md").write_text(text, encoding="utf-8")
    code, _ = converse(["read", "paper.md"], folder, [(ASKS, b"f\n")])
    assert code == 0
    assert ledger_path(folder / "two.ars.yaml").exists()
    assert not ledger_path(folder / "one.ars.yaml").exists()


def test_the_passage_of_a_pinned_source_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARS_CACHE_DIR", str(folder / "cache"))
    sidecar = folder / "literature_corpus.yaml"
    text = b"A first sentence. Here stand six or seven words that were quoted, and others.\n"
    sha256 = store_of([sidecar]).write(text, ".txt")
    set_snapshots(catalog_path(sidecar), {"b": [Snapshot(sha256, "text/plain")]})
    quote = "six or seven words that were quoted"
    paper = PAPER.replace("three or more words", quote)
    (folder / "paper.md").write_text(paper, encoding="utf-8")
    code, shown = converse(["read", "paper.md"], folder, [(ASKS, b"q\n")])
    assert code == 0
    assert "in the source: " in shown
    assert "Here stand" in shown
    assert "and others" in shown


@pytest.mark.parametrize("arguments", [["read", "paper.md"], ["read"]])
def test_a_source_that_is_pinned_is_held(folder: Path, arguments: list[str]) -> None:
    """Its text lies in the store, whatever the entry says: a reader can read it."""
    sidecar = folder / "literature_corpus.yaml"
    sha256 = store_of([sidecar]).write(b"Some words.", ".txt")
    set_snapshots(catalog_path(sidecar), {"unheld": [Snapshot(sha256, "text/plain")]})
    count = 3 if arguments[1:] else 4
    turns = [(ASKS, b"k\n")] * count
    code, shown = converse(arguments, folder, turns)
    assert code == 0
    assert f"of {count}] \x1b[1munheld" in shown
    assert "left out" not in shown

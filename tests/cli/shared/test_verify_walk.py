"""`ars verify --interactive` on a real terminal of 60 columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.pinning.test_pin_file import article

BIB = """@article{noyear, title={A record without a year}, author={Roe, Jan}, journal={J}}
@article{noauthor, title={A record without a name}, year={2020}, journal={J}}
@article{whole, title={Whole records of our time}, author={Poe, Eva}, year={2021}, journal={J}}
"""
TEXT = """---
bibliography: refs.bib
---

One [@noyear, p. 3], two [@whole, p. 4; @whole, p. 5], three [@noauthor, p. 1].
"""
AGAIN = "[y/n/k/u/q] "
COMPLETE = "[a/e/k/u/q] "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_SOURCES", "ARS_LOCKED"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def _narrow(shown: str) -> None:
    import click

    assert all(len(line) <= 60 for line in click.unstyle(shown).split("\n")), shown


def _sidecar(folder: Path) -> Path:
    return write_sidecar(
        folder / "refs.ars.yaml",
        raw_entry("a", title="Words of the first work on things"),
        raw_entry("b", title="Words of the second work on things"),
    )


def test_one_key_says_yes_beside_the_first_page(folder: Path) -> None:
    sidecar = _sidecar(folder)
    source = folder / "a.txt"
    source.write_text("Words of the first work on things\n\nJane Smith\n\nThe text itself.\n")
    assert main(["pin", "a", str(source)]) in (0, 1)
    (folder / "paper.md").write_text(
        "---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@b, p. 1] and [@b, p. 2]; [@a, p. 3].\n"
    )
    turns = [(AGAIN, b"y"), (AGAIN, b"u"), (AGAIN, b"y"), (AGAIN, b"q")]
    before = load_corpus(sidecar).entries["a"].source_verified_against_original
    code, shown = converse(["verify", "--interactive", "paper.md"], folder, turns, columns=60)
    assert code == 0
    _narrow(shown)
    assert "cited 2 times" in shown
    assert "undone" in shown
    entries = load_corpus(sidecar).entries
    assert entries["b"].source_verified_against_original
    assert entries["b"].source_verification_method == "vision_check"
    if not before:
        assert "its first page says:" in shown
        assert "Jane Smith" in shown
        assert not entries["a"].source_verified_against_original


def test_a_source_that_its_pinned_text_was_compared_with_waited_too(folder: Path) -> None:
    write_sidecar(folder / "refs.ars.yaml", raw_entry("a"), raw_entry("b"))
    article(folder / "a.xml")
    assert main(["pin", "a", "a.xml"]) == 0
    (folder / "paper.md").write_text(
        "---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@a, p. 1] and [@b, p. 2].\n"
    )
    code, shown = converse(["verify", "-i", "paper.md"], folder, [(AGAIN, b"q")])
    assert code == 0
    assert "1 source left out whose pinned text was compared with the entry" in shown
    assert "[1 of 1] " in shown
    assert "an open copy: ars fetch b --corpus refs.ars.yaml" in shown
    # By its key it can be compared by hand all the same.
    code, shown = converse(["verify", "-i", "a"], folder, [(AGAIN, b"y")])
    assert code == 0
    assert load_corpus(folder / "refs.ars.yaml").entries["a"].source_verified_against_original


def test_no_opens_the_editor_and_a_broken_entry_is_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sidecar = _sidecar(folder)
    editor = folder / "editor.sh"
    editor.write_text(
        "#!/bin/sh\nif [ -e once ]; then sed -i 's/^year:.*/year: 1999/' \"$1\"; "
        "else touch once; sed -i 's/^year:.*/year: soon/' \"$1\"; fi\n"
    )
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    turns = [(AGAIN, b"n"), (AGAIN, b"n"), (AGAIN, b"y"), (AGAIN, b"k")]
    code, shown = converse(["verify", "-i"], folder, turns, columns=60)
    assert code == 0
    _narrow(shown)
    assert "would break a rule" in " ".join(shown.split())
    entry = load_corpus(sidecar).entries["a"]
    assert (entry.year, entry.source_verified_against_original) == (1999, True)
    assert not load_corpus(sidecar).entries["b"].source_verified_against_original


def test_entries_that_lack_a_year_or_an_author_were_left_to_the_editor_of_yaml(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "refs.bib").write_text(BIB)
    (folder / "paper.md").write_text(TEXT)
    assert main(["init", "paper.md"]) == 0
    assert "ars verify --interactive paper.md" in capfd.readouterr().out
    turns = [
        (COMPLETE, b"a"),
        ("year of publication: ", b"someday\n"),
        (COMPLETE, b"a"),
        ("year of publication: ", b"2019\n"),
        (COMPLETE, b"a"),
        ("Given; …): ", b"WHO; Roe, Jan\n"),
        (AGAIN, b"q"),
    ]
    code, shown = converse(["verify", "--interactive", "paper.md"], folder, turns, columns=60)
    assert code == 0
    _narrow(shown)
    entries = load_corpus(folder / "refs.ars.yaml").entries
    assert entries["noyear"].year == 2019
    assert [dict(name) for name in entries["noauthor"].authors] == [
        {"literal": "WHO"},
        {"family": "Roe", "given": "Jan"},
    ]
    assert "#   year" not in (folder / "refs.ars.yaml").read_text()


def test_a_sidecar_of_comments_alone_is_completed(folder: Path) -> None:
    (folder / "refs.bib").write_text(BIB)
    (folder / "paper.md").write_text("---\nbibliography: refs.bib\n---\n\nOne [@noyear, p. 3].\n")
    assert main(["init", "paper.md"]) == 0
    turns = [(COMPLETE, b"a"), ("year of publication: ", b"2019\n")]
    code, _ = converse(["verify", "-i"], folder, turns, columns=60)
    assert code == 0
    assert load_corpus(folder / "refs.ars.yaml").entries["noyear"].year == 2019


def test_what_was_written_stays_when_it_is_stopped(folder: Path) -> None:
    sidecar = _sidecar(folder)
    code, shown = converse(["verify", "-i"], folder, [(AGAIN, b"y"), (AGAIN, b"\x03")], columns=60)
    assert code == 130
    assert "1 source recorded" in shown
    assert load_corpus(sidecar).entries["a"].source_verified_against_original


def test_without_a_terminal_nobody_is_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _sidecar(folder).read_bytes()
    assert main(["verify", "-i"]) == 2
    assert "nobody can be asked" in capsys.readouterr().err
    assert (folder / "refs.ars.yaml").read_bytes() == before
    assert main(["verify", "-i", "gone"]) == 2
    assert "'gone' not in literature_corpus[]" in capsys.readouterr().err

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import ledger_path
from tests.corpus.sidecars import raw_entry, write_sidecar

PAPER = """\
---
title: A paper
---

Before all [@a, p. 1].

# Introduction

As [@a, p. 3] and [@b] and [@b, p. 2].

## Within

See [@gone, p. 4].

# Results

Seen [@c, p. 5; @a].
"""


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "paper.md"
    path.write_text(PAPER, encoding="utf-8")
    held = {"source_acquired": True}
    checked = {
        **held,
        "source_verified_against_original": True,
        "source_verification_method": "manual_grep",
    }
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("a", **checked),
        raw_entry("b", **held),
        raw_entry("c", source_acquired=False, description_last_audit="none"),
    )
    ledger_path(sidecar).write_text("human_read: [{citation_key: a, marked_at: 2026-01-01}]\n")
    return path


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.mark.usefixtures("paper")
def test_the_funnel_counts_citations_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "paper.md"]) == 1
    shown = lines(capsys.readouterr().out)
    assert shown[0] == "paper.md: 7 citations of 4 sources (sidecar literature_corpus.yaml)"
    assert [line.replace("━", "").replace("╸", "").split() for line in shown[1:6]] == [
        ["anchored", "5", "of", "7", "citations"],
        ["held", "2", "of", "4", "sources"],
        ["cross-checked", "1", "of", "4", "sources"],
        ["read", "1", "of", "4", "sources"],
        ["passing", "2", "of", "7", "citations"],
    ]
    assert shown[6:10] == [
        "citations by chapter cited anchored held cross-checked read passing",
        "(before the first heading) 1 1 1 1 1 1",
        "Introduction 4 3 3 1 1 1",
        "Results 2 1 1 1 1 0",
    ]
    assert shown[10:] == [
        "next: 1 source, cited once, is not in the sidecar",
        "ars init --update paper.md",
        "then: 2 citations of 2 sources lack a locator; start with b, cited once; "
        "pinned texts suggest the places: ars fetch paper.md",
        "ars anchor --interactive paper.md",
        "then: 1 source, cited once, is not held; those that are not open: ars pin c FILE",
        "ars fetch paper.md",
        "then: 2 sources, cited 3 times, were not cross-checked with the original; start with b, "
        "cited 2 times",
        "ars verify --interactive paper.md",
        "then: 2 sources, cited 3 times, wait for a reader; start with b, cited 2 times",
        "ars read paper.md",
    ]


@pytest.mark.usefixtures("paper")
def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--format", "json", "paper.md"]) == 1
    data = json.loads(capsys.readouterr().out)
    [document] = data["documents"]
    assert document["paths"] == ["paper.md"]
    assert document["sidecar"] == "literature_corpus.yaml"
    assert document["refused"] is True
    assert document["sources"] == {
        "cited": 4, "anchored": 4, "held": 2, "cross_checked": 1, "read": 1
    }  # fmt: skip
    assert [chapter["title"] for chapter in document["chapters"]] == [
        None, "Introduction", "Results"
    ]  # fmt: skip
    assert data["total"]["cited"] == 7
    assert [item["stage"] for item in data["next"]] == [
        "entry", "anchored", "held", "cross_checked", "read"
    ]  # fmt: skip
    assert data["next"][1]["keys"] == ["b", "a"]


def test_a_thesis_without_a_sidecar_is_shown_the_first_step(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (paper.parent / "literature_corpus.yaml").unlink()
    assert main(["status", "paper.md"]) == 1
    shown = lines(capsys.readouterr().out)
    assert shown[0] == "paper.md: 7 citations of 4 sources (no sidecar)"
    assert "next: there is no sidecar yet that knows the sources" in shown
    assert "ars init paper.md" in shown
    assert "--update" not in " ".join(shown)


def test_chapters_of_a_folder_are_its_files(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = paper.parent / "chapters"
    folder.mkdir()
    (folder / "1.md").write_text("One [@a, p. 1].\n", encoding="utf-8")
    (folder / "2.md").write_text("Two [@a, p. 2] and [@b, p. 3].\n", encoding="utf-8")
    (folder / "3.md").write_text("Nothing is cited.\n", encoding="utf-8")
    assert main(["status", "chapters"]) == 1
    shown = lines(capsys.readouterr().out)
    assert shown[0] == "3 documents: 3 citations of 2 sources (sidecar literature_corpus.yaml)"
    assert [line for line in shown if line.startswith("chapters/")] == [
        "chapters/1.md 1 1 1 1 1 1",
        "chapters/2.md 2 2 2 1 1 1",
    ]


def test_a_document_that_passes_exits_with_0(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper.write_text("One [@a, p. 1].\n", encoding="utf-8")
    assert main(["status", "paper.md"]) == 0
    assert lines(capsys.readouterr().out)[-1] == "the gate passes all citations"
    paper.write_text("None.\n", encoding="utf-8")
    assert main(["status", "paper.md"]) == 0
    assert lines(capsys.readouterr().out)[-1] == "nothing is cited"


def test_a_named_sidecar_counts_locked_and_unlocked(
    paper: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(paper.parent / "other.yaml")
    for locked in ("", "1"):
        monkeypatch.setenv("ARS_LOCKED", locked)
        assert main(["status", "--corpus", "other.yaml", "paper.md"]) == 1
        assert "(sidecar other.yaml)" in capsys.readouterr().out


def test_what_the_document_accepts_passes_though_nobody_has_read_it(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger_path(paper.parent / "literature_corpus.yaml").unlink()
    paper.write_text("---\nars: {accept: [LOW-WARN]}\n---\n\nOne [@a, p. 1].\n", encoding="utf-8")
    assert main(["status", "paper.md"]) == 0
    shown = capsys.readouterr().out
    assert "0  of 1 source" in shown
    assert shown.endswith("the gate passes all citations\n")


def test_a_key_in_a_command_is_quoted_for_the_shell(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_sidecar(paper.parent / "literature_corpus.yaml", raw_entry("it's$x"))
    paper.write_text("One [@{it's$x}, p. 1].\n", encoding="utf-8")
    assert main(["status", "paper.md"]) == 1
    assert """ars pin 'it'"'"'s$x' FILE""" in capsys.readouterr().out

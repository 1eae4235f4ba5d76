"""`ars suggest`, on real documents with pinned sources."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import ars_pandoc.suggesting
from ars_pandoc.cli import main
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.suggesting.articles import CLAIM, JATS, NIGHT, NOISE, german_pdf, pinned

SCHEMA = Path(ars_pandoc.suggesting.__file__).parent / "schema/suggestions.schema.json"
PAPER = """---
lang: en
---

# Sleep

Half of the tagged seals slept under water at night [@seals]. It is known that
piling noise shortens the sleep of seals [@seals, p. 3].

- Roofs keep the rain from the beams of bridges [@weber].
- Nobody pinned this one [@none].
- The cathedral of Chartres burnt in 1194 [@seals].
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_SOURCES", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("seals"), raw_entry("weber"), raw_entry("none"),
    )  # fmt: skip
    pinned(sidecar, "seals", JATS.encode(), ".xml", "application/jats+xml")
    (tmp_path / "paper.md").write_text(PAPER, encoding="utf-8")
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["suggest", *arguments, "--format", "json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(data)
    return data


def test_each_citation_without_a_locator(capsys: pytest.CaptureFixture[str]) -> None:
    [document] = printed(capsys, "paper.md")["documents"]
    assert document["path"] == "paper.md"
    cited = document["citations"]
    assert [(one["key"], one["line"], one["outcome"]) for one in cited] == [
        ("seals", 7, "suggested"),
        ("weber", 10, "not-pinned"),
        ("none", 11, "not-pinned"),
        ("seals", 12, "nothing"),
    ]
    first = cited[0]["suggestions"][0]
    assert first["quote"] == NIGHT
    assert (first["section"], first["paragraph"], first["page"]) == ("Results", 1, None)
    assert first["anchor"].startswith("<!--anchor:quote:At%20night%2014%20of%2023")
    assert cited[0]["sentence"].startswith("Half of the tagged seals slept under water at night")
    assert cited[0]["whole_work"]["quote"] == CLAIM
    assert cited[3]["reason"] == "nothing in this source looks like it"
    assert cited[3]["strength"] < cited[3]["threshold"]
    assert cited[3]["suggestions"] == []


def test_all_takes_those_with_a_locator_and_a_key_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    [document] = printed(capsys, "seals", "--for", "paper.md", "--all")["documents"]
    assert [one["line"] for one in document["citations"]] == [7, 8, 12]
    assert document["citations"][1]["suggestions"][0]["quote"] == NOISE
    [document] = printed(capsys, "@seals", "paper.md", "-n", "2")["documents"]
    assert [len(one["suggestions"]) for one in document["citations"]] == [2, 0]


def test_a_sentence_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    data = printed(capsys, "seals", "--sentence", "Piling noise shortens sleep by a third")
    [one] = data["documents"][0]["citations"]
    assert NOISE in [item["quote"] for item in one["suggestions"][:2]]
    assert one["line"] is None


def test_nothing_leaves_this_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []

    def connect(own: object, address: object) -> None:
        asked.append(address)
        raise OSError("no network here")

    monkeypatch.setattr(socket.socket, "connect", connect)
    [document] = printed(capsys, "paper.md", "--all")["documents"]
    assert any(one["outcome"] == "suggested" for one in document["citations"])
    assert asked == []


def test_what_people_see(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert main(["suggest", "paper.md"]) == 0
    out, err = capsys.readouterr()
    assert "  1. seals  paper.md:7:54\n     Half of the tagged seals slept under water" in out
    assert "[1] “Results”, paragraph 1  0." in out
    assert f"         {NIGHT}\n" in out
    assert "whole work: its claim, “Abstract”" in out
    assert "     next: ars fetch weber\n     or:   ars pin weber FILE\n" in out
    assert "nothing in this source looks like it" in out
    assert (
        "suggestions for 1 of 4 citations; 1 whose source holds nothing like it; "
        "2 without a pinned source" in err
    )
    assert "ars anchor --interactive" in err
    # It never writes, but for the cache.
    after = {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and folder / "cache" not in path.parents
    }
    assert after == before


def test_a_pdf_gives_its_printed_page(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    pinned(folder / "literature_corpus.yaml", "weber", german_pdf(), ".pdf", "application/pdf")
    (folder / "paper.md").write_text(
        "---\nlang: de\n---\n\nGedeckte Brücken verfaulen seltener als offene [@weber].\n", "utf-8"
    )
    [document] = printed(capsys, "paper.md")["documents"]
    first = document["citations"][0]["suggestions"][0]
    assert (first["page"], first["pdf_page"]) == ("312", 2)
    assert first["quote"] == "Gedeckte Brücken verfaulten dreimal seltener als offene."
    assert main(["suggest", "paper.md"]) == 0
    assert "[1] p. 312" in capsys.readouterr().out


def test_a_file_that_is_gone_or_cannot_be_read(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    pinned(
        folder / "literature_corpus.yaml", "weber", b"%PDF-1.4 damaged", ".pdf", "application/pdf"
    )
    pinned(folder / "literature_corpus.yaml", "none", b"<article/>", ".xml", "application/jats+xml")
    for path in (folder / ".ars/sources").iterdir():
        if path.name.endswith(".xml.gz") and path.stat().st_size < 100:
            path.unlink()
    outcomes = {
        one["key"]: one["outcome"]
        for one in printed(capsys, "paper.md")["documents"][0]["citations"]
    }
    assert outcomes["weber"] == "unreadable"
    assert outcomes["none"] == "not-here"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["seals"], "name the document: ars suggest seals --for paper.md"),
        ([], "name the document: ars suggest KEY --for paper.md"),
        (["--sentence", "x y z"], "--sentence needs one KEY"),
        (["seals", "weber", "--sentence", "x y z"], "--sentence needs one KEY"),
        (["seals", "--sentence", "  "], "the sentence is empty"),
        (["seal", "--sentence", "x y z"], "'seal' not in literature_corpus[]"),
        (["seal", "--for", "paper.md"], "'seal' is not cited here"),
        (["nowhere.md"], "nowhere.md"),
        (["paper.md", "-n", "0"], "0"),
    ],
)
def test_what_is_asked_wrongly_is_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main(["suggest", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_nothing_to_suggest_for(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "paper.md").write_text("All is said [@seals, p. 3].\n", "utf-8")
    assert main(["suggest", "paper.md"]) == 0
    assert "no such citation lacks a locator; --all" in capsys.readouterr().err
    assert main(["suggest", "seals", "--for", "paper.md"]) == 0
    assert "no such citation lacks a locator; --all" in capsys.readouterr().err


def test_what_would_control_a_terminal_is_shown(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    evil = JATS.replace("Most seals", "Most &#x9b;31m seals").replace(
        "<title>Results", "<title>Re&#x202e;sults"
    )
    pinned(
        folder / "literature_corpus.yaml", "seals", evil.encode(), ".xml", "application/jats+xml"
    )
    assert main(["suggest", "paper.md"]) == 0
    out = capsys.readouterr().out
    assert "\x9b" not in out
    assert "\u202e" not in out


def test_keys_and_files_complete() -> None:
    from click.shell_completion import ShellComplete

    from ars_pandoc.cli import group

    completer = ShellComplete(group, {}, "ars", "_ARS_COMPLETE")
    found = completer.get_completions(["suggest"], "se")
    assert [(one.value, one.type) for one in found] == [("seals", "plain")]
    found = completer.get_completions(["suggest"], "pap")
    assert [(one.value, one.type) for one in found] == [("pap", "file")]

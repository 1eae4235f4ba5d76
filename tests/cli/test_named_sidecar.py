"""`--corpus FILE` names the sidecar for every command, whatever the document says, locked or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.lsp.project import Project
from ars_pandoc.lsp.state import judge_text
from tests.cli.terminal import converse
from tests.conftest import clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar

TEXT = "---\nars: {corpus: own.yaml}\n---\n\nSaid [@a, p. 1].\n"
CHECKED = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


@pytest.fixture(params=["", "1"], ids=["open", "locked"], autouse=True)
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_MODE", "ARS_SOURCES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARS_LOCKED", request.param)
    named = write_sidecar(tmp_path / "named.yaml", raw_entry("a", title="The named", **CHECKED))
    ledger_path(named).write_text("human_read: [{citation_key: a, marked_at: 2026-01-01}]\n")
    write_sidecar(tmp_path / "own.yaml", raw_entry("a", title="Its own"))
    (tmp_path / "paper.md").write_text(TEXT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["audit"],
        ["status"],
        ["finalize", "--check"],
        ["ground"],
        ["read"],
        ["render", "-o", "paper.html"],
    ],
    ids=lambda words: words[0],
)
def test_commands_judge_by_it(arguments: list[str]) -> None:
    assert main([*arguments, "--corpus", "named.yaml", "paper.md"]) == 0


def test_doctor_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--corpus", "named.yaml", "paper.md"])
    shown = capsys.readouterr().out
    assert "named.yaml" in shown
    assert "own.yaml" not in shown


def test_the_walk_for_locators_shows_its_entries(folder: Path) -> None:
    (folder / "paper.md").write_text(TEXT.replace(", p. 1", ""), encoding="utf-8")
    _, shown = converse(
        ["anchor", "-i", "--corpus", "named.yaml", "paper.md"], folder, [("where? ", b"q\n")]
    )
    assert "The named" in shown
    assert "Its own" not in shown


def test_the_editor_judges_by_it(
    folder: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = {"ARS_LOCKED": "1"} if "locked" in request.node.name else {}
    state = judge_text(
        folder / "paper.md", TEXT, clean_environment(locked), Project(corpus="named.yaml")
    )
    assert [one.finding.status for one in state.cited] == ["ok"]


@pytest.mark.parametrize("command", [["validate"], ["list-read"]], ids=lambda words: words[0])
def test_commands_without_a_document_take_it(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--corpus", "named.yaml"]) == 0
    assert "own.yaml" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["status", "ground", "finalize", "check"])
@pytest.mark.parametrize(
    ("data", "words"), [(b"\0PNG", "no text"), (b"", "too large")], ids=["binary", "large"]
)
def test_no_command_hands_pandoc_what_is_no_manuscript(
    folder: Path, command: str, data: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "paper.md").open("wb") as file:
        file.write(data)
        if not data:
            file.truncate(65 * 2**20)
    assert main([command, "--corpus", "named.yaml", "paper.md"]) == 2
    said = capsys.readouterr()
    assert words in said.out + said.err

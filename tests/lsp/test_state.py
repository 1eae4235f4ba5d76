"""Unsaved texts, judged as the gate would judge them once they are saved."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from ars_pandoc.lsp.state import State, judge_text
from tests.checking.papers import TEXT, check, write_paper
from tests.conftest import clean_environment


def judge(folder: Path, text: str) -> State:
    """Judge a text that differs from what the file holds."""
    return judge_text(write_paper(folder, "saved text\n"), text, clean_environment())


def test_the_verdicts_are_those_of_a_check(tmp_path: Path) -> None:
    state = judge(tmp_path, TEXT)
    saved = check(write_paper(tmp_path, TEXT))
    assert [one.finding for one in state.cited] == [item.finding for item in saved.items]
    assert [one.notes for one in state.cited] == [item.notes for item in saved.items]
    assert all(one.position is not None for one in state.cited)


def test_it_asks_nothing_of_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def connect(own: object, address: object) -> None:
        asked.append(address)
        raise OSError("no network here")

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert judge(tmp_path, TEXT).cited
    assert asked == []


def test_a_text_without_citations_knows_its_sources(tmp_path: Path) -> None:
    state = judge(tmp_path, "Nothing is cited.\n")
    assert state.error is None
    assert state.corpus is not None
    assert list(state.corpus.entries) == ["read", "unread"]
    assert state.ledger.is_read("read")


def test_a_text_that_cannot_be_judged_says_why(tmp_path: Path) -> None:
    state = judge_text(tmp_path / "never-saved.md", "[@read, p. 1]", clean_environment())
    assert state.error is not None
    assert "no sidecar was found" in state.error
    assert state.cited == ()


def test_the_key_under_the_cursor_tells_which_of_a_group(tmp_path: Path) -> None:
    text = "Said [@read, p. 1; @unread, p. 2] twice.\n"
    state = judge(tmp_path, text)
    inside = text.index("unread") + 2
    assert [one.finding.citation.key for one in state.at(inside, inside)] == ["unread"]
    bracket = text.index("[")
    assert [one.finding.citation.key for one in state.at(bracket, bracket)] == ["read", "unread"]
    assert list(state.at(1, 1)) == []

"""Texts that are judged with the columns of an editor."""

from __future__ import annotations

from pathlib import Path

from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.state import State, judge_text
from tests.checking.papers import write_paper
from tests.conftest import clean_environment


def state_of(folder: Path, text: str, name: str = "paper.md") -> tuple[State, Columns]:
    """Judge a text beside the sidecar of the paper: `read` may pass, `unread` waits."""
    path = write_paper(folder, text, name)
    return judge_text(path, text, clean_environment()), Columns(text)

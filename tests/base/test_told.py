from __future__ import annotations

import io
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.told import OwnFaultError, told
from ars_pandoc.cli import main
from ars_pandoc.lsp.state import judge_text
from tests.checking.papers import check, write_paper
from tests.conftest import clean_environment
from tests.test_gate import filtered, nested


def raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return caught


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ArsError("no", why="so"), "no\n  why: so"),
        (FileNotFoundError(2, "No such file", "a.md"), "a.md: No such file"),
        (PermissionError(13, "Permission denied"), "paper.md: Permission denied"),
        (OSError("odd"), "paper.md: odd"),
        (
            ModuleNotFoundError("x", name="orjson"),
            "the Python module 'orjson' is missing\n  next: ",
        ),
        (
            RecursionError("deep"),
            "the document is nested too deeply to be judged\n  next: look for",
        ),
        (ValueError("odd"), "a fault of ars-pandoc itself: ValueError: odd\n  next: run it again"),
    ],
)
def test_every_exception_has_words_and_a_traceback_only_on_demand(
    error: Exception, words: str
) -> None:
    for variables in ({}, {"ARS_DEBUG": "1"}):
        stderr = io.StringIO()
        failure = told(raised(error), variables, file="paper.md", stderr=stderr)
        assert str(failure).startswith(words)
        assert failure.exit_code == 2
        expected = bool(variables) and not isinstance(error, ArsError)
        assert ("Traceback" in stderr.getvalue()) is expected
    assert isinstance(failure, OwnFaultError) is isinstance(error, ValueError)


@pytest.mark.slow
def test_the_filter_check_and_the_editor_use_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, said = filtered(nested(3000))
    deep = str(told(RecursionError(), {}))
    assert said == f"ars-gate: {deep}\n"
    monkeypatch.chdir(tmp_path)
    path = write_paper(tmp_path, "> " * 600 + "[@read, p. 1]\n")
    checked = check(path)
    edited = judge_text(path, path.read_text("utf-8"), clean_environment())
    assert main(["check", "paper.md"]) == 2
    assert checked.error == edited.error == deep
    assert deep.split("\n", maxsplit=1)[0] in capsys.readouterr().out

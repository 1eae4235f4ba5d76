from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ars_pandoc import __version__
from ars_pandoc.cli import COMMANDS, main
from tests.cli.terminal import run_on_terminal


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        if find_spec(f"ars_pandoc.cli.commands.{name.replace('-', '_')}"):
            assert f"  {name} " in out
            assert summary.split(":")[0] in " ".join(out.split())


@pytest.mark.parametrize("name", ["validate", "mark-read", "unmark-read", "list-read"])
def test_each_command_has_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"ars {name} " in capsys.readouterr().out


def test_examples_of_the_commands_below_a_command_ran_into_one_line_behind_a_backslash(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("export", "import", "accept", "agreement"):
        assert main(["judgements", name, "--help"]) == 0
        said = capsys.readouterr().out
        assert "\\b" not in said
        assert f"\n    ars judgements {name}" in said


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


def test_help_imports_no_command() -> None:
    program = (
        "import sys; from ars_pandoc.cli import main; main(['--help'])\n"
        "sys.exit(any(m.startswith('ars_pandoc.cli.commands.') for m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True)
    assert done.returncode == 0


def test_an_unknown_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vlidate"]) == 2
    assert "vlidate" in capsys.readouterr().err


def test_a_command_of_the_table_without_module_is_unknown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(COMMANDS, "of-tomorrow", "Not yet there.")
    assert main(["--help"]) == 0
    assert "of-tomorrow" not in capsys.readouterr().out
    assert main(["of-tomorrow"]) == 2


def test_a_bug_shows_its_traceback_only_with_debug(tmp_path: Path) -> None:
    # A working directory that is gone is nothing that the commands expect.
    program = (
        "import os, sys; os.rmdir(os.getcwd()); from ars_pandoc.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    for debug in ([], ["--debug"]):
        folder = tmp_path / f"gone{len(debug)}"
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", program, *debug, "validate", "x.yaml"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2
        assert ("Traceback" in done.stderr) is bool(debug)
        assert "the system refused: No such file or directory\n  next: look whether" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "coloured"),
    [("TERM", "xterm-256color", True), ("TERM", "dumb", False), ("NO_COLOR", "1", False)],
)
def test_colour_only_where_it_can_be_shown_and_is_wanted(
    name: str, value: str, coloured: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(name, value)
    code, shown = run_on_terminal(["explain", "LOW-WARN"], tmp_path, b"")
    assert code == 0
    assert "LOW-WARN" in shown
    assert ("\x1b[" in shown) is coloured


@pytest.mark.parametrize(
    ("written", "meant"),
    [("chek", "ars check"), ("mark_read", "ars mark-read"), ("Render", "ars render")],
)
def test_the_nearest_command_is_named(
    written: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"there is no command '{written}'\n  next: {meant}\n" in captured.err


def test_a_file_in_the_place_of_a_command_is_noticed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "paper.md"
    path.write_text("Words.\n", encoding="utf-8")
    assert main([str(path)]) == 2
    assert f"next: ars check {path}" in capsys.readouterr().err
    assert main(["nothing-like-it"]) == 2
    assert "ars --help lists the commands" in capsys.readouterr().err


def test_one_process_may_run_several_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["explain", "LOW-WARN"]) == 0
    assert "LOW-WARN" in capsys.readouterr().out

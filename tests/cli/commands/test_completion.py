from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.cli import COMMANDS, main
from tests.corpus.sidecars import raw_entry, write_sidecar

ARS = Path(sys.executable).with_name("ars")


def complete(folder: Path, *words: str) -> list[str]:
    """Ask as bash's script does: the words so far, the last of them unfinished."""
    done = subprocess.run(
        [ARS],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("ARS_")},
            "_ARS_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("ars", *words)),
            "COMP_CWORD": str(len(words)),
        },
    )
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.split()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_sidecar(
        tmp_path / "refs.ars.yaml", *(raw_entry(key) for key in ("smith1", "smith2", "x"))
    )
    return tmp_path


def test_commands_and_options(folder: Path) -> None:
    assert complete(folder, "mark") == ["mark-read"]
    assert complete(folder, "list-read", "--un") == ["--unread"]


@pytest.mark.parametrize("name", ["mark-read", "unmark-read"])
def test_keys_of_the_sidecar(folder: Path, name: str) -> None:
    assert complete(folder, name, "sm") == ["smith1", "smith2"]
    assert complete(folder, name, "smith1", "x") == ["x"]
    assert complete(folder, name, "--corpus", "refs.ars.yaml", "smith2") == ["smith2"]


def test_a_sidecar_that_cannot_be_read_completes_nothing(folder: Path) -> None:
    (folder / "refs.ars.yaml").write_text("a: [", encoding="utf-8")
    assert complete(folder, "unmark-read", "s") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_is_one_of_its_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    quoted = '$env:_ARS_COMPLETE = "powershell_complete"'
    assert (quoted if shell == "powershell" else f"_ARS_COMPLETE={shell}_complete") in script
    assert "ars-gate" in script
    if shell != "powershell" and (program := shutil.which(shell)):
        done = subprocess.run(
            [program, "-n"], input=script, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_with_the_script(folder: Path) -> None:
    script = (
        f'PATH="{ARS.parent}:$PATH"; eval "$(ars completion bash)"; '
        "COMP_WORDS=(ars mark-read smi); COMP_CWORD=2; _ars_completion ars smi mark-read; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=folder
    )
    assert done.stdout.split() == ["smith1", "smith2"]


def test_bash_completes_the_options_of_the_gate(folder: Path) -> None:
    script = (
        f'PATH="{ARS.parent}:$PATH"; eval "$(ars completion bash)"; complete -p ars-gate; '
        'compgen -W "$(complete -p ars-gate | sed "s/.*-W \'\\(.*\\)\' .*/\\1/")" -- --ver'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, cwd=folder
    )
    assert done.stdout.split()[-1] == "--version"


def power_shell(folder: Path, line: str, word: str) -> list[list[str]]:
    """Ask as PowerShell's script does: the line so far, and the word that is unfinished."""
    done = subprocess.run(
        [ARS],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("ARS_")},
            "_ARS_COMPLETE": "powershell_complete",
            "COMP_WORDS": line,
            **({"COMP_WORD": word} if word else {}),
        },
    )
    assert done.stderr == ""
    return [line.split("\t") for line in done.stdout.splitlines()]


def test_powershell_is_answered_with_kind_word_and_help(folder: Path) -> None:
    """No PowerShell runs here: what its script asks is asked, and what it takes apart is looked at."""
    assert power_shell(folder, "ars mark", "mark") == [
        ["plain", "mark-read", COMMANDS["mark-read"]]
    ]
    assert [word for _, word, _ in power_shell(folder, "ars mark-read sm", "sm")] == [
        "smith1",
        "smith2",
    ]
    words = power_shell(folder, "ars mark-read ", "")
    assert [kind for kind, *_ in words] == ["plain", "plain", "plain", "file"]
    assert power_shell(folder, "ars completion p", "p") == [["plain", "powershell", ""]]

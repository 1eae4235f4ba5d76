"""The tutorial is a transcript: each of its commands is run, and prints what the page shows.

`ARS_UPDATE_TUTORIAL=1` writes what the commands print into the page; the answers stay.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import converse
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
# A question of the tool's, and what stands behind it: the answer.
PROMPT = re.compile(r"^(.*(?:where\? |f/s/a/k/q: |\[y/N\]: |with ; between\): ))(.*)$", re.M)


def steps(block: str) -> list[tuple[str, str]]:
    """Give each command of a block with what the page says that it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(command: str, expected: str, folder: Path) -> str:
    """Run a command on a terminal, with the answers that the page shows."""
    words = shlex.split(command)
    assert words[0] == "ars"
    turns = [(found[1].lstrip(), f"{found[2]}\n".encode()) for found in PROMPT.finditer(expected)]
    _, shown = converse(words[1:], folder, turns)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    return "".join(line.rstrip() + "\n" for line in plain.splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is Unix's")
def test_every_command_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "first-hour"
    shutil.copytree(ROOT / "examples" / "first-hour", folder)
    for name in list(os.environ):
        if name.startswith("ARS_") and name != "ARS_UPDATE_TUTORIAL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_COLOR", "1")
    # No LaTeX, and the Pandoc that comes along: the same lines on every machine.
    tools = tmp_path / "bin"
    tools.mkdir()
    monkeypatch.setenv("PATH", str(tools))
    text = PAGE.read_text(encoding="utf-8")
    written = text
    for block in BLOCK.findall(text):
        now = ""
        for command, expected in steps(block):
            shown = run(command, expected, folder)
            now += f"$ {command}\n{shown}"
        written = written.replace(f"```console\n{block}```", f"```console\n{now}```")
    if os.environ.get("ARS_UPDATE_TUTORIAL"):
        PAGE.write_text(written, encoding="utf-8")
    assert written == PAGE.read_text(encoding="utf-8")
    assert (folder / "paper.pdf").read_bytes().startswith(b"%PDF")

"""The page on sources is a transcript, on papers that Typst sets: its commands are run.

`ARS_UPDATE_SOURCES=1` writes what the commands print into the page. The part on articles that a
Debian package ships is no transcript of this test: the articles do not come with this repository.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
import typst

from tests.cli.terminal import converse
from tests.conftest import ROOT
from tests.test_tutorial import BLOCK, steps

PAGE = ROOT / "docs" / "sources.md"
QUESTION = re.compile(r"^(.*\[Y/n\]: )(.*)$", re.M)
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def run(command: str, expected: str, folder: Path) -> str:
    """Run a command on a terminal, with the answers that the page shows; a bar leaves no trace."""
    words = shlex.split(command)
    assert words[0] == "ars"
    turns = [(found[1].lstrip(), f"{found[2]}\n".encode()) for found in QUESTION.finditer(expected)]
    _, shown = converse(words[1:], folder, turns, columns=80)
    lines = CODES.sub("", shown.replace("\r", "\n")).splitlines()
    kept = [line.rstrip() for line in lines if line.strip() and not line.startswith("reading")]
    return "".join(f"{line}\n" for line in kept)


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is Unix's")
def test_every_command_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sources"
    shutil.copytree(ROOT / "examples" / "sources", folder)
    for source in (folder / "papers").glob("*.typ"):
        source.with_suffix(".pdf").write_bytes(typst.compile(str(source)))
    for name in list(os.environ):
        if name.startswith("ARS_") and name != "ARS_UPDATE_SOURCES":
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    text = written = PAGE.read_text(encoding="utf-8")
    for block in BLOCK.findall(text):
        now = ""
        for command, expected in steps(block):
            now += f"$ {command}\n{run(command, expected, folder)}"
        written = written.replace(f"```console\n{block}```", f"```console\n{now}```")
    if os.environ.get("ARS_UPDATE_SOURCES"):
        PAGE.write_text(written, encoding="utf-8")
    assert written == PAGE.read_text(encoding="utf-8")

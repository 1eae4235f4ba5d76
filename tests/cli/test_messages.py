"""No message holds what a terminal would obey, a path of this machine, or another file's name."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.base.wording import shell_word
from ars_pandoc.cli import main
from tests.corpus.sidecars import raw_entry, write_sidecar

ODD = "p\x1b]0;X\x07 \u202eé.md"
KEY = "zoe\x1b[31m"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

TEXT = (
    "---\nbibliography: refs.bib\n---\n\n# H\x1b[2J\n\nA [@a, p. 3], [@zoe], [@gone]<!--ref:b\x1b[1m-->, "
    "<!--ref:a\x07--><!--anchor:tbl:\x1b]0;Y\x07-->.\n"
)
BIB = "@book{zoe, title={A \x1b[31m title}, author={Zoe, B}, year={20\x07xx}}\n"

COMMANDS = [
    ["status", "FILE"],
    ["status", "FILE", "--format", "json"],
    ["check", "FILE"],
    ["check", "FILE", "--format", "json"],
    ["check", "FILE", "--format", "github"],
    ["check", "FILE", "--format", "sarif"],
    ["check", "FILE", "--format", "junit"],
    ["check", "FILE", "--format", "markdown"],
    ["check", "FILE", "--statistics"],
    ["read", "FILE"],
    ["finalize", "FILE"],
    ["finalize", "--check", "FILE"],
    ["strip", "--check", "FILE"],
    ["ground", "FILE"],
    ["audit", "FILE"],
    ["doctor", "FILE"],
    ["render", "FILE", "-o", "x.html"],
    ["init", "FILE"],
    ["init", "--update", "FILE"],
    ["init", "FILE", "--bibliography", "no\x1bne.bib"],
    ["anchor", KEY, "--page", "3"],
    ["mark-read", KEY, "--yes"],
    ["unmark-read", KEY],
    ["verify", KEY, "--method", "manual_grep", "--yes"],
    ["pin", KEY, "FILE"],
    ["pin", "a", "no\x1b]0;X\x07.pdf"],
    ["quote", "FILE", "three \x1b[31m words here"],
    ["validate", "--corpus", "no\x1bne.yaml"],
    ["explain", "NO\x1b[31mSUCH"],
    ["signals", "--offline"],
    ["list-read"],
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path.parent / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    (tmp_path / ODD).write_text(TEXT, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    return tmp_path


NAMES = ("path", "paths", "key", "keys", "value", "uri")
"""Fields that name a thing exactly, for programs; JSON writes what is odd in them as escapes."""


def strings(value: Any) -> list[str]:
    """Give all strings of a JSON value that are words for people."""
    if isinstance(value, dict):
        return [text for name, item in value.items() if name not in NAMES for text in strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("with_sidecar", [True, False], ids=["sidecar", "none"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_message_is_obeyed_or_names_another_file(
    folder: Path, capfd: pytest.CaptureFixture[str], command: list[str], with_sidecar: bool
) -> None:
    if with_sidecar:
        write_sidecar(folder / "refs.ars.yaml", raw_entry("a", title="T \x1b[31m"), raw_entry("b"))
    main([ODD if word == "FILE" else word for word in command])
    out, err = capfd.readouterr()
    said = out + err
    assert not CONTROL.search(said), repr(CONTROL.search(said))
    assert "Traceback" not in said
    assert "a fault of ars-pandoc" not in said
    assert str(folder) not in said
    steps = [line for line in said.splitlines() if re.match(r"\s*(?:next|or|then|fix):? ", line)]
    assert not any("paper.md" in step for step in steps), steps
    if "json" in command or "sarif" in command:
        assert not CONTROL.search(out)
        assert not any(CONTROL.search(text) for text in strings(json.loads(out)))


@pytest.mark.parametrize("word", ["a b", "a'b", ODD, "\\n\x07'", "$(x)", "-x", "", "é\u2028"])
def test_a_quoted_word_is_the_word_to_a_shell(word: str) -> None:
    quoted = shell_word(word)
    assert quoted.isprintable()
    if word.isprintable():
        assert shlex.split(quoted) == [word]
    done = subprocess.run(["bash", "-c", f"printf %s {quoted}"], capture_output=True, check=True)
    assert done.stdout.decode() == word

"""What the Pandoc that starts a filter was told; a real Pandoc is the parent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.pandoc import parent
from ars_pandoc.pandoc.executable import Pandoc
from ars_pandoc.pandoc.parent import options_of_parent
from tests.conftest import ROOT, clean_environment

FILTER = f"""\
#!{sys.executable}
import json, sys
sys.path.insert(0, {str(ROOT)!r})
from ars_pandoc.pandoc.parent import options_of_parent
options = options_of_parent()
with open("told.json", "w") as file:
    json.dump(options and [options.reader, [str(path) for path in options.inputs]], file)
sys.stdout.write(sys.stdin.read())
"""

told_here = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere it takes psutil, which is optional"
)


@told_here
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["a b.md", "é.md"], [None, ["a b.md", "é.md"]]),
        (["-f", "gfm", "-s", "a b.md", "-o", "out.html"], ["gfm", ["a b.md"]]),
        (["--from=markdown-smart", "--", "é.md"], ["markdown-smart", ["é.md"]]),
    ],
)
def test_the_command_line_of_a_real_pandoc(
    pandoc: Pandoc, tmp_path: Path, arguments: list[str], told: list[object]
) -> None:
    script = tmp_path / "tell"
    script.write_text(FILTER, "utf-8")
    script.chmod(0o755)
    for name in ("a b.md", "é.md"):
        (tmp_path / name).write_text("Words.\n", "utf-8")
    subprocess.run(
        [str(pandoc.path), "--filter", str(script), *arguments],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads((tmp_path / "told.json").read_text("utf-8")) == told


def test_a_parent_that_is_no_pandoc_tells_nothing(tmp_path: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    program += "from ars_pandoc.pandoc.parent import options_of_parent as o; print(o())"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert said.stdout.strip() == "None"


@pytest.mark.parametrize(
    ("name", "is_pandoc"),
    [
        ("/usr/bin/pandoc", True),
        ("pandoc-3.9", True),
        ("/opt/Pandoc.exe", True),
        ("quarto", False),
        ("/home/pandoc/bin/make", False),
        ("mypandoc", False),
    ],
)
def test_the_name_of_the_program_decides(
    name: str, is_pandoc: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parent, "_command_line", lambda _: [name, "-f", "gfm", "a.md"])
    options = options_of_parent()
    assert (options is not None) is is_pandoc
    if options is not None:
        assert (options.reader, list(map(str, options.inputs))) == ("gfm", ["a.md"])


def test_a_command_line_that_nobody_may_read_tells_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "getppid", lambda: 2**31 - 1)  # no process has this number
    assert options_of_parent() is None


def test_without_psutil_another_system_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert options_of_parent() is None


def test_with_psutil_another_system_tells_what_linux_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    psutil = pytest.importorskip("psutil", reason="psutil is optional")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert parent._command_line(os.getpid()) == psutil.Process().cmdline()
    assert parent._command_line(2**31 - 1) == []

"""`ars lsp` where no editor has started it, or its package is not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.terminal import converse
from tests.conftest import clean_environment

WITHOUT = """\
import sys
sys.modules["pygls"] = None
from ars_pandoc.cli import main
sys.exit(main(["lsp"]))
"""


def test_without_its_package_it_says_what_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input="",
        capture_output=True,
        text=True,
        env=clean_environment(),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "[lsp]" in done.stderr


def test_a_person_at_a_terminal_is_told_who_starts_it(tmp_path: Path) -> None:
    code, shown = converse(["lsp"], tmp_path, [])
    assert code == 2
    assert "ars lsp is started by an editor" in shown

"""The man pages say what the help says: `make man` writes them."""

from __future__ import annotations

import subprocess

from ars_pandoc.cli import COMMANDS
from ars_pandoc.pandoc.executable import find_pandoc
from docs.make_man import FOLDER, man_pages


def test_the_pages_are_those_of_this_version() -> None:
    written = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.1")}
    assert written == man_pages()
    assert set(written) == {"ars.1", "ars-gate.1", *(f"ars-{name}.1" for name in COMMANDS)}


def test_a_page_can_be_read() -> None:
    """Pandoc reads man pages too, where there is no man."""
    done = subprocess.run(
        [find_pandoc().path, "-f", "man", "-t", "plain", FOLDER / "ars-anchor.1"],
        capture_output=True,
        check=True,
    )
    assert "ars anchor --interactive paper.md" in " ".join(done.stdout.decode().split())

"""The Quarto book renders chapter by chapter through the Lua filter, as its README says.

No Quarto runs here: Pandoc does, and the manifest is held to what Quarto documents.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from ars_pandoc import __version__
from ars_pandoc.documents.quarto import chapters
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import GATE, ROOT, clean_environment
from tests.examples.readme import commands

EXAMPLE = ROOT / "examples" / "quarto"
MANIFEST = ROOT / "_extensions" / "ars-gate" / "_extension.yml"
# https://quarto.org/docs/extensions/distributing.html and …/docs/advanced/quarto-ast.html
MANIFEST_FIELDS = {"title", "author", "version", "quarto-required", "contributes"}
ENTRY_POINTS = {
    f"{time}-{phase}"
    for time in ("pre", "post")
    for phase in ("ast", "quarto", "render", "finalize")
}
COMMANDS = commands(EXAMPLE / "README.md", "pandoc")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Give a copy of the book, at the same place in a copy of the repository."""
    shutil.copytree(EXAMPLE, tmp_path / "examples" / "quarto")
    shutil.copytree(ROOT / "_extensions", tmp_path / "_extensions")
    return tmp_path / "examples" / "quarto"


def run(pandoc: Pandoc, command: list[str], book: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(pandoc.path), *command[1:]],
        cwd=book,
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment({"ARS_GATE": GATE}),
    )


def test_the_readme_renders_every_chapter(pandoc: Pandoc, book: Path) -> None:
    rendered = {command[-1] for command in COMMANDS}
    cited = [p.stem for p in chapters(book / "_quarto.yml") if p.stem != "references"]
    assert rendered == {f"{name}.html" for name in cited}
    assert len(cited) == 3
    for command in COMMANDS:
        done = run(pandoc, command, book)
        assert done.returncode == 0, done.stderr
        assert re.search(r"ars-gate: \d+ citations ok", done.stderr)
        assert "call-out" not in done.stderr
        page = (book / command[-1]).read_text(encoding="utf-8")
        assert "<!--" not in page
        assert "quote=" not in page


def test_the_book_holds_what_it_promises() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in EXAMPLE.glob("*.qmd"))
    for sign in ("@fig-", "@tbl-", "@eq-", "@sec-", ".callout-", "[^scope]", "^[", "<!--ref:"):
        assert sign in text


def test_a_chapter_without_its_locator_is_refused(pandoc: Pandoc, book: Path) -> None:
    chapter = book / "desk.qmd"
    command = next(command for command in COMMANDS if command[-1] == "desk.html")
    assert run(pandoc, command, book).returncode == 0
    before = (book / "desk.html").read_bytes()
    text = chapter.read_text(encoding="utf-8")
    assert ", p. 2195" in text
    chapter.write_text(text.replace(", p. 2195", ""), encoding="utf-8")
    done = run(pandoc, command, book)
    assert done.returncode == 83
    assert "MED-WARN-NO-LOCATOR" in done.stderr
    assert (book / "desk.html").read_bytes() == before


def test_all_chapters_in_one_run(pandoc: Pandoc, book: Path) -> None:
    """Quarto renders a book's PDF from all chapters at once."""
    files = [path.name for path in chapters(book / "_quarto.yml")]
    command = [*COMMANDS[0][: COMMANDS[0].index("--citeproc")], *files, "-t", "html"]
    done = run(pandoc, command, book)
    assert done.returncode == 0, done.stderr


def test_the_manifest_is_of_the_documented_form() -> None:
    manifest = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    assert set(manifest) <= MANIFEST_FIELDS
    assert manifest["version"] == __version__
    assert re.fullmatch(r">=\d+\.\d+\.\d+", manifest["quarto-required"])
    (entry,) = manifest["contributes"]["filters"]
    assert set(entry) <= {"path", "at", "type"}
    assert entry["at"] in ENTRY_POINTS
    assert (MANIFEST.parent / entry["path"]).is_file()

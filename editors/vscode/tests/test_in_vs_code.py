"""The extension in a real VS Code: what a writer sees, and what the documentation shows.

`ARS_EDITOR_PICTURES=1` writes the pictures of the docs anew.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from editors.vscode.tests.code_server import Window, missing, served
from tests.conftest import ROOT
from tests.desk.desks import browser, run, tutorial

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [pytest.mark.slow, pytest.mark.skipif(missing() is not None, reason=f"{missing()}")]

PICTURES = ROOT / "docs" / "pictures"
QUOTED = '[[@merton1968]]{quote="recognition accrues to those who are known already"}'


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("code-server")) as found:
        yield found


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        found.set_window_size(1100, 720)
        yield found


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A paper whose sources are pinned, and read but for one."""
    folder = tmp_path_factory.mktemp("sources") / "paper"
    paper = tutorial(folder)
    run(folder, "mark-read", "ioannidis2005", "merton1968", "simkin2003", "--yes")
    text = paper.read_text(encoding="utf-8").replace("[@merton1968; ", f"{QUOTED} [")
    paper.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def paper(sources: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sources, tmp_path / "paper")) / "paper.md"


def picture(window: Window, name: str) -> None:
    if os.environ.get("ARS_EDITOR_PICTURES"):
        window.picture(name, PICTURES)


def place(paper: Path, words: str) -> tuple[int, int]:
    """Return the line and column of some words, from 1."""
    lines = paper.read_text(encoding="utf-8").splitlines()
    return next((n, line.index(words) + 1) for n, line in enumerate(lines, 1) if words in line)


def test_what_is_refused_is_underlined_and_counted(
    address: str, driver: Chrome, paper: Path
) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.squiggles() >= 3, "squiggles")
    window.until(lambda: window.status() == "ars 3", f"a count, not “{window.status()}”")
    window.go(*place(paper, "ioannidis2005"))
    window.press("\ue009", "k")
    window.press("\ue009", "i")
    window.one(".monaco-hover", "no quote and no locator")
    picture(window, "vscode-finding.png")


def test_hover_shows_the_passage_of_the_source(address: str, driver: Chrome, paper: Path) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.squiggles() >= 3, "squiggles")
    line, column = place(paper, "[@merton1968]")
    window.go(line, column + 3)
    window.press("\ue009", "k")
    window.press("\ue009", "i")
    hover = window.text_of(window.one(".monaco-hover", "In the source: found"))
    assert "recognition accrues to those who are known already" in hover
    assert "while the same work of unknown authors" in hover
    assert "The Matthew effect in science" in hover
    picture(window, "vscode-hover.png")


def test_keys_are_completed(address: str, driver: Chrome, paper: Path) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.squiggles() >= 3, "squiggles")
    last = len(paper.read_text(encoding="utf-8").splitlines())
    window.go(last + 1, 1)
    window.type("\nIt is few [@po")
    row = window.one(".suggest-widget .monaco-list-row", "porter1980")
    picture(window, "vscode-completion.png")
    assert "Porter and Jick 1980" in window.text_of(row)
    window.press("\ue007")
    window.shows("[@porter1980")


def test_a_code_action_mends_a_citation(address: str, driver: Chrome, paper: Path) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    line, column = place(paper, "@ioannidis2005")
    window.go(line, column + 3)
    window.press("\ue009", ".")
    window.one(".action-widget .monaco-list-row", "insert a locator for ioannidis2005")
    picture(window, "vscode-actions.png")
    window.press("\ue007")
    window.shows("[@ioannidis2005, p. ?]")
    window.go(line, column + len("@ioannidis2005, p. "))
    window.press("\ue017")
    window.type("696")
    window.until(lambda: window.status() == "ars 2", "one citation less is refused")


def test_the_command_inserts_a_locator_that_is_typed_over(
    address: str, driver: Chrome, paper: Path
) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    line, column = place(paper, "@ioannidis2005")
    window.go(line, column + 3)
    window.command("ars: Insert locator")
    window.one(".quick-input-list .monaco-list-row.focused", "insert a locator for ioannidis2005")
    window.press("\ue007")
    window.shows("[@ioannidis2005, p. ?]")
    window.one(".statusbar-item", "(1 selected)")
    window.type("696")
    window.shows("[@ioannidis2005, p. 696]")
    window.until(lambda: window.status() == "ars 2", "one citation less is refused")


def test_a_key_is_renamed_in_all_files(address: str, driver: Chrome, paper: Path) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    line, column = place(paper, "@simkin2003,")
    window.go(line, column + 3)
    window.press("\ue032")
    window.holds(".rename-box input", "simkin2003")
    window.press("\ue009", "a")
    window.type("simkin2003a")
    window.holds(".rename-box input", "simkin2003a")
    window.press("\ue007")
    window.shows("[@simkin2003a, p. 269]")
    window.command("File: Save All")
    files = [paper, *(paper.with_name(name) for name in ("refs.ars.yaml", "refs.bib"))]
    window.until(
        lambda: all("simkin2003a" in file.read_text(encoding="utf-8") for file in files),
        "the key in every file",
    )
    window.until(lambda: window.status() == "ars 3", "the verdicts are what they were")


def test_all_documents_of_the_folder_are_checked(address: str, driver: Chrome, paper: Path) -> None:
    text = "---\nbibliography: refs.bib\n---\n\n😀 It is [@porter1980].\n"
    paper.with_name("second.md").write_text(text, encoding="utf-8")
    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    window.command("ars: Check workspace")
    window.one(".notification-toast", "ars: 2 documents checked, 2 refused.")
    window.command("Problems: Focus on Problems View")
    window.one(".viewpane-filter input").click()
    window.type("second")
    window.one(".markers-panel .monaco-list-row", "second.md")
    window.one(".markers-panel .monaco-list-row", "[Ln 5, Col 11]")
    picture(window, "vscode-workspace.png")


def test_the_outline_has_the_verdicts(address: str, driver: Chrome, paper: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    window.press(Keys.CONTROL, Keys.SHIFT, "o")
    row = window.one(".quick-input-list .monaco-list-row", "merton1968")
    assert "merton1968" in window.text_of(row)


def test_the_desk_opens_in_a_terminal(address: str, driver: Chrome, paper: Path) -> None:
    window = Window(driver, address, paper)
    window.until(lambda: window.status() == "ars 3", "a count")
    window.command("ars: Open desk")
    window.one(".pane-composite-part .single-terminal-tab, .terminal-tabs-entry", "ars desk")


def test_a_program_that_is_not_there_is_said_with_its_way_out(
    tmp_path: Path, driver: Chrome, paper: Path
) -> None:
    with served(tmp_path / "editor", tmp_path / "nowhere" / "ars") as found:
        window = Window(driver, found, paper)
        toast = window.one(".notification-toast", "which is no program")
        assert str(tmp_path / "nowhere" / "ars") in window.text_of(toast)
        window.one(".notification-toast", "Copy install command")
        assert window.status() == "ars"

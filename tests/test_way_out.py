"""From 100 naked citations to a PDF with real pages: the keys and commands are counted (contract §12).

Every command runs on a terminal of its own, and every key that is pressed there counts.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from ars_pandoc.cli import main
from ars_pandoc.texts.extract import extract
from tests.cli.terminal import converse
from tests.conftest import ROOT
from tests.naked_manuscript import CITATIONS, SOURCES, WITHOUT_YEAR, Source, manuscript, sources
from tests.signals.servers import Services, serve

Reads = Callable[[str], bytes]
"""Reads what is shown and says what to press."""

MOST_KEYS, MOST_COMMANDS = 150, 12
PAGE = ROOT / "docs" / "way-out.md"


class Desk:
    """A person at a terminal: what was called, and how many keys were pressed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands: list[str] = []
        self.keys = 0

    def call(self, command: str, *turns: tuple[str, bytes | Reads], seconds: float = 60) -> str:
        """Call a command, press keys, and give what was shown; it must end well."""
        self.commands.append(f"ars {command}")
        pressing = [(prompt, self._counted(keys)) for prompt, keys in turns]
        code, shown = converse(command.split(), self.folder, pressing, seconds=seconds)
        assert code == 0, shown
        return click.unstyle(shown)

    def _counted(self, keys: bytes | Reads) -> Reads:
        def press(shown: str) -> bytes:
            pressed = keys if isinstance(keys, bytes) else keys(click.unstyle(shown))
            self.keys += len(pressed)
            return pressed

        return press


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith("ARS_") or name.endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_COLOR", "1")
    made = tmp_path / "paper"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


@pytest.fixture
def services(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    with serve(*(source.record() for source in sources())) as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("ARS_MAILTO", "jane@example.org")
        yield running


def takes(known: list[Source]) -> Reads:
    """Read a sentence and its suggestions, and take the one that it rests on: Enter is the first."""
    rests = {
        " ".join(claim.split()): finding
        for source in known
        for claim, finding in zip(source.claims, source.findings, strict=True)
    }

    def press(shown: str) -> bytes:
        read = " ".join(shown.split())
        [finding] = [found for claim, found in rests.items() if f"know that {claim} [@" in read]
        before, _, _ = read.partition(finding)
        number = re.findall(r"\[([1-5])\] ", before)[-1]
        return b"\n" if number == "1" else f"{number}\n".encode()

    return press


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is Unix's")
@pytest.mark.usefixtures("services")
def test_from_100_naked_citations_to_a_pdf_with_real_pages(folder: Path) -> None:
    known = sources()
    assert (len(known), sum(len(one.claims) for one in known)) == (SOURCES, CITATIONS)
    (folder / "paper.md").write_text(manuscript(known), "utf-8")
    (folder / "refs.bib").write_text("".join(one.bibtex() for one in known), "utf-8")
    before = {path.name for path in folder.iterdir()}
    assert main(["check", "paper.md"]) == 2
    person = Desk(folder)

    person.call("init paper.md")
    # One record lacks its year: the walk asks for it first.
    year = str(known[WITHOUT_YEAR].year).encode()
    person.call(
        "verify --interactive paper.md",
        ("[a/e/k/u/q] ", b"a"),
        ("year of publication: ", year + b"\n"),
        ("[y/n/k/u/q] ", b"q"),
    )
    shown = person.call("fetch paper.md", seconds=300)
    assert f"{SOURCES} sources: {SOURCES} pinned (8 JATS, 32 PDF)" in shown
    assert "fetching" in shown  # the bar
    walk = [("where? ", takes(known))] * CITATIONS
    shown = person.call("anchor --interactive paper.md", *walk, seconds=600)
    assert f"{CITATIONS} locators written; 0 citations still without one" in shown
    person.call("mark-read paper.md --scope sections", ("[y/N]", b"y\n"))
    person.call("check paper.md")
    person.call("render paper.md -o paper.pdf", seconds=120)

    # What was taken is what the sentence rests on, for each of them.
    text = (folder / "paper.md").read_text("utf-8")
    wrong = [
        (source.key, place)
        for source in known
        for place, finding in enumerate(source.findings)
        if f'{{quote="{finding}"}}' not in text
        or (not source.is_jats and f"[@{source.key}, p. {source.page(place)}]" not in text)
    ]
    assert wrong == []
    words = " ".join(extract((folder / "paper.pdf").read_bytes(), "paper.pdf").text.split())
    for source in known:
        for place in range(len(source.findings)) if not source.is_jats else ():
            assert f"[{source.number + 1}, p. {source.page(place)}]" in words
    # Nothing lies about but what is to be kept.
    made = {path.name for path in folder.iterdir()} - before
    assert made == {".ars", "refs.ars.yaml", "refs.ars_human_read_log.yaml", "paper.pdf"}
    assert person.keys <= MOST_KEYS
    assert len(person.commands) <= MOST_COMMANDS
    print(f"{person.keys} keys, {len(person.commands)} commands")  # noqa: T201 - shown with -s
    page = PAGE.read_text("utf-8")
    # The page shows these very commands, in this order, and these very numbers.
    assert re.findall(r"^\$ (ars .*)$", page, re.M) == person.commands
    assert f"{person.keys} keys and {len(person.commands)} commands" in page

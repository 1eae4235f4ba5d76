"""The commands that the documentation shows, as its readers would type them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from docs.site_pages import FOLDERS
from tests.conftest import ROOT

SHELLS = ("sh", "bash", "shell", "console")
PROGRAMS = ("ars", "pandoc", "make", "pip", "python", "python3", "quarto", "docker", "git", "cd")

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```", re.M | re.S
)
_INDENTED = re.compile(r"(?:^    .*\n)+", re.M)
_INLINE = re.compile(r"(?<!`)`((?:ars|ars-gate|pandoc) [^`]+)`")


@dataclass(frozen=True)
class Block:
    """A block of commands.

    Attributes:
        page: The page, relative to the repository.
        transcript: Whether it shows what the commands print, too.
        commands: The lines to type, each as it stands.
    """

    page: str
    transcript: bool
    commands: tuple[str, ...]


def pages() -> list[str]:
    """Give the pages that people write: those of the repository, without the generated ones."""
    found = [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").glob("*/README.md"),
        *(ROOT / "templates").rglob("README.md"),
    ]
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    generated = tuple(f"docs/{folder}/" for folder in FOLDERS)
    return [name for name in names if not name.startswith(generated)]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    """Give the blocks of commands of a page, fenced and indented, in their order."""
    text = read(page)
    found = []
    for hit in _FENCE.finditer(text):
        if hit["language"] in SHELLS:
            lines = hit["text"].replace("\\\n", " ").splitlines()
            transcript = hit["language"] == "console"
            typed = [line.strip() for line in lines]
            if transcript:
                typed = [line[2:] for line in typed if line.startswith("$ ")]
            typed = [line for line in typed if line and not line.startswith("#")]
            found.append((hit.start(), Block(page, transcript, tuple(typed))))
    blank = _FENCE.sub(lambda hit: re.sub(r"[^\n]", " ", hit[0]).replace("    ", "   ."), text)
    for hit in _INDENTED.finditer(blank):
        typed = [line.strip() for line in hit[0].splitlines() if line.strip()]
        if typed and all(Path(line.split()[0]).name in PROGRAMS for line in typed):
            found.append((hit.start(), Block(page, False, tuple(typed))))
    return [block for _, block in sorted(found, key=lambda pair: pair[0])]


def mentions(text: str) -> list[str]:
    """Give the commands that stand in the running text, between backticks."""
    bare = _FENCE.sub("", text)
    return [" ".join(hit[1].split()) for hit in _INLINE.finditer(bare)]


def prompted(text: str) -> list[str]:
    """Give the commands behind a prompt in blocks of any language, such as `text`."""
    fenced = [hit["text"] for hit in _FENCE.finditer(text)]
    return [line[2:] for block in fenced for line in block.splitlines() if line.startswith("$ ")]


def example_lines(help_text: str) -> list[str]:
    """Give the examples of a command's help."""
    shown = re.findall(r"\x08(.*?)(?:\n\s*\n|\Z)", help_text, re.S)
    lines = [line.strip() for block in shown for line in block.splitlines()]
    return [line for line in lines if re.match(r"ars [a-z]", line)]

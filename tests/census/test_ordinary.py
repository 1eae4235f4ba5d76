"""Ordinary documents that cite nothing: none may be refused.

To add a case is to add a file to `ordinary`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.census import Syntax, compare, count_written

FILES = sorted((Path(__file__).parent / "ordinary").iterdir())
SYNTAX: dict[str, Syntax] = {
    ".tex": "latex",
    ".cls": "latex",
    ".sty": "latex",
    ".org": "org",
    ".rst": "rst",
    ".html": "html",
    ".typ": "typst",
}


def test_there_are_twenty_kinds() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_is_refused(file: Path) -> None:
    written = count_written(file.read_text(encoding="utf-8"), SYNTAX.get(file.suffix, "markdown"))
    assert compare({file.name: written}, [], ()).refused == ()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_citation_behind_all_that_is_seen(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    syntax = SYNTAX.get(file.suffix, "markdown")
    cite = {
        "markdown": "[@ghost]",
        "latex": "\\cite{ghost}",
        "org": "[cite:@ghost]",
        "rst": ":cite:`ghost`",
        "html": '<i data-cites="ghost">',
        "typst": "#cite(<ghost>)",
    }[syntax]
    ended = text.replace("\\end{document}\n\\cite{nobody}\n", "").replace("\\endinput\n", "")
    (unseen,) = compare({"a": count_written(f"{ended}\n\n{cite}\n", syntax)}, [], ()).refused
    assert unseen.written.key == "ghost"

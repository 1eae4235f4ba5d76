"""Where call-outs in plain words stand in a manuscript (contract §3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.citations.find import find_citations
from ars_pandoc.positions.callout_positions import locate_callouts
from ars_pandoc.positions.traced import Traced
from tests.pandoc_documents import read_document

PAPER = Path("paper.md")
LIST = "\n# References\n\n1. A work.\n"


def places(text: str) -> list[tuple[str, int, int] | None]:
    found = find_citations(read_document(text))
    located = locate_callouts(found.callouts, [Traced.of_file(PAPER, text)], {PAPER: text})
    return [
        None if position is None else (text[slice(*position.mark)], position.line, position.column)
        for position in located
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Roe (2021) said.\n\nAs Poe (2020) said.\n",
         [("Roe (2021)", 1, 4), ("Poe (2020)", 3, 4)]),
        ("As Roe (2021) said [@a]. It was\nshown (see *Roe* et\nal. 2021).\n",
         [("(see *Roe* et\nal. 2021)", 2, 7)]),
        ("Marked Roe (2021) [@a].\n\nNot marked, Roe (2021).\n", [("Roe (2021)", 3, 13)]),
        ("> It was shown (Roe 2021,\n> 12--14).\n", [("(Roe 2021,\n> 12--14)", 1, 16)]),
        ("A.[^n] B (Poe 2020).\n\n[^n]: Note (Roe 2021).\n",
         [("(Roe 2021)", 3, 12), ("(Poe 2020)", 1, 10)]),
        (f"Shown in cancer^12^ and\nmore [3].\n{LIST}", [("12", 1, 17), ("[3]", 2, 6)]),
        (f"Shown in cancer¹² too.\n{LIST}", [("¹²", 1, 16)]),
        ("See <https://doi.org/10.1000/x>.\n", [None]),
    ],
)  # fmt: skip
def test_places(text: str, expected: list[tuple[str, int, int] | None]) -> None:
    assert places(text) == expected

"""CONTRIBUTING.md maps the rooms as import-linter holds them, and each room is a folder."""

from __future__ import annotations

import re
from configparser import ConfigParser

from tests.conftest import ROOT

PACKAGE = ROOT / "ars_pandoc"


def rows_of_the_contract() -> dict[str, int]:
    """Return the row of each room, counted from the ground."""
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter", encoding="utf-8")
    rows = contracts["importlinter:contract:floors"]["layers"].split("\n")
    layers = [re.findall(r"\w+", row) for row in rows if row.strip()]
    return {room: len(layers) - number for number, row in enumerate(layers) for room in row}


def map_of_the_page() -> list[tuple[int, str, str]]:
    """Return the row, the name and the line of each room, as the page gives them."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", page, re.MULTILINE)
    return [(int(row), room, line) for row, room, line in found]


def test_the_map_has_each_room_once_in_its_row() -> None:
    mapped = map_of_the_page()
    assert {room: row for row, room, _ in mapped} == rows_of_the_contract()
    assert len({room for _, room, _ in mapped}) == len(mapped)
    assert [row for row, _, _ in mapped] == sorted((row for row, _, _ in mapped), reverse=True)
    assert all(10 < len(line) < 90 for _, _, line in mapped)


def test_each_room_is_there_and_none_is_missing() -> None:
    there = {
        path.stem
        for path in PACKAGE.iterdir()
        if (path.is_dir() and (path / "__init__.py").exists())
        or (path.suffix == ".py" and path.stem != "__init__")
    }
    assert there == {room for _, room, _ in map_of_the_page()}

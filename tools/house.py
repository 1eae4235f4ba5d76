"""Measure the structure of the package from its own imports: `make house`.

A room is a folder or a loose module at the top of the package, an arrow an import between two
rooms, and a floor a row of rooms that rest on the floors below it alone. Imports for typing and
those inside functions count like all others.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from pathlib import Path

import grimp

PACKAGE = "ars_pandoc"
MOST_ROOMS = 26
MOST_FLOORS = 12


@dataclass(frozen=True, slots=True)
class House:
    """What was measured.

    Attributes:
        floors: The rooms of each floor, from the ground up; of a circle, all on one floor.
        arrows: The imports between rooms: from and to, with how many modules make them.
        lines: The lines of code of each room.
        file_circle: Modules that import each other in a circle, empty if there are none.
        room_circle: Rooms that do.
        same_names: Modules of one name in several folders, where no interface asks for it.
    """

    floors: tuple[tuple[str, ...], ...]
    arrows: Mapping[tuple[str, str], int]
    lines: Mapping[str, int]
    file_circle: tuple[str, ...]
    room_circle: tuple[str, ...]
    same_names: tuple[str, ...]

    @property
    def faults(self) -> list[str]:
        """What breaks a measure, in words."""
        found = []
        rooms = sum(map(len, self.floors))
        if rooms > MOST_ROOMS:
            found.append(f"{rooms} rooms, at most {MOST_ROOMS}")
        if len(self.floors) > MOST_FLOORS:
            found.append(f"{len(self.floors)} floors, at most {MOST_FLOORS}")
        if self.file_circle:
            found.append("a circle of files: " + " -> ".join(self.file_circle))
        if self.room_circle:
            found.append("a circle of rooms: " + " -> ".join(self.room_circle))
        found += [f"one name in two folders: {name}" for name in self.same_names]
        return found


def measure(package: str = PACKAGE) -> House:
    """Measure an installed package."""
    graph = grimp.build_graph(package, cache_dir=None)
    imports = {
        module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules
    }
    rooms = {module: _room(module, package) for module in graph.modules}
    arrows: Counter[tuple[str, str]] = Counter()
    for module, targets in imports.items():
        for target in targets:
            if rooms[module] != rooms[target]:
                arrows[rooms[module], rooms[target]] += 1
    below: dict[str, set[str]] = {room: set() for room in rooms.values()}
    for upper, lower in arrows:
        below[upper].add(lower)
    return House(
        _floors(below),
        dict(arrows),
        _lines(_folder(package), rooms.values()),
        _circle(imports),
        _circle(below),
        _same_names(graph.modules),
    )


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise SystemExit(f"there is no package {package}; run: make setup")
    return Path(spec.origin).parent


def _room(module: str, package: str) -> str:
    inner = module.removeprefix(package).lstrip(".")
    return inner.split(".")[0] or "__init__"


def _circle(below: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


def _floors(below: Mapping[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Give each room the lowest floor that lies above all that it rests on."""
    floors: list[tuple[str, ...]] = []
    placed: set[str] = set()
    left = dict(below)
    while left:
        row = tuple(sorted(room for room, lower in left.items() if lower <= placed))
        # Where a circle leaves no room free, all that is left is one floor.
        row = row or tuple(sorted(left))
        floors.append(row)
        placed.update(row)
        for room in row:
            del left[room]
    return tuple(floors)


def _lines(folder: Path, rooms: Iterable[str]) -> dict[str, int]:
    counts = {}
    for room in set(rooms):
        path = folder / room
        files = path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
        counts[room] = sum(len(file.read_bytes().splitlines()) for file in files)
    return counts


def _same_names(modules: Iterable[str]) -> tuple[str, ...]:
    """Find names that several folders use; commands and report formats are named by interfaces."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        folder, _, name = module.rpartition(".")
        if folder and not folder.endswith((".cli.commands", ".report")):
            homes[name].append(module)
    return tuple(" and ".join(sorted(both)) for both in homes.values() if len(both) > 1)


def main() -> int:
    """Print the measures and a map of the floors; return 1 if a measure is broken."""
    house = measure()
    rooms = sum(map(len, house.floors))
    biggest = max(house.lines, key=lambda room: house.lines[room])
    print(
        f"rooms {rooms} (at most {MOST_ROOMS}), floors {len(house.floors)} "
        f"(at most {MOST_FLOORS}), arrows {len(house.arrows)}, "
        f"{sum(house.lines.values())} lines, biggest {biggest} ({house.lines[biggest]})"
    )
    for number in range(len(house.floors), 0, -1):
        row = house.floors[number - 1]
        print(f"{number:3}  " + "   ".join(f"{room} ({house.lines[room]})" for room in row))
    for fault in house.faults:
        print(f"broken: {fault}")
    return 1 if house.faults else 0


if __name__ == "__main__":
    sys.exit(main())

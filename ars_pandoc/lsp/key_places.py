"""Where keys stand in the files beside a manuscript: sidecar, ledger, catalog, bibliography.

Each kind of file has its own places (contract §4, §5, §8, §12); what only looks like a key, in a
title or a note, is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.text_parts import Part, json_parts, skip_properties, yaml_parts
from ars_pandoc.corpus.load_sidecar import LIST
from ars_pandoc.positions.position import Extent

SIDECAR, LEDGER, CATALOG = "sidecar", "ledger", "catalog"
JUDGEMENTS, BIBLIOGRAPHY = "judgements", "bibliography"

_PLAIN = re.compile(r"[^\W\d_][\w./+-]*(?::[\w./+-]+)*")
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))

_BIB_ENTRY = lazy_pattern(
    r"@\s*(?!comment|string|preamble)\w+\s*[{(]\s*([^\s,{}()]+)\s*(?=[,})])", re.IGNORECASE
)
_BIB_FIELD = lazy_pattern(
    r"(?<![\w-])(?:crossref|xref|xdata|related|entryset|ids)\s*=\s*(?:\{([^{}]*)\}|\"([^\"{}]*)\")",
    re.IGNORECASE,
)
_BIB_NAME = re.compile(r"[^\s,]+")
_BIB_KEY = re.compile(r"[^\s,{}()\"#%'=\\~@]+")
_RIS_KEY = lazy_pattern(r"^ID\s+-\s*(\S+)", re.MULTILINE)
_BIB = (".bib", ".bibtex", ".biblatex")


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A key in a file.

    Attributes:
        key: What stands there.
        extent: Where, quotes included.
        spell: Gives what is to stand there for another key.
        own: It names an entry, and does not only point to one.
    """

    key: str
    extent: Extent
    spell: Callable[[str], str]
    own: bool = True


def key_places(kind: str, path: Path, text: str) -> list[KeyPlace]:
    """Return all places of keys in a file, in the order of the text.

    Args:
        kind: One of this module's kinds.
        path: The file, whose ending says how it is written.
        text: Its text, without a byte order mark.

    Raises:
        ArsError: It cannot be read, or is a bibliography of a kind that is not known here.
    """
    if kind == JUDGEMENTS:
        return list(_of_lines(text))
    suffix = path.suffix.lower()
    if kind == BIBLIOGRAPHY and suffix in _BIB:
        return sorted(_of_bib(text), key=lambda place: place.extent)
    if kind == BIBLIOGRAPHY and suffix == ".ris":
        return [KeyPlace(hit[1], hit.span(1), str) for hit in _RIS_KEY.finditer(text)]
    if kind == BIBLIOGRAPHY and suffix not in (".json", ".yaml", ".yml"):
        raise ArsError(
            f"the keys of {name_of(path)} cannot be told: {suffix or 'its kind'} is not known here",
            steps=["use BibTeX, CSL JSON, CSL YAML or RIS"],
        )
    _data(path, text)  # only what the strict reader takes has parts
    root = json_parts(text) if suffix == ".json" else yaml_parts(text)
    return [] if root is None else list(_of_parts(kind, root, text, is_json=suffix == ".json"))


def renamed_text(kind: str, path: Path, text: str, old: str, new: str) -> list[tuple[Extent, str]]:
    """Return the edits that give a key another name in a file, and change nothing else.

    Args:
        kind: As for `key_places`.
        path: As for `key_places`.
        text: As for `key_places`.
        old: The key.
        new: Its new name.

    Returns:
        Extents with their new text, in order; empty where the key does not stand.

    Raises:
        ArsError: The new name stands there already or cannot be written, or the file cannot be
            read; or something else would change with it.
    """
    places = key_places(kind, path, text)
    hits = [place for place in places if place.key == old]
    if not hits:
        return []
    if any(place.key == new for place in places):
        raise ArsError(
            f"{name_of(path)} has the key '{new}' already; nothing was renamed",
            steps=["choose another key"],
        )
    if kind == BIBLIOGRAPHY and path.suffix.lower() in _BIB and not _BIB_KEY.fullmatch(new):
        raise ArsError(
            f"'{new}' cannot be a key in {name_of(path)}; nothing was renamed",
            why="BibTeX keys hold no space and none of , { } ( ) \" # % ' = \\ ~ @",
            steps=["choose another key"],
        )
    edits = [(place.extent, place.spell(new)) for place in hits]
    _check(kind, path, text, apply_edits(text, edits), (old, new))
    return edits


def apply_edits(text: str, edits: list[tuple[Extent, str]]) -> str:
    """Return a text with edits made; they stand in order and do not overlap."""
    parts, place = [], 0
    for (start, end), new in edits:
        parts += [text[place:start], new]
        place = end
    return "".join([*parts, text[place:]])


def _check(kind: str, path: Path, before: str, after: str, names: tuple[str, str]) -> None:
    """Insist that nothing but the key changes."""
    old, new = names
    try:
        keys = [place.key for place in key_places(kind, path, after)]
        same = keys == [
            new if place.key == old else place.key for place in key_places(kind, path, before)
        ] and _mapped(kind, _data_of(kind, path, before), names) == _data_of(kind, path, after)
    except ArsError:
        same = False
    if not same:
        raise ArsError(
            f"'{old}' cannot be renamed in {name_of(path)}: more would change than the key",
            why="it is written with an anchor or an alias of YAML, or the new name cannot stand there",
            steps=["rename it there by hand"],
        )


def _data_of(kind: str, path: Path, text: str) -> Any:
    if kind == JUDGEMENTS:
        return [json.loads(line) for _, line in _lines(text)]
    if kind == BIBLIOGRAPHY and path.suffix.lower() in (*_BIB, ".ris"):
        return None
    return _data(path, text)


def _data(path: Path, text: str) -> Any:
    parse = parse_json if path.suffix.lower() == ".json" else parse_yaml
    return parse(text, name_of(path))


def _mapped(kind: str, data: Any, names: tuple[str, str]) -> Any:
    """Return what a file is to say after a renaming."""
    old, new = names

    def item(one: Any, fields: tuple[str, ...]) -> Any:
        if not isinstance(one, dict):
            return one
        return {
            name: new if name in fields and _text(value) == old else value
            for name, value in one.items()
        }

    if data is None:
        return None
    if kind == JUDGEMENTS:
        return [item(line, ("key",)) for line in data]
    if kind == CATALOG:
        entries = data.get("entries") or {}
        return {**data, "entries": {new if k == old else k: v for k, v in entries.items()}}
    fields = ("id", "citation-key") if kind == BIBLIOGRAPHY else ("citation_key",)
    if isinstance(data, list):
        return [item(one, fields) for one in data]
    names_of_list = _LISTS[kind]
    return {
        name: [item(one, fields) for one in value]
        if name in names_of_list and isinstance(value, list)
        else value
        for name, value in data.items()
    }


_LISTS = {SIDECAR: (LIST,), LEDGER: ("human_read",), BIBLIOGRAPHY: ("items", "references")}


def _of_parts(kind: str, root: Part, text: str, *, is_json: bool) -> Iterator[KeyPlace]:
    if kind == CATALOG:
        for name, entries in root.pairs:
            if name.name == "entries":
                yield from (_place(key, text, is_json=is_json) for key, _ in entries.pairs)
        return
    lists = [value for name, value in root.pairs if name.name in _LISTS[kind]]
    if kind == BIBLIOGRAPHY and root.kind == "list":
        lists = [root]
    fields = ("id", "citation-key") if kind == BIBLIOGRAPHY else ("citation_key",)
    for part in lists:
        for entry in part.items:
            for name, value in entry.pairs:
                if name.name in fields and value.kind == "scalar":
                    yield _place(value, text, is_json=is_json)


def _place(part: Part, text: str, *, is_json: bool) -> KeyPlace:
    start = part.start if is_json else skip_properties(text, part.start)

    def spell(new: str) -> str:
        if is_json or part.style == '"':
            return json.dumps(new, ensure_ascii=False)
        if part.style == "'":
            return "'" + new.replace("'", "''") + "'"
        plain = _PLAIN.fullmatch(new) and new.lower() not in _WORDS
        return new if plain else json.dumps(new, ensure_ascii=False)

    return KeyPlace(_text(part.value), (start, part.end), spell)


def _text(value: Any) -> str:
    """Return a key as text: one of digits alone is a number in YAML."""
    return str(value)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        if line.strip():
            yield start, line
        start += len(line) + 1


def _of_lines(text: str) -> Iterator[KeyPlace]:
    for start, line in _lines(text):
        root = json_parts(line)
        for name, value in () if root is None else root.pairs:
            if name.name == "key" and isinstance(value.value, str):
                extent = (start + value.start, start + value.end)
                yield KeyPlace(value.value, extent, lambda new: json.dumps(new, ensure_ascii=False))


def _of_bib(text: str) -> Iterator[KeyPlace]:
    for hit in _BIB_ENTRY.finditer(text):
        yield KeyPlace(hit[1], hit.span(1), str)
    for hit in _BIB_FIELD.finditer(text):
        group = 1 if hit[1] is not None else 2
        for name in _BIB_NAME.finditer(text, *hit.span(group)):
            yield KeyPlace(name[0], name.span(), str, own=False)

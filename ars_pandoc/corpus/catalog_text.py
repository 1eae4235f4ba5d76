"""A catalog as this package writes it: quickly, where nobody has put anything else into it.

The editor that keeps comments and quotes takes two milliseconds for each source of the whole file
at each change. A file that reads, byte for byte, as it is written here has nothing to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ars_pandoc.base.yaml_editor import is_surely_text
from ars_pandoc.corpus.catalog import SCHEMA_VERSION


def catalog_text(data: Mapping[str, Any]) -> str | None:
    """Return a catalog as text.

    Args:
        data: Its plain data.

    Returns:
        None if it holds what is not written here, such as another version's fields.
    """
    if list(data) != ["schema", "entries"] or data["schema"] != SCHEMA_VERSION:
        return None
    if not isinstance(data["entries"], dict) or not data["entries"]:
        return None
    try:
        return f"schema: {SCHEMA_VERSION}\nentries:\n" + "".join(_records(data["entries"]))
    except (KeyError, TypeError, ValueError):
        return None


def _records(entries: Mapping[str, Any]) -> Iterator[str]:
    for key, record in entries.items():
        if not record:
            raise ValueError
        yield f"  {_text(key)}:\n"
        for name, items in record.items():
            fields = _FIELDS[name]
            yield f"    {name}:\n" if items else f"    {name}: []\n"
            for item in items:
                lines = [f"{field}: {fields[field](value)}\n" for field, value in item.items()]
                yield "    - " + "      ".join(lines)


def _quoted(value: Any) -> str:
    """Write a text in quotes; one of several lines, or that a terminal would obey, is not ours."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return "'" + value.replace("'", "''") + "'"


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str) and is_surely_text(value) else _quoted(value)


def _truth(value: Any) -> str:
    if not isinstance(value, bool):
        raise TypeError
    return "true" if value else "false"


_Field = Callable[[Any], str]
_FIELDS: dict[str, dict[str, _Field]] = {
    "snapshots": {
        "sha256": _text,
        "media_type": _quoted,
        "origin": _text,
        "licence": _text,
        "retrieved_at": _quoted,
        "content_match": _truth,
    },
    "facts": {
        "what": _text,
        "value": _truth,
        "identifier": _quoted,
        "service": _text,
        "at": _quoted,
        "note": _text,
    },
    "acknowledged": {"what": _text, "at": _quoted, "note": _text},
}
"""How `edit_catalog` writes each field."""

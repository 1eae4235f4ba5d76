r"""The files that a reference manager names in a bibliography: Zotero, JabRef, Better BibTeX.

BibTeX has `file = {Full text:files/12/Smith.pdf:application/pdf;…}`: description, path and kind,
with `\:`, `\;` and `\\` for the signs themselves, or a path alone
(https://docs.jabref.org/finding-sorting-and-cleaning-entries/filelinks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ars_pandoc.corpus.plain import name_of
from ars_pandoc.errors import ArsError
from ars_pandoc.ingest.better_bibtex import items_of, to_csl

_ENTRY = re.compile(r"^[ \t]*@\w+\s*[{(]\s*([^\s,{}]+)\s*,", re.MULTILINE)
_FIELD = re.compile(r"(?:^|[\s,])file\s*=\s*([{\"])", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]\\?:[\\/]")
_LARGEST = 200_000_000


def attachments(bibliography: Path) -> dict[str, list[Path]]:
    """Give the files that each entry of a bibliography names.

    Args:
        bibliography: A BibTeX or BibLaTeX file, or one of Better BibTeX JSON.

    Returns:
        By key, the paths, there or not; relative ones start at the bibliography's folder.

    Raises:
        ArsError: It cannot be read.
    """
    try:
        if bibliography.stat().st_size > _LARGEST:
            raise ArsError(f"{name_of(bibliography)} is too large for a bibliography")
        text = bibliography.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise ArsError(f"{name_of(bibliography)} cannot be read", why=error.strerror) from None
    folder = bibliography.parent
    found: dict[str, list[Path]] = {}
    items = items_of(text)
    if items is not None:
        records = map(to_csl, items)
        named = ((str(one["id"]), one.get("attachments", [])) for one in records if "id" in one)
    else:
        named = ((key, list(_paths(value))) for key, value in _fields(text))
    for key, paths in named:
        wanted = found.setdefault(key, [])
        wanted += [folder / path for path in paths if folder / path not in wanted]
    return {key: paths for key, paths in found.items() if paths}


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Give the key of each entry with the value of its field `file`."""
    starts = list(_ENTRY.finditer(text))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        body = text[start.end() : end]
        field = _FIELD.search(body)
        if field is not None:
            yield start[1], _value(body, field.end(), field[1])


def _value(body: str, start: int, opening: str) -> str:
    depth = 0
    for at in range(start, len(body)):
        char = body[at]
        if depth == 0 and char == ("}" if opening == "{" else '"'):
            return body[start:at]
        depth += (char == "{") - (char == "}")
    return ""


def _paths(value: str) -> Iterator[str]:
    for item in _split(value, ";"):
        parts = _split(item, ":")
        described = len(parts) >= 3 and not _DRIVE.match(item)
        path = ":".join(parts[1:-1]) if described else item
        path = re.sub(r"\\([\\:;{}_&%#$])", r"\1", path).strip()
        if path:
            yield path


def _split(text: str, sign: str) -> list[str]:
    """Split at a sign that no backslash stands before."""
    return re.split(rf"(?<!\\){sign}", text)

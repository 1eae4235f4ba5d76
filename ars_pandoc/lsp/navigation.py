"""From a citation to its entry, and from a key to all that cites it."""

from __future__ import annotations

from pathlib import Path

from lsprotocol.types import Location

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import UnreadableFileError, read_text
from ars_pandoc.lsp.cited_in import Opened, TextOf, citing, judged_with, read_text_of, texts_with
from ars_pandoc.lsp.columns import Columns
from ars_pandoc.lsp.key_places import BIBLIOGRAPHY, SIDECAR, key_places
from ars_pandoc.lsp.state import State


def key_at(state: State, offset: int) -> str | None:
    """Return the key of the citation at a place of a text, or None where there is none."""
    found = (one.finding.citation.key for one in state.at(offset, offset))
    return next((key for key in found if key is not None), None)


def definition(state: State, key: str, path: Path, opened: Opened) -> list[Location]:
    """Return where a key is defined: its entry in the sidecar, else in the bibliography.

    Args:
        state: The verdicts on the document.
        key: A key that it cites.
        path: The document.
        opened: What the editor has open.
    """
    sidecars = () if state.corpus is None else state.corpus.paths
    found = _entries(SIDECAR, key, sidecars, opened)
    if found:
        return found
    try:
        read = read_text_of(path, state.text, opened.project)
    except ArsError:
        return []  # the findings say what is wrong with the document
    return _entries(BIBLIOGRAPHY, key, read.bibliographies, opened)


def references(
    state: State, key: str, path: Path, opened: Opened, *, declaration: bool = False
) -> list[Location]:
    """Return all citations of a key in the manuscripts of the folder that have the same sources.

    Args:
        state: The verdicts on the document that is asked in.
        key: The key.
        path: The document.
        opened: What the editor has open.
        declaration: Whether its entry is listed too.
    """
    found = definition(state, key, path, opened) if declaration else []
    manuscripts = texts_with(key, opened, path)
    for other, text, judged in judged_with(state, opened.project, manuscripts):
        columns = Columns(text, opened.encoding)
        places = dict.fromkeys(extent for _, extent in citing(judged, key))
        found += [Location(other.as_uri(), columns.range(extent)) for extent in places]
    return found


def text_now(path: Path, text_of: TextOf) -> str:
    """Return the text of a file: as the editor holds it, else as it is saved.

    Raises:
        UnreadableFileError: It cannot be read.
    """
    text = text_of(path)
    return read_text(path) if text is None else text.removeprefix("\ufeff")


def _entries(kind: str, key: str, paths: tuple[Path, ...], opened: Opened) -> list[Location]:
    found = []
    for path in paths:
        try:
            text = text_now(path, opened.text_of)
            places = key_places(kind, path, text)
        except (UnreadableFileError, ArsError):
            continue  # half written in the editor, or of a kind whose places are not known
        columns = Columns(text, opened.encoding)
        found += [
            Location(path.absolute().as_uri(), columns.range(place.extent))
            for place in places
            if place.key == key and place.own
        ]
    return found

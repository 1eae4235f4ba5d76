"""YAML and JSON files as plain data, read strictly and with errors for writers.

The sidecar, the ledger and the catalog are read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of, read_text


@dataclass(frozen=True, slots=True)
class Document:
    """A file as plain data.

    Attributes:
        label: The file's name for messages.
        text: Its text, without a byte order mark.
        data: Dictionaries, lists, strings, integers, booleans and None. Aliased parts are
            shared: treat it as read-only.
    """

    label: str
    text: str
    data: Any


def read_document(path: Path) -> Document:
    """Read a YAML or JSON file (JSON by its extension `.json`) into plain data.

    Args:
        path: The file.

    Returns:
        The document, with a top level of any type.

    Raises:
        UnreadableFileError: Not there, no permission, a folder, too large, not UTF-8, a syntax
            error, a key given twice, aliases without bound.
    """
    return parse_document(path, read_text(path))


def parse_document(path: Path, text: str) -> Document:
    """Parse the text of a file as `read_document` does.

    Raises:
        UnreadableFileError: See `read_document`.
    """
    label = name_of(path)
    parse = parse_json if path.suffix.lower() == ".json" else parse_yaml
    return Document(label, text, parse(text, label))

"""What a Pandoc defaults file says about reading, without what it says about writing.

A command that asks what a document cites must read it as `pandoc -d thesis.yaml` does, but must
not run its filters, write its output or need its template.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.quarto import load_yaml
from ars_pandoc.pandoc.command_line import defaults_folders, expand_defaults_value, find_defaults

_READING = frozenset(
    "abbreviations bibliography csl citation-abbreviations data-dir default-image-extension "
    "file-scope from indented-code-classes ipynb-output metadata preserve-tabs reader "
    "resource-path shift-heading-level-by strip-comments tab-stop track-changes".split()
)
_INPUTS = ("input-file", "input-files")
_METADATA_FILES = ("metadata-file", "metadata-files")
_NESTING_LIMIT = 10


class Defaults:
    """What one or more defaults files say about reading, later ones first in what they set.

    Attributes:
        inputs: The input files that they name, in order.
        settings: Pandoc's settings, fit for a defaults file.
    """

    def __init__(self) -> None:
        self.inputs: list[str] = []
        self.settings: dict[str, Any] = {}

    @property
    def reader(self) -> str | None:
        """The reader that they name, or None."""
        reader = self.settings.get("from", self.settings.get("reader"))
        return None if reader is None else str(reader)


def read_defaults(names: Sequence[str]) -> Defaults:
    """Read defaults files as Pandoc finds and nests them.

    Args:
        names: What stood behind `-d`, in order; `.yaml` may be left out.

    Raises:
        ArsError: A file is not there or cannot be read, or files name each other in a circle.
    """
    found = Defaults()
    for name in names:
        _read(found, name, _NESTING_LIMIT)
    return found


def _read(found: Defaults, name: str, depth: int) -> None:
    folders = defaults_folders(None)
    path = find_defaults(name, folders)
    if path is None:
        raise ArsError(
            f"the defaults file '{name}' is not there",
            where="looked in " + ", ".join(str(folder) for folder in folders),
            steps=["check the name and the folder"],
        )
    if depth == 0:
        raise ArsError(
            f"the defaults files name each other in a circle: {path}",
            steps=["remove one of the `defaults:` lines"],
        )
    settings = {key: expand_defaults_value(value, path) for key, value in load_yaml(path).items()}
    parents = settings.get("defaults", [])
    for parent in parents if isinstance(parents, list) else [parents]:
        _read(found, str(parent), depth - 1)
    for key in _INPUTS:
        found.inputs += _texts(settings.get(key))
    for key in _METADATA_FILES:
        found.settings.setdefault("metadata-files", []).extend(_texts(settings.get(key)))
    for key, value in settings.items():
        if key not in _READING:
            continue
        if key == "bibliography":
            found.settings.setdefault(key, []).extend(_texts(value))
        elif key == "metadata" and isinstance(value, dict):
            found.settings.setdefault(key, {}).update(value)
        else:
            found.settings[key] = value


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    return [os.fspath(Path(str(item))) for item in (value if isinstance(value, list) else [value])]

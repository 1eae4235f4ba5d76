"""Which catalog a command writes: beside the sidecar, or where the option `sources` says (§7, §8)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.cli.shared.sidecars import options_of
from ars_pandoc.corpus.catalog import catalog_path

VARIABLE = "ARS_SOURCES"


def catalog_folder(paper: str | None) -> Path | None:
    """Return the folder that stands for `.ars`, or None for the one beside each sidecar.

    Args:
        paper: The document whose option `sources` counts; without one the variable does.

    Raises:
        ArsError: The documents of the paper name different folders.
    """
    if paper is None:
        named = os.environ.get(VARIABLE)
        return Path(named) if named else None
    return the_folder([options.sources for _, options in options_of(paper)], paper)


def the_folder(named: Iterable[str | None], documents: str) -> Path | None:
    """Return the one folder that documents name in their option `sources`, or None.

    Args:
        named: The option of each document, None where it has none.
        documents: What they are called in a message.

    Raises:
        ArsError: They name different folders.
    """
    folders = set(named)
    if len(folders) > 1:
        raise ArsError(
            f"the documents of {documents} keep their sources in different folders",
            why="which catalog is meant cannot be known",
            steps=["name one of the documents"],
        )
    found = folders.pop() if folders else None
    return Path(found) if found else None


def catalog_of(sidecar: Path, folder: Path | None) -> Path:
    """Return the catalog's path for a sidecar."""
    return catalog_path(sidecar) if folder is None else folder / "catalog.yaml"

"""The files that a reference manager names in a bibliography, and where they lie.

How they are spelt is in `file_field`; here their places are found: beside the bibliography, in the
folder that JabRef names in it, or in the one that a user names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.ingest.better_bibtex import items_of, to_csl
from ars_pandoc.ingest.file_field import fields, folders, paths

_LARGEST = 200_000_000
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_ADDRESS = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_ROOTS = ("Users/", "home/")
"""How absolute paths begin where Mendeley dropped the slash before them."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that an entry names.

    Attributes:
        named: Its path as the bibliography has it, without escapes.
        path: Where it lies, or None if it is not to be had.
        why: Why not, or "".
    """

    named: str
    path: Path | None = None
    why: str = ""


def attachments(bibliography: Path, base: Path | None = None) -> dict[str, list[Attachment]]:
    """Return the files that each entry of a bibliography names.

    Args:
        bibliography: A BibTeX or BibLaTeX file, or one of Better BibTeX JSON.
        base: The folder of linked files, tried where a path leads to nothing: Zotero's linked
            attachment base folder, JabRef's main file directory, a copied `storage` folder.

    Returns:
        By key, what is named, there or not; relative paths start at the bibliography's folder.

    Raises:
        ArsError: It cannot be read.
    """
    try:
        if bibliography.stat().st_size > _LARGEST:
            raise ArsError(
                f"{name_of(bibliography)} is too large for a bibliography",
                steps=["export the references that the document cites"],
            )
        text = bibliography.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise ArsError(
            f"{name_of(bibliography)} cannot be read",
            why=error.strerror,
            steps=["check the name and the folder"],
        ) from None
    items = items_of(text)
    if items is not None:
        records = map(to_csl, items)
        named = ((str(one["id"]), one.get("attachments", [])) for one in records if "id" in one)
        places = _Places(bibliography.parent, (), base)
    else:
        named = ((key, list(paths(value))) for key, value in fields(text))
        places = _Places(bibliography.parent, tuple(folders(text)), base)
    found: dict[str, dict[str, Attachment]] = {}
    for key, wanted in named:
        for path in wanted:
            found.setdefault(key, {}).setdefault(str(path), places.find(str(path)))
    return {key: list(ones.values()) for key, ones in found.items()}


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the files of one bibliography may lie."""

    folder: Path
    stated: Sequence[str]
    base: Path | None

    def find(self, named: str) -> Attachment:
        if _ADDRESS.match(named):
            return Attachment(named, why="it is an address, not a file")
        try:
            return self._find(named)
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or "no file can have such a name"
            return Attachment(named, why=f"it cannot be looked at: {why}")

    def _find(self, named: str) -> Attachment:
        climbs = False
        # A Mac decomposes the accents of file names, and other systems keep them so.
        forms = dict.fromkeys((named, unicodedata.normalize("NFD", named)))
        for root, path in [place for form in forms for place in self._candidates(form)]:
            if not path.is_file():
                continue
            # A path that starts in a folder stays in it; one that names another folder from the
            # root says so itself.
            if root is not None and not path.resolve().is_relative_to(root.resolve()):
                climbs = True
                continue
            return Attachment(named, path)
        if climbs:
            return Attachment(named, why="its path climbs out of the folder of the bibliography")
        return Attachment(named, why="it does not exist")

    def _candidates(self, named: str) -> list[tuple[Path | None, Path]]:
        """Return the places of a path, each with the folder that it must not leave."""
        name = named.removeprefix("file://localhost").removeprefix("file://")
        name = name.removeprefix("attachments:")  # a path from Zotero's base folder
        windows = _WINDOWS.match(name) is not None
        parts = list(PureWindowsPath(name).parts if windows or "/" not in name else ())
        found: list[tuple[Path | None, Path]] = []
        absolute = Path(name).expanduser()
        if absolute.is_absolute():
            found.append((None, absolute))
        elif windows:
            # Where Linux runs inside Windows, its drives lie below /mnt.
            found.append((None, Path("/mnt", name[0].lower(), *parts[1:])))
        else:
            roots = [self.folder, *(self.folder / Path(one).expanduser() for one in self.stated)]
            # Windows writes "papers\a.pdf"; elsewhere a backslash may be part of a name.
            spelt = dict.fromkeys((name, name.replace("\\", "/")))
            found += [(root, root / one) for root in roots for one in spelt]
            if name.startswith(_ROOTS):
                found.append((None, Path("/", name)))
        if self.base is not None:
            names = parts or list(Path(name).parts)
            tails = [names, names[-2:], names[-1:]]
            below = [tail for tail in tails if tail and not Path(*tail).is_absolute()]
            found += [(self.base, self.base.joinpath(*tail)) for tail in below]
        return found

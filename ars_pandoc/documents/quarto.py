"""The chapters of a Quarto project, as its `_quarto.yml` names them.

https://quarto.org/docs/reference/projects/books.html: `book: chapters:` and `appendices:` hold
file names, or parts with `chapters:` of their own; `project: render:` lists the files of another
project, with globs and, behind `!`, those left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.formats import DOCUMENT_ENDINGS

NAMES = ("_quarto.yml", "_quarto.yaml")


def project_file(folder: Path) -> Path | None:
    """Return the project file of a folder, or None."""
    return next((folder / name for name in NAMES if (folder / name).is_file()), None)


def project_of(path: Path) -> Path | None:
    """Return the folder of the Quarto project that a document belongs to, or None."""
    for folder in path.absolute().parents:
        if project_file(folder) is not None:
            return folder
    return None


def chapters(project: Path) -> list[Path]:
    """Return the documents of a Quarto project, in its order.

    Args:
        project: The `_quarto.yml`.

    Returns:
        Paths in the project's folder; empty where the file lists none, so that all count.

    Raises:
        ArsError: The file is no YAML map, or a chapter that it names is not there.
    """
    settings = load_yaml(project)
    found = list(_listed(settings, project.parent))
    missing = [path for path in found if not path.is_file()]
    if missing:
        raise ArsError(
            f"the project names a chapter that is not there: {missing[0]}",
            where=str(project),
            steps=["correct the name in the project file, or write the chapter"],
        )
    return list(dict.fromkeys(found))


def load_yaml(path: Path) -> dict[str, Any]:
    """Load a settings file that must be a YAML map.

    Raises:
        ArsError: It cannot be read, or is none.
    """
    import yaml  # late: only where such a file is named

    try:
        settings = yaml.safe_load(path.read_bytes())
    except (OSError, ValueError, yaml.YAMLError) as error:
        why = " ".join(str(error).split())
        raise ArsError(
            f"{path} cannot be read as YAML", why=why, steps=["correct the file"]
        ) from None
    if settings is None:
        return {}
    if not isinstance(settings, dict):
        raise ArsError(f"{path} is no YAML map of settings", steps=["correct the file"])
    return settings


def _listed(settings: dict[str, Any], folder: Path) -> Iterator[Path]:
    book = settings.get("book")
    if isinstance(book, dict):
        for part in ("chapters", "appendices"):
            yield from (folder / name for name in _names(book.get(part)))
        return
    project = settings.get("project")
    patterns = _names(project.get("render")) if isinstance(project, dict) else ()
    out: set[Path] = set()
    found: list[Path] = []
    for pattern in patterns:
        matched = sorted(folder.glob(pattern.removeprefix("!")))
        if pattern.startswith("!"):
            out.update(matched)
        else:
            found += matched or [folder / pattern]
    yield from (path for path in found if path not in out)


def _names(value: Any) -> Iterator[str]:
    """Return the file names of a list of chapters, parts inside it too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _names(item)
    elif isinstance(value, dict):
        part = value.get("part")
        # A part is a file or a mere title.
        if isinstance(part, str) and Path(part).suffix.lower() in DOCUMENT_ENDINGS:
            yield part
        file = value.get("file", value.get("href"))
        if isinstance(file, str):
            yield file
        yield from _names(value.get("chapters", []))

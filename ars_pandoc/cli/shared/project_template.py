"""The templates that come along: folders that a writer copies and fills (`ars init`)."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.base.whole_file import after_failed_write
from ars_pandoc.cli.shared.shipped_files import TEMPLATES, lua_filter

_WITH_EXTENSION = ("quarto",)
"""Templates that need Quarto's extension beside them: it is copied from where it is kept."""


def template_names() -> list[str]:
    """Return the names of the templates."""
    return sorted({name for place in TEMPLATES for name in _names_in(place)})


def write_template(name: str, folder: Path) -> list[Path]:
    """Write a template's files into a folder, which is made if it is not there.

    Args:
        name: One of `template_names`.
        folder: Where to write.

    Returns:
        The files that were written, in order.

    Raises:
        ArsError: No such template, a file of its name is there already (nothing is written
            then), or the folder cannot be written to.
    """
    source = next((place / name for place in TEMPLATES if name in _names_in(place)), None)
    if source is None:
        names = template_names()
        raise ArsError(
            f"there is no template '{name}'",
            steps=[f"the templates are {', '.join(names)}"] if names else [install_step()],
        )
    files = _files(source)
    targets = [folder / path.relative_to(source) for path in files]
    if name in _WITH_EXTENSION:
        lua = lua_filter()
        if lua is None:
            raise ArsError("the extension of Quarto is missing", steps=[install_step()])
        extension = _files(lua.parent)
        files += extension
        targets += [folder / "_extensions" / lua.parent.name / path.name for path in extension]
    present = [target for target in targets if target.exists() or target.is_symlink()]
    if present:
        rest = f" and {len(present) - 1} more are" if len(present) > 1 else " is"
        raise ArsError(
            f"{present[0]}{rest} there already; nothing was written",
            steps=["name another folder", "move the file away first"],
        )
    try:
        for path, target in zip(files, targets, strict=True):
            target.parent.mkdir(parents=True, exist_ok=True)
            # The text alone: a package's files may be read-only.
            shutil.copyfile(path, target)
    except OSError as error:
        for target in targets:  # none of them was there before
            with suppress(OSError):
                target.unlink()
        raise ArsError(
            f"the template cannot be written to {folder}",
            why=error.strerror or str(error),
            steps=[after_failed_write(error, "name a folder that you may write to")],
        ) from None
    return targets


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _names_in(place: Path) -> list[str]:
    return [path.parent.name for path in place.glob("*/README.md")]

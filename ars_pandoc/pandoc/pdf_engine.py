"""What makes a PDF here: LaTeX, a Typst program, or the Typst that comes with ars-pandoc."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.executable import TYPST_VERSION

if TYPE_CHECKING:
    from ars_pandoc.pandoc.command_line import PandocOptions

DEFAULT = "pdflatex"
"""Pandoc's engine for LaTeX."""

LATEX = ("pdflatex", "xelatex", "lualatex", "tectonic")
TYPST = "typst"
_MODULE = "ars_pandoc.pandoc.typst_engine"


def latex_on_path() -> str | None:
    """Return the path of a LaTeX program, or None."""
    return next(filter(None, map(shutil.which, LATEX)), None)


def has_own_typst() -> bool:
    """Return whether the package `typst` is installed beside this one."""
    return find_spec("typst") is not None


def require_own_typst() -> None:
    """Insist on the package `typst`.

    Raises:
        ArsError: It is not installed.
    """
    if has_own_typst():
        return
    from ars_pandoc.base.installing import install_step

    raise ArsError(
        "nothing here makes a PDF",
        why="neither LaTeX nor Typst is installed",
        steps=[
            install_step("typst"),
            "install LaTeX, or Typst itself",
            "render to another format: -o paper.html, -o paper.docx",
        ],
    )


def write_own_typst(folder: Path) -> Path:
    """Write an executable named `typst`, by which name alone Pandoc takes it for an engine.

    Args:
        folder: A private folder; it must exist.
    """
    from ars_pandoc.pandoc.launcher import write_launcher

    return write_launcher(folder, TYPST, _MODULE)


def kept_own_typst(environment: Mapping[str, str]) -> Path:
    """Return such an executable that stays, for `pandoc --pdf-engine`: in the user's cache folder.

    It is written anew each time, since this installation may have moved, and in one step, since
    another render may be starting it.

    Args:
        environment: `ARS_CACHE_DIR` moves the cache.

    Raises:
        ArsError: The package `typst` is missing, or the folder cannot be written to.
    """
    require_own_typst()
    from tempfile import TemporaryDirectory

    from ars_pandoc.base.cache_folder import cache_folder
    from ars_pandoc.base.whole_file import after_failed_write

    folder = cache_folder(environment, "engine").absolute()
    try:
        with TemporaryDirectory(dir=folder) as new:
            written = write_own_typst(Path(new))
            return written.replace(folder / written.name)
    except OSError as error:
        raise ArsError(
            f"the PDF engine cannot be written to {folder}",
            why=error.strerror or str(error),
            steps=[after_failed_write(error, "set ARS_CACHE_DIR to a folder of your own")],
        ) from None


def engine_words(on_path: str | None) -> str:
    """Return the option that makes a plain `pandoc` use Typst, to be typed in a shell.

    Args:
        on_path: The user's own Typst, if there is one.
    """
    return "--pdf-engine=typst" if on_path else '--pdf-engine="$(ars filter-path typst)"'


def missing_engine(options: PandocOptions) -> str | None:
    """Return the engine that Pandoc will look for in vain (its error 47); None where it has one.

    Args:
        options: What Pandoc was asked for; it writes LaTeX.
    """
    if not options.makes_pdf:
        return None
    engine = options.pdf_engine or DEFAULT
    return None if shutil.which(engine) else engine


def without_engine(engine: str, pandoc_version: str) -> str:
    """Say before Pandoc does why there will be no PDF, and how there is one.

    Args:
        engine: What is missing.
        pandoc_version: Pandoc's own, such as `3.9`; empty if it is not known.
    """
    from ars_pandoc.base.wording import shown

    numbers = tuple(int(part) for part in pandoc_version.split(".") if part.isdigit())
    ways = ["ars render in the place of pandoc --filter ars-gate, with the same options"]
    if numbers >= TYPST_VERSION:
        ways.append(f"add {engine_words(shutil.which(TYPST))}")
    return (
        f"this PDF needs {shown(engine)}, which is not on PATH, so Pandoc will write none; next: "
        f"{'; or '.join(ways)}"
    )

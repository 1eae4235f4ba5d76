"""`ars filter-path`: where that lies which Pandoc is to be given."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step

KINDS = ("lua", "gate", "typst")


@click.command("filter-path")
@click.argument("kind", type=click.Choice(KINDS))
def command(*, kind: str) -> None:
    r"""Print the path of the Lua filter, of ars-gate, or of a Typst that makes PDFs.

    lua is the filter for Quarto and for a Pandoc that is started elsewhere: it may be copied. gate
    is the program ars-gate of this very installation. typst is an engine for pandoc --pdf-engine
    where no LaTeX is installed; it needs a Pandoc of 3.1.2 or newer. ars render needs none of them.

    \b
    Examples:
      ars filter-path lua
      ars filter-path gate
      ars filter-path typst
      # pandoc --lua-filter "$(ars filter-path lua)" paper.md -o paper.html
      # pandoc -F ars-gate --pdf-engine="$(ars filter-path typst)" paper.md -o paper.pdf
    """
    if kind == "lua":
        from ars_pandoc.cli.shared.shipped_files import lua_filter

        path = lua_filter()
        if path is None:
            raise ArsError("the Lua filter is missing", steps=[install_step()])
    elif kind == "gate":
        path = _gate()
    else:
        from ars_pandoc.pandoc.pdf_engine import kept_own_typst

        path = kept_own_typst(os.environ)
    click.echo(str(path))


def _gate() -> Path:
    beside = shutil.which("ars-gate", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("ars-gate")
    if found is None:
        raise ArsError("the program ars-gate is missing", steps=[install_step()])
    return Path(found)

"""`ars lsp`: the gate in an editor, over the Language Server Protocol."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.cli.shared.document_options import reading_options, settings_of

if TYPE_CHECKING:
    from ars_pandoc.lsp.project import Project


@click.command("lsp")
@click.option("--corpus", metavar="FILE", help="The sidecar. Default: as for a render.")
@reading_options
def command(*, corpus: str | None, **given: Any) -> None:
    r"""Serve an editor: findings while you write, sources on hover, completion of keys.

    The editor starts it and talks to it over standard input and output. It never touches the
    network, and it judges what stands in the editor, saved or not, as the gate would, in the
    folder that the editor has open. What a render is told on its command line, tell it too. A
    document that leads to no sidecar is judged by the one of the folders above it.

    \b
    Examples:
      ars lsp
      ars lsp -d thesis.yaml
      # Neovim
      vim.lsp.start({ name = "ars", cmd = { "ars", "lsp" } })
    """
    if find_spec("pygls") is None:
        raise ArsError(
            "the language server needs the package pygls, which is not installed",
            steps=[install_step("lsp")],
        )
    if sys.stdin.isatty():
        raise ArsError(
            "ars lsp is started by an editor, which talks to it over standard input",
            steps=["name it in your editor's settings; docs/editors.md shows how"],
        )
    from ars_pandoc.lsp.server import build_server

    build_server(_project(corpus, **given)).start_io()


def _project(
    corpus: str | None,
    *,
    reader: str | None,
    defaults: tuple[str, ...],
    metadata: tuple[str, ...],
    metadata_file: tuple[str, ...],
    bibliography: tuple[str, ...],
) -> Project:
    from ars_pandoc.lsp.project import Project

    settings = settings_of(metadata, metadata_file, bibliography)
    return Project(None, settings, defaults, reader, corpus)

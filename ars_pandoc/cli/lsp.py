"""`ars lsp`: the gate in an editor, over the Language Server Protocol."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from ars_pandoc.errors import ArsError


@click.command("lsp")
def command() -> None:
    r"""Serve an editor: findings while you write, sources on hover, completion of keys.

    The editor starts it and talks to it over standard input and output. It never touches the
    network, and it judges what stands in the editor, saved or not, as the gate would.

    \b
    Examples:
      ars lsp
      # Neovim
      vim.lsp.start({ name = "ars", cmd = { "ars", "lsp" } })
    """
    if find_spec("pygls") is None:
        raise ArsError(
            "the language server needs the package pygls, which is not installed",
            steps=['pip install "ars-pandoc[lsp]"'],
        )
    if sys.stdin.isatty():
        raise ArsError(
            "ars lsp is started by an editor, which talks to it over standard input",
            steps=["name it in your editor's settings; docs/editors.md shows how"],
        )
    from ars_pandoc.lsp.server import build_server

    build_server().start_io()

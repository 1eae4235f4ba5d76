"""Asking a person for their word: never answered for them (contract §5)."""

from __future__ import annotations

import sys

import click

from ars_pandoc.base.errors import ArsError


def ask_person(ctx: click.Context, question: str, *, why: str, remedy: str) -> None:
    """Ask before anything is written; only a clear yes lets the command go on.

    Args:
        ctx: The command's; it ends with 1 at a no, with 130 at Ctrl-C.
        question: A question that yes or no answers.
        why: Why a person is asked.
        remedy: What a script does in place of an answer.

    Raises:
        ArsError: There is no terminal.
    """
    if not sys.stdin.isatty():
        raise ArsError(
            "without a terminal nobody can be asked; nothing was written", why=why, steps=[remedy]
        )
    try:
        if click.confirm(question):
            return
    except click.Abort:
        click.echo("\nStopped; nothing was written.", err=True)
        ctx.exit(130)
    click.echo("Nothing was written.", err=True)
    ctx.exit(1)

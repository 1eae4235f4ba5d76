"""Asking a person for their word: never answered for them (contract §5)."""

from __future__ import annotations

import sys

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown


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


def asked_password(name: str, why: str) -> str:
    """Ask for the password of an encrypted file on a terminal; it is not shown and not kept.

    Args:
        name: Of the file.
        why: The reason why it cannot be read.

    Returns:
        "" where it is not encrypted, nobody can be asked, or none is given.
    """
    from ars_pandoc.texts.unreadable import ENCRYPTED

    if not why.startswith(ENCRYPTED) or not sys.stdin.isatty():
        return ""
    question = f"Password of {shown(name)}"
    asked: str = click.prompt(question, default="", hide_input=True, show_default=False, err=True)
    return asked

"""Options that several commands have, with one help each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


def format_option(people: str, words: str) -> Callable[[_Command], _Command]:
    """Return the option `--format`, which arrives as `form`: for people, or `json`.

    Args:
        people: The name of the form for people, which is the default.
        words: The help.
    """
    return click.option(
        "--format",
        "form",
        type=click.Choice((people, "json")),
        default=people,
        show_default=True,
        help=words,
    )


def password_option(command: _Command) -> _Command:
    """Return a command the option `--password`, for encrypted PDFs; it is written nowhere."""
    return click.option(
        "--password",
        metavar="TEXT",
        default="",
        envvar="ARS_PDF_PASSWORD",
        help="Of an encrypted PDF. Better: ARS_PDF_PASSWORD, or typed when asked for.",
    )(command)


def yes_option(command: _Command) -> _Command:
    """Return a command the option `--yes`: what it records is not asked for once more."""
    return click.option(
        "--yes", is_flag=True, help="Do not ask. Needed where there is no terminal."
    )(command)


def locked_option(command: _Command) -> _Command:
    """Return a command the option `--locked` (contract §7)."""
    return click.option(
        "--locked", is_flag=True, help="Ignore the options that documents set themselves."
    )(command)

"""Options that several commands have, with one help each."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])


TEXT = "text"
"""The format for people, by the one name that it has in every command."""

_EARLIER = ("terminal", "table")
"""What commands called it once; still understood, so that no script breaks."""


if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # no generic yet in the oldest click that will do


class Formats(_Choice):
    """The choices of `--format`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Take the earlier names of the format for people too."""
        return super().convert(TEXT if value in _EARLIER else value, param, ctx)


def format_option(
    words: str = "Lines for people, or JSON for programs.",
) -> Callable[[_Command], _Command]:
    """Return the option `--format`, which arrives as `form`: `text` for people, or `json`.

    Args:
        words: The help.
    """
    return click.option(
        "--format",
        "form",
        type=Formats((TEXT, "json")),
        default=TEXT,
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


LIMITS = "ars_pandoc.limits"
"""In click's `meta`: the limits that were given as options, each option with its value."""


def limit_options(command: _Command) -> _Command:
    """Return a command the options `--time-limit` and `--memory-limit` for each Pandoc it starts.

    For the length of the call they stand in the environment, where each Pandoc is started from,
    in this process and in others.
    """
    command = click.option(
        "--memory-limit",
        metavar="SIZE",
        expose_value=False,
        callback=_limit,
        help="What Pandoc may take for one document, such as 500M or 4G. Default: 2G.",
    )(command)
    return click.option(
        "--time-limit",
        metavar="SECONDS",
        expose_value=False,
        callback=_limit,
        help="How long Pandoc may compute on one document. Default: 10, and 1 for each 50 kB.",
    )(command)


def _limit(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Put a limit into the environment until the command has ended."""
    if value is None:
        return
    from ars_pandoc.pandoc.bounded_pandoc import MEMORY, TIME, read_memory, read_seconds

    option = param.opts[0]
    name, read = (TIME, read_seconds) if option == "--time-limit" else (MEMORY, read_memory)
    read(value, option)
    ctx.meta.setdefault(LIMITS, {})[option] = value
    before = os.environ.get(name)
    os.environ[name] = value
    ctx.call_on_close(lambda: _put_back(name, before))


def _put_back(name: str, before: str | None) -> None:
    if before is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = before

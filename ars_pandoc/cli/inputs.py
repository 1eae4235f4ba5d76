"""The options of commands that are about documents: what is read, and how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ars_pandoc.documents.inputs import Source

_Command = TypeVar("_Command", bound=Callable[..., Any])

_DEFAULTS = {
    "reader": "Pandoc's reader, such as markdown or docx+citations. Default: by the file's name.",
    "defaults": "A Pandoc defaults file; its input files are read too, all as one document.",
    "metadata": "Metadata, as for Pandoc: -M ars-corpus=FILE, -M lang=de.",
    "metadata_file": "A YAML or JSON file with metadata, as for Pandoc.",
    "bibliography": "A bibliography, as for Pandoc.",
}


def input_options(command: _Command) -> _Command:
    """Give a command the arguments FILE… and Pandoc's options for reading.

    They arrive as `files`, `reader`, `defaults`, `metadata`, `metadata_file`, `bibliography`;
    `sources_of` takes them.
    """
    add: list[Callable[[_Command], _Command]] = [
        click.argument("files", nargs=-1, metavar="FILE…", type=click.Path()),
        click.option("-f", "--from", "reader", metavar="FORMAT", help=_DEFAULTS["reader"]),
        click.option("-d", "--defaults", multiple=True, metavar="FILE", help=_DEFAULTS["defaults"]),
        click.option(
            "-M", "--metadata", multiple=True, metavar="KEY[=VALUE]", help=_DEFAULTS["metadata"]
        ),
        click.option(
            "--metadata-file", multiple=True, metavar="FILE", help=_DEFAULTS["metadata_file"]
        ),
        click.option(
            "--bibliography", multiple=True, metavar="FILE", help=_DEFAULTS["bibliography"]
        ),
    ]
    for option in reversed(add):
        command = option(command)
    return command


def sources_of(
    files: Sequence[str],
    *,
    reader: str | None = None,
    defaults: Sequence[str] = (),
    metadata: Sequence[str] = (),
    metadata_file: Sequence[str] = (),
    bibliography: Sequence[str] = (),
) -> list[Source]:
    """Find the documents of a command, from the options of `input_options`.

    Raises:
        ArsError: As `expand_inputs`.
    """
    from ars_pandoc.documents.inputs import expand_inputs

    settings: dict[str, Any] = {}
    if metadata:
        settings["metadata"] = dict(_pair(item) for item in metadata)
    if metadata_file:
        settings["metadata-files"] = list(metadata_file)
    if bibliography:
        settings["bibliography"] = list(bibliography)
    return expand_inputs(files, reader=reader, defaults=defaults, settings=settings)


def _pair(item: str) -> tuple[str, Any]:
    """Read `KEY=VALUE` or `KEY:VALUE` as Pandoc does: a key alone is true, true and false too."""
    places = [place for sign in "=:" if (place := item.find(sign)) >= 0]
    if not places:
        return item, True
    key, value = item[: min(places)], item[min(places) + 1 :]
    return key, {"true": True, "false": False}.get(value, value)

"""How `ars init` sees to it that a new sidecar is found: by a line that names it (contract §4)."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.wording import shell_path, shown
from ars_pandoc.cli.shared.document_options import naming
from ars_pandoc.corpus.find_sidecar import naming_line
from ars_pandoc.documents.quarto import project_file, project_of
from ars_pandoc.rewriting.name_bibliography import can_name, path_from, write_name

_SHOWN = 3


def tell_name(
    sidecar: Path, files: Sequence[Path], given: Mapping[str, Any], *, record: bool
) -> None:
    """Write the line that names a sidecar where its documents do not name it, or print it.

    A file is changed only if that was asked for: by the option, or by a yes on a terminal.

    Args:
        sidecar: The sidecar; its bibliography is named where it lies beside it.
        files: The documents.
        given: The options of `input_options` that the command got.
        record: Whether the line is to be written without asking.
    """
    field, _, value = naming_line(sidecar).partition(": ")
    named = Path(value) if field == "bibliography" else sidecar
    sites = _sites(files, given["defaults"])
    line = naming_line(sidecar)
    if not sites:
        _print_line(line, "the metadata of the document", named, given)
        return
    where = ", ".join(shown(str(path), 200) for path in sites[:_SHOWN])
    where += f" and {len(sites) - _SHOWN} more" if len(sites) > _SHOWN else ""
    if not record and sys.stdin.isatty() and sys.stdout.isatty():
        click.echo(f"nothing names {shown(str(sidecar), 200)} yet, so that no render finds it")
        record = click.confirm(f"Write `{line}` into {where}?")
    if not record:
        _print_line(line, where, named, given)
        return
    target = sidecar if field != "bibliography" else _bibliography(sidecar, value)
    for site in sites:
        write_name(site, field, path_from(target, site))
        click.echo(f"{shown(str(site), 200)}: wrote {field}: {path_from(target, site)}")


def _bibliography(sidecar: Path, value: str) -> Path:
    """Return the bibliography that a line names, as a path from here."""
    return Path(value.strip('"`')) if value.startswith('"') else Path(value)


def _sites(files: Sequence[Path], defaults: Sequence[str]) -> list[Path]:
    """Return the files that can hold the line: one for all documents, where there is such a one."""
    if defaults:
        return [Path(defaults[0])]
    found: dict[Path, None] = {}
    for path in files:
        project = project_of(path)
        settings = None if project is None else project_file(project)
        site = path if settings is None else _from_here(settings)
        if can_name(site):
            found[site] = None
    return list(found)


def _from_here(path: Path) -> Path:
    """Return a path from the working folder, where the file lies below it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _print_line(line: str, where: str, named: Path, given: Mapping[str, Any]) -> None:
    click.echo(f"nothing names it yet; write into {where}: {line}")
    click.echo(f"  or:   ars init --record {naming(**given)}")
    if line.startswith("bibliography:"):
        word = shell_path(str(named).strip('"`'))
        click.echo(f"  in a Makefile: pandoc --bibliography {word} --filter ars-gate …")

"""The walk of `ars anchor --fix-places`: one contradicted place after the other."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, shown
from ars_pandoc.cli.shared.document_options import named_documents
from ars_pandoc.documents.inputs import Source
from ars_pandoc.rewriting.fix_places import Misplaced, Places, fix_place, read_places
from ars_pandoc.rewriting.manuscript_texts import replace_text

_HELP = "  y  write the true place    k  skip    u  undo the last step    q  quit"


@dataclass(slots=True)
class _Walk:
    """Where the walk stands: the document, what was skipped, and what was written."""

    places: Places
    passed: set[tuple[int, int]] = field(default_factory=set)
    done: list[tuple[Path, str, str]] = field(default_factory=list)

    def next(self) -> Misplaced | None:
        """Return the next place to ask about, or None."""
        left = (one for one in self.places.misplaced if (one.index, one.number) not in self.passed)
        return next(left, None)


def walk_places(names: Sequence[str], corpus: str | None, **given: Any) -> int:
    """Walk the places that quotes contradict, and write the true ones that the author wants.

    Args:
        names: Files, folders.
        corpus: The sidecar that `--corpus` names, or None.
        given: Pandoc's options for reading, as `named_documents` takes them.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.

    Raises:
        ArsError: There is no terminal, or a document cannot be read.
    """
    sources, environment = named_documents(files=names, corpus=corpus, **given)
    if not sys.stdin.isatty():
        raise ArsError(
            "without a terminal nobody can be asked; nothing was written",
            steps=["see the true places: ars ground FILE"],
        )
    written = left = 0
    try:
        click.echo(_HELP)
        for source in sources:
            one = _Walk(read_places(source, environment))
            quits = _walk(one, source)
            written += len(one.done)
            left += len(one.places.misplaced)
            if quits:
                break
    except click.Abort:
        click.echo("\nStopped; what was written stays written.", err=True)
        return 130
    click.echo(f"{plural(written, 'place')} corrected; {left} left as they are")
    return 0


def _walk(one: _Walk, source: Source) -> bool:
    """Walk one document; say whether the author quits."""
    while (place := one.next()) is not None:
        _show(place)
        answer = click.prompt(f"  write {shown(place.true.value)}", prompt_suffix="? ").strip()
        if answer == "q":
            return True
        if answer == "u":
            _undo(one, source)
        elif answer == "k":
            one.passed.add((place.index, place.number))
        elif answer == "y":
            _write(one, place)
        else:
            click.echo(_HELP)
    return False


def _show(place: Misplaced) -> None:
    key = click.style(shown(place.citation.key), bold=True)
    position = place.position
    where = (
        "its place in the text cannot be told"
        if position is None
        else f"{shown(str(position.path), 200)}:{position.line}:{position.column}"
    )
    click.echo(f"\n{where}  {key}")
    click.echo(f"  {shown(place.message, 300)}")


def _write(one: _Walk, place: Misplaced) -> None:
    done = fix_place(one.places, place)
    if done is None:
        click.echo("  it cannot be written here by itself; write it by hand")
        one.passed.add((place.index, place.number))
        return
    path, before, after = done
    one.places = after
    one.done.append((path, before, after.texts[path]))
    click.echo("  written")


def _undo(one: _Walk, source: Source) -> None:
    if one.done:
        path, before, after = one.done.pop()
        replace_text(path, after, before)
        one.places = read_places(source)
        one.passed.clear()
        click.echo("  undone")
    elif one.passed:
        one.passed.clear()
        click.echo("  what was skipped comes again")
    else:
        click.echo("  there is nothing to undo")

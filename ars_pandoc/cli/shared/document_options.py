"""The options of commands that are about documents: what is read, and how."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shell_path, shell_paths, shell_words
from ars_pandoc.cli.shared.common_options import LIMITS, limit_options

if TYPE_CHECKING:
    from ars_pandoc.documents.inputs import Source
    from ars_pandoc.documents.read_source import Document
    from ars_pandoc.verdict.resolve import Judged

_Command = TypeVar("_Command", bound=Callable[..., Any])

READING = "ARS_READING"
"""Within a call, the options that its documents are read with, quoted for a shell."""

_NO_DOCUMENTS = frozenset({"readme", "changelog", "license", "contributing"})

_HELP = {
    "corpus": "The sidecar. Default: the document's own (see ars doctor).",
    "reader": "Pandoc's reader, such as markdown or docx+citations. Default: by the file's name.",
    "defaults": "A Pandoc defaults file; its input files are read too, all as one document.",
    "metadata": "Metadata, as for Pandoc: -M ars-corpus=FILE, -M lang=de.",
    "metadata_file": "A YAML or JSON file with metadata, as for Pandoc.",
    "bibliography": "A bibliography, as for Pandoc.",
}


def input_options(command: _Command) -> _Command:
    """Return a command the arguments [FILE…], `--corpus` and Pandoc's options for reading.

    They arrive as `files`, `corpus`, `reader`, `defaults`, `metadata`, `metadata_file` and
    `bibliography`; `named_documents` takes all, `sources_of` all but `corpus`.
    """
    command = reading_options(command)
    command = click.option("--corpus", metavar="FILE", help=_HELP["corpus"])(command)
    return click.argument("files", nargs=-1, metavar="[FILE…]", type=click.Path())(command)


def reading_options(command: _Command) -> _Command:
    """Return a command Pandoc's options for reading, as `sources_of` takes them."""
    add: list[Callable[[_Command], _Command]] = [
        click.option("-f", "--from", "reader", metavar="FORMAT", help=_HELP["reader"]),
        click.option("-d", "--defaults", multiple=True, metavar="FILE", help=_HELP["defaults"]),
        click.option(
            "-M", "--metadata", multiple=True, metavar="KEY[=VALUE]", help=_HELP["metadata"]
        ),
        click.option("--metadata-file", multiple=True, metavar="FILE", help=_HELP["metadata_file"]),
        click.option("--bibliography", multiple=True, metavar="FILE", help=_HELP["bibliography"]),
    ]
    command = limit_options(command)
    for option in reversed(add):
        command = option(command)
    return command


def naming(
    *,
    files: Sequence[str],
    corpus: str | None = None,
    reader: str | None = None,
    defaults: Sequence[str] = (),
    metadata: Sequence[str] = (),
    metadata_file: Sequence[str] = (),
    bibliography: Sequence[str] = (),
) -> str:
    """Repeat how the documents of a command were named, for the next command to paste.

    What was given must be given again: without its `--bibliography` a document has no sidecar.

    Returns:
        The options of `input_options` and the files, quoted for a shell.
    """
    words: list[str] = []
    for option, values in (
        ("-f", [reader] if reader else []),
        ("-d", defaults),
        ("-M", metadata),
        ("--metadata-file", metadata_file),
        ("--bibliography", bibliography),
        ("--corpus", [corpus] if corpus else []),
    ):
        for value in values:
            words += [option, value]
    words += _limits_given()
    return f"{shell_words(words)} {shell_paths(files)}".strip()


def _limits_given() -> list[str]:
    """Return the limits of this call: a document that needs more time needs it again."""
    ctx = click.get_current_context(silent=True)
    given = {} if ctx is None else ctx.meta.get(LIMITS, {})
    return [word for item in given.items() for word in item]


def document_here() -> str:
    """Return the only document of the working folder, quoted for a shell, or `FILE`.

    A message that tells how a command is called names what lies there, where that is one thing.
    """
    from pathlib import Path

    from ars_pandoc.documents.formats import DOCUMENT_ENDINGS

    try:
        found = [
            path.name
            for path in Path().iterdir()
            if path.suffix.lower() in DOCUMENT_ENDINGS and path.stem.lower() not in _NO_DOCUMENTS
        ]
    except OSError:
        return "FILE"
    return shell_path(found[0]) if len(found) == 1 else "FILE"


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

    settings = settings_of(metadata, metadata_file, bibliography)
    return expand_inputs(files, reader=reader, defaults=defaults, settings=settings)


def settings_of(
    metadata: Sequence[str], metadata_file: Sequence[str], bibliography: Sequence[str]
) -> dict[str, Any]:
    """Return what options of `reading_options` say, in a Pandoc defaults file's form."""
    settings: dict[str, Any] = {}
    if metadata:
        settings["metadata"] = dict(_pair(item) for item in metadata)
    if metadata_file:
        settings["metadata-files"] = list(metadata_file)
    if bibliography:
        settings["bibliography"] = list(bibliography)
    return settings


def named_documents(
    *, corpus: str | None, environment: Mapping[str, str] | None = None, **given: Any
) -> tuple[list[Source], dict[str, str]]:
    """Return the documents of a command, and the environment to judge them in.

    Args:
        corpus: The sidecar that `--corpus` names, or None.
        environment: The environment to start from; that of the process by default.
        given: The other options of `input_options`.

    Raises:
        ArsError: As `expand_inputs`.
    """
    from ars_pandoc.verdict.judge_source import with_corpus

    known = dict(os.environ if environment is None else environment)
    # What was given must be given again to the command that a finding names.
    known[READING] = naming(**{**given, "files": (), "corpus": corpus})
    named = [with_corpus(source, corpus, known) for source in sources_of(**given)]
    return [source for source, _ in named], named[0][1] if named else known


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A document of a command that cannot be judged.

    Attributes:
        name: How it is called.
        error: Why.
    """

    name: str
    error: ArsError


def judge_documents(
    *, need_sidecar: bool = True, unjudged: list[Unjudged] | None = None, **given: Any
) -> Iterator[tuple[Document, Judged]]:
    """Read the documents of a command and judge them as the gate does, in their order.

    Args:
        need_sidecar: Whether a missing sidecar is an error.
        unjudged: Gets those of several that cannot be judged; each is said, and the others go on.
            The command ends with 2 then: what cannot be judged is not passed. Those that stand
            in it already are not tried again.
        given: The options of `input_options`.

    Raises:
        ArsError: As `expand_inputs`; and as `judge_source`, where there is one document, none of
            them can be judged, or `unjudged` is None.
    """
    from ars_pandoc.base.told import told
    from ars_pandoc.base.wording import printable, printable_lines
    from ars_pandoc.verdict.judge_source import judge_sources

    sources, environment = named_documents(**given)
    missed = [] if unjudged is None else unjudged
    known = {one.name for one in missed}
    sources = [source for source in sources if source.name not in known]

    def failed(source: Source, error: Exception) -> None:
        one = Unjudged(source.name, told(error, environment, file=source.name))
        missed.append(one)
        if len(missed) - len(known) == len(sources):
            raise one.error
        said = str(one.error)
        name = (
            "" if source.name in said.split("\n", maxsplit=1)[0] else f"{printable(source.name)}: "
        )
        click.echo(name + printable_lines(said), err=True)

    several = unjudged is not None and len(sources) + len(known) > 1
    for document, judged in judge_sources(
        sources, environment, need_sidecar=need_sidecar, failed=failed if several else None
    ):
        for warning in document.warnings:
            click.echo(printable_lines(f"warning: {warning}"), err=True)
        yield document, judged


def for_each(sources: Iterable[Source], work: Callable[[Source], int]) -> int:
    """Do the work of a command on each document; what is wrong with one does not stop the others.

    Args:
        sources: The documents.
        work: What to do with one; it returns an exit code.

    Returns:
        The highest exit code.
    """
    return max((_done(source, work) for source in sources), default=0)


def _done(source: Source, work: Callable[[Source], int]) -> int:
    try:
        return work(source)
    except Exception as error:
        from ars_pandoc.base.told import told
        from ars_pandoc.base.wording import printable_lines

        failure = told(error, os.environ, file=source.name)
        click.echo(printable_lines(str(failure)), err=True)
        return failure.exit_code


def _pair(item: str) -> tuple[str, Any]:
    """Read `KEY=VALUE` or `KEY:VALUE` as Pandoc does: a key alone is true, true and false too."""
    places = [place for sign in "=:" if (place := item.find(sign)) >= 0]
    if not places:
        return item, True
    key, value = item[: min(places)], item[min(places) + 1 :]
    return key, {"true": True, "false": False}.get(value, value)

"""Read documents with Pandoc, as the filter would get them."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.temporary_folder import temporary_folder
from ars_pandoc.base.told import told
from ars_pandoc.documents.assemble import Assembly, as_they_are, assemble
from ars_pandoc.documents.formats import extensions_of, pandoc_for
from ars_pandoc.documents.inputs import Source
from ars_pandoc.pandoc.ast_document import read_document
from ars_pandoc.pandoc.bounded_pandoc import LimitError, limits_of, run_pandoc
from ars_pandoc.pandoc.executable import without_backtraces
from ars_pandoc.positions.position import Lines
from ars_pandoc.positions.scan import can_scan
from ars_pandoc.positions.traced import Traced

_LARGEST = 64 * 2**20
_HEAD = 8192
_MISSING = re.compile(r"^\[WARNING\] Could not load include file (.+?) at .*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read.

    Attributes:
        source: What was read.
        ast: The AST, as Pandoc hands it to a JSON filter.
        environment: The environment that a filter of the render would see; `resolve_document`
            takes both.
        warnings: What could not be read: chapters that are missing are not judged.
        assembly: The texts that Pandoc was given, where they are not the files as they are.
    """

    source: Source
    ast: dict[str, Any]
    environment: Mapping[str, str]
    warnings: tuple[str, ...] = ()
    assembly: Assembly | None = None


def read_source(
    source: Source,
    environment: Mapping[str, str] | None = None,
    text: bytes | None = None,
    texts: Mapping[Path, str] | None = None,
) -> Document:
    """Read a document with Pandoc.

    Args:
        source: What to read.
        environment: The environment to start from; that of the process by default.
        text: What stands on standard input, for a source without files; it is read if None.
        texts: What files hold, where that is not what lies on the disk: the document's own, or
            those that it reads in.

    Raises:
        ArsError: A file cannot be read, is no manuscript, or larger than any; there is no Pandoc,
            or it cannot read the document; its own words are shown.
    """
    check_files(source, texts or {})
    pandoc = pandoc_for(source.reader)
    settings = {**source.settings, "from": source.reader, "to": "json", "standalone": True}
    known = dict(os.environ if environment is None else environment)
    assembly = assemble(source, texts or {}, locked=is_locked(known))
    stdin = None
    if not source.paths:
        stdin = sys.stdin.buffer.read() if text is None else text
    with temporary_folder("ars-read-") as folder:
        paths = source.paths
        if assembly is not None and assembly.changed:
            paths = tuple(_written(folder, source.paths, assembly))
        # JSON is YAML, so that nothing that a setting holds is read as an option.
        defaults = folder / "defaults.yaml"
        defaults.write_text(json.dumps(settings, default=str), encoding="utf-8")
        command = ["-d", str(defaults), "-o", "-", "--", *map(str, paths)]
        limits = limits_of(known, _size(source, assembly, stdin))
        try:
            done = run_pandoc(pandoc, command, limits, data=stdin)
        except LimitError as error:
            raise _unjudged(error, source, assembly, stdin) from None
    if done.returncode:
        lines = without_backtraces(done.stderr.splitlines(keepends=True))
        said = " ".join(b"".join(lines).decode("utf-8", "replace").split())
        if assembly is not None and paths != source.paths:
            said = _in_its_file(said, paths, source.paths, assembly)
        if re.search("input format|reader format", said, re.IGNORECASE):
            step = "name one of its formats: pandoc --list-input-formats (a newer Pandoc has more)"
        else:
            step = _remedy(source.reader)
        raise ArsError(
            f"Pandoc {pandoc.version_text} cannot read {source.name}",
            why=said or f"it ended with {done.returncode}",
            steps=[step],
        )
    known["ARS_INPUT"] = os.pathsep.join(map(str, source.paths))
    known["PANDOC_VERSION"] = pandoc.version_text
    known["PANDOC_READER_OPTIONS"] = json.dumps(
        {
            "extensions": extensions_of(source.reader, pandoc),
            "strip-comments": bool(source.settings.get("strip-comments")),
        }
    )
    if source.project is not None:
        known["QUARTO_PROJECT_DIR"] = str(source.project)
    warnings = _missing(done.stderr)
    if assembly is not None:
        warnings = assembly.warnings + warnings
    return Document(source, read_document(done.stdout), known, warnings, assembly)


def _size(source: Source, assembly: Assembly | None, stdin: bytes | None) -> int:
    """Return the size of what Pandoc reads, in bytes: large texts may take longer."""
    read = {*source.paths, *map(Path, source.settings.get("metadata-files", ()))}
    size = len(stdin or b"")
    if assembly is not None:
        size += sum(map(len, assembly.files.values()))
        read -= set(assembly.files)
    for path in read:
        with suppress(OSError):
            size += path.stat().st_size
    return size


def _unjudged(
    error: LimitError, source: Source, assembly: Assembly | None, stdin: bytes | None
) -> ArsError:
    """Return the error for a document that Pandoc does not read within its limits."""
    place = None
    if error.slow and can_scan(source.reader):
        from ars_pandoc.documents.slow_place import slow_place

        place = slow_place((assembly or _as_read(source, stdin)).files)
    if error.slow:
        mend = "close or escape the brackets there: \\[" if place else "look for what is damaged"
        why = "it was ended"
    else:
        mend = "check that it is a manuscript, or split it into chapters"
        why = "it was ended; a text of 5 MB, a million words, takes it about 0.6 GB"
    return ArsError(
        f"{source.name} is not judged: Pandoc {error.says}",
        where=place,
        why=why,
        steps=[mend, error.remedy],
    )


_REMEDIES = {
    "typst": "Pandoc's Typst reader takes no imported configuration: name the chapters in place of "
    "the main file, or write the citations in Markdown",
    "ipynb": "clear the outputs, which Pandoc does not read where they have no execution_count: "
    "jupyter nbconvert --clear-output --inplace FILE.ipynb",
    "latex": "take what stands at that line out of the text that Pandoc reads, into a class or "
    "package file or between \\iffalse and \\fi; what it cannot read nobody can judge",
}


def _remedy(reader: str) -> str:
    """Return what to do about a document that Pandoc's reader of its format cannot read."""
    name = re.split("[+-]", reader, maxsplit=1)[0]
    return _REMEDIES.get(name, "correct the file, or name its format: --from FORMAT")


def _written(folder: Path, paths: Sequence[Path], assembly: Assembly) -> Iterator[Path]:
    """Write the texts for Pandoc, each under the name of its file."""
    for number, (path, text) in enumerate(zip(paths, assembly.texts, strict=True)):
        copy = folder / str(number) / path.name
        copy.parent.mkdir()
        copy.write_bytes(text.text.encode("utf-8", "surrogatepass"))
        yield copy


def _in_its_file(
    said: str, copies: Sequence[Path], paths: Sequence[Path], assembly: Assembly
) -> str:
    """Say what Pandoc says of a copy, with the name and the line of the file that it is of."""
    for copy, path, text in zip(copies, paths, assembly.texts, strict=True):
        there = re.compile(rf'"?{re.escape(str(copy))}"?(?: \(line (\d+), column (\d+)\))?')
        said = there.sub(partial(_place, path=path, text=text, assembly=assembly), said)
    return said


def _place(hit: re.Match[str], *, path: Path, text: Traced, assembly: Assembly) -> str:
    if hit[1] is None:
        return str(path)
    offset = Lines(text.text).offset(int(hit[1]), int(hit[2]))
    origin = text.origin((offset, offset))
    if origin is None or origin[0] not in assembly.files:
        return str(path)
    line, column = Lines(assembly.files[origin[0]]).line_and_column(origin[1][0])
    return f"{origin[0]} (line {line}, column {column})"


def _missing(said: bytes) -> tuple[str, ...]:
    """Return a warning for each file that the document includes and Pandoc did not find."""
    names = dict.fromkeys(_MISSING.findall(said.decode("utf-8", "replace")))
    return tuple(
        f"Pandoc does not find {name}, so what it cites is not judged; Pandoc looks for included "
        "files from the working folder"
        for name in names
    )


def read_sources(
    sources: Sequence[Source], environment: Mapping[str, str] | None = None
) -> Iterator[Document]:
    """Read documents, several at once, and return them in their order.

    Raises:
        ArsError: As `read_source`, when it is that document's turn.
    """
    for read in read_each(sources, environment):
        if isinstance(read, Exception):
            raise read
        yield read


def read_each(
    sources: Sequence[Source], environment: Mapping[str, str] | None = None
) -> Iterator[Document | Exception]:
    """Read documents, several at once, and return them in their order.

    Returns:
        For each the document, or what `read_source` raised: it stops no other.
    """
    if len(sources) == 1:
        yield _tried(sources[0], environment)
        return
    from ars_pandoc.base.in_order import in_order  # late: one document needs no threads

    yield from in_order(lambda source: _tried(source, environment), sources)


def _tried(source: Source, environment: Mapping[str, str] | None) -> Document | Exception:
    try:
        return read_source(source, environment)
    except Exception as error:  # it is raised, or told, in its turn
        return error


def check_files(source: Source, texts: Collection[Path] = ()) -> None:
    """Refuse what is no manuscript, before Pandoc reads it for minutes or as if it were Latin-1.

    Args:
        source: The document.
        texts: Files whose text is at hand, as an editor's: they are not looked at.

    Raises:
        ArsError: A file cannot be read, is larger than any manuscript, or no text.
    """
    for path in source.paths:
        if path in texts:
            continue
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                head = file.read(_HEAD) if can_scan(source.reader) else b""
        except OSError as error:
            raise told(error, {}, file=path) from None
        if size > _LARGEST:
            raise ArsError(
                f"{path}: too large to be judged ({size / 2**20:.0f} MB)",
                why=f"at most {_LARGEST // 2**20} MB are read",
                steps=["check that it is a manuscript, or split it into chapters"],
            )
        if b"\0" in head:
            raise ArsError(
                f"{path}: no text, and so no manuscript in the format {source.reader}",
                steps=["name the file that you write, or its format: --from FORMAT"],
            )


def assembly_of(document: Document, text: bytes | None = None) -> Assembly:
    """Return the texts of a document that was read, to find places in them.

    Args:
        document: What was read.
        text: What stood on standard input, for a source without files.

    Returns:
        Each file with its text, line ends and a byte order mark as they are; what is not UTF-8
        is replaced, so that places hold. The files that it reads in are among them.
    """
    return document.assembly or _as_read(document.source, text)


def _as_read(source: Source, text: bytes | None) -> Assembly:
    """Return the texts of a document that Pandoc reads as they are."""
    return as_they_are(
        {path: path.read_bytes().decode("utf-8", "replace") for path in source.paths}
        or {Path("-"): (text or b"").decode("utf-8", "replace")}
    )

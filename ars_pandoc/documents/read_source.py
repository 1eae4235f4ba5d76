"""Read documents with Pandoc, as the filter would get them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.told import told
from ars_pandoc.documents.formats import extensions_of, pandoc_for
from ars_pandoc.documents.inputs import Source
from ars_pandoc.pandoc.ast_document import read_document
from ars_pandoc.pandoc.executable import without_backtraces
from ars_pandoc.positions.scan import can_scan

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
        warnings: What Pandoc could not read: chapters that are missing are not judged.
    """

    source: Source
    ast: dict[str, Any]
    environment: Mapping[str, str]
    warnings: tuple[str, ...] = ()


def read_source(
    source: Source, environment: Mapping[str, str] | None = None, text: bytes | None = None
) -> Document:
    """Read a document with Pandoc.

    Args:
        source: What to read.
        environment: The environment to start from; that of the process by default.
        text: What stands on standard input, for a source without files; it is read if None.

    Raises:
        ArsError: A file cannot be read, is no manuscript, or larger than any; there is no Pandoc, or it cannot
            read the document; its own words are shown.
    """
    check_files(source)
    pandoc = pandoc_for(source.reader)
    settings = {**source.settings, "from": source.reader, "to": "json", "standalone": True}
    stdin = None
    if not source.paths:
        stdin = sys.stdin.buffer.read() if text is None else text
    with TemporaryDirectory(prefix="ars-read-") as folder:
        # JSON is YAML, so that nothing that a setting holds is read as an option.
        defaults = Path(folder, "defaults.yaml")
        defaults.write_text(json.dumps(settings, default=str), encoding="utf-8")
        command = [str(pandoc.path), "-d", str(defaults), "-o", "-"]
        done = subprocess.run(
            [*command, "--", *map(str, source.paths)], input=stdin, capture_output=True, check=False
        )
    if done.returncode:
        lines = without_backtraces(done.stderr.splitlines(keepends=True))
        said = " ".join(b"".join(lines).decode("utf-8", "replace").split())
        if re.search("input format|reader format", said, re.IGNORECASE):
            step = "name one of its formats: pandoc --list-input-formats (a newer Pandoc has more)"
        else:
            step = "correct the file, or name its format: --from FORMAT"
        raise ArsError(
            f"Pandoc {pandoc.version_text} cannot read {source.name}",
            why=said or f"it ended with {done.returncode}",
            steps=[step],
        )
    known = dict(os.environ if environment is None else environment)
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
    return Document(source, read_document(done.stdout), known, _missing(done.stderr))


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
    if len(sources) == 1:
        yield read_source(sources[0], environment)
        return
    from ars_pandoc.base.in_order import in_order  # late: one document needs no threads

    yield from in_order(lambda source: read_source(source, environment), sources)


def check_files(source: Source) -> None:
    """Refuse what is no manuscript, before Pandoc reads it for minutes or as if it were Latin-1.

    Raises:
        ArsError: A file cannot be read, is larger than any manuscript, or no text.
    """
    for path in source.paths:
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


def source_texts(source: Source) -> list[tuple[Path, str]]:
    r"""Read the files of a document as text, to find places in them.

    Returns:
        Each file with its text, line ends and a byte order mark as they are; what is not UTF-8
        is replaced, so that places hold. LaTeX files come with those that they `\input`.
    """
    texts = [(path, path.read_bytes().decode("utf-8", "replace")) for path in source.paths]
    if source.reader.startswith("latex"):
        from ars_pandoc.positions.includes import with_included

        return with_included(texts)
    return texts

"""The texts of documents that are to be changed: read to the byte, written in one step."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.whole_file import after_failed_write, write_whole
from ars_pandoc.base.wording import shell_path
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import check_files
from ars_pandoc.positions.scan import can_scan

STDIN = Path("-")
"""How the text of standard input is called among the texts."""


def must_be_text(source: Source) -> None:
    """Refuse a document without markers in its text: a word processor's file, a notebook.

    Raises:
        ArsError: It is one.
    """
    if not can_scan(source.reader):
        raise ArsError(
            f"{source.name} is no text with markers in it",
            why=f"its format is {source.reader}",
            steps=[
                "name the text that it was made from",
                f"judge it as it is: ars check {shell_path(source.name)}",
            ],
        )


def read_texts(source: Source) -> dict[Path, str]:
    """Read the files of a document, or standard input, every byte as it is.

    Raises:
        ArsError: It is no text in UTF-8, or too large, or a file cannot be read.
    """
    must_be_text(source)
    check_files(source, {})
    return {path: _read(path) for path in source.paths or (STDIN,)}


def _read(path: Path) -> str:
    name = "standard input" if path == STDIN else str(path)
    try:
        data = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
    except OSError as error:
        raise ArsError(
            f"{name} cannot be read",
            why=error.strerror or "the system refused",
            steps=["check the name and the permissions of the file"],
        ) from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ArsError(
            f"{name} is not UTF-8, so nothing can be changed in it safely",
            where=f"byte {error.start + 1}",
            steps=["save it as UTF-8 in your editor"],
        ) from None
    if "\0" in text:
        raise ArsError(f"{name} is no text", steps=["name the manuscript itself"])
    return text


def write_texts(
    before: Mapping[Path, str], after: Mapping[Path, str], paths: Sequence[Path]
) -> None:
    """Write changed texts, each file in one step; a symbolic link stays one.

    Raises:
        ArsError: A file was changed meanwhile, or cannot be written.
    """
    for path in paths:
        replace_text(path.resolve(), before[path], after[path])


def replace_text(path: Path, before: str, after: str) -> None:
    """Replace a file's text in one step, if it is still what was read.

    Raises:
        ArsError: Somebody else changed it meanwhile, or it cannot be written.
    """
    try:
        if path.read_bytes() != before.encode("utf-8"):
            raise ArsError(
                f"{name_of(path)} was changed by another program meanwhile; nothing was written",
                steps=["start again: the new text is read then"],
            )
        write_whole(path, after.encode("utf-8"))
    except OSError as error:
        raise ArsError(
            f"{name_of(path)} cannot be written",
            why=f"{error.strerror or 'the system refused'}; nothing was changed",
            steps=[after_failed_write(error, "make the file and its folder writable")],
        ) from None


def print_texts(texts: Mapping[Path, str]) -> None:
    """Write texts to standard output, every byte as it is."""
    sys.stdout.flush()
    for text in texts.values():
        sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()

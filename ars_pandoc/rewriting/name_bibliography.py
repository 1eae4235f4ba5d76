"""The line that names a bibliography or a sidecar, written where Pandoc and the gate find it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from ars_pandoc.base.edit_text import edited_yaml
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.file_endings import MARKDOWN
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import name_of, read_text
from ars_pandoc.base.whole_file import write_whole

_HEADER = re.compile(r"\A---[ \t]*\r?\n(?P<yaml>(?:.*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_BOM = "\ufeff"
_YAML = (".yaml", ".yml")
_FURTHER = frozenset({".qmd", ".rmd", ".rmarkdown"})


def can_name(path: Path) -> bool:
    """Return whether a file can hold the line: Markdown with its metadata, or a settings file."""
    return path.suffix.lower() in (*MARKDOWN, *_FURTHER, *_YAML)


def write_name(path: Path, field: str, value: str) -> None:
    """Write a field of metadata into a document, a `_quarto.yml` or a defaults file.

    Nothing else of the file changes. A field that is there already gets no second value here:
    which of them counts is the author's to say.

    Args:
        path: The file.
        field: `bibliography` or `ars-corpus`.
        value: The path to name, as the file's programs look it up.

    Raises:
        ArsError: The field is there, or the file cannot be read, changed or written.
    """
    raw = read_text(path, keep_mark=True)
    text = raw.removeprefix(_BOM)
    if path.suffix.lower() in _YAML:
        after = _with_field(text, _settings(path, field), value, path)
    else:
        after = _in_header(text, field, value, path)
    after = (_BOM if raw.startswith(_BOM) else "") + after
    try:
        write_whole(path, after.encode("utf-8"))
    except OSError as error:
        raise ArsError(
            f"{name_of(path)} cannot be written",
            why=f"{error.strerror or 'the system refused'}; nothing was changed",
            steps=[f"write the line by hand: {field}: {value}"],
        ) from None


def path_from(path: Path, site: Path) -> str:
    """Return how a file names another: a Quarto project from its own folder, all else from here."""
    if site.name.startswith("_quarto."):
        return Path(os.path.relpath(path, site.parent)).as_posix()
    return path.as_posix()


def _settings(path: Path, field: str) -> tuple[str, ...]:
    """Return where a settings file has a field: a defaults file has metadata of its own."""
    if path.name.startswith("_quarto.") or field == "bibliography":
        return (field,)
    return ("metadata", field)


def _in_header(text: str, field: str, value: str, path: Path) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    header = _HEADER.match(text)
    if header is None:
        block = _with_field("", (field,), value, path).replace("\n", end)
        return f"---{end}{block}---{end}{end}{text}"
    block = _with_field(header["yaml"], (field,), value, path)
    block = re.sub(r"\r?\n", end, block)
    return text[: header.start("yaml")] + block + text[header.end("yaml") :]


def _with_field(text: str, places: tuple[str, ...], value: str, path: Path) -> str:
    data = parse_yaml(text, name_of(path)) if text.strip() else None
    if data is not None and not isinstance(data, dict):
        raise ArsError(
            f"{name_of(path)} holds no fields", steps=[f"write {places[-1]}: {value} into it"]
        )
    new = _set(data or {}, places, value, path)
    after = edited_yaml(text, data, new, name_of(path), block=True)
    return after if after.endswith("\n") or not after else f"{after}\n"


def _set(data: dict[str, Any], places: tuple[str, ...], value: str, path: Path) -> dict[str, Any]:
    first, *rest = places
    present = data.get(first)
    if rest:
        inner = present if isinstance(present, dict) else {}
        return {**data, first: _set(inner, tuple(rest), value, path)}
    if present is not None:
        raise ArsError(
            f"{name_of(path)} has a line {first}: already; nothing was written there",
            steps=[f"add {value} to it by hand"],
        )
    return {**data, first: value}

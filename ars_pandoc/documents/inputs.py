"""Which documents a command is about: files, folders, Quarto books, defaults files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.defaults import Defaults, read_defaults
from ars_pandoc.documents.formats import DOCUMENT_ENDINGS, reader_of
from ars_pandoc.documents.quarto import NAMES, chapters, project_file, project_of

STDIN = "-"
_NO_MANUSCRIPTS = {
    **dict.fromkeys((".bib", ".bibtex", ".ris", ".nbib", ".enw"), "a bibliography"),
    **dict.fromkeys((".yaml", ".yml"), "a file of settings or a sidecar"),
    ".csl": "a citation style",
    ".pdf": "a PDF",
}
_LEFT_OUT = frozenset({"node_modules", "site-packages", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Source:
    """One document: what Pandoc reads together.

    Attributes:
        paths: Its files in order; empty means standard input.
        reader: Pandoc's reader with extensions, such as `markdown` or `docx+citations`.
        settings: Further settings for reading, as a Pandoc defaults file holds them.
        project: The folder of the Quarto project that it belongs to, or None.
    """

    paths: tuple[Path, ...]
    reader: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    project: Path | None = None

    @property
    def name(self) -> str:
        """How the document is called in messages: its file, or the first of several."""
        if not self.paths:
            return "standard input"
        rest = len(self.paths) - 1
        return str(self.paths[0]) + (f" and {rest} more" if rest else "")


def expand_inputs(
    arguments: Sequence[str],
    *,
    reader: str | None = None,
    defaults: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
) -> list[Source]:
    """Find the documents that a command line names.

    Each file is a document of its own; a folder stands for the documents in it, a folder with a
    `_quarto.yml`, or this file itself, for the project's chapters in their order. With `defaults` all files together
    are one document, as for `pandoc -d thesis.yaml`. No argument at all, or `-`, is standard
    input.

    Args:
        arguments: Files and folders as given.
        reader: `--from`; by default the file's name decides, and `.docx` means `docx+citations`.
        defaults: Pandoc's defaults files, `-d`.
        settings: Further settings in a defaults file's form; they come after those of `defaults`.

    Raises:
        ArsError: A file or folder is not there, a file is no manuscript by its name, a folder
            holds no document, or a defaults or project file cannot be used.
    """
    given = dict(settings or {})
    if defaults:
        return [_with_defaults(arguments, reader, read_defaults(defaults), given)]
    if not arguments:
        return [Source((), reader or reader_of(None), given)]
    found: list[Source] = []
    for argument in arguments:
        path = Path(argument)
        if argument == STDIN:
            found.append(Source((), reader or reader_of(None), given))
        elif path.is_dir():
            found += _of_folder(path, reader, given)
        elif path.name in NAMES and path.is_file():
            found += _of_folder(path.parent, reader, given)
        else:
            _must_be_there(path)
            if reader is None:
                _must_be_manuscript(path)
            found.append(_of_file(path, reader, given, project_of(path)))
    return list({(source.paths, source.reader): source for source in found}.values())


def _with_defaults(
    arguments: Sequence[str], reader: str | None, defaults: Defaults, given: dict[str, Any]
) -> Source:
    paths = tuple(Path(name) for name in [*defaults.inputs, *arguments] if name != STDIN)
    for path in paths:
        _must_be_there(path)
    merged = dict(defaults.settings)
    for key, value in given.items():
        old = merged.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            merged[key] = {**old, **value}
        elif isinstance(value, list) and isinstance(old, list):
            merged[key] = [*old, *value]
        else:
            merged[key] = value
    merged.pop("from", None)
    merged.pop("reader", None)
    first = paths[0] if paths else None
    return Source(
        paths,
        reader or defaults.reader or reader_of(first),
        merged,
        None if first is None else project_of(first),
    )


def _of_file(
    path: Path, reader: str | None, settings: dict[str, Any], project: Path | None
) -> Source:
    if project is not None and (file := project_file(project)) is not None:
        # Quarto gives each chapter the project's metadata: its bibliography, its language.
        files = [str(file), *settings.get("metadata-files", [])]
        settings = {**settings, "metadata-files": files}
    return Source((path,), reader or reader_of(path), settings, project)


def _of_folder(folder: Path, reader: str | None, settings: dict[str, Any]) -> list[Source]:
    file = project_file(folder)
    paths = chapters(file) if file is not None else []
    if not paths:
        paths = sorted(
            path
            for path in folder.rglob("*")
            if path.suffix.lower() in DOCUMENT_ENDINGS
            and not _is_left_out(path.relative_to(folder))
            and path.is_file()
        )
    if not paths:
        raise ArsError(
            f"no document was found in the folder {folder}",
            why=f"files ending in {' '.join(sorted(DOCUMENT_ENDINGS))} count",
            steps=["name the files themselves"],
        )
    project = folder if file is not None else project_of(paths[0])
    return [_of_file(path, reader, settings, project) for path in paths]


def _is_left_out(path: Path) -> bool:
    """Leave out hidden folders, those of tools, and what Quarto and Jekyll do not render."""
    return any(part.startswith((".", "_")) or part in _LEFT_OUT for part in path.parts)


def _must_be_there(path: Path) -> None:
    if not path.exists():
        raise ArsError(f"{path}: no such file", steps=["check the name and the folder"])


def _must_be_manuscript(path: Path) -> None:
    """Refuse what would be read as Markdown and cites nothing: it would pass."""
    what = _NO_MANUSCRIPTS.get(path.suffix.lower())
    if what is None:
        return
    step = "name the manuscript"
    if what == "a bibliography":
        step += f" that cites it, and if need be --bibliography {path}"
    elif path.suffix.lower() in (".yaml", ".yml"):
        step += "; a defaults file stands behind -d; a sidecar is checked by ars validate"
    raise ArsError(f"{path} is {what} and no manuscript", steps=[step])

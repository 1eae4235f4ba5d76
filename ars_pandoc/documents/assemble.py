"""What Pandoc is given of a document that an engine or a preprocessor completes (contract §3).

Texts of Quarto, R Markdown, Org and LaTeX and notebooks are put together before Pandoc reads
them: what is run is taken out, what is read in stands in its place. Each character of the whole
knows its file and offset, so that every finding names the file in which the writer mends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.documents.formats import is_assembled, is_run_first
from ars_pandoc.documents.included import Included
from ars_pandoc.documents.inputs import Source
from ars_pandoc.positions.traced import Traced

_NOTEBOOK = "ipynb"


@dataclass(frozen=True, slots=True)
class Assembly:
    """The texts of a document as Pandoc reads them.

    Attributes:
        texts: One for each file of the document; a notebook's knows no places.
        files: Each file with its text as it is, those of the document first.
        warnings: What could not be read in, and why.
        changed: Whether Pandoc must be given these texts instead of the files.
    """

    texts: tuple[Traced, ...]
    files: Mapping[Path, str]
    warnings: tuple[str, ...] = ()
    changed: bool = False


def assemble(source: Source, texts: Mapping[Path, str], *, locked: bool = False) -> Assembly | None:
    """Put a document's texts together.

    Args:
        source: The document; it has files.
        texts: What its files or those that it reads in hold, where that is not what lies on the
            disk; the change of an editor, say.
        locked: Whether only files of the document's own folder are read in.

    Returns:
        The texts; None where Pandoc reads the files as they are.

    Raises:
        OSError: A file of the document cannot be read.
    """
    given = {path: texts[path] for path in source.paths if path in texts}
    if not given and not any(is_assembled(path, source.reader) for path in source.paths):
        return None
    included = Included(texts, locked=locked)
    whole = [
        _assembled(path, included.begin(path), source.reader, included) for path in source.paths
    ]
    changed = any(
        text.text != included.files[path] or given.get(path) is not None
        for path, text in zip(source.paths, whole, strict=True)
    )
    return Assembly(tuple(whole), included.files, included.warnings, changed)


def as_they_are(texts: Mapping[Path, str]) -> Assembly:
    """Return texts that Pandoc reads as they are."""
    return Assembly(tuple(Traced.of_file(*item) for item in texts.items()), dict(texts))


def own_text(path: Path | None, text: str, reader: str) -> Traced:
    """Return a text as Pandoc reads it, without what it reads in from other files.

    Args:
        path: Its file, or None.
        text: What the file holds.
        reader: Pandoc's reader with extensions.
    """
    where = path or Path("-")
    if not is_run_first(path, reader):
        return Traced.of_file(where, text)
    from ars_pandoc.documents.assemble_markdown import assemble_markdown

    return Traced(assemble_markdown(where, text, Included({}, locked=True), follow=False))


def _assembled(path: Path, text: str, reader: str, included: Included) -> Traced:
    if reader.startswith(_NOTEBOOK):
        from ars_pandoc.documents.notebook import assemble_notebook

        return Traced.of_file(path, assemble_notebook(path, text, included))
    if reader.startswith("latex"):
        from ars_pandoc.documents.assemble_latex import assemble_latex

        return Traced(assemble_latex(path, text, included))
    if reader.startswith("org"):
        from ars_pandoc.documents.assemble_org import assemble_org

        return Traced(assemble_org(path, text, included))
    if is_run_first(path, reader):
        from ars_pandoc.documents.assemble_markdown import assemble_markdown

        return Traced(assemble_markdown(path, text, included))
    return Traced.of_file(path, text)

"""Citations in a Word file that Pandoc gives as their printed words alone (contract §3, Word).

Pandoc reads the fields of Zotero, EndNote and Mendeley Desktop; Mendeley Cite and Citavi keep
theirs in content controls, Word its own sources in `CITATION` fields (seen with Pandoc 3.9).
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural

_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_LARGEST = 256 * 2**20
_UNSEEN = {
    "Mendeley Cite": re.compile(r'<w:tag\s+w:val="MENDELEY_CITATION_v3_'),
    "Citavi": re.compile(
        r'<w:tag\s+w:val="CitaviPlaceholder|<w:instrText[^>]*>\s*ADDIN CitaviPlaceholder'
    ),
    "Word's own sources": re.compile(
        r'<w:instrText[^>]*>\s*CITATION\s|<w:fldSimple[^>]*\sw:instr="\s*CITATION\s'
    ),
}


def unseen_fields(path: Path) -> dict[str, int]:
    """Count the citations of a Word file that Pandoc does not give, by the program that wrote them.

    A file that is no Word file has none: Pandoc says what is wrong with it.
    """
    counts: dict[str, int] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for name in set(_PARTS).intersection(archive.namelist()):
                if archive.getinfo(name).file_size > _LARGEST:
                    continue
                text = archive.read(name).decode("utf-8", "replace")
                for program, pattern in _UNSEEN.items():
                    if found := len(pattern.findall(text)):
                        counts[program] = counts.get(program, 0) + found
    except (OSError, zipfile.BadZipFile, ValueError):
        return {}
    return counts


def check_fields(path: Path) -> None:
    """Refuse to judge a Word file that holds citations which Pandoc gives as words.

    Raises:
        ArsError: It holds some.
    """
    counts = unseen_fields(path)
    if counts:
        said = ", ".join(f"{plural(count, 'citation')} of {name}" for name, count in counts.items())
        raise ArsError(
            f"{path}: Pandoc gives {said} as printed words, and nobody judges them",
            steps=[
                "take the citations over with Zotero's or EndNote's plug-in, which Pandoc reads",
                "write the document in Markdown, with citation keys: [@KEY, p. 12]",
            ],
        )

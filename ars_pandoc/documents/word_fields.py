"""Citations in a Word file that Pandoc gives as their printed words alone (contract §3, Word).

`docx+citations` reads the fields of Zotero, of Mendeley Desktop, and of EndNote where the record
stands in the field's code; plain `docx` reads none. Mendeley Cite and others keep theirs in content
controls, Citavi in both, Word its own sources in `CITATION` fields (seen with Pandoc 3.9 and 2.17).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural

_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_LARGEST = 256 * 2**20
_STEP = re.compile(
    r'<w:fldChar\b[^>]*?w:fldCharType="(?P<sign>begin|separate|end)"'
    r"|<w:instrText\b[^>]*>(?P<code>[^<]*)</w:instrText>"
    r'|<w:fldSimple\b[^>]*?\sw:instr="(?P<simple>[^"]*)"'
    r'|<w:tag\s+w:val="(?P<tag>[^"]*)"'
    r"|(?P<own><w:citation\s*/>)"
)
_LONGEST = 200
# What the code of a field begins with. The first that fits tells.
_READ = {
    "Zotero": re.compile(r"ADDIN ZOTERO_ITEM\b"),
    "Mendeley Desktop": re.compile(r"ADDIN CSL_CITATION\b"),
    "EndNote": re.compile(r"ADDIN EN\.CITE\s*<EndNote"),
}
_NO_CITATION = re.compile(
    r"ADDIN\s+(?:EN\.CITE\.DATA|\S*(?:REFLIST|BIBL|BIBLIOGRAPHY|Bib|SECTION|LAYOUT)\S*)",
    re.IGNORECASE,
)
_UNREAD = {
    "Citavi": re.compile(r"ADDIN CitaviPlaceholder"),
    "Word's own sources": re.compile(r"CITATION\s"),
    "EndNote, whose records stand beside the field's code": re.compile(r"ADDIN EN\.CITE\b"),
    "Zotero that its plug-in has not finished": re.compile(r"ADDIN ZOTERO_TEMP"),
    "RefWorks": re.compile(r"ADDIN RW\.CITE"),
    "Reference Manager": re.compile(r"ADDIN REFMGR\.CITE"),
    "Papers": re.compile(r"ADDIN\s+\"?PAPERS", re.IGNORECASE),
    "Sciwheel": re.compile(r"ADDIN F1000_CSL"),
    "NoteExpress": re.compile(r"ADDIN NE\.Ref"),
    "another program": re.compile(r"ADDIN\s+\S*(?:cite|citation)", re.IGNORECASE),
}
_CONTROLS = {
    "Mendeley Cite": re.compile(r"MENDELEY_CITATION"),
    "Citavi": re.compile(r"CitaviPlaceholder"),
    "RefWorks": re.compile(r"RW\.CITE"),
    "another program": re.compile(r"[A-Z\d]_CITATION|(?:^|[-_])citation[-_:#]"),
}


def unseen_fields(path: Path, reader: str = "docx+citations") -> dict[str, int]:
    """Count the citations of a Word file that Pandoc does not give, by the program that wrote them.

    A file that is no Word file has none: Pandoc says what is wrong with it.

    Args:
        path: The file.
        reader: Pandoc's reader with extensions; without `citations` it gives none.
    """
    fields: dict[str, int] = {}
    controls: dict[str, int] = {}
    for code, control in _marks(path):
        known = _CONTROLS if control else _UNREAD
        if not control:
            if any(pattern.match(code) for pattern in _READ.values()):
                if "+citations" in reader:
                    continue
                known = _READ
            elif _NO_CITATION.match(code):
                continue
        search = re.Pattern.search if control else re.Pattern.match
        program = next((name for name, pattern in known.items() if search(pattern, code)), None)
        if program is not None:
            counts = controls if control else fields
            counts[program] = counts.get(program, 0) + 1
    # A control may hold a field of the same program: that is one citation.
    programs = dict.fromkeys((*fields, *controls))
    return {name: max(fields.get(name, 0), controls.get(name, 0)) for name in programs}


def _marks(path: Path) -> Iterator[tuple[str, bool]]:
    """Return the code of each field and the tag of each content control, and whether it is one."""
    try:
        with zipfile.ZipFile(path) as archive:
            for name in _PARTS:
                if name in archive.NameToInfo and archive.getinfo(name).file_size <= _LARGEST:
                    yield from _of_part(archive.read(name).decode("utf-8", "replace"))
    except (OSError, zipfile.BadZipFile, ValueError):
        return


def _of_part(text: str) -> Iterator[tuple[str, bool]]:
    # The code of a field may be split among runs, and a field stand in another's code.
    codes: list[list[str]] = []
    for hit in _STEP.finditer(text):
        if hit["tag"] is not None:
            yield unescape(hit["tag"][:_LONGEST]), True
        elif hit["own"]:
            # Word marks the control of its own citations, which hold the field.
            continue
        elif hit["simple"] is not None:
            yield _plain(hit["simple"]), False
        elif hit["sign"] == "begin":
            codes.append([])
        elif hit["code"] is not None:
            if codes:
                codes[-1].append(hit["code"][:_LONGEST])
            else:
                yield _plain(hit["code"]), False
        elif hit["sign"] == "separate" and codes:
            yield _plain("".join(codes[-1])), False
            codes[-1] = []
        elif hit["sign"] == "end" and codes and (rest := "".join(codes.pop())):
            yield _plain(rest), False


def _plain(code: str) -> str:
    return unescape(code[:_LONGEST]).strip()


def said_of_fields(counts: dict[str, int]) -> str:
    """Return how many citations of which program there are, in words."""
    return ", ".join(f"{plural(count, 'citation')} of {name}" for name, count in counts.items())


def check_fields(path: Path, reader: str = "docx+citations") -> None:
    """Refuse to judge a Word file that holds citations which Pandoc gives as words.

    Args:
        path: The file.
        reader: Pandoc's reader with extensions.

    Raises:
        ArsError: It holds some.
    """
    counts = unseen_fields(path, reader)
    if not counts:
        return
    if set(counts) <= set(_READ):
        steps = ["read it with -f docx+citations (Pandoc 3)"]
    else:
        steps = ["take the citations over with Zotero's plug-in, whose fields Pandoc reads"]
        if any(name.startswith("EndNote") for name in counts):
            steps = [
                "let Zotero's plug-in take the citations over, or unformat and format them anew"
            ]
    raise ArsError(
        f"{path}: Pandoc gives {said_of_fields(counts)} as printed words, and nobody judges them",
        steps=[*steps, "write the document in Markdown, with citation keys: [@KEY, p. 12]"],
    )

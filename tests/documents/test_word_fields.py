"""Citations of a Word file that Pandoc gives as words alone (contract §3, Word)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.word_fields import check_fields, unseen_fields


def docx(path: Path, body: str, part: str = "word/document.xml") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(part, f"<w:document><w:body>{body}</w:body></w:document>")
    return path


def instruction(code: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{code}</w:instrText></w:r>'


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_eyJ"/></w:sdtPr>', {"Mendeley Cite": 1}),
        ('<w:sdtPr><w:tag w:val="CitaviPlaceholder#a"/></w:sdtPr>', {"Citavi": 1}),
        (instruction("ADDIN CitaviPlaceholder{eyJ}"), {"Citavi": 1}),
        (instruction(" CITATION Roe21 \\p 3 \\l 1033 ") * 2, {"Word's own sources": 2}),
        ('<w:fldSimple w:instr=" CITATION Roe21 "/>', {"Word's own sources": 1}),
        (instruction("ADDIN ZOTERO_ITEM CSL_CITATION {}"), {}),
        (instruction("ADDIN EN.CITE"), {}),
        ("<w:t> CITATION in words</w:t>", {}),
    ],
)
@pytest.mark.parametrize("part", ["word/document.xml", "word/footnotes.xml"])
def test_each_program_is_named(part: str, body: str, found: dict[str, int], tmp_path: Path) -> None:
    path = docx(tmp_path / "a.docx", body, part)
    assert unseen_fields(path) == found
    if found:
        with pytest.raises(ArsError, match=next(iter(found))):
            check_fields(path)
    else:
        check_fields(path)


def test_what_is_no_word_file_has_none(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"no archive")
    assert unseen_fields(path) == {}
    assert unseen_fields(tmp_path / "gone.docx") == {}

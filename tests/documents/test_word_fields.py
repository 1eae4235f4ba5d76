"""Citations of a Word file that Pandoc gives as words alone (contract §3, Word)."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.documents.word_fields import check_fields, unseen_fields


def docx(path: Path, body: str, part: str = "word/document.xml") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(part, f"<w:document><w:body>{body}</w:body></w:document>")
    return path


def field(code: str, *, split: bool = False) -> str:
    """Return a field as Word writes it; its code may stand in two runs."""
    codes = (code[:6], code[6:]) if split else (code,)
    begin, apart, end = (
        f'<w:r><w:fldChar w:fldCharType="{sign}" w:dirty="0"/></w:r>'
        for sign in ("begin", "separate", "end")
    )
    text = "".join(
        f'<w:r><w:instrText xml:space="preserve">{one}</w:instrText></w:r>' for one in codes
    )
    return f"{begin}{text}{apart}<w:r><w:t>(Roe 2021)</w:t></w:r>{end}"


def control(tag: str, content: str = "") -> str:
    return (
        f'<w:sdt><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr><w:sdtContent>{content}</w:sdtContent>'
        "</w:sdt>"
    )


ENDNOTE = "ADDIN EN.CITE &lt;EndNote&gt;&lt;Cite&gt;"
OWN = " CITATION Roe21 \\p 3 \\l 1033 "
BESIDE = "EndNote, whose records stand beside the field's code"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (control("MENDELEY_CITATION_v3_eyJ"), {"Mendeley Cite": 1}),
        (control("CitaviPlaceholder#a"), {"Citavi": 1}),
        (field("ADDIN CitaviPlaceholder{eyJ}"), {"Citavi": 1}),
        # The field in a control is the same citation.
        (control("CitaviPlaceholder#a", field("ADDIN CitaviPlaceholder{e}")) * 2, {"Citavi": 2}),
        (field(OWN) * 2, {"Word's own sources": 2}),
        (field(OWN, split=True), {"Word's own sources": 1}),
        ('<w:fldSimple w:instr=" CITATION Roe21 "/>', {"Word's own sources": 1}),
        ('<w:fldSimple w:dirty="0" w:instr=" CITATION Roe21 "/>', {"Word's own sources": 1}),
        (field("ADDIN EN.CITE ") + field("ADDIN EN.CITE.DATA"), {BESIDE: 1}),
        (field("ADDIN ZOTERO_TEMP"), {"Zotero that its plug-in has not finished": 1}),
        (field("ADDIN RW.CITE{{1 Roe 2021}}") + control("RW.CITE{{doc:5}}"), {"RefWorks": 1}),
        (field("ADDIN REFMGR.CITE &lt;Refman&gt;"), {"Reference Manager": 1}),
        (field("ADDIN PAPERS2_CITATIONS &lt;citation&gt;"), {"Papers": 1}),
        (field("ADDIN F1000_CSL&lt;~#@#~&gt;[]"), {"Sciwheel": 1}),
        (field("ADDIN NE.Ref.{0B1C}"), {"NoteExpress": 1}),
        (field("ADDIN NEWTOOL_CITATION 1"), {"another program": 1}),
        (control("NEWTOOL_CITATION_1"), {"another program": 1}),
        (field("ADDIN ZOTERO_ITEM CSL_CITATION {}"), {}),
        (field("ADDIN ZOTERO_ITEM CSL_CITATION {}", split=True), {}),
        (field("ADDIN CSL_CITATION {}"), {}),
        (field(ENDNOTE), {}),
        # Lists of works, and what cites nobody.
        (field("ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY"), {}),
        (field("ADDIN EN.REFLIST") + field("ADDIN CitaviBibliography"), {}),
        (control("MENDELEY_BIBLIOGRAPHY") + control("CitaviBibliography"), {}),
        (field(" REF _Ref1 \\h ") + field(" TOC \\o ") + field(" BIBLIOGRAPHY "), {}),
        (control("Citation style") + control("Title"), {}),
        ("<w:t> CITATION in words</w:t>", {}),
    ],
)
@pytest.mark.parametrize("part", ["word/document.xml", "word/footnotes.xml"])
def test_each_program_is_named(part: str, body: str, found: dict[str, int], tmp_path: Path) -> None:
    path = docx(tmp_path / "a.docx", body, part)
    assert unseen_fields(path) == found
    if found:
        with pytest.raises(ArsError, match=re.escape(next(iter(found)))):
            check_fields(path)
    else:
        check_fields(path)


def test_plain_docx_gives_no_field_at_all(tmp_path: Path) -> None:
    body = field("ADDIN ZOTERO_ITEM CSL_CITATION {}") + field("ADDIN CSL_CITATION {}")
    path = docx(tmp_path / "a.docx", body + field(ENDNOTE))
    found = {"Zotero": 1, "Mendeley Desktop": 1, "EndNote": 1}
    assert unseen_fields(path, "docx") == unseen_fields(path, "docx-citations") == found
    assert unseen_fields(path) == {}
    with pytest.raises(ArsError, match=r"1 citation of Zotero, .*\n.*-f docx\+citations"):
        check_fields(path, "docx")


def test_what_is_no_word_file_has_none(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"no archive")
    assert unseen_fields(path) == {}
    assert unseen_fields(tmp_path / "gone.docx") == {}

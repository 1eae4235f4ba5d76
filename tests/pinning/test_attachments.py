"""Where the files lie that reference managers name."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pinning.attachments import Attachment, attachments


def bib(folder: Path, value: str, rest: str = "") -> Path:
    path = folder / "refs.bib"
    path.write_text(f"@article{{k,\n  file = {{{value}}}\n}}\n{rest}", encoding="utf-8")
    return path


def file(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"%PDF-")
    return path


def test_beside_the_bibliography(tmp_path: Path) -> None:
    path = file(tmp_path / "files" / "1" / "a.pdf")
    found = attachments(bib(tmp_path, "Full Text:files/1/a.pdf:application/pdf;b.pdf"))
    assert found == {
        "k": [
            Attachment("files/1/a.pdf", path),
            Attachment("b.pdf", None, "it does not exist"),
        ]
    }


def test_a_path_that_windows_wrote(tmp_path: Path) -> None:
    path = file(tmp_path / "papers" / "a.pdf")
    assert attachments(bib(tmp_path, r":papers\\a.pdf:PDF"))["k"][0].path == path


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_as_a_mac_spells_them(tmp_path: Path, form: Literal["NFC", "NFD"]) -> None:
    path = file(tmp_path / unicodedata.normalize(form, "Müller.pdf"))
    assert attachments(bib(tmp_path, "Müller.pdf"))["k"][0].path == path


def test_the_folder_that_jabref_names(tmp_path: Path) -> None:
    path = file(tmp_path / "pdfs" / "a.pdf")
    meta = "@Comment{jabref-meta: fileDirectory:pdfs;}\n"
    assert attachments(bib(tmp_path, ":a.pdf:PDF", meta))["k"][0].path == path


@pytest.mark.parametrize(
    "named",
    [
        "sub/a.pdf",
        "attachments:sub/a.pdf",
        r"C\:\\Users\\me\\Zotero\\storage\\sub\\a.pdf",
        "/Users/me/Zotero/storage/sub/a.pdf",
        "/nowhere/a.pdf",
    ],
)
def test_linked_files_lie_in_a_base_folder(tmp_path: Path, named: str) -> None:
    base = tmp_path / "elsewhere"
    path = file(base / ("a.pdf" if "nowhere" in named else "sub/a.pdf"))
    where = tmp_path / "work"
    where.mkdir()
    written = bib(where, named)
    assert attachments(written)["k"][0].path is None
    assert attachments(written, base)["k"] == [
        Attachment(named.replace("\\\\", "\\").replace(r"C\:", "C:"), path)
    ]


def test_an_absolute_path_and_a_file_address(tmp_path: Path) -> None:
    path = file(tmp_path / "library" / "a.pdf")
    where = tmp_path / "work"
    where.mkdir()
    for named in (str(path), f"file://{path}", f"file://localhost{path}"):
        assert attachments(bib(where, named))["k"][0].path == path


def test_an_address_is_no_file(tmp_path: Path) -> None:
    [found] = attachments(bib(tmp_path, r":https\://example.org/a.pdf:PDF"))["k"]
    assert found.path is None
    assert found.why == "it is an address, not a file"


def test_a_path_does_not_climb_out(tmp_path: Path) -> None:
    """By dots and by a link; the folder of linked files is named by the user, not by the file."""
    outside = file(tmp_path / "private" / "a.pdf")
    where = tmp_path / "work"
    where.mkdir()
    (where / "link.pdf").symlink_to(outside)
    (where / "folder").symlink_to(outside.parent)
    for named in ("../private/a.pdf", "link.pdf", "folder/a.pdf"):
        [found] = attachments(bib(where, named))["k"]
        assert found.path is None, named
        assert found.why == "its path climbs out of the folder of the bibliography"
    [found] = attachments(bib(where, "x/../../../private/a.pdf"), tmp_path / "private")["k"]
    assert found.path == outside


@pytest.mark.parametrize("named", ["a\0.pdf", "x" * 5000, "~nobody-of-this-name/a.pdf", "loop"])
def test_names_that_no_file_has(tmp_path: Path, named: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    [found] = attachments(bib(tmp_path, named))["k"]
    assert found.path is None
    assert found.why


def test_better_bibtex_json(tmp_path: Path) -> None:
    path = file(tmp_path / "storage" / "A" / "a.pdf")
    item = {
        "itemType": "journalArticle",
        "citationKey": "k",
        "title": "T",
        "attachments": [{"path": "storage/A/a.pdf"}, {"title": "a link"}],
    }
    library = tmp_path / "refs.json"
    library.write_text(json.dumps({"items": [item]}), encoding="utf-8")
    assert attachments(library) == {"k": [Attachment("storage/A/a.pdf", path)]}


def test_a_bibliography_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ArsError, match="cannot be read"):
        attachments(tmp_path / "refs.bib")

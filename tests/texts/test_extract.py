"""What kind a file is, and that hostile files end in an outcome of their own, within bounds."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest

from ars_pandoc.base.bounded import LARGEST_FILE
from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.extract import extract, media_type, read_bounded
from ars_pandoc.texts.pdf.readers import end_all
from ars_pandoc.texts.source_text import from_bytes, to_bytes
from ars_pandoc.texts.unreadable import Unreadable
from tests.texts.pdf.pdfs import by_hand, encrypted, typeset

JATS = b"<?xml version='1.0'?><article><body><p>Some words of it.</p></body></article>"


def _zip(*files: tuple[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7\n", "", "application/pdf"),
        (b"junk before it\n%PDF-1.4", "x.txt", "application/pdf"),
        (JATS, "", "application/jats+xml"),
        (JATS.decode().encode("utf-16"), "", "application/jats+xml"),
        (b"<!-- saved --><article/>", "x", "application/jats+xml"),
        (b"<!DOCTYPE html><title>x</title>", "", "text/html"),
        (b"\xef\xbb\xbf<html></html>", "", "text/html"),
        (b"<p>a fragment</p>", "page.htm", "text/html"),
        (b"# Words", "notes.md", "text/markdown"),
        (b"\\section{Words}", "notes.tex", "application/x-tex"),
        (b"Words", "notes.txt", "text/plain"),
        (b"Words", "", "text/plain"),
        (
            _zip(("word/document.xml", b"")),
            "",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
        (_zip(("META-INF/container.xml", b"")), "", "application/epub+zip"),
        (_zip(("content.xml", b"")), "", "application/vnd.oasis.opendocument.text"),
        (
            b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text",
            "",
            "application/vnd.oasis.opendocument.text",
        ),
    ],
)
def test_kinds_are_told_by_bytes_first(data: bytes, name: str, kind: str) -> None:
    assert media_type(data, name) == kind


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n", "image"),
        (b"\xd0\xcf\x11\xe0rest", "old Word"),
        (b"\x1f\x8b\x08", "compressed"),
        (b"words\0\1\2", "no kind"),
        (b"<?xml version='1.0'?><note/>", "no article"),
        (b"PK\x03\x04 cut", "damaged"),
        (_zip(("words.txt", b"words")), "no EPUB"),
        (encrypted(), "password"),
        (typeset("Some words.")[:2000], "damaged"),
        (b"<article><body><p>cut</body>", "damaged"),
        (b"<article><body>" + b"<sec>" * 5000, "damaged"),
    ],
)
def test_other_files_say_why_they_cannot_be_read(data: bytes, word: str) -> None:
    with pytest.raises(Unreadable, match=word):
        extract(data, "source")


ENTITIES = {
    "external": "<!ENTITY a SYSTEM 'file:///etc/passwd'>",
    "laughs": "<!ENTITY b 'ha'><!ENTITY a '" + "&b;" * 500 + "'>",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("entity", sorted(ENTITIES))
def test_entities_are_never_expanded(entity: str, encoding: str) -> None:
    text = f"<!DOCTYPE article [{ENTITIES[entity]}]><article><body><p>x &a;</p></body></article>"
    try:
        words = extract(text.encode(encoding), "a.xml").text
    except Unreadable as error:
        assert "entities" in error.reason
    else:
        assert "root" not in words
        assert "ha" not in words


def test_a_zip_bomb_is_not_unpacked() -> None:
    bomb = _zip(("META-INF/container.xml", b"<a/>"), ("a.xhtml", b" " * 120_000_000))
    assert len(bomb) < 200_000
    with pytest.raises(Unreadable, match="zip bomb"):
        extract(bomb, "a.epub")


def test_a_pdf_whose_stream_unpacks_to_a_hundred_times_ends_within_bounds() -> None:
    packed = zlib.compress(b"BT /F1 9 Tf 50 700 Td (word) Tj ET\n" * 300_000, 9)
    data = by_hand(b"").replace(
        b"<</Length 0>>stream\n\nendstream",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed),
    )
    try:
        assert extract(data).pages
    except Unreadable as error:
        assert error.reason


def test_a_file_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.pdf"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(Unreadable, match=f"larger than {LARGEST_FILE // 1_000_000} MB"):
        read_bounded(path)


@pytest.mark.parametrize("name", ["absent.pdf", "folder"])
def test_a_path_that_is_no_file_is_an_input_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ArsError, match=name):
        read_bounded(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "name"),
    [(JATS, "a.xml"), (typeset("Some words of it."), "a.pdf"), (b"# T\n\nWords", "a.md")],
)
def test_what_was_read_survives_the_cache(data: bytes, name: str) -> None:
    source = extract(data, name)
    assert from_bytes(to_bytes(source)) == source


def test_the_same_bytes_give_the_same_words() -> None:
    data = typeset("Some words of it, set twice.")
    assert to_bytes(extract(data)) == to_bytes(extract(data))


def test_a_fault_of_ours_is_told_from_a_damaged_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # The child imports a module that fails as no file can make it fail.
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, types\n"
        "broken = types.ModuleType('ars_pandoc.texts.pdf.workers')\n"
        "broken.shared = broken.processors = lambda *_: 1 / 0\n"
        "sys.modules['ars_pandoc.texts.pdf.workers'] = broken\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    end_all()
    try:
        with pytest.raises(Unreadable, match=r"itself failed.*ZeroDivisionError") as raised:
            extract(by_hand(b"BT /F1 12 Tf 50 700 Td (words) Tj ET"), "a.pdf")
    finally:
        end_all()
    assert not raised.value.lasting

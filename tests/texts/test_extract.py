"""What kind a file is, and that hostile files end in an outcome of their own, within bounds."""

from __future__ import annotations

import io
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from ars_pandoc.base.bounded import LARGEST_FILE, TEXT_SECONDS, seconds
from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.extract import extract, media_type, read_bounded
from ars_pandoc.texts.pdf.reader_pool import end_all
from ars_pandoc.texts.source_text import from_bytes, to_bytes
from ars_pandoc.texts.unreadable import Unreadable
from tests.measured import used
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


_READS = """
import sys
from pathlib import Path
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.unreadable import Unreadable
path = Path(sys.argv[1])
try:
    extract(path.read_bytes(), path.name)
except Unreadable as error:
    assert error.reason
"""


def _pdf(drawn: bytes) -> bytes:
    packed = zlib.compress(drawn, 9)
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
        b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
        b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream endobj\n"
        b"trailer<</Root 1 0 R>>\n" % (len(packed), packed)
    )


_LATEX = rb"\documentclass{article}\begin{document}%b\end{document}"
HOSTILE = {
    # Hostile HTML took 61 s and 1.2 GB.
    "deep.html": b"<html><body>" + b"<div>" * 200_000,
    "tables.html": b"<html><body>" + b"<table><tr><td>" * 20_000,
    "wide.html": b"<html><body>" + b"<p>word <i>a</i> " * 1_000_000,
    "lists.html": b"<html><body>" + b"<ul><li>" * 50_000,
    "spans.html": b"<html><body><table>" + b"<tr><td colspan=1000 rowspan=1000>a" * 500,
    "deep.xml": b"<article><body>" + b"<sec>" * 200_000,
    "text.pdf": _pdf(b"BT /F 12 Tf " + b"1 0 0 1 10 10 Tm (abc def) Tj " * 2_000_000 + b"ET"),
    "paths.pdf": _pdf(b"0 0 m 1 1 l S " * 5_000_000),
    "wide.xml": b"<article><body>" + b"<p>word <italic>a</italic> </p>" * 640_000,
    "wider.xml": b"<article><body>" + b"<p>word <italic>a</italic> </p>" * 1_000_000,
    "words.txt": b"a b " * 15_000_000,
    "brackets.md": b"[" * 200_000,
    "stars.md": b"*a _b " * 100_000,
    "braces.tex": _LATEX % (b"{" * 200_000),
    "lists.tex": _LATEX % (b"\\begin{itemize}\\item " * 20_000),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what a process took is told in kilobytes")
@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_takes_more_than_ten_seconds_and_a_gigabyte(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE[name])
    took = used(sys.executable, "-c", _READS, str(path))
    assert took.code == 0
    most = seconds(path.stat().st_size) if path.suffix == ".pdf" else TEXT_SECONDS
    assert took.seconds < most + 2  # with the start of Python
    assert took.kilobytes < 1_000_000


def test_a_larger_article_or_text_than_there_is_is_not_parsed() -> None:
    article = b"<article><body><p>" + b"a " * 10_000_001 + b"</p></body></article>"
    with pytest.raises(Unreadable, match="larger than 20 MB"):
        extract(article, "a.xml")
    with pytest.raises(Unreadable, match="larger than 100 MB"):
        extract(b"a " * 50_000_001, "a.txt")


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

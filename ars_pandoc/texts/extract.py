"""The words of a file of any kind that can be a source (contract §8)."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path, PurePath

from ars_pandoc.base import file_endings
from ars_pandoc.base.bounded import (
    LARGEST_ARTICLE,
    LARGEST_FILE,
    LARGEST_TEXT,
    seconds,
)
from ars_pandoc.base.errors import ArsError
from ars_pandoc.texts.source_text import SourceText, from_bytes
from ars_pandoc.texts.unreadable import Unreadable

PDF = "application/pdf"
JATS = "application/jats+xml"
TEXT = "text/plain"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_ODT = "application/vnd.oasis.opendocument.text"
_EPUB = "application/epub+zip"
_BY_NAME = {
    **dict.fromkeys(file_endings.MARKDOWN, "text/markdown"),
    **dict.fromkeys(file_endings.LATEX, "application/x-tex"),
    **dict.fromkeys(file_endings.HTML, "text/html"),
}
SOURCE_ENDINGS = frozenset(_BY_NAME) | file_endings.JATS | file_endings.TEXT | {
    ".pdf", ".epub", ".docx", ".odt",
}  # fmt: skip
"""What the name of a file that can be a source ends in."""

EXTENSIONS = {
    PDF: "pdf",
    JATS: "xml",
    "text/html": "html",
    _EPUB: "epub",
    _DOCX: "docx",
    _ODT: "odt",
    "application/x-tex": "tex",
    "text/markdown": "md",
    TEXT: "txt",
}
"""The extension of a snapshot of each media type; there are no other media types."""

_LARGEST_UNPACKED = 500_000_000
_MOST_PARTS = 20_000


def media_type(data: bytes, name: str = "") -> str:
    """Tell what a file is, by its bytes, and by its name where bytes do not say.

    Args:
        data: Its bytes, or the first 4096 of them.
        name: Its name.

    Raises:
        Unreadable: It is none of the kinds that can be read.
    """
    head = data[:4096]
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith(b"PK\x03\x04"):
        return _in_zip(head, data)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        # XML and HTML may be in UTF-16 too.
        head = head.decode("utf-16", "ignore").encode("utf-8", "replace")
        data = data[:400_000].decode("utf-16", "ignore").encode("utf-8", "replace")
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")) or b"<html" in start[:2000]:
        return "text/html"
    if start.startswith((b"<?xml", b"<!doctype", b"<article", b"<pmc-articleset", b"<!--")):
        if b"<article" in data[:200_000] or b"<pmc-articleset" in start:
            return JATS
        raise Unreadable("the XML is no article in JATS")
    suffix = PurePath(name).suffix.lower()
    for what, magic in (
        ("an image", (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")),
        ("PostScript", (b"%!PS",)),
        ("an old Word file (.doc)", (b"\xd0\xcf\x11\xe0",)),
        ("a DjVu file", (b"AT&TFORM",)),
        ("a compressed file", (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"Rar!", b"7z\xbc\xaf")),
    ):
        if head.startswith(magic):
            raise Unreadable(f"it is {what}, which has no text that can be read")
    if suffix in _BY_NAME:
        return _BY_NAME[suffix]
    if b"\0" in head:
        raise Unreadable("it is no kind of file that can be read")
    return TEXT


def _in_zip(head: bytes, data: bytes) -> str:
    if b"mimetypeapplication/epub+zip" in head[:200]:
        return _EPUB
    if b"mimetypeapplication/vnd.oasis.opendocument.text" in head[:200]:
        return _ODT
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        if b"[Content_Types].xml" in head or b"word/" in head:
            return _DOCX
        raise Unreadable("the archive is damaged or cut short") from None
    if "META-INF/container.xml" in names:
        return _EPUB
    if "word/document.xml" in names:
        return _DOCX
    if "content.xml" in names:
        return _ODT
    raise Unreadable("the archive is no EPUB, DOCX or ODT")


def extract(data: bytes, name: str = "", kind: str | None = None, password: str = "") -> SourceText:
    """Take the words out of a file, within bounds of time and memory.

    Args:
        data: Its bytes.
        name: Its name, for kinds that bytes do not tell apart.
        kind: Its media type, if it is known.
        password: Of an encrypted PDF.

    Raises:
        Unreadable: With the reason, for a file of no known kind or one that cannot be read.
        ArsError: There is no Pandoc, where one is needed.
    """
    if not data:
        raise Unreadable("the file is empty")
    if len(data) > LARGEST_FILE:
        raise Unreadable(f"it is larger than {LARGEST_FILE // 1_000_000} MB")
    kind = kind or media_type(data, name)
    # What Pandoc and PDFium read is bounded by the system; what is read here by its size.
    most = {JATS: LARGEST_ARTICLE, TEXT: LARGEST_TEXT}.get(kind, LARGEST_FILE)
    if len(data) > most:
        raise Unreadable(f"it is larger than {most // 1_000_000} MB")
    if kind == PDF:
        return _in_child(data, password)
    if kind == JATS:
        from ars_pandoc.texts.jats import extract_jats

        return extract_jats(data)
    from ars_pandoc.texts.through_pandoc import extract_plain, extract_with_pandoc

    if kind == TEXT:
        return extract_plain(data)
    if kind in (_EPUB, _DOCX, _ODT):
        _refuse_bomb(data)
    return extract_with_pandoc(data, kind)


def read_bounded(path: Path) -> bytes:
    """Read a file that may be of any size.

    Raises:
        ArsError: It is not there, is no file, or may not be read.
        Unreadable: It is too large.
    """
    try:
        if not path.is_file():
            what = "is a folder or device, not a file" if path.exists() else "does not exist"
            raise ArsError(f"{path} {what}", steps=["check the path"])
        if path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"it is larger than {LARGEST_FILE // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise ArsError(f"{path} cannot be read", why=error.strerror) from None


def _refuse_bomb(data: bytes) -> None:
    """Refuse an archive that unpacks to more than any book has."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise Unreadable("the archive is damaged or cut short") from None
    text = [part for part in parts if part.filename.endswith(("ml", ".rels", ".opf", ".ncx"))]
    if (
        len(parts) > _MOST_PARTS
        or sum(part.file_size for part in parts) > _LARGEST_UNPACKED
        or sum(part.file_size for part in text) > 100_000_000
    ):
        raise Unreadable("the archive unpacks to more than a book has: it may be a zip bomb")


def _in_child(data: bytes, password: str) -> SourceText:
    """Read a PDF in a process of its own: a hostile one can end or fill that one alone."""
    from ars_pandoc.texts.pdf.child import FAULT, READ, UNREADABLE
    from ars_pandoc.texts.pdf.reader_pool import TooSlowError, read_pdf

    most = seconds(len(data))
    try:
        code, written = read_pdf(data, password.replace("\n", ""), most)
    except TooSlowError:
        raise Unreadable(f"it takes more than {most} s to read", lasting=False) from None
    if code == READ:
        return from_bytes(written)
    if code == UNREADABLE:
        raise Unreadable(written.decode("utf-8", "replace"))
    if code == FAULT:
        # What failed is ours: the file may be as sound as any.
        said = written.decode("utf-8", "replace")[:200]
        raise Unreadable(
            f"ars-pandoc itself failed on it, and the PDF may be sound; please report it: {said}",
            lasting=False,
        )
    raise Unreadable(
        "the PDF is damaged or needs too much memory: the program that reads it stopped"
    )

"""A file whose name says what its bytes do not."""

from __future__ import annotations

import pytest

from ars_pandoc.texts.file_kind import named_kind
from ars_pandoc.texts.unreadable import Unreadable


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7", "a.pdf", "application/pdf"),
        (b"%PDF-1.7", "a.txt", "application/pdf"),
        (b"<html><p>x", "a.html", "text/html"),
        (b"words", "a.md", "text/markdown"),
        (b"words", "no-name", "text/plain"),
    ],
)
def test_the_bytes_say_what_it_is(data: bytes, name: str, kind: str) -> None:
    assert named_kind(data, name) == kind


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<!doctype html><h1>Access denied", "it is called a PDF and is a web page"),
        (b"Too many requests", "it is called a PDF and is no PDF"),
        (b"\x89PNG\r\n", "it is an image"),
    ],
)
def test_what_is_called_a_pdf_must_be_one(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        named_kind(data, "article.PDF")

"""Where a citation stands in each kind of file, or that no place can be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.syntax import syntax_of
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.pandoc.reader_options import reader_options
from ars_pandoc.positions.scan import can_scan
from tests.positions.located import located

MARKER = "<!--ref:jones2023--><!--anchor:page:12-->"
ROLE = ".. role:: hidden(raw)\n   :format: html\n\n"

WHERE: dict[str, tuple[str, list[tuple[int, int]]]] = {
    "markdown": ("One.\n\nA [@jones2023, p. 3].\n", [(3, 4)]),
    "html+raw_html": (f"<p>\nWords {MARKER}.</p>\n", [(2, 7)]),
    "latex+raw_tex": ("One.\n\nA \\added{as \\cite[3]{jones2023}}.\n", [(3, 13)]),
    "latex": ("One.\n\nA \\cite[3]{jones2023}.\n", [(3, 3)]),
    "org": (
        "One.\n\nA [cite:@jones2023 p. 3], [[cite:&jones2023 p. 3]], textcite:jones2023.\n",
        [(3, 9), (3, 27), (3, 53)],
    ),
    "rst": (f"{ROLE}Words :hidden:`{MARKER}`.\n", [(4, 16)]),
    "typst": ("One.\n\nA #cite(<jones2023>, supplement: [p. 3]).\n", [(3, 3)]),
    "textile": (f"One.\n\nWords {MARKER}.\n", [(3, 7)]),
    "dokuwiki": (f"One.\n\nWords <html>{MARKER}</html>.\n", [(3, 13)]),
    "muse": (f"One.\n\nWords {MARKER}.\n", [(3, 7)]),  # they would print: refused
    "mediawiki": (f"Words {MARKER}.\n", []),  # no citation: the reader drops comments
    "t2t": (f"\n\n\nWords {MARKER}.\n", [(4, 7)]),  # `--` strikes out, and the rest would print
    "fb2": (f"<FictionBook><body><p>{MARKER}</p></body></FictionBook>", []),
    # Its notes are Markdown, but the file is XML: a citation there has no place.
    "opml": ('<opml><body><outline text="A" _note="A @jones2023 [p. 3]."/></body></opml>', []),
}
"""For each reader of text a document, and line and column of what the gate sees in it."""

NO_TEXT = ("docx+citations", "epub", "ipynb+citations", "odt", "rtf")
"""Readers of files that have no lines: a finding names its section alone."""


@pytest.mark.parametrize("reader", WHERE)
def test_a_finding_has_its_place(reader: str) -> None:
    text, places = WHERE[reader]
    document = read_source(Source((), reader), {}, text.encode())
    found = find_citations(document.ast, syntax=syntax_of(reader_options(document.environment)))
    positions = located(found.citations, [(Path("paper"), text)], reader)
    assert can_scan(reader)
    assert [(place.line, place.column) for place in positions if place is not None] == places


@pytest.mark.parametrize("reader", NO_TEXT)
def test_a_file_without_lines_has_no_places(reader: str) -> None:
    text = f"A [@jones2023, p. 3], B {MARKER}.\n"
    found = find_citations(read_source(Source((), "markdown"), {}, text.encode()).ast)
    assert not can_scan(reader)
    assert located(found.citations, [(Path("paper"), text)], reader) == [None, None]

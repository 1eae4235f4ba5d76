"""Find what looks like a citation in a source text, whatever it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ars_pandoc.citations.raw_org import org_cites
from ars_pandoc.citations.raw_tex import tex_cites
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.blocks import Stretch, split_blocks
from ars_pandoc.positions.inlines import InlineScanner
from ars_pandoc.positions.position import Include, NoteCall, Token
from ars_pandoc.positions.tex import scan_tex

_MARKDOWN = ("markdown", "gfm", "commonmark")
_NO_TEXT = ("docx", "odt", "epub", "ipynb", "rtf", "json", "native", "pptx", "xlsx")

_ORG_CODE = re.compile(
    r"^[ \t]*#\+begin_(?P<env>src|example|comment)\b.*?^[ \t]*#\+end_(?P=env)|^[ \t]*#(?!\+).*?$"
    r"|(?<![\w~=])[~=](?=\S)[^\n]*?\S[~=](?![\w~=])",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_TYPST = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?P<run>`+).*?(?P=run)|\\."
    r"|#cite\s*\(\s*(?:<(?P<label>[^<>\s]+)>|label\s*\(\s*\"(?P<name>[^\"]+)\"\s*\))[^()]*\)"
    r"|(?<!\w)@(?P<key>\w(?:[\w:.-]*\w)?)(?P<rest>\[[^\[\]]*\])?",
    re.DOTALL,
)
_MOST_NESTED = 3

Piece = Token | NoteCall | Include


def can_scan(reader: str) -> bool:
    """Return whether places can be found in what a reader reads: no word processor's files."""
    return not reader.startswith(_NO_TEXT)


def scan(texts: Sequence[str], reader: str) -> list[Token]:
    """Find the tokens of a document of one or several files, in the order of the AST.

    Args:
        texts: The files' texts; every line end may occur.
        reader: Pandoc's reader with extensions.
    """
    if reader.startswith(_MARKDOWN):
        return _markdown(texts)
    found: list[Token] = []
    for number, text in enumerate(texts):
        stream = Stream(_plain(text), number)
        if reader.startswith("latex"):
            scan_tex(stream, 0, len(stream.text))
        elif reader.startswith("org"):
            _org(stream)
        elif reader.startswith("typst"):
            _typst(stream)
        else:
            InlineScanner(stream).html(0, len(stream.text))
        found += (token for token in stream.tokens if isinstance(token, Token))
    return found


def _plain(text: str) -> str:
    r"""Return the text with `\n` as its only line end, every character at its old offset."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def scan_stretch(scanner: InlineScanner, stretch: Stretch) -> None:
    """Find what stands in a stretch of Markdown; it goes to the scanner's stream."""
    if stretch.kind == "html":
        scanner.html(stretch.start, stretch.end)
    elif stretch.kind == "tex":
        scan_tex(scanner.stream, stretch.start, stretch.end)
    elif stretch.kind == "raw":
        scanner.raw(stretch.style, stretch.start, stretch.end)
    else:
        scanner.scan(stretch.start, stretch.end)


def _markdown(texts: Sequence[str]) -> list[Token]:
    fields: dict[str, list[Piece]] = {}
    notes: dict[str, list[Piece]] = {}
    body: list[Piece] = []
    for number, raw in enumerate(texts):
        text = _plain(raw)
        stream = Stream(text, number)
        scanner = InlineScanner(stream)
        for stretch in split_blocks(text):
            stream.tokens = []
            scan_stretch(scanner, stretch)
            if not stream.tokens:
                continue
            if stretch.field is not None:
                fields.setdefault(stretch.field, []).extend(stream.tokens)
            elif stretch.note is not None:
                notes.setdefault(stretch.note, []).extend(stream.tokens)
            else:
                body += stream.tokens
    # As `find_citations` walks metadata: the title first, then by name.
    names = sorted(fields, key=lambda name: (name != "title", name != "subtitle", name))
    ordered = [token for name in names for token in fields[name]]
    return list(_with_notes([*ordered, *body], notes, 0))


def _with_notes(
    tokens: Sequence[Piece], notes: dict[str, list[Piece]], depth: int
) -> Iterator[Token]:
    """Return the tokens with those of each note where the note is called, as in the AST."""
    for token in tokens:
        if isinstance(token, Token):
            yield token
        elif isinstance(token, NoteCall) and depth < _MOST_NESTED:
            yield from _with_notes(notes.get(token.label, ()), notes, depth + 1)


def _org(stream: Stream) -> None:
    # What is no text goes, every other character keeps its place.
    text = _ORG_CODE.sub(lambda hit: re.sub(r"[^\n]", " ", hit[0]), stream.text)
    cites = org_cites(text)
    if "\\" in text:
        cites += tex_cites(text)
    found = [(cite.whole[0], cite) for cite in cites]
    comments = InlineScanner(stream)
    place = 0
    for start, cite in sorted(found, key=lambda pair: (pair[0], pair[1].place)):
        comments.html(place, start)
        stream.cite(Token(False, cite.key, stream.file, cite.whole, cite.place))
        stream.extend(cite.whole[1])
        place = max(place, cite.whole[1])
    comments.html(place, len(text))


def _typst(stream: Stream) -> None:
    for hit in _TYPST.finditer(stream.text):
        for group in ("label", "name", "key"):
            if hit[group]:
                stream.cite(Token(False, hit[group], stream.file, hit.span(), hit.span(group)))

"""Find the citations of TeX: of a document, or of a piece of raw TeX in another."""

from __future__ import annotations

import re

from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_tex import tex_cites
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.position import Include, Token

_NEXT = re.compile(
    r"\\\\|\\%|%[^\n]*|\\verb\*?(?P<mark>[^A-Za-z\s*])[^\n]*?(?P=mark)"
    r"|\\begin\s*\{(?P<env>verbatim\*?|lstlisting|minted|comment)\}"
    r"|<!--|\\(?P<name>@{1,2}input(?![A-Za-z@])|[A-Za-z]+)\*?"
)
_INCLUDES = frozenset(
    "input @input @@input InputIfFileExists include subfile subfileinclude includestandalone "
    "markdownInput".split()
)
# https://ctan.org/pkg/import: a folder and a file.
_IMPORTS = frozenset(
    {"import", "inputfrom", "includefrom", "subimport", "subinputfrom", "subincludefrom"}
)
_GROUP = r"[ \t]*\{[ \t]*(?P<%s>[^{}\n]+?)[ \t]*\}"
# TeX itself takes a name without braces up to the next space: `\input preface`.
_FILE = re.compile(rf"{_GROUP % 'name'}|[ \t]+(?P<bare>[^\s{{}}\\%#\[\]]+)")
_OPTIONS = re.compile(r"[ \t]*\[[^\[\]\n]*\]")
_FOLDER_AND_FILE = re.compile(rf"{_GROUP % 'folder'}\s*{_GROUP % 'name'}")
_CITES = re.compile(r"cite|citation|cquote|bibentry|apud", re.IGNORECASE)
_ARGUMENT = re.compile(
    r"\s*(?:\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]|\([^()]*\)|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})"
)
_LONGEST = 4_000


def scan_tex(stream: Stream, start: int, end: int, *, context: bool = False) -> None:
    """Add the citations of `stream.text[start:end]`, which is TeX.

    Only what `tex_cites` takes counts, so that all agree on what is a citation.
    """
    text = stream.text
    cites = tex_cites(text[start:end], context=context) if _CITES.search(text, start, end) else []
    # The last first, to be taken from the end.
    waiting = cites[::-1]
    place = start
    unclosed: set[str] = set()
    while (hit := _NEXT.search(text, place, end)) is not None:
        _cite_until(stream, waiting, start, hit.start())
        place = hit.end()
        if hit["env"]:
            closing = f"\\end{{{hit['env']}}}"
            close = -1 if closing in unclosed else text.find(closing, place, end)
            if close < 0:
                unclosed.add(closing)
            else:
                place = close + len(closing)
                # A listing may run the commands inside, or print them.
                _cite_until(stream, waiting, start, place, sure=False)
        elif hit[0] == "<!--":
            comment = stream.comment_end(hit.start(), end)
            if comment is not None:
                stream.comment(hit.start(), comment)
                place = comment
        elif (include := _include(text, hit, end)) is not None:
            stream.close()
            stream.tokens.append(include)
            place = include.whole[1]
    _cite_until(stream, waiting, start, end)


def _cite_until(
    stream: Stream, waiting: list[RawCite], start: int, place: int, *, sure: bool = True
) -> None:
    """Add the citations whose commands begin before a place."""
    while waiting and start + waiting[-1].whole[0] < place:
        cite = waiting.pop()
        whole = (start + cite.whole[0], start + cite.whole[1])
        key = (start + cite.place[0], start + cite.place[1])
        stream.cite(Token(False, cite.key, stream.file, whole, key, sure))
        if not waiting or waiting[-1].whole != cite.whole:
            stream.extend(whole[1])


def _include(text: str, hit: re.Match[str], end: int) -> Include | None:
    """Read a command that reads a file in, or give None."""
    command = hit["name"]
    if command in _INCLUDES:
        options = _OPTIONS.match(text, hit.end(), end)
        file = _FILE.match(text, options.end() if options is not None else hit.end(), end)
        name = None if file is None else file["name"] or file["bare"]
        if file is None or name is None or (file["bare"] and command != "input"):
            return None
        return Include(name, command, "", (hit.start(), file.end()))
    if command in _IMPORTS and (file := _FOLDER_AND_FILE.match(text, hit.end(), end)):
        return Include(file["name"], command, file["folder"], (hit.start(), file.end()))
    return None


def end_of_arguments(text: str, place: int, end: int) -> int:
    """Return where the arguments in brackets and braces of a command end."""
    limit = min(end, place + _LONGEST)
    while (hit := _ARGUMENT.match(text, place, limit)) is not None:
        place = hit.end()
    return place

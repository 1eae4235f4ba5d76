"""Find the citations of TeX: of a document, or of a piece of raw TeX in another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.citations.raw_code import tex_cites
from ars_pandoc.positions.attach import Stream
from ars_pandoc.positions.position import Include, Token

_NEXT = re.compile(
    r"\\\\|\\%|%[^\n]*|\\verb\*?(?P<mark>[^A-Za-z\s*])[^\n]*?(?P=mark)"
    r"|\\begin\s*\{(?P<env>verbatim\*?|lstlisting|minted|comment)\}"
    r"|<!--|\\(?P<name>[A-Za-z]+)\*?"
)
_INCLUDES = frozenset({"input", "include", "subfile", "subfileinclude"})
# https://ctan.org/pkg/import: a folder and a file.
_IMPORTS = frozenset(
    {"import", "inputfrom", "includefrom", "subimport", "subinputfrom", "subincludefrom"}
)
_GROUP = r"[ \t]*\{[ \t]*(?P<%s>[^{}\n]+?)[ \t]*\}"
# TeX itself takes a name without braces up to the next space: `\input preface`.
_FILE = re.compile(rf"{_GROUP % 'name'}|[ \t]+(?P<bare>[^\s{{}}\\%#\[\]]+)")
_FOLDER_AND_FILE = re.compile(rf"{_GROUP % 'folder'}\s*{_GROUP % 'name'}")
_CITES = re.compile(r"cit(?:e|es|ation)|cquote|bibentry", re.IGNORECASE)
_ARGUMENT = re.compile(
    r"\s*(?:\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]|\([^()]*\)|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})"
)
_LONGEST = 4_000


def scan_tex(stream: Stream, start: int, end: int) -> None:
    """Add the citations of `stream.text[start:end]`, which is TeX."""
    text = stream.text
    place = start
    unclosed: set[str] = set()
    while (hit := _NEXT.search(text, place, end)) is not None:
        place = hit.end()
        if hit["env"]:
            closing = f"\\end{{{hit['env']}}}"
            close = -1 if closing in unclosed else text.find(closing, place, end)
            if close < 0:
                unclosed.add(closing)
            else:
                place = close + len(closing)
        elif hit[0] == "<!--":
            comment = stream.comment_end(hit.start(), end)
            if comment is not None:
                stream.comment(hit.start(), comment)
                place = comment
        elif (include := _include(text, hit, end)) is not None:
            stream.close()
            stream.tokens.append(include)
            place = include.whole[1]
        elif hit["name"] and _CITES.search(hit["name"]):
            place = _command(stream, hit.start(), place, end)


def _include(text: str, hit: re.Match[str], end: int) -> Include | None:
    """Read a command that reads a file in, or give None."""
    command = hit["name"]
    if command in _INCLUDES:
        file = _FILE.match(text, hit.end(), end)
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


def _command(stream: Stream, start: int, place: int, end: int) -> int:
    text = stream.text
    close = end_of_arguments(text, place, end)
    # Only what `tex_cites` takes counts, so that both agree on what is a citation.
    cites = tex_cites(text[start:close])
    seek = place
    last = place
    for key, extent in _places(text, [cite.key for cite in cites], seek, close):
        stream.cite(Token(False, key, stream.file, (start, close), extent))
        last = extent[1]
    if cites:
        # `\textcite{a}, which holds that {…}`: the command ends with its keys.
        brace = text.find("}", last, close)
        whole = (start, brace + 1 if brace >= 0 else close)
        for token in stream.tokens[-len(cites) :]:
            if isinstance(token, Token) and token.whole[0] == start:
                token.whole = whole
        stream.extend(whole[1])
        return whole[1]
    return place


def _places(
    text: str, keys: list[str], start: int, end: int
) -> Iterator[tuple[str, tuple[int, int]]]:
    place = start
    for key in keys:
        hit = re.compile(rf"(?<=[{{,\s]){re.escape(key)}(?=\s*[,}}])").search(text, place, end)
        if hit is None:
            continue
        place = hit.end()
        yield key, (hit.start(), hit.end())

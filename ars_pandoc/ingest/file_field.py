r"""How reference managers spell the files of an entry in BibTeX.

JabRef and Zotero: `file = {Full text:files/12/Smith.pdf:application/pdf;…}`, that is description,
path and kind, with `\:`, `\;` and `\\` for the signs themselves
(https://docs.jabref.org/finding-sorting-and-cleaning-entries/filelinks). Better BibTeX: paths alone,
between `;`. Mendeley: `:C$\backslash$:/Users/…:pdf`, accents and underscores in TeX's spelling, and
`:Users/…` for `/Users/…`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_ENTRY = re.compile(r"^[ \t]*@\w+\s*[{(]\s*([^\s,{}]+)\s*,", re.MULTILINE)
_FIELD = re.compile(r"(?:^|[\s,])file\s*=\s*([{\"])", re.IGNORECASE)
_FOLDER = re.compile(
    r"@comment\s*\{\s*jabref-meta:\s*fileDirectory[^:{}]*:((?:[^;{}\\]|\\.)+);", re.IGNORECASE
)
_DRIVE = re.compile(r"[A-Za-z]\\?:[\\/]")
_SPELT = re.compile(
    r"\\([\\:;{}_&%#$])"  # an escaped sign: read first, or the path \\.a would bear an accent
    r"|\{\\([`'^\"~=.])\s*\{?\\?([A-Za-z])\}?\}"  # TeX's accents, in braces
    r"|\{\\?([_&%#$~^])\}"
)
_MARKS = dict(zip("`'^\"~=.", "\u0300\u0301\u0302\u0308\u0303\u0304\u0307", strict=True))
_LONGEST = 100_000
"""More characters than the files of one entry have: a field that is never closed ends there."""


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Return the key of each entry with the value of its field `file`."""
    starts = list(_ENTRY.finditer(text))
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(text)
        depth, counted = 0, start.end()
        for field in _FIELD.finditer(text, start.end(), end):
            depth += text.count("{", counted, field.start()) - text.count(
                "}", counted, field.start()
            )
            counted = field.start()
            if depth == 0:  # else the words stand in the value of another field
                value = text[field.end() : min(end, field.end() + _LONGEST)]
                yield start[1], _value(value, field[1])
                break


def folders(text: str) -> Iterator[str]:
    """Return the folders of linked files that JabRef names in a bibliography."""
    for found in _FOLDER.finditer(text):
        yield _unescaped(found[1].strip())


def paths(value: str) -> Iterator[str]:
    """Return the paths that a value of the field `file` names, without escapes."""
    value = value.replace(r"$\backslash$:", ":").replace(r"{\textbackslash}:", ":")
    for item in _split(value, ";"):
        path = _unescaped(_path(item.strip())).strip()
        if path:
            yield path


def _value(body: str, opening: str) -> str:
    """Return what stands before the brace or quotation mark that closes a value."""
    depth = 0
    for at, char in enumerate(body):
        if depth == 0 and char == ("}" if opening == "{" else '"'):
            return body[:at]
        depth += (char == "{") - (char == "}")  # BibTeX counts those behind a backslash too
    return ""


def _path(item: str) -> str:
    """Return the path of an item: alone, or between a description and a kind."""
    parts = _split(item, ":")
    if _DRIVE.match(item) or item.startswith(("file:", "attachments:")):
        # Better BibTeX leaves the colon of a drive as it is.
        kind = parts[-1]
        return (
            item[: -len(kind) - 1] if len(parts) > 2 and re.fullmatch(r"[\w/+-]+", kind) else item
        )
    if len(parts) >= 3:
        return ":".join(parts[1:-1])
    if len(parts) == 2 and not parts[1].startswith("//"):
        return parts[1] if not parts[0] or "." in parts[1] else parts[0]
    return item


def _unescaped(path: str) -> str:
    def sign(found: re.Match[str]) -> str:
        escaped, accent, letter, braced = found.groups()
        return letter + _MARKS[accent] if accent else escaped or braced

    return unicodedata.normalize("NFC", _SPELT.sub(sign, path))


def _split(text: str, sign: str) -> list[str]:
    """Split at a sign that no backslash escapes."""
    parts = [""]
    escaped = False
    for char in text:
        if char == sign and not escaped:
            parts.append("")
        else:
            parts[-1] += char
        escaped = char == "\\" and not escaped
    return parts

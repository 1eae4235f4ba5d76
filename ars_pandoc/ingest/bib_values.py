r"""What a `.bib` says and its reader loses: verbatim fields, years in words, macros, formulas.

BibLaTeX calls `doi`, `url` and `eprint` verbatim, so Pandoc hands on what stands in them; what is
meant by `\_`, `\textless{}` or a second pair of braces every person knows, and no service.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from ars_pandoc.corpus.sidecar_entry import DOI

Record = dict[str, Any]

_SIGNS = {
    "textless": "<",
    "textgreater": ">",
    "textunderscore": "_",
    "textasciitilde": "~",
    "textbackslash": "\\",
    "textendash": "–",
    "textemdash": "—",
    "textbar": "|",
    "textasciicircum": "^",
    "textquotesingle": "'",
    "slash": "/",
    "allowbreak": "",
    "linebreak": "",
    "string": "",
    "sim": "~",
    "lt": "<",
    "gt": ">",
    "langle": "<",
    "rangle": ">",
    "_": "_",
}
_WRAPPED = re.compile(r"\\(?:url|path|nolinkurl|texttt|href\s*\{[^{}]*\})\s*\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([_&%#$~^{}/-])(?:\{\})?")
_MACRO = re.compile(r"\\([A-Za-z]+)(?:\{\}|[ ]+|(?![A-Za-z]))")
_MATH_SIGN = re.compile(r"\$\s*(\\?[A-Za-z]+|[<>_~^])\s*\$")
_DOI_LEAD = re.compile(
    r"(?:doi\s*:?\s*)?(?:(?:https?://)?(?:(?:dx|www)\.)?doi\.org/+)?(?:doi:\s*)?(?=10\.[0-9]{4,9}(?:/|%2f))",
    re.I,
)

_LINE = re.compile(r"^[ \t]*@", re.M)
_ENTRY = re.compile(r"[ \t]*@\s*(\w+)\s*[{(]", re.I)
_KEY = re.compile(r"\s*([^,\s={}\"]*)\s*,")
_NAME = re.compile(r"\s*([^\s=,{}()\"#%']+)\s*=\s*")
_BARE = re.compile(r"[^\s,#{}()\"]+")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_YEAR = re.compile(r"(?<![0-9.-])([12][0-9]{3})(?![0-9])")
_RANGE = re.compile(
    r"([12][0-9]{3})[\])?~]*\s*(?:--+|[-–—/]|to|bis|and|&)\s*[\[(]*(?:[12][0-9]{3}|[0-9]{2})(?![0-9])"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)\s*\{([^{}]*)\}")


def verbatim(value: str) -> str:
    """Return what is meant by a verbatim field: without TeX's escapes and braces around the whole."""
    text = value.strip()
    text = _WRAPPED.sub(r"\1", text)
    text = _MATH_SIGN.sub(lambda hit: _SIGNS.get(hit[1].lstrip("\\"), hit[1]), text)
    text = _ESCAPED.sub(r"\1", text)
    text = _MACRO.sub(lambda hit: _SIGNS.get(hit[1], hit[0]), text)
    while len(text) > 1 and text[0] == "{" and text[-1] == "}":
        text = text[1:-1].strip()
    text = re.sub(r"\{([^{}]*)\}", r"\1", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def plain_doi(value: str) -> str | None:
    """Return the DOI that a field is, whatever address or escapes stand around it; None if none."""
    text = verbatim(value)
    lead = _DOI_LEAD.match(text)
    if lead is None:
        return None
    doi = text[lead.end() :]
    if lead.group() or re.match(r"10\.[0-9]{4,9}%2f", doi, re.I):
        doi = unquote(doi)
    doi = doi.rstrip(".,; ")
    return doi if re.fullmatch(DOI, doi) else None


def year_in(words: str) -> int | None:
    """Return the year that a field means, or None where it means none or more than one.

    Of a range it is the first, as Pandoc and biblatex print and sort by.
    """
    text = re.sub(r"\\[A-Za-z]+\s*|[{}$]", " ", words)
    if span := _RANGE.search(text):
        rest = text[: span.start()] + text[span.end() :]
        return int(span[1]) if not _YEAR.search(rest) else None
    years = set(_YEAR.findall(text))
    return int(years.pop()) if len(years) == 1 else None


def words_of(value: str) -> str:
    """Return a field's words for a message: without braces and commands."""
    return " ".join(re.sub(r"\\[A-Za-z]+\s*|[{}$]", " ", value).split())


def bib_fields(text: str) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """Return the fields of each entry as they are written, and the macros that nobody defines.

    Args:
        text: A `.bib`. What cannot be read in it is passed over: Pandoc names it.

    Returns:
        By key, of one that stands twice the last: each field's text by its name in small letters,
        and of those that stand for an undefined macro the macro's name.
    """
    macros: dict[str, str] = {}
    fields: dict[str, dict[str, str]] = {}
    undefined: dict[str, dict[str, str]] = {}
    # What is not closed ends with its entry: a broken file is not read to its end again and again.
    starts = [found.start() for found in _LINE.finditer(text)]
    for start, end in pairwise([*starts, len(text)]):
        _read_entry(text[start:end], macros, fields, undefined)
    return fields, undefined


def _read_entry(
    text: str,
    macros: dict[str, str],
    fields: dict[str, dict[str, str]],
    undefined: dict[str, dict[str, str]],
) -> None:
    entry = _ENTRY.match(text)
    if entry is None or entry[1].lower() in ("comment", "preamble"):
        return
    if entry[1].lower() == "string":
        macros.update({name: value for name, value, _ in _pairs(text, entry.end(), macros)})
        return
    head = _KEY.match(text, entry.end())
    if head is None:
        return
    own: dict[str, str] = {}
    unknown: dict[str, str] = {}
    for name, value, macro in _pairs(text, head.end(), macros):
        own.setdefault(name, value)
        if macro is not None:
            unknown.setdefault(name, macro)
    fields[head[1]], undefined[head[1]] = own, unknown


def _pairs(
    text: str, place: int, macros: Mapping[str, str]
) -> Iterator[tuple[str, str, str | None]]:
    """Yield name, value and an undefined macro of each field from a place on."""
    while name := _NAME.match(text, place):
        place = name.end()
        parts: list[str] = []
        macro = None
        while True:
            part, end, unknown = _part(text, place, macros)
            if end == place:
                return
            parts.append(part)
            macro = macro or unknown
            place = end
            sign = re.compile(r"\s*#\s*").match(text, place)
            if sign is None:
                break
            place = sign.end()
        yield name[1].lower(), "".join(parts), macro
        comma = re.compile(r"\s*,\s*").match(text, place)
        if comma is None:
            return
        place = comma.end()


def _part(text: str, place: int, macros: Mapping[str, str]) -> tuple[str, int, str | None]:
    """Return a piece of a value, where it ends, and the macro that it is if nobody defines it."""
    sign = text[place : place + 1]
    if sign in ("{", '"'):
        depth = 0
        for match in re.compile(r'\\.|[{}"]', re.S).finditer(text, place + 1):
            found = match.group()
            if found == "{":
                depth += 1
            elif found == "}" and depth:
                depth -= 1
            elif depth == 0 and found == ("}" if sign == "{" else '"'):
                return text[place + 1 : match.start()], match.end(), None
        return "", place, None
    bare = _BARE.match(text, place)
    if bare is None:
        return "", place, None
    word = bare.group()
    if word.isdigit():
        return word, bare.end(), None
    name = word.lower()
    if name in macros or name[:3] in _MONTHS:
        return macros.get(name, word), bare.end(), None
    return word, bare.end(), word


def mended(
    records: list[Record], text: str, convert_title: Callable[[str], str | None]
) -> tuple[list[Record], list[str]]:
    """Return a `.bib`'s records with what its reader lost, and warnings.

    Args:
        records: As Pandoc gives them.
        text: The `.bib`.
        convert_title: Makes of a title in TeX what Pandoc makes of it.
    """
    fields, undefined = bib_fields(text)
    warnings: list[str] = []
    result = []
    for given in records:
        record = dict(given)
        key = str(record.get("id", ""))
        own = fields.get(key, {})
        for name in ("DOI", "URL"):
            if isinstance(record.get(name), str):
                record[name] = verbatim(record[name])
        if not _has_date(record) and (words := own.get("date") or own.get("year")):
            record["issued"] = _issued(words)
        for name, macro in undefined.get(key, {}).items():
            if record.get("container-title") == macro and name in (
                "journal",
                "journaltitle",
                "booktitle",
            ):
                del record["container-title"]
            if name in ("year", "date"):
                record["issued"] = {"literal": macro}
            warnings.append(f"{key}: {name} = {macro} names a macro that nobody defines")
        title = record.get("title")
        if isinstance(title, str) and (lost := _without_lost(own.get("title", ""), title)):
            record["title"] = convert_title(lost) or title
        result.append(record)
    return result, warnings


def _has_date(record: Record) -> bool:
    issued = record.get("issued")
    return isinstance(issued, dict) and bool(issued.get("date-parts"))


def _issued(words: str) -> dict[str, Any]:
    year = year_in(words)
    return {"literal": words_of(words)} if year is None else {"date-parts": [[year]]}


def _without_lost(raw: str, title: str) -> str | None:
    """Return a title in TeX without the commands whose words are lost in it; None if none is."""
    known = _letters(title)
    lost = {
        hit[0]: hit[2]
        for hit in _COMMAND.finditer(raw)
        if (said := _letters(hit[2])) and said not in known
    }
    for call, words in lost.items():
        raw = raw.replace(call, f"{{{words}}}")
    return raw if lost else None


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, re.sub(r"</?\w+>|\\[A-Za-z]+", "", text))).casefold()

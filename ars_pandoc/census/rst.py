"""reStructuredText's citations: `[Key2020]_` and the roles of sphinxcontrib-bibtex."""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.html import HtmlScanner
from ars_pandoc.census.keys import read_foreign_key
from ars_pandoc.census.latex import TexScanner
from ars_pandoc.census.written_markers import Comments, read_attempt, read_comment

ROLE = r"(?:foot)?cite(?:[:\w]*)"
"""The roles that cite: `cite`, `cite:p`, `cite:t`, `footcite`, `footcite:t`."""

_EVENT = lazy_pattern(r"[:`\\\[@<]")
_ROLE = lazy_pattern(rf":(?:(?P<role>{ROLE})|[A-Za-z][\w.+-]*(?::[\w.+-]+)*):`(?P<content>[^`]*)`")
_LINK = lazy_pattern(r"`[^`<]*<[^`>]*>`__?")
_REFERENCE = lazy_pattern(r"\[(?P<key>[A-Za-z][\w.:+-]*)\]_(?!\w)")
_ADDRESS = lazy_pattern(r"://[^\s<>]*")
_DIRECTIVE = lazy_pattern(
    r"^(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<name>[\w:.+-]+)::(?P<argument>[^\n]*)"
    r"|[ \t]+(?P<target>_[^\n]*:|\[[^\]\n]+\][^\n]*|\|[^\n]*)|(?P<comment>(?:[ \t][^\n]*)?))$"
    r"|^(?P<literal>[^\n]*)::[ \t]*$",
    re.MULTILINE,
)
_UNPRINTED = frozenset(
    "code code-block sourcecode literalinclude highlight math parsed-literal image bibliography "
    "footbibliography default-role role index only toctree ipython doctest testcode plot graphviz "
    "automodule autoclass autofunction include csv-table meta".split()
)
_LONGEST = 2_000


def role_keys(content: str) -> list[str]:
    """Return the keys of a role: `a,b`, `{see}a{p. 3}`."""
    inner = re.sub(r"\{[^{}]*\}", "", content)
    return [key for part in inner.split(",") if (key := part.strip()) and not re.search(r"\s", key)]


def _body_end(text: str, place: int, indent: int, end: int) -> int:
    """Return where the lines that are indented deeper than `indent` end."""
    at = text.find("\n", place, end)
    last = at if at >= 0 else end
    while 0 <= at < end:
        following = text.find("\n", at + 1, end)
        stop = end if following < 0 else following
        line = text[at + 1 : stop]
        if line.strip():
            if len(line) - len(line.lstrip()) <= indent:
                return last
            last = stop
        if following < 0:
            return last if line.strip() == "" else end
        at = following
    return end


def scan_rst(out: Collector) -> None:
    """Add the citations of a reStructuredText document."""
    text = out.text
    end = len(text)
    comments = Comments(text)
    place = done = 0
    while (hit := _DIRECTIVE.search(text, place)) is not None:
        place = max(hit.end(), hit.start() + 1)
        name = (hit["name"] or "").lower()
        if hit["target"] is not None:
            if hit["target"].startswith("_"):
                _inlines(out, comments, done, hit.start())
                done = hit.end()
            elif hit["target"].startswith("["):
                # The label of a footnote or citation; its text prints.
                _inlines(out, comments, done, hit.start())
                done = text.index("]", hit.start()) + 1
            continue
        if hit["literal"] is not None:
            if hit["literal"].lstrip().startswith(".. "):
                continue
            indent = len(hit["literal"]) - len(hit["literal"].lstrip())
            body = _body_end(text, hit.end(), indent, end)
            _inlines(out, comments, done, hit.end())
        elif name and name not in _UNPRINTED and name != "raw":
            continue
        else:
            body = _body_end(text, hit.end(), len(hit["indent"]), end)
            _inlines(out, comments, done, hit.start())
            if name == "raw":
                style = hit["argument"].strip().lower()
                if style in ("latex", "tex"):
                    TexScanner(out).scan(hit.end(), body)
                elif style == "html":
                    HtmlScanner(out).scan(hit.end(), body)
            elif hit["comment"] is not None and not hit["comment"].strip() and body == hit.end():
                continue
        done = place = max(body, place)
    _inlines(out, comments, done, end)


def _inlines(out: Collector, comments: Comments, start: int, end: int) -> None:
    text = out.text
    place = start
    while (event := _EVENT.search(text, place, end)) is not None:
        at = event.start()
        place = at + 1
        sign = event[0]
        if sign == "\\":
            place = at + 2
        elif sign == "@":
            place = read_foreign_key(out, at, start, end)
        elif sign == ":":
            place = _role(out, at, end)
        elif sign == "[":
            reference = _REFERENCE.match(text, at, end)
            if reference is not None:
                # The document lists its own references; whose they are is known by the key.
                place = reference.end()
                out.cite(reference["key"], at, place, "command", doubt=True)
        elif sign == "<":
            close = comments.end(at) if text.startswith("<!--", at) else None
            if close is not None:
                read_comment(out, at, close)
                place = close
            else:
                place = read_attempt(out, at, end) or place
        else:
            limit = min(end, at + _LONGEST)
            if text.startswith("``", at):
                close_at = text.find("``", at + 2, limit)
                place = at + 2 if close_at < 0 else close_at + 2
            elif (link := _LINK.match(text, at, limit)) is not None:
                place = link.end()


def _role(out: Collector, at: int, end: int) -> int:
    text = out.text
    address = _ADDRESS.match(text, at, end)
    if address is not None:
        return address.end()
    hit = _ROLE.match(text, at, min(end, at + _LONGEST))
    if hit is None:
        return at + 1
    if hit["role"] is not None:
        keys = role_keys(hit["content"])
        for key in keys:
            out.cite(key, at, hit.end(), "command")
        out.group(keys, hit.end())
    return hit.end()

"""reStructuredText's citations: `[Key2020]_` and the roles of sphinxcontrib-bibtex."""

from __future__ import annotations

import re

from ars_pandoc.census.collect import Collector
from ars_pandoc.census.html import HtmlScanner
from ars_pandoc.census.keys import read_foreign_key
from ars_pandoc.census.latex import TexScanner
from ars_pandoc.census.markers import read_attempt, read_comment

ROLE = r"(?:foot)?cite(?:[:\w]*)"
"""The roles that cite: `cite`, `cite:p`, `cite:t`, `footcite`, `footcite:t`."""

_ROLE_KEY = re.compile(r"(?:\{[^{}]*\})?\s*([^,\s{}`]+)\s*(?:\{[^{}]*\})?")
_EVENT = re.compile(
    rf":(?P<role>{ROLE}):`(?P<keys>[^`]*)`|:(?P<other>[\w:.+-]+):`[^`]*`|(?P<code>``)|\\."
    r"|\[(?P<reference>[A-Za-z][\w.:+-]*)\]_(?!\w)|(?P<key>@)|(?P<tag><(?=[!\s–—-]))"
    r"|`[^`<]*<[^`>]*>`__?|(?:[a-z]+://)[^\s<>]*"
)
_DIRECTIVE = re.compile(
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
_DEDENT = re.compile(r"^(?=\S)|^[ \t]+(?=\S)", re.MULTILINE)


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
    place = done = 0
    while (hit := _DIRECTIVE.search(text, place)) is not None:
        place = max(hit.end(), hit.start() + 1)
        name = (hit["name"] or "").lower()
        if hit["target"] is not None:
            if hit["target"].startswith("_"):
                _inlines(out, done, hit.start())
                done = hit.end()
            elif hit["target"].startswith("["):
                # The label of a footnote or citation; its text prints.
                _inlines(out, done, hit.start())
                done = text.index("]", hit.start()) + 1
            continue
        if hit["literal"] is not None:
            if hit["literal"].lstrip().startswith(".. "):
                continue
            indent = len(hit["literal"]) - len(hit["literal"].lstrip())
            body = _body_end(text, hit.end(), indent, end)
            _inlines(out, done, hit.end())
        elif name and name not in _UNPRINTED and name != "raw":
            continue
        else:
            body = _body_end(text, hit.end(), len(hit["indent"]), end)
            _inlines(out, done, hit.start())
            if name == "raw":
                style = hit["argument"].strip().lower()
                if style in ("latex", "tex"):
                    TexScanner(out).scan(hit.end(), body)
                elif style == "html":
                    HtmlScanner(out).scan(hit.end(), body)
            elif hit["comment"] is not None and not hit["comment"].strip() and body == hit.end():
                continue
        done = place = max(body, place)
    _inlines(out, done, end)


def _inlines(out: Collector, start: int, end: int) -> None:
    text = out.text
    place = start
    while (hit := _EVENT.search(text, place, end)) is not None:
        at = hit.start()
        place = hit.end()
        if hit["role"] is not None:
            keys = role_keys(hit["keys"])
            for key in keys:
                out.cite(key, at, place, "command")
            out.group(keys, place)
        elif hit["code"] is not None:
            close = text.find("``", place, min(end, place + 5_000))
            place = place if close < 0 else close + 2
        elif hit["reference"] is not None:
            # The document lists its own references; which are the sidecar's is known by the key.
            out.cite(hit["reference"], at, place, "command", doubt=True)
        elif hit["tag"] is not None:
            if text.startswith("<!--", at) and (close := text.find("-->", at, at + 5_000)) >= 0:
                read_comment(out, at, close + 3)
                place = close + 3
            else:
                place = read_attempt(out, at, end) or place
        elif hit["key"] is not None:
            place = read_foreign_key(out, at, start, end)

"""Count what is written as a citation in a text."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from ars_pandoc.census.chunk_captions import printed_options
from ars_pandoc.census.collect import Collector, Lines, with_plain_line_ends
from ars_pandoc.census.cross_references import defined_ids, is_defined, is_listed, may_refer
from ars_pandoc.census.model import Form, Syntax, Written

_Place = tuple[str, int, Form, bool]


def count_written(
    text: str, syntax: Syntax, known: Collection[str] = (), aliases: Collection[str] = ()
) -> list[Written]:
    """Return everything that is written as a citation in a source text, in order.

    A marker right behind a citation of its key annotates it, and is not counted again
    (contract §3).

    Args:
        text: The text as it stands in the file; every line end may occur.
        syntax: What it is written in (see `syntax_of`).
        known: The keys of sidecar and bibliography. Where it is not plain that a text prints,
            or that its `@` was meant as a citation, it counts only if its key is among them.
        aliases: Commands of TeX that cite in this document (see `cite_aliases`).

    Returns:
        One for each key: `[@a; @b]` gives two.
    """
    known = frozenset(known)
    if syntax == "ipynb":
        places = _notebook(text, known, aliases)
    else:
        places = _places(with_plain_line_ends(text), syntax, known, aliases)
    if not places:
        return []
    lines = Lines(text)
    places.sort(key=lambda place: place[1])
    return [Written(key, at, *lines.place(at), form, sure) for key, at, form, sure in places]


def _places(
    text: str, syntax: Syntax, known: frozenset[str], aliases: Collection[str]
) -> list[_Place]:
    out = Collector(text, known, aliases)
    if syntax == "markdown":
        from ars_pandoc.census.markdown import scan_markdown

        scan_markdown(out)
        return _without_references(out)
    if syntax == "latex":
        from ars_pandoc.census.latex import scan_latex as scan
    elif syntax == "org":
        from ars_pandoc.census.org import scan_org as scan
    elif syntax == "rst":
        from ars_pandoc.census.rst import scan_rst as scan
    elif syntax == "typst":
        from ars_pandoc.census.typst import scan_typst

        scan = partial(scan_typst, start=0, end=len(text))
    elif syntax in ("html", "jats"):
        from ars_pandoc.census.html import scan_html

        scan = partial(scan_html, jats=syntax == "jats")
    else:
        from ars_pandoc.census.written_markers import scan_markers

        scan = partial(scan_markers, start=0, end=len(text))
    scan(out)
    return out.places


def _without_references(out: Collector) -> list[_Place]:
    ids: frozenset[str] | None = None
    kept: list[_Place] = []
    for place in out.places:
        key, _, form, _ = place
        if form in ("bare", "bracketed") and key not in out.known and may_refer(key):
            if is_listed(key):
                continue
            if ids is None:
                ids = defined_ids(out.text)
            if is_defined(key, ids):
                continue
        kept.append(place)
    return kept


def _notebook(text: str, known: frozenset[str], aliases: Collection[str]) -> list[_Place]:
    from ars_pandoc.census.notebook_cells import cells

    places: list[_Place] = []
    for cell in cells(text):
        if cell.kind == "code":
            # A code cell prints the captions among its options.
            pieces = list(printed_options(cell.text, 0, len(cell.text)))
        else:
            pieces = [(0, len(cell.text))]
        for start, end in pieces:
            places += [
                (key, cell.place(text, start + at), form, sure)
                for key, at, form, sure in _places(cell.text[start:end], "markdown", known, aliases)
            ]
    return places

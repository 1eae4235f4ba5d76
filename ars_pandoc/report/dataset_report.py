"""The report on a dataset of audited documents: for a terminal, as JSON, as one HTML page.

It takes plain tables, so that it knows neither Parquet nor DuckDB.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import plural, printable

_TEMPLATE = Path(__file__).with_name("dataset.html.jinja")
_SHOWN = 5
"""Rows of a table that a terminal shows; the page shows all."""

Tables = Mapping[str, Sequence[Sequence[Any]]]

HEADS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "verdicts": ("Documents by verdict", ("verdict", "documents")),
    "statuses": ("Citations by status", ("status", "citations", "documents")),
    "anchors": ("Citations by anchor", ("anchor", "citations", "refused")),
    "worst": ("Worst first", ("document", "citations", "refused", "unmarked call-outs")),
    "not_judged": ("Not judged, and why", ("why", "documents", "one of them")),
    "most_cited": (
        "Sources cited most",
        ("work", "author and year", "title", "citations", "documents", "citations held"),
    ),
    "least_held": (
        "Sources held least",
        ("work", "author and year", "title", "citations", "documents", "citations held"),
    ),
    "venues": ("Citations by venue", ("venue", "citations", "refused")),
    "years": ("Citations by decade", ("decade", "citations", "refused")),
}
"""The tables in their order, each with its title and the names of its columns."""


def dataset_lines(documents: int, citations: int, refused: int, tables: Tables) -> Iterator[str]:
    """Return the report for a terminal.

    Args:
        documents: How many there are.
        citations: How many they have.
        refused: How many of these are refused.
        tables: By the names of `HEADS`.
    """
    yield f"{plural(documents, 'document')}, {plural(citations, 'citation')}, {refused} refused"
    for name, (title, heads) in HEADS.items():
        rows = tables[name]
        if not rows:
            continue
        yield ""
        yield title
        numbers = {n for n, value in enumerate(rows[0]) if isinstance(value, int)}
        shown = [heads, *([_cell(value) for value in row] for row in rows[:_SHOWN])]
        widths = [max(len(row[n]) for row in shown) for n in range(len(heads))]
        for row in shown:
            cells = (
                cell.rjust(width) if n in numbers else cell.ljust(width)
                for n, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield f"  {'  '.join(cells).rstrip()}"
        if len(rows) > _SHOWN:
            yield f"  and {len(rows) - _SHOWN} more in the report: --output html=FILE"


def dataset_json(documents: int, citations: int, refused: int, tables: Tables) -> str:
    """Return the report for programs; arguments as for `dataset_lines`."""
    data = {
        "schema": 1,
        "version": __version__,
        "documents": documents,
        "citations": citations,
        "refused": refused,
        "tables": {
            name: [dict(zip(heads, row, strict=True)) for row in tables[name]]
            for name, (_, heads) in HEADS.items()
        },
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def dataset_page(documents: int, citations: int, refused: int, tables: Tables) -> str:
    """Return the report as one HTML page; arguments as for `dataset_lines`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATE.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = [(title, heads, tables[name]) for name, (title, heads) in HEADS.items() if tables[name]]
    return environment.get_template(_TEMPLATE.name).render(
        version=__version__,
        documents=plural(documents, "document"),
        citations=plural(citations, "citation"),
        refused=refused,
        tables=[
            (
                title,
                heads,
                [[_cell(value, 300) for value in row] for row in rows],
                _bars(heads, rows),
            )
            for title, heads, rows in shown
        ],
    )


def _bars(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[float]:
    """Return, for each row, the width of its bar in per cent: its first number beside the largest."""
    column = next((n for n, head in enumerate(heads) if head in ("documents", "citations")), None)
    if column is None:
        return []
    counts = [row[column] or 0 for row in rows]
    return [round(100 * count / max(*counts, 1), 1) for count in counts]


def _cell(value: Any, longest: int = 60) -> str:
    text = printable("" if value is None else str(value))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"

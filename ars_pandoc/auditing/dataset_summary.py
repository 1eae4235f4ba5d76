"""What a dataset of audited documents says as a whole, asked of its parts with DuckDB."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.auditing.dataset_store import TABLES, Store

Table = tuple[tuple[Any, ...], ...]
"""Rows of values."""

_QUERIES = {
    "verdicts": "SELECT verdict, count(*) FROM documents GROUP BY ALL ORDER BY 2 DESC, 1",
    "statuses": "SELECT status, count(*), count(DISTINCT document) FROM citations "
    "GROUP BY ALL ORDER BY 2 DESC, 1",
    "anchors": "SELECT coalesce(anchor, 'none'), count(*), count_if(refused) FROM citations "
    "GROUP BY ALL ORDER BY 2 DESC, 1",
    "years": "SELECT year // 10 * 10 AS decade, count(*), count_if(refused) FROM citations "
    "WHERE year IS NOT NULL GROUP BY ALL ORDER BY 1 DESC",
    "venues": "SELECT venue, count(*), count_if(refused) FROM citations "
    "WHERE venue IS NOT NULL GROUP BY ALL ORDER BY 2 DESC, 1 LIMIT 20",
    "most_cited": "SELECT coalesce(lower(doi), title) AS work, any_value(byline), any_value(title), "
    "count(*), count(DISTINCT document), count_if(held) FROM citations WHERE title IS NOT NULL "
    "GROUP BY work ORDER BY 5 DESC, 4 DESC, 1 LIMIT 20",
    "least_held": "SELECT coalesce(lower(doi), title) AS work, any_value(byline), "
    "any_value(title), count(*), count(DISTINCT document), count_if(held) FROM citations "
    "WHERE title IS NOT NULL GROUP BY work HAVING count_if(held) < count(*) "
    "ORDER BY count(*) - count_if(held) DESC, 1 LIMIT 20",
    "worst": "SELECT document, citations, refused, unmarked FROM documents WHERE refused > 0 "
    "ORDER BY refused DESC, refused / citations DESC, document LIMIT 20",
    "not_judged": "SELECT replace(regexp_replace(split_part(reason, chr(10), 1), "
    "'\\[ARS-[A-Z-]+ ERROR: |\\]$', '', 'g'), document, '…') AS why, count(*), min(document) "
    "FROM documents WHERE verdict = 'not-judged' GROUP BY why ORDER BY 2 DESC, 1 LIMIT 20",
}


@dataclass(frozen=True, slots=True)
class Summary:
    """The tables of a dataset's report; each row as its query names it.

    Attributes:
        documents: How many there are.
        citations: How many they have.
        refused: How many of these are refused.
        tables: By name: `verdicts`, `statuses`, `anchors`, `years`, `venues`, `most_cited`,
            `least_held`, `worst`, `not_judged`.
    """

    documents: int
    citations: int
    refused: int
    tables: Mapping[str, Table]

    @property
    def verdicts(self) -> dict[str, int]:
        """How many documents have each verdict."""
        return dict(self.tables["verdicts"])


def summarise(store: Store) -> Summary:
    """Ask the parts of a dataset; what they hold is read column by column, never as a whole."""
    import duckdb

    with duckdb.connect() as base:
        if not store.is_local:
            base.register_filesystem(store.system)
        for name in TABLES:
            if paths := store.paths(name):
                base.read_parquet(_named(store, paths)).create_view(name)
            else:
                base.register(name, store.empty(name))
        tables = {
            name: tuple(tuple(row) for row in base.execute(query).fetchall())
            for name, query in _QUERIES.items()
        }
        documents = base.execute("SELECT count(*) FROM documents").fetchall()[0][0]
        citations, refused = base.execute(
            "SELECT count(*), coalesce(count_if(refused), 0) FROM citations"
        ).fetchall()[0]
    return Summary(documents, citations, refused, tables)


def _named(store: Store, paths: Sequence[str]) -> list[str]:
    if store.is_local:
        return list(paths)
    return [str(store.system.unstrip_protocol(path)) for path in paths]

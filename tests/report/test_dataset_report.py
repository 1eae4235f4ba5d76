"""The report on a dataset, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from ars_pandoc.report.dataset_report import HEADS, dataset_json, dataset_lines, dataset_page

TABLES: dict[str, Any] = dict.fromkeys(HEADS, ()) | {
    "verdicts": (("passed", 7), ("refused", 2)),
    "worst": tuple((f"p{n}<b>.md", 4, 3, 0) for n in range(8)),
    "not_judged": (("… is \x1b[31m no text", 1, "a.md"),),
}


def test_the_lines_show_the_first_of_a_table_and_how_many_more() -> None:
    lines = list(dataset_lines(9, 20, 5, TABLES))
    assert lines[0] == "9 documents, 20 citations, 5 refused"
    assert "  passed           7" in lines
    assert sum("<b>.md" in line for line in lines) == 5
    assert "  and 3 more in the report: --output html=FILE" in lines
    assert not any("Sources" in line for line in lines), "an empty table has no title"
    assert all(line.isprintable() for line in lines)


def test_the_json_names_each_value() -> None:
    data = json.loads(dataset_json(9, 20, 5, TABLES))
    assert (data["documents"], data["citations"], data["refused"]) == (9, 20, 5)
    assert data["tables"]["verdicts"] == [
        {"verdict": "passed", "documents": 7},
        {"verdict": "refused", "documents": 2},
    ]
    assert set(data["tables"]) == set(HEADS)


def test_the_page_holds_all_rows_and_no_markup_of_theirs() -> None:
    page = dataset_page(1, 20, 1, TABLES)
    assert "<h1>1 document, 20 citations</h1>" in page
    assert "1 citation is refused" in page
    assert page.count("&lt;b&gt;.md") == 8
    assert "<b>" not in page
    assert "\x1b" not in page
    assert 'style="width: 100.0%"' in page
    assert "Sources cited most" not in page

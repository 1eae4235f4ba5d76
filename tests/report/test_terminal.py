"""The report on stderr: counts, each refused citation, and nothing that a terminal obeys (§7)."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.gate import run
from ars_pandoc.matrix import STATUSES
from ars_pandoc.report.terminal import SHOWN, plural, printable
from tests.pandoc_documents import Document, read_document

SHARED = Path(__file__).parent.parent / "golden" / "_shared" / "refs.ars.yaml"


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def said(document: Document, *, terminal: bool = False, **environment: str) -> str:
    stderr = Terminal() if terminal else io.StringIO()
    data = io.BytesIO(json.dumps(document).encode())
    run(data, io.BytesIO(), stderr, {"ARS_CORPUS": str(SHARED), **environment})
    return stderr.getvalue()


def cite(key: str, suffix: str = "") -> dict[str, Any]:
    """Give a Cite as Pandoc would, whatever its key holds."""
    citation = {
        "citationId": key,
        "citationPrefix": [],
        "citationSuffix": [{"t": "Str", "c": suffix}] if suffix else [],
        "citationMode": {"t": "NormalCitation"},
        "citationNoteNum": 1,
        "citationHash": 0,
    }
    return {"t": "Cite", "c": [[citation], [{"t": "Str", "c": f"[@{key}]"}]]}


def paragraph(*inlines: dict[str, Any], heading: str | None = None) -> Document:
    blocks: list[Any] = [{"t": "Para", "c": list(inlines)}]
    if heading is not None:
        header = {"t": "Header", "c": [1, ["", [], []], [{"t": "Str", "c": heading}]]}
        blocks.insert(0, header)
    return {"pandoc-api-version": [1, 23, 1], "meta": {}, "blocks": blocks}


def is_control(text: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") for char in text)


@given(st.text())
def test_no_control_character_is_printable(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert not is_control(shown)
    assert len(shown) == len(text)
    assert printable(shown) == shown


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_what_can_be_seen_is_left_alone(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\tc\r\n", "a b c  "),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("a\u202eb", "a\ufffdb"),
        ("a\u200bb", "a\ufffdb"),
        ("a\u00a0b", "a b"),
        ("\x07\x9b", "\ufffd\ufffd"),
    ],
)
def test_what_a_terminal_would_obey_is_replaced(text: str, shown: str) -> None:
    assert printable(text) == shown


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.characters(codec="utf-8"), min_size=1),
    st.text(st.characters(codec="utf-8")),
    st.text(st.characters(codec="utf-8")),
)
def test_no_document_writes_to_the_terminal(key: str, words: str, heading: str) -> None:
    document = paragraph(
        {"t": "Str", "c": words}, {"t": "Space"}, cite(key, words), heading=heading
    )
    report = said(document)
    assert not is_control(report.replace("\n", ""))
    assert "a fault of ars-pandoc" not in report


COLOUR = re.compile(r"\x1b\[[\d;]*3\dm")
HOSTILE = "\x1b]0;owned\x07\x1b[2J"


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    document = paragraph(cite("smith2024"))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in said(document)
    assert COLOUR.search(said(document, terminal=True))
    monkeypatch.setenv("NO_COLOR", "1")
    assert COLOUR.search(said(document, terminal=True)) is None


def test_a_terminal_gets_no_more_than_colours() -> None:
    report = said(paragraph({"t": "Str", "c": HOSTILE}, cite(f"k{HOSTILE}"), heading=HOSTILE),
                  terminal=True)  # fmt: skip
    assert "\x1b]" not in report
    assert "\x1b[2J" not in report
    assert "\x07" not in report


def test_each_refused_citation_says_where_why_and_what_to_do() -> None:
    document = read_document(
        "# Results\n\nAs was shown by many [@smith2024]. But [@smith2024, p. 3] passes.\n"
    )
    lines = said(document).splitlines()
    assert lines[0].startswith("ars-gate: refused: 1 of 2 citations cannot pass")
    assert "sidecar " in lines[0]
    assert lines[1].split() == ["1", "MED-WARN-NO-LOCATOR", "no", "quote", "or", "locator"]
    report = "\n".join(lines)
    assert "in “Results”: As was shown by many [@smith2024]. But" in report
    assert "why:   the citation has no quote and no locator" in report
    assert "do:    write [@smith2024, p. 12]" in report
    assert "ars explain STATUS" in report


def test_later_walls_are_named_too() -> None:
    report = said(read_document("A [@unheld2024].\n"))
    assert "before any heading: A [@unheld2024]." in report
    (line,) = [line for line in report.splitlines() if "also:" in line]
    assert line.split("also:")[1].strip().split(", ")[:2] == [
        "HIGH-WARN-NO-ORIGINAL",
        "MED-WARN-NOT-CROSS-CHECKED",
    ]


def test_counts_stand_in_the_order_of_the_matrix() -> None:
    text = "A [@unread2024, p. 1], [@unread2024, p. 2], [@unheld2024, p. 1] and [@smith2024].\n"
    rows = [line.split()[:2] for line in said(read_document(text)).splitlines()[1:4]]
    assert rows == [
        ["1", "MED-WARN-NO-LOCATOR"],
        ["1", "HIGH-WARN-NO-ORIGINAL"],
        ["2", "LOW-WARN"],
    ]


@pytest.mark.parametrize("extra", [0, 1, 7])
def test_a_long_report_is_cut_and_the_rest_counted(extra: int) -> None:
    text = "\n\n".join(f"Claim {n} [@smith2024]." for n in range(SHOWN + extra))
    report = said(read_document(text))
    assert f"refused: {SHOWN + extra} of {SHOWN + extra} citations" in report
    assert report.count("why:") == SHOWN == 20
    rest = f"… and {plural(extra, 'more citation')}."
    assert (rest in report) is (extra > 0)


def test_a_pass_says_on_one_line_what_it_rests_on() -> None:
    document = read_document("A [@smith2024, p. 1; @jones2023, p. 2] and [@unread2024, p. 3].\n")
    line = said(document, ARS_ACCEPT="LOW-WARN")
    assert line.count("\n") == 1
    assert line.startswith("ars-gate: 3 citations ok: 2 on the author's word, 1 accepted")
    assert "refs.ars.yaml)" in line


def test_a_draft_says_what_the_gate_would_do() -> None:
    text = "A [@smith2024], [@unread2024, p. 3] and [@jones2023, p. 3].\n"
    line = said(read_document(text), ARS_MODE="draft")
    assert line.count("\n") == 1
    assert "1 of 3 citations marked as unverified" in line
    assert "1 not read by a person (LOW-WARN, not shown)" in line
    assert "the gate would refuse this document" in line
    clean = said(read_document("A [@smith2024, p. 3].\n"), ARS_MODE="draft")
    assert "draft mode" in clean
    assert "refuse" not in clean


def test_plurals() -> None:
    assert [plural(n, "citation") for n in (0, 1, 2)] == [
        "0 citations",
        "1 citation",
        "2 citations",
    ]


def test_every_status_has_its_few_words() -> None:
    assert all(row.short and len(row.short) < 40 for row in STATUSES.values())

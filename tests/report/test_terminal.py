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

from ars_pandoc.base.wording import plural, printable
from ars_pandoc.gate import run
from ars_pandoc.report.terminal import SHOWN
from ars_pandoc.verdict.matrix import STATUSES
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
    text = "\n\n".join(f"Claim {n} [@nobody{n}, p. 3]." for n in range(SHOWN + extra))
    report = said(read_document(text))
    assert f"refused: {SHOWN + extra} of {SHOWN + extra} citations" in report
    assert report.count("why:") == SHOWN == 20
    rest = f"… and {plural(extra, 'more citation')}."
    assert (rest in report) is (extra > 0)


def test_what_one_remedy_mends_is_said_once_with_all_places() -> None:
    report = said(
        read_document(
            "# One\n\nFirst [@smith2024]. Then [@jones2023].\n\n"
            "# Two\n\nSecond [@smith2024, and passim].\n\nThird @smith2024 says.\n"
        )
    )
    assert "refused: 4 of 4 citations" in report
    (first, second, third) = re.split(r"\n\n +\d+\. ", report)[1:]
    assert first.startswith("smith2024  MED-WARN-NO-LOCATOR  (2 citations)\n")
    where = [line.strip() for line in first.splitlines()[1:3]]
    assert where[0].startswith("where: in “One”: First [@smith2024]")
    assert where[1].startswith("in “Two”: Second [@smith2024, and passim]")
    assert second.startswith("jones2023  MED-WARN-NO-LOCATOR\n")
    # In the text the remedy is another.
    assert third.startswith("smith2024  MED-WARN-NO-LOCATOR\n")


@pytest.mark.parametrize("extra", [0, 1, 7])
def test_many_places_of_one_source_are_cut_too_and_counted(extra: int) -> None:
    text = "\n\n".join(f"Claim {n} [@smith2024]." for n in range(SHOWN + extra))
    report = said(read_document(text))
    assert report.count("why:") == 1
    assert report.count("before any heading: Claim ") == SHOWN
    assert (f"… and {plural(extra, 'more place')}" in report) is (extra > 0)
    assert "more citation" not in report


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["", "smith2024", "nobody", "unread2024, p. 3", "smith2024, p. 3"]))
)
def test_groups_lose_no_refused_citation(cites: list[str]) -> None:
    document = paragraph(
        *(cite(*(one.split(",", 1) if "," in one else [one, ""])) for one in cites)
    )
    report = said(document, ARS_ACCEPT="")
    hit = re.search(r"refused: (\d+) of", report)
    grouped = [int(n) for n in re.findall(r"\((\d+) citations\)", report)]
    single = len(re.findall(r"\n +\d+\. ", report)) - len(grouped)
    assert sum(grouped) + single == (int(hit[1]) if hit else 0)


def test_orphans_are_not_put_together() -> None:
    anchor = {"t": "RawInline", "c": ["html", "<!--anchor:page:3-->"]}
    words = {"t": "Str", "c": "words"}
    report = said(paragraph(words, anchor, words, dict(anchor), words))
    assert report.count("(no key)") == 2


def test_a_pass_says_on_one_line_what_it_rests_on() -> None:
    document = read_document("A [@smith2024, p. 1; @jones2023, p. 2] and [@unread2024, p. 3].\n")
    line = said(document, ARS_ACCEPT="LOW-WARN")
    assert line.count("\n") == 1
    assert line.startswith("ars-gate: 3 citations ok: 2 on the author's word, 1 accepted")
    assert "refs.ars.yaml)" in line


@pytest.mark.parametrize("mode", ["gate", "draft"])
def test_what_is_accepted_is_counted_beside_what_is_refused(mode: str) -> None:
    document = read_document("A [@smith2024] and [@unread2024, p. 3].\n")
    report = said(document, ARS_ACCEPT="LOW-WARN", ARS_MODE=mode)
    assert "1 of 2 citations" in report
    assert ", 1 accepted though no person has read the source (LOW-WARN)" in report


def test_a_pass_names_sources_read_in_part(tmp_path: Path) -> None:
    corpus = tmp_path / "refs.ars.yaml"
    corpus.write_bytes(SHARED.read_bytes())
    keys = ["smith2024", "jones2023", "müller2020", "clean2024", "unread2024"]
    levels = ["abstract_only", "toc_only", "abstract_only", "toc_only", "sections"]

    def ledger(count: int) -> None:
        marks = [
            {
                "citation_key": key,
                "marked_at": "2026-05-01T10:00:00Z",
                "read_scope": {"level": level if n < count else "full_text"},
            }
            for n, (key, level) in enumerate(zip(keys, levels, strict=True))
        ]
        log = {"session_id": "s", "created_at": "2026-05-01T10:00:00Z", "human_read": marks}
        path = tmp_path / "refs.ars_human_read_log.yaml"
        path.write_text(json.dumps(log), encoding="utf-8")

    text = "; ".join(f"@{key}, p. 1" for key in keys)
    document = read_document(f"A [{text}] and [@smith2024, p. 2].\n")
    ledger(0)
    assert "in part" not in said(document, ARS_CORPUS=str(corpus))
    ledger(1)
    assert "; 1 source read in part (abstract or contents): smith2024; " in said(
        document, ARS_CORPUS=str(corpus)
    )
    ledger(4)
    line = said(document, ARS_CORPUS=str(corpus))
    assert (
        "; 4 sources read in part (abstract or contents): smith2024, jones2023, müller2020 and 1 more; "
        in line
    )
    assert line.count("\n") == 1


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

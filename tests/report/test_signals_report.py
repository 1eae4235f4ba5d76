from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from click import unstyle

from ars_pandoc.base.moments import age
from ars_pandoc.citations.citation import Note
from ars_pandoc.corpus.catalog import Catalog, Fact, Record
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.report.signals_report import report
from ars_pandoc.signals.ask_indexes import Signals
from ars_pandoc.signals.outcome import Outcome, failed, not_looked_up
from tests.corpus.sidecars import raw_entry, write_sidecar

DOI = "10.1000/one"
AT = "2026-05-14T10:00:00Z"


@pytest.mark.parametrize(
    ("day", "said"),
    [("2026-05-14", "today"), ("2026-05-13", "1 day ago"), ("2026-04-04", "40 days ago")],
)
def test_ages(day: str, said: str) -> None:
    now = datetime(2026, 5, 14, 12, tzinfo=timezone.utc)
    assert age(f"{day}T10:00:00Z", now) == said


def lines(tmp_path: Path, signals: Signals, catalog: Catalog | None = None) -> list[str]:
    corpus = load_corpus(
        write_sidecar(
            tmp_path / "refs.ars.yaml", *(raw_entry(key, doi=DOI) for key in signals.outcomes)
        )
    )
    names = ("semantic-scholar", "crossref")
    # Styles are for terminals; `click.echo` takes them off elsewhere.
    return [unstyle(line) for line in report(corpus, names, signals, catalog or Catalog(), {})]


def test_an_unknown_identifier_stands_before_an_unknown_title(tmp_path: Path) -> None:
    title = Outcome("unmatched", reason="no title", at=AT)
    unknown = Outcome(
        "unmatched",
        reason="no title",
        notes=(Note("unknown-identifier", "the DOI is not known there"),),
        at=AT,
        identifier_unknown=True,
    )
    found = Outcome("matched", "title", at=AT)
    outcomes = {
        "a": {"semantic-scholar": title, "crossref": title},
        "b": {"semantic-scholar": found, "crossref": unknown},
    }
    said = lines(tmp_path, Signals(outcomes, {}))
    assert said[said.index("  b  unmatched in 1 of 2: Crossref") :][:5] == [
        "  b  unmatched in 1 of 2: Crossref",
        "      Crossref: the DOI is not known there",
        "      Crossref: no title",
        "  a  unmatched in 2 of 2: Semantic Scholar, Crossref",
        "      Semantic Scholar, Crossref: no title",
    ]


def test_outcomes_stay_apart(tmp_path: Path) -> None:
    outcomes = {
        "a": {"semantic-scholar": failed("it broke"), "crossref": not_looked_up("by hand")},
        "b": {"semantic-scholar": failed("it broke"), "crossref": not_looked_up("by hand")},
    }
    said = lines(tmp_path, Signals(outcomes, {}))
    assert " Semantic Scholar        0          0              0       2" in said
    assert " Crossref                0          0              2       0" in said
    assert "     2  it broke (Semantic Scholar)" in said
    assert "     2  by hand (Crossref)" in said


def test_facts_show_who_said_so_and_when(tmp_path: Path) -> None:
    facts = (
        Fact("retracted", True, "pubmed", "2020-01-01"),
        Fact("exists", False, "doi", AT, DOI),
    )
    said = lines(tmp_path, Signals({"a": {}}, {}), Catalog({"a": Record(facts=facts)}))
    assert any(line.startswith("  a  says PubMed, 2020-01-01 (") for line in said)
    assert any(line.startswith(f"  a  {DOI}, says doi.org, 2026-05-14 (") for line in said)
    assert any("the oldest answer is of 2020-01-01" in line for line in said)

"""Advisory is not silent: contamination, notes, corrections reach the reader in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Acknowledgement, Fact, catalog_path
from ars_pandoc.corpus.edit_catalog import acknowledge, record_facts
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.report.forms import in_form
from ars_pandoc.report.source_view import report_lines
from ars_pandoc.verdict.advisories import NAMED, NEEDS_AN_EYE
from ars_pandoc.verdict.explanations import NOTES
from tests.checking.papers import check
from tests.corpus.sidecars import raw_entry, write_sidecar

BOTH = {"preprint_post_llm_inflection": True, "semantic_scholar_unmatched": True}
HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
LINE = "1 contaminated: a2024 (PREPRINT+UNMATCHED)"
AT = "2026-05-01"


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A paper that passes, each source of which has something that its reader must know."""
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("a2024", contamination_signals=BOTH, **HELD),
        raw_entry("b2024", doi="10.1000/b", **HELD),
        raw_entry("c2024", **HELD),
        raw_entry("d2024", **HELD),
    )
    marks = [{"citation_key": key, "marked_at": f"2026-01-0{n}"} for n, key in enumerate("abcd", 1)]
    for mark in marks:
        mark["citation_key"] += "2024"
    ledger_path(sidecar).write_text(json.dumps({"human_read": marks}))
    catalog = catalog_path(sidecar)
    other = Fact("names-other-work", False, "crossref", AT, "10.1000/b", "Fermented cabbage")
    correction = Fact("retracted", False, "pubmed", AT, None, "there is a notice on it: erratum")
    retracted = Fact("retracted", True, "pubmed", AT)
    record_facts(catalog, {"b2024": [other], "c2024": [correction], "d2024": [retracted]})
    acknowledge(catalog, "d2024", Acknowledgement("retraction", AT, "a case of fraud"))
    path = tmp_path / "paper.md"
    path.write_text("A [@a2024, p. 1; @b2024, p. 2; @c2024, p. 3; @d2024, p. 4].\n")
    return path


SAID = (
    LINE,
    "1 to look at: b2024 (identifier-title-differs)",
    "1 corrected or doubted by a notice: c2024",
    "1 acknowledged: d2024 (retraction)",
)


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "markdown"])
def test_each_format_says_it_of_a_document_that_passes(paper: Path, form: str) -> None:
    checked = check(paper)
    assert checked.verdict == "passed"
    text = in_form(form, [checked]).replace("\\_", "_").replace("\\-", "-").replace("\\+", "+")
    for line in SAID:
        assert line in text.replace("\\(", "(")


@pytest.mark.parametrize("statistics", [True, False])
def test_the_terminal_says_it_of_a_document_that_passes(paper: Path, statistics: bool) -> None:
    text = "\n".join(report_lines([check(paper)], statistics=statistics))
    for line in SAID:
        assert line in text
    assert ("1  contaminated" in text) is statistics


def test_html_shows_it_in_its_rows(paper: Path) -> None:
    text = in_form("html", [check(paper)])
    assert "CONTAMINATED-PREPRINT+UNMATCHED" in text
    assert "bears another title (Crossref, 2026-05-01)" in text


def test_status_says_it(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", str(paper)]) == 0
    said = capsys.readouterr().out
    for line in SAID:
        assert line in said
    assert main(["status", "--format", "json", str(paper)]) == 0
    told = json.loads(capsys.readouterr().out)["documents"][0]["advisories"]
    assert {one["kind"]: one["sources"] for one in told} == {
        "contaminated": {"a2024": "PREPRINT+UNMATCHED"},
        "to look at": {"b2024": "identifier-title-differs"},
        "corrected": {"c2024": ""},
        "acknowledged": {"d2024": "retraction"},
    }


def test_hundreds_are_one_line(tmp_path: Path) -> None:
    keys = [f"k{number}" for number in range(200)]
    sidecar = write_sidecar(
        tmp_path / "literature_corpus.yaml",
        *(raw_entry(key, contamination_signals=BOTH, **HELD) for key in keys),
    )
    ledger_path(sidecar).write_text("human_read: []\n")
    paper = tmp_path / "paper.md"
    paper.write_text("".join(f"A [@{key}, p. 1].\n\n" for key in keys))
    (told,) = check(paper).advisories
    assert told.line.startswith("200 contaminated: k0 (PREPRINT+UNMATCHED), ")
    assert told.line.endswith(f" and {200 - NAMED} more")
    assert isinstance(check(paper), Checked)


def test_only_notes_that_there_are_need_an_eye() -> None:
    assert {one.name for one in NOTES} >= NEEDS_AN_EYE


def test_check_says_how_old_the_last_look_up_is(paper: Path) -> None:
    said = "etractions were asked for on 2 sources, the oldest answer is of 2026-05-01 ("
    (line,) = (line for line in report_lines([check(paper)]) if said in line)
    assert line.endswith(" ago); 2 sources never")
    text = in_form("markdown", [check(paper)]).replace("\\", "")
    assert f"R{said}" in text


def test_where_nothing_was_asked_nothing_is_said(tmp_path: Path) -> None:
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("a2024", **HELD))
    (tmp_path / "paper.md").write_text("A [@a2024, p. 1].\n")
    assert "asked for" not in "\n".join(report_lines([check(tmp_path / "paper.md")]))

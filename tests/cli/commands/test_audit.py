"""`ars audit`: the manuscripts of others, of which nothing is taken for granted."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Snapshot, catalog_path
from ars_pandoc.corpus.edit_catalog import set_snapshots
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.corpus.store import store_of
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.grounding.test_gate_grounding import ARTICLE, TRUE_QUOTE

HELD = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}
DAY = (datetime.now(timezone.utc) - timedelta(days=40)).strftime("%Y-%m-%dT%H:%M:%SZ")
CATALOG = f"""\
schema: 1
entries:
  gone:
    facts:
      - {{what: retracted, value: true, service: pubmed, at: {DAY}}}
    acknowledged:
      - {{what: retraction, at: {DAY}, note: cited as an example}}
  fine:
    facts:
      - {{what: retracted, value: false, service: crossref, at: {DAY}}}
      - {{what: exists, value: true, service: doi, identifier: 10.1000/FINE, at: {DAY}}}
  wrong:
    facts:
      - {{what: exists, value: false, service: doi, identifier: 10.1000/wrong, at: {DAY}}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("CORPUS", "LOCKED", "MODE", "TRUST", "ACCEPT", "UNMARKED", "SOURCES"):
        monkeypatch.delenv(f"ARS_{name}", raising=False)
    return tmp_path


def _write(text: str, *entries: dict[str, object], marks: str = "", catalog: str = "") -> None:
    sidecar = write_sidecar(Path("literature_corpus.yaml"), *entries)
    if marks:
        ledger_path(sidecar).write_text(f"human_read: [{marks}]\n", encoding="utf-8")
    if catalog:
        Path(".ars").mkdir()
        Path(".ars/catalog.yaml").write_text(catalog, encoding="utf-8")
    Path("paper.md").write_text(text, encoding="utf-8")


def _mark(key: str, second: int = 0, level: str = "full_text") -> str:
    at = f"2026-01-01T10:00:{second:02}Z"
    return f"{{citation_key: {key}, marked_at: {at}, read_scope: {{level: {level}}}}}"


def test_what_a_document_asks_is_ignored_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    """An unread source passes by the document's own word, but not in an audit."""
    _write(
        "---\nars:\n  accept: [LOW-WARN]\n  mode: draft\n---\n[@a, p. 1]\n", raw_entry("a", **HELD)
    )
    assert main(["check", "paper.md"]) == 0
    assert main(["audit", "paper.md"]) == 1
    said = capsys.readouterr().out
    assert "What the document asks of its judge (ignored)" in said
    assert "ars.accept: LOW-WARN" in said
    assert "ars.mode: draft" in said


def test_a_trusted_document_is_judged_as_the_gate_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _write("---\nars:\n  accept: [LOW-WARN]\n---\n[@a, p. 1]\n", raw_entry("a", **HELD))
    assert main(["audit", "--trust-document", "paper.md"]) == 0
    said = capsys.readouterr().out
    assert "(granted)" in said
    assert "1 citation accepted although no person has read the source" in said
    monkeypatch.setenv("ARS_LOCKED", "1")
    assert main(["audit", "--trust-document", "paper.md"]) == 2
    assert "ARS_LOCKED says that documents are not trusted" in capsys.readouterr().err


def test_a_corpus_in_the_document_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    corpus = json.dumps([raw_entry("b", **HELD)])
    text = f"---\nliterature_corpus: {corpus}\n---\n[@b, p. 1]\n"
    _write(text, raw_entry("a", **HELD))
    assert main(["audit", "paper.md"]) == 1
    said = capsys.readouterr().out
    assert "literature_corpus: a corpus in the document itself" in said
    assert "1 without an entry: b" in said
    assert main(["audit", "--trust-document", "--accept", "LOW-WARN", "paper.md"]) == 0
    assert "chosen by the document" in capsys.readouterr().out


def test_a_bad_option_of_a_document_does_not_stop_the_audit() -> None:
    _write(
        "---\nars: {mode: lenient, x: 1}\n---\n[@a, p. 1]\n",
        raw_entry("a", **HELD),
        marks=_mark("a"),
    )
    assert main(["check", "paper.md"]) == 2
    assert main(["audit", "paper.md"]) == 0


@pytest.mark.parametrize("trust", [[], ["--trust-document"]])
def test_the_word_of_the_one_who_judges_counts(trust: list[str]) -> None:
    text = "---\nars: {trust: claimed, unmarked: warn}\n---\nSmith (2020) says so.\n\nWords [@a, p. 1].\n"
    _write(text, raw_entry("a", **HELD), marks=_mark("a"))
    assert main(["audit", *trust, "paper.md"]) == 0
    assert main(["audit", *trust, "paper.md", "--trust", "pinned"]) == 1
    assert main(["audit", *trust, "paper.md", "--unmarked", "refuse"]) == 1


def test_the_variables_count(monkeypatch: pytest.MonkeyPatch) -> None:
    _write("[@a, p. 1]\n", raw_entry("a", **HELD), marks=_mark("a"))
    monkeypatch.setenv("ARS_TRUST", "pinned")
    assert main(["audit", "paper.md"]) == 1
    assert main(["audit", "paper.md", "--trust", "claimed"]) == 0


def test_metadata_that_the_lock_ignores_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    _write("[@a, p. 1]\n", raw_entry("a", **HELD), marks=_mark("a"))
    assert main(["audit", "paper.md", "-M", "ars-trust=pinned", "-M", "lang=de"]) == 0
    said = capsys.readouterr().err
    assert said == "warning: -M ars-trust does not count while the documents are locked\n"


def test_another_sidecar_is_the_judges_own(capsys: pytest.CaptureFixture[str]) -> None:
    _write("[@a, p. 1]\n", raw_entry("a", **HELD), marks=_mark("a"))
    write_sidecar(Path("mine.yaml"), raw_entry("a"))
    assert main(["audit", "paper.md", "--corpus", "mine.yaml"]) == 1
    said = capsys.readouterr().out
    assert "sidecar: mine.yaml (named by the one who judges)" in said
    assert "What the document asks" not in said


def test_what_is_recorded_of_sources_is_said_with_its_age(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write(
        "[@gone, p. 1; @fine, p. 2; @wrong, p. 3; @bare, p. 4; @ghost, p. 5]\n",
        raw_entry("gone", doi="10.1000/gone", **HELD),
        raw_entry("fine", doi="10.1000/fine", contamination_signals={}, **HELD),
        raw_entry("wrong", doi="10.1000/wrong", **HELD),
        raw_entry("bare", contamination_signals={"openalex_unmatched": True}, **HELD),
        raw_entry("never", **HELD),
        marks=", ".join([_mark("gone"), _mark("never", 20), _mark("fine", 50, "abstract_only")]),
        catalog=CATALOG,
    )
    assert main(["audit", "paper.md"]) == 1
    said = capsys.readouterr().out.split("\n")
    lines = [line.strip() for line in said]
    assert (
        f"gone: retracted, says pubmed, {DAY[:10]}, 40 days ago; acknowledged {DAY[:10]}: cited as an example"
        in lines
    )
    assert f"2 of 4 sources looked up; the oldest answer is from {DAY[:10]}, 40 days ago" in lines
    assert "2 not looked up: wrong, bare" in lines
    assert f"wrong: 10.1000/wrong does not exist, says doi, {DAY[:10]}, 40 days ago" in lines
    assert "1 with identifiers that exist: fine" in lines
    assert "1 with an identifier that nobody looked up: gone (10.1000/gone)" in lines
    assert "1 without DOI, PMID or arXiv id: bare" in lines
    assert "1 read as an abstract only: fine" in lines
    assert "3 marked within a minute of each other: gone, fine" in lines
    assert "1 openalex_unmatched: bare" in lines
    assert "1 with nothing found: fine" in lines
    assert "1 without an entry: ghost" in lines
    assert "that a mark of reading is honest" in " ".join(lines)


def test_quotes_are_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Found, to be looked at, and never looked up: three different things to rest on."""
    _write(
        f'One [[@smith2024]]{{quote="{TRUE_QUOTE}"}}.\n\nTwo [[@smith2024]]{{quote="references in '
        'detail"}, three [[@b]]{quote="three or more words"}, four [@b, p. 4].\n',
        raw_entry("smith2024", **HELD),
        raw_entry("b", **HELD),
        marks=", ".join([_mark("smith2024"), _mark("b")]),
    )
    sidecar = Path("literature_corpus.yaml")
    sha256 = store_of([sidecar]).write(ARTICLE.encode(), ".xml")
    snapshot = Snapshot(sha256, "application/jats+xml", content_match=True)
    set_snapshots(catalog_path(sidecar), {"smith2024": [snapshot]})
    assert main(["audit", "paper.md"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.split("\n")]
    assert "1 citation on quotes that were found in pinned sources" in lines
    assert "1 citation with a quote that a person has to look at" in lines
    assert "2 citations on the author's word alone" in lines
    assert "2 would pass under trust 'pinned' (ars audit --trust pinned)" in lines
    assert "1 pinned: title and author stand in the file: smith2024" in lines
    assert "1 quote not checked, no full text is at hand: b (line 3)" in lines
    (review,) = [line for line in lines if line.startswith("smith2024 (line 3): “references in")]
    assert "to be looked at: " in review


BOOK = """\
@book{{{key}, title = {{{title}}}, author = {{Smith, Jane}}, year = {{{year}}}, doi = {{{doi}}}}}
"""


def test_a_bibliography_that_prints_another_work_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "---\nbibliography: refs.bib\n---\n[@a, p. 1; @b, p. 2]\n"
    fields = {"title": "Gates and citations", "year": 2024}
    _write(
        text,
        raw_entry("a", doi="10.1000/a", **fields, **HELD),
        raw_entry("b", doi="10.1000/b", **fields, **HELD),
        raw_entry("c", **HELD),
        marks=", ".join([_mark("a"), _mark("b", 50), _mark("c")]),
    )
    same = BOOK.format(key="b", title="Gates and Citations: A View", year=2024, doi="10.1000/B")
    other = BOOK.format(key="a", title="What nobody has read", year=1999, doi="10.1000/x")
    unused = BOOK.format(key="c", title="Not cited", year=1999, doi="10.1000/x")
    Path("refs.bib").write_text(same + other + unused, encoding="utf-8")
    assert main(["audit", "paper.md"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.split("\n")]
    at = lines.index("References printed otherwise than the sidecar says")
    assert lines[at + 1 : at + 5] == [
        "a: refs.bib says “What nobody has read”, the sidecar “Gates and citations”",
        "a: refs.bib says 1999, the sidecar 2024",
        "a: refs.bib has the DOI 10.1000/x, the sidecar 10.1000/a",
        "",
    ]


def test_a_document_that_borrows_a_good_key_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Its own reference says which key to be judged by, and prints what it likes."""
    reference = "{id: ghost, citation-key: a, type: book, title: Made up, issued: 2024}"
    _write(
        f"---\nreferences: [{reference}]\n---\n[@ghost, p. 1]\n",
        raw_entry("a", **HELD),
        marks=_mark("a"),
    )
    assert main(["audit", "paper.md"]) == 0
    said = capsys.readouterr().out
    assert (
        "ghost (judged as a): the document itself says “Made up”, the sidecar “Gates and citations”"
    ) in said


def test_a_bibliography_that_cannot_be_read_does_not_stop_the_audit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write(
        "---\nbibliography: refs.json\n---\n[@a, p. 1]\n", raw_entry("a", **HELD), marks=_mark("a")
    )
    Path("refs.json").write_text("{", encoding="utf-8")
    main(["audit", "paper.md"])
    assert "what is printed could not be compared: " in capsys.readouterr().out


def test_every_note_is_shown_also_of_what_passes(capsys: pytest.CaptureFixture[str]) -> None:
    _write(
        "One [@a, p. 2024].\n\nTwo [@a, p. 2024].\n",
        raw_entry("a", year=2024, **HELD),
        marks=_mark("a"),
    )
    assert main(["audit", "paper.md"]) == 0
    said = capsys.readouterr().out
    assert "locator-is-year: the page 2024 is the source's year: a (line 1, line 3)" in said


def test_json_keeps_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    _write("[@a, p. 1]\n", raw_entry("a", **HELD))
    assert main(["audit", "paper.md", "missing.md", "--format", "json"]) == 2
    report = json.loads(capsys.readouterr().out)
    schema = files("ars_pandoc").joinpath("report/schema/report.schema.json").read_bytes()
    jsonschema.validate(report, json.loads(schema))
    assert report["locked"] is True
    assert [one["verdict"] for one in report["documents"]] == ["refused", "not-judged"]


@pytest.mark.parametrize("form", ["terminal", "markdown", "html"])
def test_texts_of_a_document_do_nothing_and_private_ones_are_not_shown(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(
        '---\nars:\n  mode: "<b>\\e[31m"\n---\n[@a, p. 1] (<script>Smith</script>, 2020)\n',
        raw_entry("a", abstract="SECRET", user_notes="SECRET", **HELD),
        marks=_mark("a"),
    )
    assert main(["audit", "paper.md", "--format", form]) == 0
    said = capsys.readouterr().out
    assert "\x1b[31m" not in said
    assert "SECRET" not in said
    assert form != "html" or "<b>" not in said
    assert "retractions after the recorded dates" in said


def test_a_report_never_replaces_what_is_judged() -> None:
    _write("[@a, p. 1]\n", raw_entry("a", **HELD))
    assert main(["audit", "paper.md", "--output", "html=paper.md"]) == 2
    assert main(["audit", "paper.md", "--output", "html=report.html"]) == 1
    assert "What the verdicts rest on" in Path("report.html").read_text(encoding="utf-8")


def test_a_manuscript_without_citations(capsys: pytest.CaptureFixture[str]) -> None:
    Path("paper.md").write_text("Nothing.\n", encoding="utf-8")
    assert main(["audit", "paper.md"]) == 0
    assert "passed: no citations" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["literature_corpus.yaml", "passport.json", "own.ars.yaml"])
def test_a_bibliography_chooses_no_sidecar_but_the_only_one_in_the_folder_counts(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("paper.md").write_text("---\nbibliography: evil.bib\n---\n[@a, p. 1]\n", "utf-8")
    Path("evil.bib").write_text("", "utf-8")
    Path("other").mkdir()
    assert main(["audit", "paper.md"]) == 2
    assert "$ARS_CORPUS alone" in capsys.readouterr().out
    write_sidecar(Path(name), raw_entry("a", **HELD))
    assert main(["audit", "paper.md"]) == 1
    said = capsys.readouterr().out
    assert f"sidecar: {name} (in the manuscript's folder: its author's own" in said


def test_two_sidecars_in_the_folder_are_for_the_judge_to_choose(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("paper.md").write_text("---\nbibliography: evil.bib\n---\n[@a, p. 1]\n", "utf-8")
    for name in ("good", "evil"):
        write_sidecar(Path(f"{name}.ars.yaml"), raw_entry("a", **HELD))
    assert main(["audit", "paper.md"]) == 2
    assert "two sidecars could be meant" in capsys.readouterr().out
    assert main(["audit", "paper.md", "--corpus", "good.ars.yaml"]) == 1

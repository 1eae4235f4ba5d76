from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.cli.terminal import converse, run_on_terminal
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.servers import Answer, Record, Services, serve
from tests.signals.test_retraction_watch import HEAD, row

GATES = Record("On the gates of old cities", doi="10.1000/gates", pmid="11", retracted=True)
INVENTED = "Nobody wrote this about anything at all"
PREPRINT, S2 = "preprint_post_llm_inflection", "semantic_scholar_unmatched"


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARS_") or name == "S2_API_KEY":
            monkeypatch.delenv(name)
    with serve(GATES) as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        yield running


def corpus(**fields: Any) -> Path:
    return write_sidecar(
        Path("refs.ars.yaml"),
        raw_entry("gates", title=GATES.title, doi=GATES.doi, **fields),
        raw_entry("fake", title=INVENTED, doi="10.9999/none", venue="arXiv"),
        raw_entry("hand", obtained_via="manual"),
    )


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["signals", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_each_identifier_is_asked_about_where_its_owner_proves_it(
    services: Services, capsys: Any
) -> None:
    path = write_sidecar(
        Path("refs.ars.yaml"),
        raw_entry("fake", title=INVENTED, source_pointer="pmid:99999999"),
        raw_entry("doi", title=INVENTED, doi="10.9999/none"),
        raw_entry("preprint", title=INVENTED, arxiv_id="2401.99999"),
    )
    code = run(capsys)[0]
    assert code == 1
    assert {asked.split("/")[1] for asked in services.asked} == {
        *("s2", "pubmed", "doi", "crossref", "arxiv"),
    }
    # Crossref is asked by the DOI, and about no entry without one.
    asked = [one for one in services.asked if one.startswith("/crossref") and "query" in one]
    assert len(asked) == 1
    catalog = load_catalog([path])
    said = {key: catalog.missing_identifier(key) for key in ("fake", "doi", "preprint")}
    assert {key: fact and fact.service for key, fact in said.items()} == {
        "fake": "pubmed",
        "doi": "doi",
        "preprint": "arxiv",
    }


def test_semantic_scholar_alone(services: Services, capsys: Any) -> None:
    path = corpus()
    code, out, err = run(capsys, "--index", "semantic-scholar")
    assert (code, err) == (0, "")
    assert {path.split("/")[1] for path in services.asked} == {"s2"}
    assert out.splitlines()[:3] == [
        "refs.ars.yaml: 3 entries",
        "                   matched  unmatched  not looked up  failed",
        " Semantic Scholar        1          1              1       0",
    ]
    assert "wrote signals of 3 entries to refs.ars.yaml" in out
    entries = load_corpus(path).entries
    assert entries["gates"].contamination_signals == {PREPRINT: False, S2: False}
    assert entries["fake"].contamination_signals == {PREPRINT: True, S2: True}
    assert entries["hand"].contamination_signals == {PREPRINT: False}


def test_all_indexes_say_in_how_many_it_was_not_found_and_why(
    services: Services, capsys: Any
) -> None:
    path = corpus()
    code, out, _ = run(capsys, "--index", "all")
    assert code == 1  # a retraction, and an identifier that does not exist
    assert "  fake  unmatched in 3 of 3: Semantic Scholar, OpenAlex, Crossref\n" in out
    unknown = (
        "      Semantic Scholar, OpenAlex, Crossref: the DOI 10.9999/none is not known there\n"
    )
    title = "      Semantic Scholar, OpenAlex, Crossref: no work of this title"
    assert unknown in out
    assert out.index(unknown) < out.index(title)
    assert "no proof that a work does not exist" in out
    assert "  gates  says OpenAlex, 20" in out
    assert "(today)" in out
    assert 'ars acknowledge gates --what retraction --note "why"' in out
    assert "  fake  10.9999/none, says doi.org, 20" in out
    assert "the oldest answer is of 20" in out
    catalog = load_catalog([path])
    assert catalog.retracted("gates") is not None
    missing = catalog.missing_identifier("fake")
    assert missing is not None
    assert missing.service == "doi"
    for word in ("fake reference", "fabricated", "hallucinated", "forged"):
        assert word not in out


def test_twice_is_once_and_asks_nobody(services: Services, capsys: Any) -> None:
    path = corpus()
    run(capsys, "--index", "all")
    before = path.read_bytes(), Path(".ars/catalog.yaml").read_bytes(), len(services.asked)
    _, out, _ = run(capsys, "--index", "all", "--update")
    after = path.read_bytes(), Path(".ars/catalog.yaml").read_bytes(), len(services.asked)
    assert before == after
    assert "nothing was to be written" in out


def test_with_the_network_down_the_preprint_rule_is_written_with_the_omission(
    services: Services, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = corpus()
    monkeypatch.setenv("ARS_SEMANTIC_SCHOLAR_URL", "http://127.0.0.1:9/s2")
    code, out, err = run(capsys, "--index", "semantic-scholar")
    assert code == 1
    assert err.count("[S2-API-UNAVAILABLE]") == 1
    assert "[S2-API-UNAVAILABLE]" not in out
    assert not Path(".ars").exists()
    assert " Semantic Scholar        0          0              1       2" in out
    fake = load_corpus(path).entries["fake"]
    assert fake.contamination_signals == {PREPRINT: True}
    omitted = [{"signal": S2, "reason": "Semantic Scholar cannot be reached"}]
    assert fake.fields["contamination_signal_omissions"] == omitted
    assert main(["validate", str(path)]) == 0
    # What is answered later takes the omission out.
    monkeypatch.setenv("ARS_SEMANTIC_SCHOLAR_URL", f"{services.url}/s2")
    run(capsys, "--index", "semantic-scholar")
    fake = load_corpus(path).entries["fake"]
    assert fake.contamination_signals == {PREPRINT: True, S2: True}
    assert "contamination_signal_omissions" not in fake.fields


def test_with_the_network_down_every_index_is_named_once_and_the_remedy_once(
    services: Services, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus()
    for name in services.environment(Path()):
        if name.endswith("_URL"):
            monkeypatch.setenv(name, "http://127.0.0.1:9")
    code, out, err = run(capsys, "--index", "all")
    assert code == 1
    for alarm in ("S2", "OPENALEX", "CROSSREF", "PUBMED", "DOI"):
        assert err.count(f"[{alarm}-API-UNAVAILABLE]") == 1
    assert err.count("cannot be reached") == err.count("next: ") == 1
    assert "Semantic Scholar, OpenAlex, Crossref, PubMed and doi.org cannot be reached" in err
    assert "answers so far" not in err
    assert "     2  Crossref cannot be reached\n" in out
    assert not Path(".ars").exists()


def test_a_retraction_since_is_found_without_update_and_the_signal_stays(
    services: Services, capsys: Any
) -> None:
    known = {PREPRINT: False, "openalex_unmatched": True}
    path = corpus(contamination_signals=known)
    code, out, _ = run(capsys, "--index", "openalex")
    assert code == 1
    assert "  gates  says OpenAlex, 20" in out
    assert "  gates  OpenAlex: found now, and the sidecar says unmatched; --update writes it" in out
    assert load_corpus(path).entries["gates"].contamination_signals == known
    run(capsys, "--index", "openalex", "--update")
    assert load_corpus(path).entries["gates"].contamination_signals == {
        PREPRINT: False,
        "openalex_unmatched": False,
    }


def test_an_inline_corpus_cannot_be_written_and_the_error_speaks_of_look_ups(
    services: Services, capsys: Any
) -> None:
    Path("paper.md").write_text("---\nliterature_corpus: []\n---\n", encoding="utf-8")
    code, _, err = run(capsys, "--for", "paper.md")
    assert code == 2
    assert "look-ups" in err


def test_the_table_fits_on_60_columns(services: Services, capsys: Any) -> None:
    corpus()
    _, out, _ = run(capsys, "--index", "all")
    assert max(map(len, out.splitlines()[:8])) <= 60


def test_what_was_answered_is_written_though_a_look_up_failed(
    services: Services, capsys: Any
) -> None:
    path = corpus()
    services.scripted = [Answer(500)]
    code, out, _ = run(capsys, "--index", "semantic-scholar")
    assert code == 1
    assert "an error of its own (500)" in out
    entries = load_corpus(path).entries
    assert entries["gates"].contamination_signals == {PREPRINT: False}
    assert entries["fake"].contamination_signals == {PREPRINT: True, S2: True}


def test_offline_takes_what_the_cache_has(services: Services, capsys: Any) -> None:
    corpus()
    code, out, _ = run(capsys, "--index", "semantic-scholar", "--offline")
    assert code == 0
    assert services.asked == []
    assert "offline, and not in the cache" in out
    assert run(capsys, "--offline", "--refresh")[0] == 2


def test_a_retraction_watch_file(services: Services, capsys: Any) -> None:
    path = corpus()
    Path("watch.csv").write_text(HEAD + row("10.1000/GATES", "0", "Retraction"), encoding="utf-8")
    code, out, _ = run(capsys, "--index", "semantic-scholar", "--retraction-watch", "watch.csv")
    assert code == 1
    assert "gates  says Retraction Watch, 20" in out
    fact = load_catalog([path]).retracted("gates")
    assert fact is not None
    assert fact.service == "retraction-watch"
    before = Path(".ars/catalog.yaml").read_bytes()
    assert run(capsys, "--index", "semantic-scholar", "--retraction-watch", "watch.csv")[0] == 1
    assert Path(".ars/catalog.yaml").read_bytes() == before
    # A later file does not list it any more.
    Path("watch.csv").write_text(HEAD, encoding="utf-8")
    later = time.time() + 60
    os.utime("watch.csv", (later, later))
    assert run(capsys, "--index", "semantic-scholar", "--retraction-watch", "watch.csv")[0] == 0
    assert load_catalog([path]).retracted("gates") is None


def test_an_acknowledged_retraction_is_clean(services: Services, capsys: Any) -> None:
    corpus()
    assert run(capsys, "--index", "pubmed,crossref")[0] == 1
    assert main(["acknowledge-retraction", "gates", "--note", "an example", "--yes"]) == 0
    code, out, _ = run(capsys, "--index", "crossref")
    assert code == 0
    assert "acknowledged 20" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--index", "scopus"], "there is no index 'scopus'"),
        (["--retraction-watch", "gone.csv"], "gone.csv cannot be read"),
        (["--corpus", "gone.yaml"], "gone.yaml: no such file"),
    ],
)
def test_what_cannot_be_done_is_2(
    services: Services, capsys: Any, arguments: list[str], said: str
) -> None:
    path = corpus()
    before = path.read_bytes()
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert said in err
    assert path.read_bytes() == before


def test_a_damaged_catalog_stops_it_before_anything_is_asked(
    services: Services, capsys: Any
) -> None:
    corpus()
    Path(".ars").mkdir()
    Path(".ars/catalog.yaml").write_text("schema: 9\n", encoding="utf-8")
    assert run(capsys)[0] == 2
    assert services.asked == []


def test_a_title_cannot_write_to_the_terminal(services: Services, capsys: Any) -> None:
    services.records = [Record("\x1b[2JCooking", ("Ann Other",), doi=GATES.doi)]
    corpus()
    _, out, _ = run(capsys)
    assert "Cooking" in out
    assert "\x1b" not in out


def test_on_a_terminal_lines_end_between_words_and_commands_stay_whole(
    services: Services, tmp_path: Path
) -> None:
    corpus()
    _, shown = run_on_terminal(["signals", "--index", "all"], tmp_path, b"")
    report = click.unstyle(shown[shown.index("refs.ars.yaml: 3 entries") :]).splitlines()
    assert [line for line in report if len(line) > 80 and "ars ack" not in line] == []
    assert any("ars acknowledge gates --what retraction" in line for line in report)
    words = " ".join(" ".join(report).split())
    assert "no work of this title is found, with an author or the year" in words


def test_on_a_terminal_it_ends_with_the_table(services: Services, tmp_path: Path) -> None:
    corpus()
    code, shown = run_on_terminal(["signals", "--index", "semantic-scholar"], tmp_path, b"")
    assert code == 0
    assert "wrote signals of 3 entries" in shown
    assert "Traceback" not in shown


def test_ctrl_c_writes_nothing_waits_for_nobody_and_says_how_to_go_on(
    services: Services, tmp_path: Path
) -> None:
    path = corpus()
    before = path.read_bytes()
    services.pause = 15  # seconds before each answer
    start = time.monotonic()
    turns = [("Semantic Scholar", b"\x03")]
    code, shown = converse(["signals", "--index", "semantic-scholar,crossref"], tmp_path, turns)
    assert code == 130
    assert time.monotonic() - start < 10
    assert "Stopped; nothing was written." in shown
    assert path.read_bytes() == before
    assert not Path(".ars").exists()


def test_two_runs_at_once_lose_nothing(services: Services, tmp_path: Path) -> None:
    path = corpus()
    program = "import sys; from ars_pandoc.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "signals", "--index"]
    runs = [
        subprocess.Popen([*command, name], cwd=tmp_path, stdout=subprocess.DEVNULL)
        for name in ("semantic-scholar,openalex", "semantic-scholar,crossref")
    ]
    assert [one.wait(timeout=60) for one in runs] == [1, 1]  # a retraction
    signals = load_corpus(path).entries["gates"].contamination_signals
    assert signals == {
        PREPRINT: False,
        S2: False,
        "openalex_unmatched": False,
        "crossref_unmatched": False,
    }
    services_said = {fact.service for fact in load_catalog([path]).records["gates"].facts}
    assert services_said == {"openalex", "crossref"}


def test_the_gate_needs_nothing_of_it() -> None:
    program = (
        "import sys, ars_pandoc.gate, ars_pandoc.corpus.catalog\n"
        "sys.exit(any(name.startswith(('ars_pandoc.signals', 'requests')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_new_sidecar_is_looked_up_at_once(services: Services, capsys: Any) -> None:
    Path("refs.bib").write_text(
        f"@article{{gates, title={{{GATES.title}}}, author={{{{Gate, A.}}}}, year=2020,"
        f" doi={{{GATES.doi}}}}}\n"
        f"@article{{fake, title={{{INVENTED}}}, author={{{{No, One}}}}, year=2024,"
        " journal={arXiv}}\n",
        encoding="utf-8",
    )
    Path("paper.md").write_text("---\nbibliography: refs.bib\n---\n\n[@gates; @fake]\n", "utf-8")
    assert main(["init", "paper.md", "--signals"]) == 1  # a retraction
    said = capsys.readouterr()
    assert "Semantic Scholar" in said.out
    assert said.out.endswith("next: ars status paper.md\n")
    assert services.asked
    signals = load_corpus(Path("refs.ars.yaml")).entries["fake"].contamination_signals
    assert signals == {PREPRINT: True, S2: True}


def test_keys_and_files_were_an_unexpected_extra_argument(services: Services, capsys: Any) -> None:
    path = corpus()
    code, _, _ = run(capsys, "gates")
    assert code == 1  # a retraction
    entries = load_corpus(path).entries
    assert entries["gates"].contamination_signals
    assert entries["fake"].contamination_signals is None
    assert run(capsys, "refs.ars.yaml", "@fake")[0] in (0, 1)
    assert load_corpus(path).entries["fake"].contamination_signals
    Path("paper.md").write_text("---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@gates, p. 1].\n")
    assert run(capsys, "paper.md", "--offline")[0] in (0, 1)
    code, _, said = run(capsys, "gone")
    assert code == 2
    assert "[ARS-SIGNALS ERROR: citation_key 'gone' not in literature_corpus[]]" in said
    assert run(capsys, "refs.ars.yaml", "--for", "paper.md")[0] == 2

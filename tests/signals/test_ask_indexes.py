from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.signals.ask_indexes import PREPRINT, compute_signals
from ars_pandoc.signals.indexes import DEFAULT, INDEXES, chosen
from ars_pandoc.signals.transport import Settings
from tests.signals.looking_up import TITLE, entry, run
from tests.signals.servers import Answer, Record, Services, serve

DOI = "10.1000/one"
S2 = "semantic_scholar_unmatched"


@pytest.fixture
def services() -> Iterator[Services]:
    with serve(Record(TITLE, doi=DOI)) as running:
        yield running


def test_found_and_not_found(services: Services, tmp_path: Path) -> None:
    entries = [entry("a", doi=DOI), entry("b", title="Nobody wrote this about anything at all")]
    changes = run(services, tmp_path, entries).changes()
    assert changes == {"a": {PREPRINT: False, S2: False}, "b": {PREPRINT: False, S2: True}}


def test_manual_is_never_looked_up(services: Services, tmp_path: Path) -> None:
    one = entry(obtained_via="manual", venue="arXiv")
    signals = run(services, tmp_path, [one], *INDEXES)
    assert services.asked == []
    assert signals.changes() == {"smith2024": {PREPRINT: True}}
    assert all(signals.count(name, "not-looked-up") == 1 for name in INDEXES)


def test_what_is_private_leaves_the_machine_to_nobody(services: Services, tmp_path: Path) -> None:
    private = {
        "abstract": "an unpublished thought",
        "user_notes": "ask the supervisor",
        "tags": ["x9"],
    }
    one = entry(
        "my-secret-key", source_pointer="zotero://select/items/Z9", doi="10.9999/other", **private
    )
    run(services, tmp_path, [one], *INDEXES)
    assert len(services.asked) >= 6
    sent = unquote_plus(f"{services.asked}{services.headers}")
    for word in ("thought", "supervisor", "secret", "zotero", "Z9", str(tmp_path)):
        assert word not in sent


def test_entries_that_have_signals_change_only_with_update(
    services: Services, tmp_path: Path
) -> None:
    one = entry(doi=DOI, contamination_signals={PREPRINT: False, S2: True})
    assert run(services, tmp_path, [one]).changes() == {}
    assert services.asked == []
    updated = run(services, tmp_path, [one], update=True)
    assert updated.changes() == {"smith2024": {PREPRINT: False, S2: False}}


def test_what_an_earlier_run_left_out_is_filled_in(services: Services, tmp_path: Path) -> None:
    one = entry(doi=DOI, contamination_signals={PREPRINT: True})
    assert run(services, tmp_path, [one]).changes() == {"smith2024": {S2: False}}


def test_the_preprint_rule_alone_changes_no_entry_that_has_signals(
    services: Services, tmp_path: Path
) -> None:
    one = entry(doi=DOI, venue="arXiv", contamination_signals={S2: True})
    assert run(services, tmp_path, [one]).changes() == {}
    assert run(services, tmp_path, [one], "crossref").changes() == {
        "smith2024": {PREPRINT: True, "crossref_unmatched": False}
    }


def test_retractions_are_asked_for_though_the_signal_is_there_and_stays(
    services: Services, tmp_path: Path
) -> None:
    services.records[0].retracted = True
    known = {PREPRINT: False, "crossref_unmatched": True, "openalex_unmatched": False}
    one = entry(doi=DOI, contamination_signals=known)
    signals = run(services, tmp_path, [one], "crossref", "openalex")
    said = [fact.value for fact in signals.facts()["smith2024"] if fact.what == "retracted"]
    assert said == [True, True]
    assert signals.changes() == {}
    assert signals.disagreements("smith2024") == {"crossref": False}


def test_what_failed_is_omitted_and_the_rest_is_kept(services: Services, tmp_path: Path) -> None:
    services.scripted = [Answer(500)]
    changes = run(services, tmp_path, [entry("a", doi=DOI), entry("b", doi=DOI)]).changes()
    assert changes == {"a": {PREPRINT: False}, "b": {PREPRINT: False, S2: False}}


def test_the_preprint_rule_needs_no_service_and_the_omissions_are_told(
    services: Services, tmp_path: Path
) -> None:
    services.always = Answer(500)
    signals = run(services, tmp_path, [entry(venue="arXiv")], *INDEXES)
    assert signals.is_for_nothing
    assert signals.changes() == {"smith2024": {PREPRINT: True}}
    assert set(signals.omissions()["smith2024"]) == {
        "semantic_scholar_unmatched", "openalex_unmatched", "crossref_unmatched",
    }  # fmt: skip


def test_triangulation_counts_the_indexes_that_answered(services: Services, tmp_path: Path) -> None:
    one = entry("b", title="Nobody wrote this about anything at all", doi="10.9999/x")
    signals = run(services, tmp_path, [one], *INDEXES)
    asked, missing = signals.triangulation("b")
    assert asked == missing == ["semantic-scholar", "openalex", "crossref"]


def test_progress_is_told_from_every_index(services: Services, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    settings = Settings(services.environment(tmp_path))
    names = ("semantic-scholar", "crossref")
    entries = [entry("a", doi=DOI), entry("b", doi=DOI)]
    compute_signals(
        entries, indexes=names, settings=settings, progress=lambda *step: told.append(step)
    )
    assert sorted(told) == [(name, done, 2) for name in sorted(names) for done in (0, 1, 2)]


def test_a_stopped_run_ends_its_pauses(services: Services, tmp_path: Path) -> None:
    services.always = Answer(429, headers={"Retry-After": "100"})
    # Semantic Scholar waits; doi.org cannot be reached, and the user stops the run then.
    nowhere = {"ARS_DOI_URL": "http://127.0.0.1:9"}

    def stop(name: str, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        compute_signals(
            [entry("a", doi=DOI)],
            indexes=("semantic-scholar", "doi"),
            settings=Settings({**services.environment(tmp_path), **nowhere}),
            progress=stop,
        )
    assert time.monotonic() - start < 30


def test_names_of_indexes() -> None:
    assert chosen(()) == DEFAULT
    assert chosen(("doi,Crossref", "pubmed")) == ("crossref", "pubmed", "doi")
    assert chosen(("all",)) == tuple(INDEXES)
    with pytest.raises(ArsError, match="there is no index 'scopus'"):
        chosen(("scopus",))

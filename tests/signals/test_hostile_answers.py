"""Whatever a service answers costs one entry at most, and nothing that was answered is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ars_pandoc.corpus.sidecar_entry import Entry, check_entry
from ars_pandoc.signals.ask_indexes import compute_signals
from ars_pandoc.signals.indexes import INDEXES
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import BadAnswerError, FailedError, Reply, Settings
from ars_pandoc.works.identifiers import doi_in
from tests.corpus.sidecars import raw_entry
from tests.signals.servers import Answer, Record, serve

ENTRY = Entry.from_valid(
    raw_entry(
        "k",
        doi="10.1000/x",
        arxiv_id="2401.01234",
        source_pointer="https://pubmed.ncbi.nlm.nih.gov/12345/",
    )
)
NAMES = st.sampled_from(
    "data total offset paperId title authors name year externalIds DOI error message items author "
    "family given issued date-parts updated-by type results id display_name authorships "
    "publication_year doi is_retracted responseCode values result uids pubtype articleids idtype "
    "value uid sorttitle pubdate references retracted".split()
)
SCALARS = st.none() | st.booleans() | st.integers(-10, 3000) | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=15,
)
TAGS = st.sampled_from(
    "feed entry title author name id published updated summary eSummaryResult DocSum Item "
    "PubmedArticleSet PubmedArticle".split()
)
XML = st.recursive(
    st.text(alphabet="ab <&>12", max_size=6).map(lambda text: text.replace("<", "&lt;")),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=3)
    ),
    max_leaves=12,
)
BODIES = (
    JSON.map(lambda data: json.dumps(data).encode())
    | XML.map(lambda text: f'<feed xmlns="http://www.w3.org/2005/Atom">{text}</feed>'.encode())
    | XML.map(str.encode)
    | st.binary(max_size=30)
)


class Canned:
    """Answers each request with the next of some bodies, as read by the index."""

    def __init__(self, read: Callable[[int, bytes], Any], bodies: list[tuple[int, bytes]]) -> None:
        self.read, self.bodies = read, bodies

    def get(
        self,
        path: str,
        parameters: Mapping[str, str] | None = None,
        *,
        found: Callable[[Any], bool] = lambda data: data is not None,
    ) -> Reply:
        status, body = self.bodies.pop(0) if self.bodies else (200, b"{}")
        try:
            data = self.read(status, body)
        except BadAnswerError:
            raise FailedError("not in its form") from None
        found(data)
        return Reply(data, "2026-01-01T00:00:00Z", cached=False)


@pytest.mark.parametrize("name", sorted(INDEXES))
@given(st.lists(st.tuples(st.sampled_from([200, 200, 404]), BODIES), max_size=3))
@example([(200, b'{"total":0,"offset":0}')])
@example([(200, b'{"data": [{"paperId": 1}]}')])
@example([(200, b'{"paperId": "x"}'), (200, b'{"paperId": "x"}')])
def test_any_answer_is_read_or_refused(name: str, bodies: list[tuple[int, bytes]]) -> None:
    index = INDEXES[name]
    work = Work.of(ENTRY)
    try:
        outcome = index.look_up(work, Canned(index.read, list(bodies)))  # type: ignore[arg-type]
    except FailedError:
        return
    assert outcome.state in ("matched", "unmatched", "not-looked-up", "failed")


def test_an_empty_search_for_a_doi_costs_one_entry_and_not_the_run(tmp_path: Path) -> None:
    entries = [
        Entry.from_valid(raw_entry(key, title=f"A long title about {key}", doi=f"10.1000/{key}"))
        for key in ("one", "two")
    ]
    with serve() as services:
        services.records.append(
            Record(title="A long title about two", doi="10.1000/two", authors=("A. Smith",))
        )
        services.scripted.append(Answer(body=b'{"total":0,"offset":0}'))
        settings = Settings(services.environment(tmp_path))
        found = compute_signals(entries, indexes=["semantic-scholar"], settings=settings)
    assert found.outcomes["one"]["semantic-scholar"].state == "failed"
    assert found.outcomes["two"]["semantic-scholar"].state in ("matched", "unmatched")
    assert found.failed == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:1/x", "http://localhost/x", "//example.org/x"]
)
def test_a_redirect_to_another_host_is_not_followed(
    tmp_path: Path, status: int, target: str
) -> None:
    with serve() as services:
        services.scripted.append(Answer(status, b"{}", headers={"Location": target}))
        settings = Settings(services.environment(tmp_path))
        found = compute_signals([ENTRY], indexes=["crossref"], settings=settings)
        outcome = found.outcomes["k"]["crossref"]
    assert outcome.state == "failed"
    assert "points to another host" in str(outcome.reason)


def test_a_redirect_on_the_same_host_is_followed(tmp_path: Path) -> None:
    with serve() as services:
        services.scripted.append(
            Answer(302, b"{}", headers={"Location": f"{services.url}/crossref/works/10.1000/x"})
        )
        settings = Settings(services.environment(tmp_path))
        found = compute_signals([ENTRY], indexes=["crossref"], settings=settings)
    assert found.outcomes["k"]["crossref"].state != "failed"


@pytest.mark.parametrize(
    "doi", ["10.9999/../10.1000/real", "10.9999/./x", "10.9999/..", "10.9999/a/../../b"]
)
def test_a_doi_with_steps_in_it_asked_for_another_path(doi: str) -> None:
    (problem,) = check_entry(raw_entry("k", doi=doi))
    assert problem.severity == "error"
    assert "is no DOI" in problem.message
    assert doi_in(f"https://doi.org/{doi}") is None
    assert doi_in(f"https://doi.org/{doi.replace('..', '%2e%2e').replace('/./', '/%2e/')}") is None
    assert doi_in("https://doi.org/10.1000/a..b/c...d") == "10.1000/a..b/c...d"

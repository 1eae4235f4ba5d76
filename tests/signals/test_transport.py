from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from requests_ratelimiter import LimiterAdapter

from ars_pandoc.base.errors import ArsError
from ars_pandoc.signals.ask_indexes import PREPRINT
from ars_pandoc.signals.indexes import INDEXES
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.transport import Settings, Transport
from tests.signals.looking_up import TITLE, ask, entry, run
from tests.signals.servers import TOO_MANY, Answer, Record, Services, serve

DOI = "10.1000/one"
SECRET = "-".join(("a", "key", "of", "the", "user"))


@pytest.fixture
def services() -> Iterator[Services]:
    with serve(Record(TITLE, doi=DOI)) as running:
        yield running


def waiting(services: Services, folder: Path) -> tuple[Outcome, list[float]]:
    waited: list[float] = []
    outcome = ask(services, folder, entry(doi=DOI), wait=waited.append)
    return outcome, waited


def test_429_twice_then_200(services: Services, tmp_path: Path) -> None:
    services.scripted = [TOO_MANY, TOO_MANY]
    outcome, waited = waiting(services, tmp_path)
    assert (outcome.state, waited) == ("matched", [2.0, 2.0])


def test_429_four_times(services: Services, tmp_path: Path) -> None:
    services.scripted = [TOO_MANY] * 4
    outcome, waited = waiting(services, tmp_path)
    assert (outcome.state, waited) == ("failed", [2.0] * 3)
    assert len(services.asked) == 4


def test_retry_after_30_is_honoured(services: Services, tmp_path: Path) -> None:
    services.scripted = [Answer(429, TOO_MANY.body, headers={"Retry-After": "30"})]
    outcome, waited = waiting(services, tmp_path)
    assert (outcome.state, waited) == ("matched", [30.0])


def test_retry_after_may_be_a_date(services: Services, tmp_path: Path) -> None:
    at = (datetime.now(timezone.utc) + timedelta(seconds=40)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    services.scripted = [Answer(429, TOO_MANY.body, headers={"Retry-After": at})]
    _, waited = waiting(services, tmp_path)
    assert 30 < waited[0] <= 40


def test_a_pause_of_an_hour_is_not_waited_for(services: Services, tmp_path: Path) -> None:
    services.scripted = [Answer(429, TOO_MANY.body, headers={"Retry-After": "3600"})]
    outcome, waited = waiting(services, tmp_path)
    assert (outcome.state, waited) == ("failed", [])
    assert "3600 seconds" in outcome.reason


def test_a_500_skips_this_entry_alone_and_is_not_kept(services: Services, tmp_path: Path) -> None:
    services.scripted = [Answer(500, b"{}")]
    entries = [entry("a", doi=DOI), entry("b", doi=DOI)]
    signals = run(services, tmp_path, entries)
    assert [signals.outcomes[key]["semantic-scholar"].state for key in "ab"] == [
        "failed",
        "matched",
    ]
    assert signals.unavailable == {}


def test_a_connection_cut_in_the_middle(services: Services, tmp_path: Path) -> None:
    services.scripted = [Answer(200, b'{"paperId": ', cut=True)]
    signals = run(services, tmp_path, [entry("a", doi=DOI), entry("b", doi=DOI)])
    first, second = (signals.outcomes[key]["semantic-scholar"] for key in "ab")
    assert (first.state, second.state) == ("failed", "matched")
    assert "broke off" in first.reason


def test_a_body_that_is_html_is_no_answer_and_not_kept(services: Services, tmp_path: Path) -> None:
    services.always = Answer(200, b"<html><form>Log in</form></html>", "text/html")
    outcome, _ = waiting(services, tmp_path)
    assert outcome.state == "failed"
    assert "login page" in outcome.reason
    services.always = None
    assert waiting(services, tmp_path)[0].state == "matched"


def test_no_network_at_all_skips_the_rest(services: Services, tmp_path: Path) -> None:
    # A port that nobody listens at.
    nowhere = {"ARS_SEMANTIC_SCHOLAR_URL": "http://127.0.0.1:9/s2"}
    entries = [entry(f"k{n}", doi=DOI) for n in range(20)]
    signals = run(services, tmp_path, entries, environment=nowhere)
    assert signals.count("semantic-scholar", "failed") == 20
    assert list(signals.unavailable) == ["semantic-scholar"]
    assert all(list(change) == [PREPRINT] for change in signals.changes().values())


def test_a_connection_that_is_not_safe_is_none(services: Services, tmp_path: Path) -> None:
    address = {"ARS_SEMANTIC_SCHOLAR_URL": services.url.replace("http:", "https:")}
    signals = run(services, tmp_path, [entry("a"), entry("b")], environment=address)
    assert "cannot be reached safely" in signals.unavailable["semantic-scholar"]
    assert all(list(change) == [PREPRINT] for change in signals.changes().values())


def test_a_service_that_fails_again_and_again_is_left_alone(
    services: Services, tmp_path: Path
) -> None:
    services.always = Answer(503, b"")
    signals = run(services, tmp_path, [entry(f"k{n}", doi=DOI) for n in range(20)])
    assert signals.count("semantic-scholar", "failed") == 20
    assert len(services.asked) == 5
    assert "in a row" in signals.unavailable["semantic-scholar"]


def test_a_second_run_makes_no_request(services: Services, tmp_path: Path) -> None:
    entries = [entry("a", doi=DOI), entry("b", title="Nobody wrote this about anything at all")]
    names = tuple(INDEXES)
    first = run(services, tmp_path, entries, *names)
    asked = len(services.asked)
    assert asked > 6
    second = run(services, tmp_path, entries, *names)
    assert len(services.asked) == asked
    for key in "ab":
        for name in names:
            one, other = first.outcomes[key][name], second.outcomes[key][name]
            assert (one.state, one.by, one.notes) == (other.state, other.by, other.notes)
            assert other.at is None or other.cached
            # A cached answer is as old as it is.
            assert [fact.at for fact in one.facts] == [fact.at for fact in other.facts]


def test_refresh_asks_again_and_offline_asks_nobody(services: Services, tmp_path: Path) -> None:
    one = entry(doi=DOI)
    offline = ask(services, tmp_path, one, offline=True)
    assert (offline.state, len(services.asked)) == ("not-looked-up", 0)
    ask(services, tmp_path, one)
    ask(services, tmp_path, one, refresh=True)
    assert len(services.asked) == 2
    assert ask(services, tmp_path, one, offline=True).state == "matched"
    assert len(services.asked) == 2


def kept_for(cache: Path) -> list[float]:
    from requests_cache.backends.sqlite import SQLiteCache

    kept = SQLiteCache(cache, serializer="json")
    return sorted(
        round((response.expires - response.created_at) / timedelta(days=1), 1)
        for response in kept.responses.values()
    )


def test_answers_are_kept_90_days_and_not_found_7(services: Services, tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "lookups" / "semantic-scholar.sqlite"
    ask(services, tmp_path, entry(doi=DOI))
    assert kept_for(cache) == [90.0]
    # The DOI is unknown, and the search has results that are other works.
    services.records.append(Record("How publishers bypass tolls", ("A. Other",), 1990))
    outcome = ask(services, tmp_path, entry("b", doi="10.9999/none", title="How publishers pay"))
    assert outcome.state == "unmatched"
    assert kept_for(cache) == [7.0, 7.0, 90.0]


def test_a_damaged_cache_is_begun_anew(services: Services, tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "lookups" / "semantic-scholar.sqlite"
    cache.parent.mkdir(parents=True)
    cache.write_bytes(b"no database" * 100)
    assert ask(services, tmp_path, entry(doi=DOI)).state == "matched"


def test_a_cache_that_is_damaged_in_the_middle_is_begun_anew(
    services: Services, tmp_path: Path
) -> None:
    entries = [entry(f"k{n}", doi=f"10.1000/x{n}", title=f"On gate {n} of many") for n in range(40)]
    run(services, tmp_path, entries)
    cache = tmp_path / "cache" / "lookups" / "semantic-scholar.sqlite"
    size = cache.stat().st_size
    cache.write_bytes(cache.read_bytes()[:8192] + b"A" * (size - 8192))
    again = run(services, tmp_path, [*entries, entry(doi=DOI)])
    assert again.count("semantic-scholar", "failed") == 0
    assert again.count("semantic-scholar", "matched") == 1


def test_a_record_that_is_damaged_is_asked_for_anew_and_no_word_of_it_is_printed(
    services: Services, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ask(services, tmp_path, entry(doi=DOI))
    cache = sqlite3.connect(tmp_path / "cache" / "lookups" / "semantic-scholar.sqlite")
    with cache:
        cache.execute("UPDATE responses SET value = '{\"broken'")
    cache.close()
    assert ask(services, tmp_path, entry(doi=DOI)).state == "matched"
    assert len(services.asked) == 2
    assert capfd.readouterr().err == ""


def test_a_cache_that_another_process_holds_is_not_deleted(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(services, tmp_path, entry(doi=DOI))
    path = tmp_path / "cache" / "lookups" / "semantic-scholar.sqlite"
    before = path.read_bytes()
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda *a, **more: connect(*a, **{**more, "timeout": 0.1})
    )
    other = connect(path)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ArsError, match="cannot be opened"):
        ask(services, tmp_path, entry(doi=DOI))
    other.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("index", "variable"),
    [("semantic-scholar", "S2_API_KEY"), ("openalex", "OPENALEX_API_KEY")],
)
def test_the_key_is_sent_and_stands_in_no_log_cache_or_message(
    services: Services,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    index: str,
    variable: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    key = {variable: SECRET}
    ask(services, tmp_path, entry(doi=DOI), index, environment=key)
    sent = {"semantic-scholar": services.headers[0].get("x-api-key"), "openalex": services.asked[0]}
    assert SECRET in str(sent[index])
    # Found by its title: the search is logged and kept too.
    ask(services, tmp_path, entry("t"), index, environment=key)
    services.always = Answer(403, b"{}")
    refused = ask(services, tmp_path, entry("b", doi="10.1000/two"), index, environment=key)
    services.always = Answer(200, b"<html>")
    odd = ask(services, tmp_path, entry("c", doi="10.1000/three"), index, environment=key)
    assert (refused.state, odd.state) == ("failed", "failed")
    assert variable in refused.reason
    assert SECRET not in f"{refused}{odd}"
    assert caplog.text
    assert SECRET not in caplog.text
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes()
    # Who asks does not matter to the cache.
    asked = len(services.asked)
    assert ask(services, tmp_path, entry(doi=DOI), index).state == "matched"
    assert len(services.asked) == asked


def test_who_is_refused_without_a_key_is_told_of_it(services: Services, tmp_path: Path) -> None:
    services.always = TOO_MANY
    outcome = ask(services, tmp_path, entry(doi=DOI), "openalex")
    assert "a key in OPENALEX_API_KEY allows more" in outcome.reason
    keyed = {"OPENALEX_API_KEY": SECRET}
    outcome = ask(services, tmp_path, entry(doi=DOI), "openalex", environment=keyed)
    assert "OPENALEX_API_KEY" not in outcome.reason


@pytest.mark.parametrize(
    ("index", "variable", "path"),
    [
        ("semantic-scholar", "S2_API_KEY", "/s2/paper/DOI:10.1000/one"),
        ("openalex", "OPENALEX_API_KEY", "/openalex/works/doi:10.1000/one"),
    ],
)
def test_the_key_does_not_follow_to_another_host(
    services: Services, tmp_path: Path, index: str, variable: str, path: str
) -> None:
    with serve(Record(TITLE, doi=DOI)) as other:
        url = other.url.replace("127.0.0.1", "localhost")
        services.scripted = [Answer(302, headers={"Location": f"{url}{path}"})]
        outcome = ask(services, tmp_path, entry(doi=DOI), index, environment={variable: SECRET})
        assert outcome.state == "failed"
        assert SECRET in f"{services.headers}{services.asked}"
        assert other.asked == []
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes()


def test_who_has_no_key_is_not_asked_whether_it_is_right(
    services: Services, tmp_path: Path
) -> None:
    services.always = Answer(403, b"{}")
    outcome = ask(services, tmp_path, entry(doi=DOI))
    assert outcome.state == "failed"
    assert "S2_API_KEY" not in outcome.reason


def test_a_key_that_cannot_be_sent_is_not_shown(services: Services, tmp_path: Path) -> None:
    with pytest.raises(ArsError) as caught:
        ask(services, tmp_path, entry(), environment={"S2_API_KEY": f"{SECRET}\nX: y"})
    assert SECRET not in str(caught.value)


def test_the_address_of_the_user_joins_the_polite_pools(services: Services, tmp_path: Path) -> None:
    mail = {"ARS_MAILTO": "me@example.org"}
    run(services, tmp_path, [entry(doi=DOI)], "crossref", "semantic-scholar", environment=mail)
    asked = {path.split("/")[1]: path for path in services.asked}
    assert asked["crossref"].endswith("?mailto=me%40example.org")
    assert "mailto" not in asked["s2"]
    # Who asks does not matter to the cache.
    run(services, tmp_path, [entry(doi=DOI)], "crossref", "semantic-scholar")
    assert len(services.asked) == 2


@pytest.mark.parametrize(
    "address", ["example.org", "ftp://example.org", "https://me:pw@example.org", "http://"]
)
def test_an_address_that_is_none(services: Services, tmp_path: Path, address: str) -> None:
    with pytest.raises(ArsError, match="is no web address"):
        ask(services, tmp_path, entry(), environment={"ARS_SEMANTIC_SCHOLAR_URL": address})


def test_the_pace_holds_for_the_services_own_addresses_alone(tmp_path: Path) -> None:
    def adapter(name: str, **environment: str) -> object:
        index = INDEXES[name]
        settings = Settings({"ARS_CACHE_DIR": str(tmp_path), **environment})
        transport = Transport(index.service, settings, index.read, threading.Event())
        found = transport._session.get_adapter(f"{transport._base}/x")
        transport.close()
        return found

    for name, index in INDEXES.items():
        assert isinstance(adapter(name), LimiterAdapter)
        mirror = {index.service.variable: "http://127.0.0.1:9"}
        assert not isinstance(adapter(name, **mirror), LimiterAdapter)


def test_the_pace_is_kept(services: Services, tmp_path: Path) -> None:
    index = INDEXES["semantic-scholar"]
    own = replace(index.service, address=f"{services.url}/s2", per_second=5)
    settings = Settings({"ARS_CACHE_DIR": str(tmp_path)})
    transport = Transport(own, settings, index.read, threading.Event())
    start = time.monotonic()
    for number in range(8):
        transport.get(f"/paper/DOI:10.1000/{number}")
    # The first second's five may be sent at once; the other three wait.
    assert time.monotonic() - start > 0.9
    for number in range(8):  # what is in the cache does not wait
        transport.get(f"/paper/DOI:10.1000/{number}")
    transport.close()
    assert time.monotonic() - start < 5
    assert len(services.asked) == 8


def test_500_entries_are_asked_about_once_and_then_no_more(tmp_path: Path) -> None:
    records = [
        Record(f"On the gates of city {n} and its walls", doi=f"10.1000/{n}") for n in range(500)
    ]
    entries = [entry(f"k{n}", title=r.title, doi=r.doi) for n, r in enumerate(records)]
    with serve(*records) as services:
        for _ in range(2):
            assert run(services, tmp_path, entries).count("semantic-scholar", "matched") == 500
            assert len(services.asked) == 1, "one batch, and then the cache"

"""`ars fetch` against a real server in the forms of the services (contract §12)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.cli import main
from ars_pandoc.corpus.catalog import Snapshot, load_catalog
from ars_pandoc.corpus.load_sidecar import load_corpus
from tests.cli.terminal import converse
from tests.conftest import ROOT
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.signals.open_texts.articles import TITLE, jats, pdf
from tests.signals.servers import TOO_MANY, Answer, Record, Services, serve

DOI = "10.1000/one"
HTML = Answer(200, b"<!DOCTYPE html><html><form>Log in</form></html>", "text/html")


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith("ARS_") or name.endswith("_proxy") or name == "S2_API_KEY":
            monkeypatch.delenv(name)
    with serve() as running:
        for name, value in running.environment(tmp_path).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("ARS_MAILTO", "jane@example.org")
        yield running


def sidecar(*entries: dict[str, Any]) -> Path:
    found = entries or (article(),)
    return write_sidecar(Path("refs.ars.yaml"), *found)


def article(key: str = "one", **fields: Any) -> dict[str, Any]:
    more = {"title": TITLE, "doi": DOI, "source_pointer": f"doi:{DOI}", **fields}
    return raw_entry(key, **more)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["fetch", *arguments])
    said = capsys.readouterr()
    return code, said.out, said.err


def results(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, Any]]:
    _, out, _ = run(capsys, "--format", "json", *arguments)
    return {one["key"]: one for one in json.loads(out)["sources"]}


def held(key: str = "one") -> tuple[Snapshot, ...]:
    return load_catalog([Path("refs.ars.yaml")]).snapshots(key)


def test_jats_is_preferred_and_recorded(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pmcid="PMC12", jats=jats(), pdf=pdf())]
    path = sidecar()
    code, out, _ = run(capsys)
    assert code == 0
    assert "one: pinned: JATS from Europe PMC (CC-BY)" in out
    (snapshot,) = held()
    assert snapshot.media_type == "application/jats+xml"
    assert snapshot.content_match
    assert snapshot.licence == "CC-BY"
    assert snapshot.origin is not None
    assert snapshot.origin.endswith("/europepmc/PMC12/fullTextXML (Europe PMC)")
    fields = load_corpus(path).entries["one"].fields
    assert fields["source_acquired"] is True
    kept = Path(fields["source_acquisition_path"])
    assert kept.is_file()
    assert kept.parent == Path(".ars/sources")
    # Nobody else was asked, and no PDF was brought.
    assert {asked.split("/")[1] for asked in services.asked} == {"europepmc"}


def test_the_json_is_as_the_page_says(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    sidecar(article(), article("two", doi="10.1000/two", source_pointer="doi:10.1000/two"))
    found = results(capsys)
    page = (ROOT / "docs" / "fetch.md").read_text("utf-8").partition("## For programs")[2]
    assert all(f"`{name}`" in page for one in found.values() for name in one)
    assert {found[key]["outcome"] for key in found} == {"pinned", "not-open"}
    assert found["one"]["sha256"] == held()[0].sha256
    assert found["one"]["look_here"] == []
    assert found["two"]["look_here"][0] == "https://doi.org/10.1000/two"


def test_a_pdf_where_there_is_no_jats(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    sidecar()
    code, out, _ = run(capsys)
    assert code == 0
    assert "one: pinned: PDF from Unpaywall (CC-BY)" in out
    assert held()[0].media_type == "application/pdf"


def test_the_version_of_record_before_a_preprint(services: Services, capsys: Any) -> None:
    article_pdf, preprint = pdf(), pdf(words=80)
    services.records = [
        Record(TITLE, doi=DOI, pdf=article_pdf, told_by=("openalex",)),
        Record(TITLE, arxiv="2401.01234", pdf=preprint),
    ]
    sidecar(article(arxiv_id="2401.01234"))
    assert results(capsys)["one"]["service"] == "OpenAlex"


def test_a_preprint_for_an_article_is_said(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, arxiv="2401.01234", pdf=pdf())]
    sidecar(article(arxiv_id="2401.01234"))
    code, out, _ = run(capsys)
    assert code == 0
    assert "PDF from arXiv (a preprint, no licence stated)" in out
    assert "its words and pages may be others" in out
    assert "(arXiv, a preprint)" in str(held()[0].origin)


def test_a_preprint_that_is_cited_as_one_is_none(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, arxiv="2401.01234", pdf=pdf())]
    sidecar(raw_entry("one", title=TITLE, arxiv_id="2401.01234", venue="arXiv"))
    found = results(capsys)["one"]
    assert (found["outcome"], found["version"]) == ("pinned", "published")


def test_biorxiv_gives_jats_of_its_last_version(services: Services, capsys: Any) -> None:
    doi = "10.1101/2020.01.30.927871"
    services.records = [Record(TITLE, doi=doi, jats=jats(), more={"server": "medrxiv"})]
    sidecar(article(doi=doi, venue="medRxiv"))
    found = results(capsys)["one"]
    assert (found["outcome"], found["service"], found["form"]) == ("pinned", "bioRxiv", "jats")
    assert not any("old.xml" in asked for asked in services.asked)


def test_pubmed_central_where_europe_pmc_has_none(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, pmcid="PMC12", jats=jats())]
    services.instead["/europepmc/PMC12"] = [Answer(404, b"", "text/html")]
    sidecar(raw_entry("one", title=TITLE, source_pointer="pmcid:PMC12"))
    found = results(capsys)["one"]
    assert (found["outcome"], found["service"]) == ("pinned", "PubMed Central")


def test_an_identifier_that_another_service_told_of(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, arxiv="2401.01234", pdf=pdf(), told_by=())]
    sidecar()
    found = results(capsys)["one"]
    assert (found["outcome"], found["service"]) == ("pinned", "arXiv")


@pytest.mark.parametrize(
    ("instead", "says"),
    [
        (Answer(200, pdf(title="Another paper on other things", author="Eva Poe")), "another text"),
        (HTML, "a web page came in the place of the PDF"),
        (Answer(403, b"no", "text/plain"), "refuses it (403)"),
        (Answer(404, b"no", "text/plain"), "does not have it (404)"),
        (Answer(200, b"", "application/pdf"), "nothing came"),
        (Answer(200, b"PK\x03\x04 a zip", "application/zip"), "what came is no PDF"),
        (Answer(200, pdf(above="Supplementary Information for")), "it is about this work"),
        (Answer(200, pdf(author="Supplementary Information \n\n Jane Smith")), "the supplement"),
        (Answer(200, pdf(words=3)), "hardly more than an abstract"),
        (Answer(302, headers={"Location": "http://169.254.169.254/latest"}), "not public"),
        (Answer(302, headers={"Location": "https://127.0.0.1:1/x.pdf"}), "not public"),
        (Answer(302, headers={"Location": "https://[::1]/x.pdf"}), "not public"),
        (Answer(302, headers={"Location": "file:///etc/passwd"}), "no web address"),
        (Answer(302, headers={"Location": "ftp://example.org/x.pdf"}), "not https"),
        (Answer(302, headers={"Location": "/files/10.1000_one.pdf"}), "more than 5 redirects"),
    ],
)
def test_what_is_not_the_article_is_not_pinned_and_no_error(
    services: Services, capsys: Any, instead: Answer, says: str
) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf(), told_by=("unpaywall",))]
    services.instead["/files"] = [instead]
    path = sidecar()
    before = path.read_bytes()
    code, out, _ = run(capsys)
    assert code == 0, out
    assert says in out
    assert "Not to be had openly" in out
    assert "look: https://doi.org/10.1000/one" in out
    assert "look: https://search.worldcat.org/search?q=How+publishers+bypass" in out
    assert "then: ars pin one FILE" in out
    assert path.read_bytes() == before
    assert not Path(".ars").exists()


@pytest.mark.parametrize(
    ("instead", "says"),
    [
        ([Answer(500, b"{}")], "has an error of its own (500)"),
        ([Answer(200, pdf()[:3000], "application/pdf", cut=True)], "cut short"),
        ([Answer(200, pdf()[:3000], "application/pdf")], "the PDF is cut short"),
        ([Answer(429, TOO_MANY.body, headers={"Retry-After": "3600"})], "3600 seconds"),
    ],
)
def test_what_failed_this_time_is_an_error_and_tried_again(
    services: Services, capsys: Any, instead: list[Answer], says: str
) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf(), told_by=("unpaywall",))]
    services.instead["/files"] = instead
    sidecar()
    code, out, _ = run(capsys)
    assert code == 1, out
    assert says in out
    assert "Failed this time" in out
    assert held() == ()
    services.instead.clear()
    assert run(capsys)[0] == 0
    assert held()[0].content_match


def test_a_connection_that_broke_once_is_tried_once_more(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    services.instead["/files"] = [
        Answer(200, pdf()[:3000], "application/pdf", cut=True),
        Answer(200, pdf(), "application/pdf"),
    ]
    sidecar()
    assert run(capsys)[0] == 0
    assert held()[0].content_match


def test_429_is_waited_for_as_the_host_says(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    services.instead["/files"] = [
        Answer(429, TOO_MANY.body, headers={"Retry-After": "1"}),
        Answer(200, pdf(), "application/pdf"),
    ]
    sidecar()
    assert run(capsys)[0] == 0
    assert sum(asked.startswith("/files") for asked in services.asked) == 2


def test_after_a_refusal_the_next_place_is_tried(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pmcid="PMC12", jats=jats(body=" "), pdf=pdf())]
    sidecar()
    found = results(capsys)["one"]
    assert (found["outcome"], found["form"]) == ("pinned", "pdf")
    assert found["tried"][0]["reason"] == "it is the abstract alone"


def test_robots_are_heeded(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    services.instead["/robots.txt"] = [
        Answer(200, b"User-agent: *\nDisallow: /files\n", "text/plain")
    ]
    sidecar()
    code, out, _ = run(capsys)
    assert code == 0
    assert "asks programs to stay away (robots.txt)" in out
    assert not any(asked.startswith("/files") for asked in services.asked)


def test_no_key_and_no_cookie_goes_to_a_host(
    services: Services, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "-".join(("a", "key", "of", "mine"))
    monkeypatch.setenv("S2_API_KEY", secret)
    monkeypatch.setenv("OPENALEX_API_KEY", secret)
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    services.instead["/files/10.1000_one.pdf"] = [
        Answer(302, headers={"Location": "/files/again.pdf", "Set-Cookie": "id=7"}),
    ]
    services.instead["/files/again.pdf"] = [Answer(200, pdf(), "application/pdf")]
    sidecar()
    assert run(capsys)[0] == 0
    sent = [
        headers
        for asked, headers in zip(services.asked, services.headers, strict=True)
        if asked.startswith("/files")
    ]
    assert len(sent) == 2
    assert not any("cookie" in one or secret in str(one) for one in sent)
    assert sent[0]["user-agent"].startswith("ars-pandoc/")


def test_only_the_licences_that_are_admitted(services: Services, capsys: Any) -> None:
    closed = '<license-p xmlns:xlink="x">CC</license-p>'
    services.records = [
        Record(TITLE, doi=DOI, pdf=pdf(), licence="cc-by-nc-nd"),
        Record("Works that nobody may share", doi="10.1000/two", pmcid="PMC2",
               jats=jats("Works that nobody may share", licence=closed), licence=""),
    ]  # fmt: skip
    sidecar(
        article(),
        article("two", title="Works that nobody may share", doi="10.1000/two",
                source_pointer="doi:10.1000/two"),
    )  # fmt: skip
    found = results(capsys, "--licences", "CC-BY,CC0")
    assert {one["outcome"] for one in found.values()} == {"not-open"}
    assert found["one"]["reason"].endswith("its licence is CC-BY-NC-ND")
    assert found["two"]["reason"].endswith("nobody states its licence")
    assert results(capsys, "--licences", "cc by-nc-nd")["one"]["outcome"] == "pinned"


def test_attributions(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pmcid="PMC12", jats=jats())]
    sidecar()
    run(capsys)
    code, out, _ = run(capsys, "--attributions")
    assert code == 0
    assert TITLE in out
    assert "licence: CC-BY" in out
    assert "/europepmc/PMC12/fullTextXML (Europe PMC)" in out


def test_a_dry_run_brings_and_writes_nothing(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    path = sidecar()
    before = path.read_bytes()
    code, out, _ = run(capsys, "--dry-run")
    assert code == 0
    assert "one: PDF from Unpaywall (CC-BY): http://127.0.0.1" in out
    assert "1 would be fetched (1 PDF)" in out
    assert not any(asked.startswith("/files") for asked in services.asked)
    assert path.read_bytes() == before
    assert not Path(".ars").exists()


def test_what_is_pinned_already_is_left_alone(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    sidecar()
    run(capsys)
    services.asked.clear()
    code, out, _ = run(capsys, "one")
    assert code == 0
    assert "1 pinned before" in out
    assert services.asked == []


def test_sources_without_an_identifier_and_by_hand_are_not_asked_for(
    services: Services, capsys: Any
) -> None:
    sidecar(
        raw_entry("book", title="A book", source_pointer="shelf 3"),
        article("hand", obtained_via="manual"),
    )
    code, out, _ = run(capsys)
    assert code == 0
    assert services.asked == []
    assert "2 not asked for" in out
    assert "its entry has no DOI, PMID, PMCID, arXiv id or address" in out
    assert "obtained_via: manual" in out


def test_the_sources_that_a_document_cites(services: Services, capsys: Any) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf())]
    sidecar(article(), article("other", doi="10.1000/two", source_pointer="doi:10.1000/two"))
    Path("paper.md").write_text("---\nars-corpus: refs.ars.yaml\n---\n\nSaid [@one].\n")
    code, out, _ = run(capsys, "paper.md")
    assert code == 0
    assert "1 source: 1 pinned (1 PDF)" in out
    assert "next: ars anchor --interactive paper.md" in out
    assert not any("two" in asked for asked in services.asked)


def test_a_librarys_resolver(
    services: Services, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sidecar()
    monkeypatch.setenv("ARS_LIBRARY_URL", "https://library.example.edu/openurl?sid=ars")
    _, out, _ = run(capsys)
    assert "look: https://library.example.edu/openurl?sid=ars&url_ver=Z39.88-2004&" in out
    assert "rft_id=info%3Adoi%2F10.1000%2Fone" in out
    monkeypatch.setenv("ARS_LIBRARY_URL", "library")
    code, _, err = run(capsys)
    assert code == 2
    assert "ARS_LIBRARY_URL is no web address" in err


def test_without_an_address_unpaywall_is_not_asked_and_that_is_said(
    services: Services, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARS_MAILTO")
    sidecar()
    code, _, err = run(capsys)
    assert code == 0
    assert "Unpaywall was not asked" in err
    assert not any(asked.startswith("/unpaywall") for asked in services.asked)


def test_a_service_that_is_down_is_an_error_of_the_run_and_the_others_go_on(
    services: Services, capsys: Any
) -> None:
    services.records = [Record(TITLE, doi=DOI, pdf=pdf(), told_by=("openalex",))]
    services.instead["/unpaywall"] = [Answer(503, b"{}")]
    services.instead["/europepmc"] = [Answer(200, b"<html>down</html>", "text/html")]
    sidecar(article(), article("two", doi="10.1000/two", source_pointer="doi:10.1000/two"))
    code, out, _ = run(capsys)
    assert code == 1
    assert "one: pinned: PDF from OpenAlex" in out
    assert "Unpaywall has an error of its own (503)" in out


_PLACE = {"is_oa": True, "pdf_url": "https://[bad/", "url_for_pdf": 7, "license": ["x"]}


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"resultList": {"result": [None, 1, {"doi": DOI, "fullTextUrlList": 3, "pmcid": [1]}]}},
        {"resultList": {"result": [{"doi": DOI, "isOpenAccess": "Y", "pmcid": "../../x"}]}},
        {"collection": [{"jatsxml": 3, "version": "../1", "server": "evil"}]},
        {"doi": DOI, "oa_locations": [None, _PLACE, {"url_for_pdf": "javascript:alert(1)"}]},
        {"id": "W1", "doi": DOI, "best_oa_location": [], "locations": [_PLACE, 7]},
        {"paperId": "1", "title": "T", "openAccessPdf": {"url": "\x1b[31m"}, "externalIds": []},
        {"paperId": "1", "title": "T", "openAccessPdf": {"url": "http://x" * 9000}},
    ],
    ids=range(8),
)
def test_any_answer_is_read_or_refused(services: Services, capsys: Any, answer: Any) -> None:
    services.always = Answer(200, json.dumps(answer).encode())
    sidecar(article(), article("two", doi="10.1101/123456", source_pointer="doi:10.1101/123456"))
    code, out, err = run(capsys)
    assert code in (0, 1)
    assert "2 sources: 0 pinned" in out
    assert "fault of ars-pandoc" not in err
    assert "\x1b[31m" not in out
    assert not Path(".ars").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is Unix's")
def test_ctrl_c_keeps_what_was_pinned_and_leaves_no_file(
    services: Services, tmp_path: Path
) -> None:
    titles = {f"k{n}": f"On the {word} gates of the city" for n, word in enumerate("abcdefgh")}
    services.records = [
        Record(title, doi=f"10.1000/{key}", pmcid=f"PMC{key[1:]}9", jats=jats(title))
        for key, title in titles.items()
    ]
    services.pause = 0.3
    path = sidecar(
        *(
            article(key, title=title, doi=f"10.1000/{key}", source_pointer=f"doi:10.1000/{key}")
            for key, title in titles.items()
        )
    )
    code, shown = converse(["fetch"], tmp_path, [("4/8", b"\x03")])
    assert code == 130
    assert "the same command goes on from there" in shown
    catalog = load_catalog([path])
    pinned = [key for key in titles if catalog.content_match(key)]
    assert len(titles) > len(pinned) >= 4
    assert all(load_corpus(path).entries[key].source_acquired for key in pinned)
    assert {one.name for one in tmp_path.iterdir()} == {".ars", "cache", "refs.ars.yaml"}
    assert not list((tmp_path / "cache" / "fetching").iterdir())
    services.pause = 0
    code, shown = converse(["fetch"], tmp_path, [])
    assert code == 0
    assert f"{len(pinned)} pinned before" in shown


def test_unknown_keys_and_files(services: Services, capsys: Any) -> None:
    sidecar()
    code, _, err = run(capsys, "gone")
    assert code == 2
    assert "[ARS-FETCH ERROR: citation_key 'gone' not in literature_corpus[]]" in err


def test_offline_brings_nothing(services: Services, capsys: Any) -> None:
    sidecar()
    code, out, _ = run(capsys, "--offline")
    assert code == 0
    assert "offline, and where it may be had is not in the cache" in out
    assert services.asked == []
    assert run(capsys, "--offline", "--refresh")[0] == 2

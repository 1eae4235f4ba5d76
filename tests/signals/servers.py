"""A real HTTP server on the loopback address that answers as the indexes do.

Records are given once, in a plain form; each service's own form is made of them here. What the
real services say to "nothing", 404 and 429 is as recorded.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from ars_pandoc.works.title_similarity import fold


@dataclass
class Record:
    """A work as all indexes of the test know it."""

    title: str
    authors: tuple[str, ...] = ("Jane Smith",)
    year: int = 2024
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv: str | None = None
    retracted: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    """Fields that one service's record has besides, by the name of the service."""
    jats: bytes | None = None
    """The article, which Europe PMC has, if there is a PMCID."""
    pdf: bytes | None = None
    """The PDF, which stands at `/files/KEY.pdf`; arXiv has it, and the others tell of it."""
    licence: str = "cc-by"
    version: str = "publishedVersion"
    told_by: tuple[str, ...] = ("unpaywall", "openalex", "s2")
    """Who tells of the PDF."""

    @property
    def file(self) -> str:
        """The path of the PDF."""
        name = (self.doi or self.arxiv or self.pmid or "none").replace("/", "_")
        return f"/files/{name}.pdf"


@dataclass
class Answer:
    """A whole response that is sent instead of a regular one."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    """Announce more than is sent, and close the connection."""


TOO_MANY = Answer(
    429,
    b'{"message": "Too Many Requests. Please wait and try again or apply for a key for higher '
    b'rate limits.", "code": "429"}',
)


@dataclass
class Services:
    """What the server knows, what it was asked, and what it is told to answer instead."""

    url: str = ""
    records: list[Record] = field(default_factory=list)
    scripted: list[Answer] = field(default_factory=list)
    """Sent first, one for each request."""
    always: Answer | None = None
    pause: float = 0.0
    """Seconds before each answer."""
    instead: dict[str, list[Answer]] = field(default_factory=dict)
    """Sent instead for the addresses that begin so, one for each request; the last for all more."""
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    posted: list[bytes] = field(default_factory=list)

    def environment(self, folder: Path) -> dict[str, str]:
        """The variables that send all look-ups here, with a cache in a folder."""
        return {
            "ARS_SEMANTIC_SCHOLAR_URL": f"{self.url}/s2",
            "ARS_OPENALEX_URL": f"{self.url}/openalex",
            "ARS_CROSSREF_URL": f"{self.url}/crossref",
            "ARS_ARXIV_URL": f"{self.url}/arxiv",
            "ARS_PUBMED_URL": f"{self.url}/pubmed",
            "ARS_DOI_URL": f"{self.url}/doi",
            "ARS_EUROPE_PMC_URL": f"{self.url}/europepmc",
            "ARS_UNPAYWALL_URL": f"{self.url}/unpaywall",
            "ARS_BIORXIV_URL": f"{self.url}/biorxiv",
            "ARS_CACHE_DIR": str(folder / "cache"),
        }

    def answer(self, path: str) -> Answer:
        self.asked.append(path)
        if self.scripted:
            return self.scripted.pop(0)
        if self.always is not None:
            return self.always
        for start, answers in self.instead.items():
            if path.startswith(start):
                return answers.pop(0) if len(answers) > 1 else answers[0]
        parts = urlsplit(path)
        if parts.path == "/robots.txt":
            return Answer(404, b"", "text/plain")
        _, service, *rest = parts.path.split("/", 2)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        way = unquote(rest[0]) if rest else ""
        return _SERVICES[service](self, way, query)

    def with_doi(self, doi: str) -> Record | None:
        return next((r for r in self.records if r.doi and r.doi.lower() == doi.lower()), None)

    def with_dois(self, dois: list[str]) -> list[Record]:
        return [record for doi in dois if (record := self.with_doi(doi)) is not None]

    def search(self, words: str) -> list[Record]:
        """Records that share a word with what is asked, as loosely as real searches."""
        wanted = set(fold(words).split())
        unspaced = fold(words).replace(" ", "")
        return [
            record
            for record in self.records
            if wanted & set(fold(record.title).split())
            or unspaced[:4] in fold(record.title).replace(" ", "")
        ]


def _json(data: Any, status: int = 200) -> Answer:
    return Answer(status, json.dumps(data).encode())


def _s2(services: Services, way: str, query: dict[str, str]) -> Answer:
    def form(r: Record) -> dict[str, Any]:
        ids = {"CorpusId": 1, **({"DOI": r.doi} if r.doi else {})}
        authors = [{"authorId": "1", "name": name} for name in r.authors]
        return {
            "paperId": "0" * 40,
            "externalIds": ids,
            "title": r.title,
            "venue": None,
            "year": r.year,
            "publicationDate": None,
            "authors": authors,
            **_s2_pdf(services, r, query),
            **r.more.get("s2", {}),
        }

    if way == "paper/search":
        found = services.search(query["query"])[: int(query["limit"])]
        if not found:
            return _json({"total": 0, "offset": 0})
        return _json({"total": len(found), "offset": 0, "data": [form(r) for r in found]})
    if way == "paper/batch":
        ids = [one.removeprefix("DOI:") for one in json.loads(services.posted[-1])["ids"]]
        records = [services.with_doi(one) for one in ids]
        return _json([None if r is None else form(r) for r in records])
    doi = way.removeprefix("paper/DOI:")
    record = services.with_doi(doi)
    if record is None:
        return _json({"error": f"Paper with id DOI:{doi} not found"}, 404)
    return _json(form(record))


def _s2_pdf(services: Services, r: Record, query: dict[str, str]) -> dict[str, Any]:
    if "openAccessPdf" not in query.get("fields", ""):
        return {}
    ids = {"ArXiv": r.arxiv, "PubMedCentral": (r.pmcid or "").removeprefix("PMC") or None}
    told = {"url": f"{services.url}{r.file}", "status": "GOLD", "license": "CCBY"}
    return {
        "externalIds": {"CorpusId": 1, **{k: v for k, v in ids.items() if v}},
        "isOpenAccess": bool(r.pdf),
        "openAccessPdf": told if r.pdf and "s2" in r.told_by else None,
    }


def _openalex(services: Services, way: str, query: dict[str, str]) -> Answer:
    def form(r: Record) -> dict[str, Any]:
        return {
            "id": "https://openalex.org/W1",
            "doi": f"https://doi.org/{r.doi}" if r.doi else None,
            "title": r.title,
            "display_name": r.title,
            "publication_year": r.year,
            "type": "article",
            "is_retracted": r.retracted,
            **_openalex_locations(services, r),
            "authorships": [
                {"author": {"display_name": name}, "raw_author_name": name} for name in r.authors
            ],
            **r.more.get("openalex", {}),
        }

    if way == "works" and "filter" in query:
        wanted = query["filter"].removeprefix("doi:").split("|")
        found = services.with_dois(wanted[: int(query["per-page"])])
        meta = {"count": len(found), "page": 1, "per_page": int(query["per-page"])}
        return _json({"meta": meta, "results": [form(r) for r in found]})
    if way == "works":
        found = services.search(query["search"])
        meta = {"count": len(found), "page": 1, "per_page": 25}
        return _json({"meta": meta, "results": [form(r) for r in found]})
    record = services.with_doi(way.removeprefix("works/doi:"))
    if record is None:
        return Answer(404, b"<!doctype html><title>404 Not Found</title>", "text/html")
    return _json(form(record))


def _openalex_locations(services: Services, r: Record) -> dict[str, Any]:
    if r.pdf is None or "openalex" not in r.told_by:
        return {}
    place = {
        "is_oa": True,
        "landing_page_url": f"https://doi.org/{r.doi}",
        "pdf_url": f"{services.url}{r.file}",
        "license": r.licence,
        "version": r.version,
    }
    return {"best_oa_location": place, "locations": [place]}


def _crossref(services: Services, way: str, query: dict[str, str]) -> Answer:
    def form(r: Record) -> dict[str, Any]:
        authors = [
            {"given": name.rpartition(" ")[0], "family": name.rpartition(" ")[2]}
            for name in r.authors
        ]
        updates = [{"DOI": "10.9999/notice", "type": "retraction", "label": "Retraction"}]
        return {
            "DOI": r.doi or "10.9999/unnamed",
            "type": "journal-article",
            "title": [r.title],
            "published": {"date-parts": [[r.year, 1]]},
            "author": authors,
            **({"updated-by": updates} if r.retracted else {}),
            **r.more.get("crossref", {}),
        }

    if way == "works":
        if "filter" in query:
            wanted = [one.removeprefix("doi:") for one in query["filter"].split(",")]
            found = services.with_dois(wanted)[: int(query["rows"])]
        else:
            found = services.search(query["query.bibliographic"])
        items = [form(r) for r in found]
        message = {"total-results": len(items), "items": items}
        return _json({"status": "ok", "message-type": "work-list", "message": message})
    record = services.with_doi(way.removeprefix("works/"))
    if record is None:
        return Answer(404, b"Resource not found.", "text/plain")
    return _json({"status": "ok", "message-type": "work", "message": form(record)})


def _arxiv(services: Services, way: str, query: dict[str, str]) -> Answer:
    if way.startswith("pdf/"):
        return _file(next((r for r in services.records if r.arxiv == way[4:]), None))
    if "id_list" in query:
        found = [r for r in services.records if r.arxiv == query["id_list"]]
    else:
        found = services.search(query["search_query"].removeprefix("ti:"))
        found = [r for r in found if r.arxiv]
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{r.arxiv}v1</id><title>{escape(r.title)}</title>"
        f"<published>{r.year}-01-02T00:00:00Z</published>"
        + "".join(f"<author><name>{escape(name)}</name></author>" for name in r.authors)
        + f"<arxiv:comment xmlns:arxiv='http://arxiv.org/schemas/atom'>"
        f"{escape(r.more.get('arxiv', ''))}</arxiv:comment></entry>"
        for r in found
    )
    feed = f"<feed xmlns='http://www.w3.org/2005/Atom'><title>ArXiv Query</title>{entries}</feed>"
    return Answer(200, feed.encode(), "application/atom+xml")


def _pubmed(services: Services, way: str, query: dict[str, str]) -> Answer:
    if way == "efetch.fcgi":
        wanted = f"PMC{query['id']}"
        own = next((r for r in services.records if r.pmcid == wanted), None)
        inner = b"" if own is None else own.jats or b"<article><front/></article>"
        return Answer(200, b"<pmc-articleset>" + inner + b"</pmc-articleset>", "text/xml")
    if way == "esearch.fcgi":
        term, _, tag = query["term"].replace('"', "").rpartition("[")
        found = [
            r.pmid
            for r in services.records
            if r.pmid
            and ((tag == "aid]" and r.doi == term) or (tag == "pmcid]" and r.pmcid == term))
        ]
        return _json({"esearchresult": {"count": str(len(found)), "idlist": found}})
    pmids = query["id"].split(",")
    result = {pmid: _summary(services, pmid) for pmid in pmids}
    return _json({"header": {"type": "esummary"}, "result": {"uids": pmids, **result}})


def _summary(services: Services, pmid: str) -> dict[str, Any]:
    r = next((r for r in services.records if r.pmid == pmid), None)
    if r is None:
        record: dict[str, Any] = {"uid": pmid, "error": "cannot get document summary"}
    else:
        names = [
            {"name": f"{name.rpartition(' ')[2]} {name[0]}", "authtype": "Author"}
            for name in r.authors
        ]
        kinds = ["Journal Article", *(["Retracted Publication"] if r.retracted else [])]
        record = {
            "uid": pmid,
            "title": f"{r.title}.",
            "authors": names,
            "pubdate": f"{r.year} Jan",
            "pubtype": kinds,
            "references": [],
            **r.more.get("pubmed", {}),
        }
    return record


def _doi(services: Services, way: str, query: dict[str, str]) -> Answer:
    handle = way.removeprefix("api/handles/")
    if services.with_doi(handle) is None:
        return _json({"responseCode": 100, "handle": handle}, 404)
    return _json({"responseCode": 1, "handle": handle, "values": []})


def _europepmc(services: Services, way: str, query: dict[str, str]) -> Answer:
    if way != "search":
        name = way.removesuffix("/fullTextXML")
        found = next((r for r in services.records if r.pmcid == name and r.jats), None)
        if found is None or found.jats is None:
            return Answer(404, b"", "text/html")
        return Answer(200, found.jats, "application/xml")
    asked = query["query"]
    found_all = [
        r
        for r in services.records
        if asked in (f'DOI:"{r.doi}"', f"PMCID:{r.pmcid}", f"EXT_ID:{r.pmid} AND SRC:MED")
    ]
    results = [
        {
            "id": r.pmid or "1",
            "source": "MED",
            "pmid": r.pmid,
            "pmcid": r.pmcid,
            "doi": r.doi,
            "title": f"{r.title}.",
            "isOpenAccess": "Y" if r.jats else "N",
            "license": r.licence.replace("-", " "),
            **r.more.get("europepmc", {}),
        }
        for r in found_all
        if r.pmid or r.pmcid
    ]
    return _json({"version": "6.9", "hitCount": len(results), "resultList": {"result": results}})


def _unpaywall(services: Services, way: str, query: dict[str, str]) -> Answer:
    if "email" not in query:
        return _json({"HTTP_status_code": 422, "error": True, "message": "Email required"}, 422)
    r = services.with_doi(way)
    if r is None:
        return _json({"HTTP_status_code": 404, "error": True, "message": "no such DOI"}, 404)
    place = {
        "url_for_pdf": f"{services.url}{r.file}",
        "url": f"{services.url}{r.file}",
        "version": r.version,
        "license": r.licence,
        "host_type": "publisher",
    }
    places = [place] if r.pdf and "unpaywall" in r.told_by else []
    return _json({"doi": r.doi, "is_oa": bool(places), "oa_locations": places})


def _biorxiv(services: Services, way: str, query: dict[str, str]) -> Answer:
    kind, *rest = way.split("/")
    if kind == "content":
        doi = "/".join(rest).rpartition("v")[0]
        return _file(services.with_doi(doi))
    server, doi = rest[0], "/".join(rest[1:3])
    r = services.with_doi(doi)
    if r is None or server != r.more.get("server", "biorxiv"):
        return _json({"messages": [{"status": "no posts found"}], "collection": []})
    version = {
        "doi": r.doi,
        "title": r.title,
        "version": "2",
        "license": r.licence.replace("-", "_"),
        "server": server,
        **({"jatsxml": f"{services.url}/files/{doi.replace('/', '_')}.xml"} if r.jats else {}),
    }
    first = {**version, "version": "1", "jatsxml": f"{services.url}/files/old.xml"}
    return _json({"messages": [{"status": "ok"}], "collection": [first, version]})


def _file(record: Record | None) -> Answer:
    if record is None or record.pdf is None:
        return Answer(404, b"<html>404 Not Found</html>", "text/html")
    return Answer(200, record.pdf, "application/pdf")


def _files(services: Services, way: str, query: dict[str, str]) -> Answer:
    if way.endswith(".xml"):
        r = next((one for one in services.records if one.file == f"/files/{way[:-4]}.pdf"), None)
        return Answer(404) if r is None or r.jats is None else Answer(200, r.jats, "text/xml")
    return _file(next((r for r in services.records if r.file == f"/files/{way}"), None))


_SERVICES = {
    "europepmc": _europepmc,
    "unpaywall": _unpaywall,
    "biorxiv": _biorxiv,
    "files": _files,
    "s2": _s2,
    "openalex": _openalex,
    "crossref": _crossref,
    "arxiv": _arxiv,
    "pubmed": _pubmed,
    "doi": _doi,
}


@contextmanager
def serve(*records: Record) -> Iterator[Services]:
    """Run the server for as long as the block lasts."""
    services = Services(records=list(records))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            services.headers.append({k.lower(): v for k, v in self.headers.items()})
            answer = services.answer(self.path)
            time.sleep(services.pause)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            length = len(answer.body) + (100 if answer.cut else 0)
            self.send_header("Content-Length", str(length))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = answer.cut

        def do_POST(self) -> None:
            services.posted.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the base's name)
            """Keep the tests' output clean."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128  # all indexes knock at once, and the machine may be busy
        # Small answers wait for nothing.
        disable_nagle_algorithm = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            # A program that was killed hangs up: that is no error of the server.
            if not isinstance(sys.exc_info()[1], ConnectionError):
                super().handle_error(request, client_address)

    Handler.wbufsize = -1
    server = Server(("127.0.0.1", 0), Handler)
    services.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield services
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

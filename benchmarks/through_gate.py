"""The second seed's case through the real commands: what the gate refuses, and what it lets pass.

python -m benchmarks.through_gate [--folder FOLDER]

For each control a project is written, and `ars pin`, `ars signals` (against a server on this machine
that gives PubMed's recorded answers), `ars mark-read` and `ars check` are run in it. Quotes are windows
of at most 25 words, as a marker may hold. Crossref's answers are made of the same records.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape

from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.works.title_similarity import fold
from benchmarks.civic_data import Data, Paper, fetch, load
from benchmarks.civic_quotes import altered, blocks, negated, of_other_species, reference_title
from benchmarks.grounding_case import quotes
from benchmarks.wilson import wilson

FOLDER = Path("build/grounding")
MOST_WORDS = 25
_ARS = (sys.executable, "-c", "import sys; from ars_pandoc.cli import main; sys.exit(main())")
_INDEXES = "pubmed,crossref,doi"
_OTHER_WORK, _DIFFERS = "HIGH-WARN-OTHER-WORK", "identifier-title-differs"
_TAILS = (" (in mice)", " (not significant)")
_FILES = "sources"


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a control.

    Attributes:
        paper: The paper whose entry and file are cited.
        quote: The words, or None where the control cannot be made of them.
        why: Then why.
        file: The file that is pinned, where it is not the paper's own.
    """

    paper: Paper
    quote: str | None
    why: str = ""
    file: bytes | None = None


@dataclass(slots=True)
class Control:
    """One control: the citations of a project, and what must become of them.

    Attributes:
        name: As the table has it.
        status: The status that each must get; `ok` for genuine quotes.
        cited: Its citations.
        identify: Gives the PMID and the DOI that an entry states of its paper.
        note: The note that those which pass must bear, or None.
        recorded: Of how many entries a retraction was recorded, or that there is none: what is
            said of another work's record must not be said of the entry's.
    """

    name: str
    status: str
    cited: list[Cited]
    identify: Callable[[Paper], tuple[str | None, str | None]]
    note: str | None = None
    recorded: int = 0
    found: list[dict[str, Any]] = field(default_factory=list)


def main() -> None:
    """Run all controls and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    folder = parser.parse_args().folder.resolve()
    measure(load(fetch(folder)), folder)


def measure(data: Data, folder: Path) -> None:
    """Run all controls, write gate.json and gate.md into a folder, and print the table."""
    rows = run(data, folder / "gate")
    (folder / "gate.json").write_text(
        json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    table = as_table(rows)
    (folder / "gate.md").write_text(table, encoding="utf-8")
    print("The gate: pin, signals, mark-read and check, as commands\n\n" + table)


def run(data: Data, folder: Path) -> list[dict[str, Any]]:
    """Run the controls of the case, each group in a project of its own.

    Returns:
        A row for each control.
    """
    shutil.rmtree(folder, ignore_errors=True)
    groups = controls(data)
    rows = []
    with answering(data, folder / "cache") as environment:
        for name, group in groups.items():
            _run_group(folder / name, group, environment)
            rows += [_row(control) for control in group]
    return rows


def controls(data: Data) -> dict[str, list[Control]]:
    """Return the controls, grouped by what their entries state."""
    chosen = [(paper, one.text) for paper, one in quotes(data.papers)]
    others = [paper for paper, _ in chosen[1:] + chosen[:1]]
    other_of = {paper.pmid: other for (paper, _), other in zip(chosen, others, strict=True)}
    absent = {
        paper.pmid: data.nonexistent[number % len(data.nonexistent)][0]
        for number, (paper, _) in enumerate(chosen)
    }

    def right(paper: Paper) -> tuple[str | None, str | None]:
        return paper.pmid, doi_of(paper)

    genuine = [Cited(paper, window(text)) for paper, text in chosen]
    found, alike = "HIGH-WARN-QUOTE-NOT-FOUND", _OTHER_WORK
    changes: dict[str, Callable[[str], str | None]] = {
        "a word removed": altered,
        "negation put in or taken out": negated,
        "patients and mice swapped": of_other_species,
    }
    own = [Control("genuine", "ok", genuine, right)]
    own.append(
        Control(
            "wrong paper",
            found,
            [Cited(other_of[paper.pmid], window(text)) for paper, text in chosen],
            right,
        )
    )
    own += [
        Control(name, found, [_changed(paper, text, change) for paper, text in chosen], right)
        for name, change in changes.items()
    ]
    own.append(
        Control(
            "a title from the reference list",
            found,
            [_title(paper) for paper, _ in chosen],
            right,
        )
    )
    retracted = [(paper, one.text) for paper, one in quotes(data.retracted)]
    tails = {
        f"tail-{number}": [
            Control(
                f"`{tail.strip()}` cut off the end",
                "a note",
                [_cut_off(paper, text, tail) for paper, text in chosen],
                right,
                "truncated-qualifier",
            )
        ]
        for number, tail in enumerate(_TAILS)
    }
    return {
        "own": own,
        "fabricated": [
            Control(
                "fabricated identifier",
                "HIGH-WARN-NO-SUCH-IDENTIFIER",
                genuine,
                lambda paper: (absent[paper.pmid], None),
            )
        ],
        "wrong-pmid": [
            Control(
                "right file, wrong PMID",
                alike,
                genuine,
                lambda paper: (other_of[paper.pmid].pmid, None),
                _DIFFERS,
            )
        ],
        "wrong-doi": [
            Control(
                "right file, wrong DOI",
                alike,
                genuine,
                lambda paper: (None, doi_of(other_of[paper.pmid])),
                _DIFFERS,
            )
        ],
        "retracted": [
            Control(
                "retracted",
                "HIGH-WARN-RETRACTED",
                [Cited(paper, window(text)) for paper, text in retracted],
                right,
            )
        ],
        **tails,
    }


def _cut_off(paper: Paper, text: str, tail: str) -> Cited:
    """Quote a sentence without its end, from an article in which it has that end."""
    core = text.rstrip(".")
    record = record_of(paper)
    if fold(core) in fold(record["title"]):
        return Cited(paper, None, "the sentence is the article's own title")
    names = "".join(
        f"<contrib><name><surname>{escape(one['name'].rpartition(' ')[0])}</surname></name></contrib>"
        for one in record["authors"]
    )
    title = f"<article-title>{escape(record['title'])}</article-title>"
    front = f"<title-group>{title}</title-group><contrib-group>{names}</contrib-group>"
    file = (
        f"<article><front><article-meta>{front}</article-meta></front>"
        f"<body><p>{escape(core + tail)}.</p></body></article>"
    ).encode()
    words = core.split()
    return Cited(paper, window(core, len(words) - 1), file=file)


def window(text: str, at: int = 0) -> str:
    """Return at most 25 words of a text, with the word at an index among them."""
    words = text.split()
    start = max(0, min(at - MOST_WORDS // 2, len(words) - MOST_WORDS))
    return " ".join(words[start : start + MOST_WORDS])


def _changed(paper: Paper, text: str, change: Callable[[str], str | None]) -> Cited:
    new = change(text)
    if new is None:
        return Cited(paper, None, "the sentence does not allow it")
    pairs = zip_longest(text.split(), new.split())
    at = next((number for number, (a, b) in enumerate(pairs) if a != b), 0)
    return Cited(paper, window(new, at))


def _title(paper: Paper) -> Cited:
    title = reference_title(blocks(paper.jats))
    if title is None:
        return Cited(paper, None, "no title in its reference list")
    if len(title.split()) > MOST_WORDS:
        return Cited(paper, None, f"the title has more than {MOST_WORDS} words")
    return Cited(paper, title)


# -- the projects


def record_of(paper: Paper) -> dict[str, Any]:
    """Return PubMed's summary of a paper."""
    result = json.loads(paper.pubmed)["result"]
    record: dict[str, Any] = result[result["uids"][0]]
    return record


def doi_of(paper: Paper) -> str | None:
    """Return the DOI that PubMed has for a paper."""
    listed = record_of(paper).get("articleids", ())
    return next((one["value"] for one in listed if one["idtype"] == "doi"), None)


def entry_of(paper: Paper, pmid: str | None, doi: str | None) -> dict[str, Any]:
    """Return the sidecar's entry for a paper, with the identifiers that it states."""
    record = record_of(paper)
    names = [one["name"] for one in record["authors"] if one.get("authtype") == "Author"]
    entry: dict[str, Any] = {
        "citation_key": f"p{paper.pmid}",
        "title": record["title"].rstrip("."),
        "authors": [
            {"family": name.rpartition(" ")[0] or name, "given": name.rpartition(" ")[2]}
            for name in names
        ]
        or [{"literal": "Anonymous"}],
        "year": int(record["pubdate"][:4]),
        "venue": record["fulljournalname"],
        "source_pointer": f"pmid:{pmid}" if pmid else f"https://doi.org/{doi}",
        "obtained_via": "folder-scan",
    }
    if doi is not None:
        entry["doi"] = doi
    return entry


def _run_group(folder: Path, group: Sequence[Control], environment: Mapping[str, str]) -> None:
    """Write a project, run the commands in it, and give each citation its finding."""
    papers = {cited.paper.pmid: cited.paper for control in group for cited in control.cited}
    files = {
        one.paper.pmid: one.file
        for control in group
        for one in control.cited
        if one.file is not None
    }
    (folder / _FILES).mkdir(parents=True)
    entries = [entry_of(paper, *group[0].identify(paper)) for paper in papers.values()]
    (folder / "literature_corpus.json").write_text(json.dumps({"literature_corpus": entries}))
    for paper in papers.values():
        (folder / _FILES / f"{paper.pmid}.xml").write_bytes(files.get(paper.pmid, paper.jats))
    text = []
    for control in group:
        text.append(f"# {control.name}\n")
        text += [f"{_marker(one)}\n" for one in control.cited if one.quote is not None]
    (folder / "paper.md").write_text("\n".join(text), encoding="utf-8")
    keys = [entry["citation_key"] for entry in entries]
    _ars(folder, environment, "pin", "--from", _FILES)
    _ars(folder, environment, "signals", "--index", _INDEXES)
    _ars(folder, environment, "mark-read", *keys, "--yes")
    report = json.loads(_ars(folder, environment, "check", "--format", "json", "paper.md"))
    [document] = report["documents"]
    if document["error"]:
        raise SystemExit(f"{folder.name} could not be judged: {document['error']}")
    left = iter(document["citations"])
    said = load_catalog([folder / "literature_corpus.json"]).records.values()
    recorded = sum(any(fact.what == "retracted" for fact in one.facts) for one in said)
    for control in group:
        control.recorded = recorded
        control.found = [next(left) for one in control.cited if one.quote is not None]


def _marker(cited: Cited) -> str:
    words = quote(cited.quote or "", safe="").replace("-", "%2D")
    return f"It is so <!--ref:p{cited.paper.pmid}--><!--anchor:quote:{words}-->."


def _ars(folder: Path, environment: Mapping[str, str], *arguments: str) -> str:
    """Run a command; a refusal is an answer, all else stops the benchmark."""
    done = subprocess.run(
        [*_ARS, *arguments], cwd=folder, env=environment, capture_output=True, check=False
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"ars {arguments[0]} in {folder.name}: {done.stderr.decode()}")
    return done.stdout.decode()


# -- the services


@contextmanager
def answering(data: Data, cache: Path) -> Iterator[dict[str, str]]:
    """Serve PubMed's recorded answers on this machine; give the environment that leads to them."""
    answers = {paper.pmid: paper.pubmed for paper in (*data.papers, *data.retracted)}
    answers |= dict(data.nonexistent)
    by_doi = {
        doi.casefold(): paper
        for paper in (*data.papers, *data.retracted)
        if (doi := doi_of(paper)) is not None
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            body = _answer(unquote(parts.path), asked, answers, by_doi)
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write(b"Resource not found." if body is None else body)

        def log_request(self, code: object = "-", size: object = "-") -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARS_")}
    try:
        yield kept | {
            "ARS_PUBMED_URL": f"{base}/pubmed",
            "ARS_CROSSREF_URL": f"{base}/crossref",
            "ARS_DOI_URL": f"{base}/doi",
            "ARS_CACHE_DIR": str(cache),
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
        }
    finally:
        server.shutdown()


def _answer(
    path: str, asked: Mapping[str, str], answers: Mapping[str, bytes], by_doi: Mapping[str, Paper]
) -> bytes | None:
    if path.endswith("/esummary.fcgi"):
        return answers.get(asked["id"])
    if path.endswith("/esearch.fcgi"):
        doi = asked["term"].removesuffix("[aid]").strip('"').casefold()
        found = [by_doi[doi].pmid] if doi in by_doi else []
        return json.dumps({"esearchresult": {"idlist": found}}).encode()
    if path.startswith("/doi/api/handles/"):
        known = path.removeprefix("/doi/api/handles/").casefold() in by_doi
        return json.dumps({"responseCode": 1 if known else 100}).encode()
    if path == "/crossref/works":
        return json.dumps({"message": {"items": []}}).encode()
    paper = by_doi.get(path.removeprefix("/crossref/works/").casefold())
    return None if paper is None else json.dumps({"message": _as_crossref(paper)}).encode()


def _as_crossref(paper: Paper) -> dict[str, Any]:
    record = record_of(paper)
    return {
        "DOI": doi_of(paper),
        "type": "journal-article",
        "title": [record["title"].rstrip(".")],
        "container-title": [record["fulljournalname"]],
        "author": [
            {"family": one["name"].rpartition(" ")[0], "given": one["name"].rpartition(" ")[2]}
            for one in record["authors"]
            if one.get("authtype") == "Author"
        ],
        "issued": {"date-parts": [[int(record["pubdate"][:4])]]},
    }


# -- the table


def _row(control: Control) -> dict[str, Any]:
    found = control.found
    hits = [one for one in found if one["status"] == control.status]
    refused = [one for one in found if one["status"] not in ("ok", "LOW-WARN")]
    noted = [
        one
        for one in found
        if one not in refused and any(note["code"] == control.note for note in one["notes"])
    ]
    skipped = Counter(one.why for one in control.cited if one.quote is None)
    genuine = control.status == "ok"
    counted = refused if genuine else hits
    interval = wilson(len(counted), len(found))
    return {
        "control": control.name,
        "status": control.status,
        "records": len(found),
        "skipped": dict(skipped),
        "hits": len(counted),
        "wilson_95": None if interval is None else [round(end, 4) for end in interval],
        "refused": len(refused),
        "noted": len(noted),
        "recorded": control.recorded,
        "admitted": len(found) - len(refused) - len(noted),
        "review": sum(_is_review(one) for one in found),
        "causes": dict(Counter(one["status"] for one in refused if one not in hits)),
        "notes": dict(Counter(note["code"] for one in found for note in one["notes"])),
        "odd": [
            {"key": one["key"], "status": one["status"], "reason": one["reason"]}
            for one in found
            if one["status"] != control.status and one not in noted
        ],
    }


def _is_review(citation: Mapping[str, Any]) -> bool:
    return any(
        anchor["grounding"] is not None
        and anchor["grounding"]["result"] in ("review", "unreadable")
        for anchor in citation["anchors"]
    )


def as_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the results as Markdown."""
    lines = [
        "| through the gate | records | skipped | refused (Wilson 95%) | noted | admitted |",
        "|:--|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        skipped = sum(row["skipped"].values())
        lines.append(
            f"| {row['control']} | {row['records']} | {skipped} | {_rate(row)} | {row['noted']} | "
            f"{row['admitted']} |"
        )
    altered_rows = [row for row in rows if row["status"] != "ok"]
    total = sum(row["records"] for row in altered_rows)
    lines.append(
        f"| all controls | {total} | {sum(sum(row['skipped'].values()) for row in altered_rows)} | "
        f"{sum(row['refused'] for row in altered_rows)} | "
        f"{sum(row['noted'] for row in altered_rows)} | "
        f"{sum(row['admitted'] for row in altered_rows)} |"
    )
    lines.append("")
    for row in rows:
        if "wrong" in row["control"] and row["status"] == _OTHER_WORK:
            lines.append(f"- {row['control']}: {row['recorded']} called matched")
        for why, number in row["skipped"].items():
            lines.append(f"- {row['control']}: {number} skipped: {why}")
        for status, number in row["causes"].items():
            lines.append(f"- {row['control']}: {number} refused as {status}")
        if row["review"]:
            lines.append(f"- {row['control']}: {row['review']} for a person to see")
        lines += [
            f"- {row['control']}: {one['key']}: {one['status']}: {one['reason']}"
            for one in row["odd"]
        ]
    return "\n".join(lines) + "\n"


def _rate(row: Mapping[str, Any]) -> str:
    if row["wilson_95"] is None:
        return str(row["hits"])
    low, high = row["wilson_95"]
    return f"{row['hits']} ({100 * low:.1f}–{100 * high:.1f}%)"


if __name__ == "__main__":
    main()

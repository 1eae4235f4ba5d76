"""The data of the second seed's case: pinned articles, PubMed's answers, evidence items.

They stand in the source distribution of a package, which is fetched by the ordinary client and
held to its SHA-256. The articles are under CC BY or CC0; none of the package's code is used.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "bioai_evidence_validator"
VERSION = "0.8.0"
SHA256 = "06ad02f25ab6ba86d4864650738fab8b9446c9ed8ff992c1e2994d96ee5dbf48"
_SOURCES = f"{PACKAGE}-{VERSION}/examples/civic_literature/sources/"
_ORDER = "bioai-civic-literature-v1:"


@dataclass(frozen=True, slots=True)
class Paper:
    """One article of the case.

    Attributes:
        pmid: Its PMID.
        sha256: Of its JATS.
        jats: The bytes.
        pubmed: PubMed's summary of it, as answered.
        gene: First word of the molecular profile of its first evidence item; None if it has none.
    """

    pmid: str
    sha256: str
    jats: bytes
    pubmed: bytes
    gene: str | None = None


@dataclass(frozen=True, slots=True)
class Data:
    """The case's data, papers in its order.

    Attributes:
        papers: Admitted papers.
        retracted: Retracted ones, for the control of that name.
        nonexistent: PMIDs that do not exist, with PubMed's answers.
        looked_up: When PubMed was asked.
    """

    papers: tuple[Paper, ...]
    retracted: tuple[Paper, ...]
    nonexistent: tuple[tuple[str, bytes], ...]
    looked_up: str


def keyed(text: str) -> str:
    """Return the hash that orders papers and quotes."""
    return hashlib.sha256((_ORDER + text).encode()).hexdigest()


def fetch(folder: Path) -> Path:
    """Download the source distribution, unless it is there, and check its bytes.

    Raises:
        SystemExit: It cannot be had, or it is another file.
    """
    archive = folder / f"{PACKAGE}-{VERSION}.tar.gz"
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--no-binary", ":all:", "--dest", str(folder), f"{PACKAGE}=={VERSION}"]
        if subprocess.run(command, check=False).returncode:
            sys.exit(f"{archive.name} cannot be downloaded; put it into {folder}")
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{archive} has SHA-256 {found}, not {SHA256}; delete it")
    return archive


def load(archive: Path) -> Data:
    """Read the case out of the source distribution, every file held to its name.

    Raises:
        SystemExit: A file is missing or its bytes are not those of its name.
    """
    files: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and member.name.startswith(_SOURCES):
                file = tar.extractfile(member)
                if file is not None:
                    files[member.name.removeprefix(_SOURCES)] = file.read()
    try:
        return _read(files)
    except KeyError as missing:
        sys.exit(f"{archive} does not hold {missing}")


def _read(files: dict[str, bytes]) -> Data:
    manifest = json.loads(files["manifest.json"])
    works = json.loads(files["snapshots/literature.json"])["works"]
    lines = gzip.decompress(files["civic-evidence.jsonl.gz"])
    if hashlib.sha256(lines).hexdigest() != manifest["civic"]["projection_sha256"]:
        sys.exit("the evidence items are not those that the manifest names")
    genes = first_genes(map(json.loads, lines.splitlines()))

    def snapshot(sha256: str, extension: str) -> bytes:
        data = gzip.decompress(files[f"snapshots/{sha256}.{extension}.gz"])
        if hashlib.sha256(data).hexdigest() != sha256:
            sys.exit(f"the snapshot {sha256} holds other bytes")
        return data

    def papers(group: str) -> tuple[Paper, ...]:
        found = []
        for pmid in sorted(manifest[group], key=keyed):
            work = works[f"pmid:{pmid}"]
            jats, summary = work["fulltext_sha256"], work["metadata_sha256"]
            gene = genes[pmid] if group == "corpus" else None
            article = snapshot(jats, "xml")
            found.append(Paper(pmid, jats, article, snapshot(summary, "json"), gene))
        return tuple(found)

    nonexistent = tuple(
        (pmid, snapshot(works[f"pmid:{pmid}"]["metadata_sha256"], "json"))
        for pmid in manifest["nonexistent_pmids"]
    )
    return Data(papers("corpus"), papers("retracted"), nonexistent, manifest["retrieved_at"])


def statements(archive: Path) -> dict[str, str]:
    """Return for each PMID what its lowest-numbered evidence item states."""
    with tarfile.open(archive) as tar:
        file = tar.extractfile(f"{_SOURCES}civic-evidence.jsonl.gz")
        if file is None:
            sys.exit(f"{archive} does not hold the evidence items")
        items = list(map(json.loads, gzip.decompress(file.read()).splitlines()))
    items.sort(key=lambda item: -int(item["evidence_id"]))
    return {str(item["citation_id"]): str(item["evidence_statement"]) for item in items}


def first_genes(items: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Return for each PMID the first word of the profile of its lowest-numbered item."""
    first: dict[str, dict[str, Any]] = {}
    for item in items:
        pmid = str(item["citation_id"])
        if pmid not in first or int(item["evidence_id"]) < int(first[pmid]["evidence_id"]):
            first[pmid] = item
    return {pmid: item["molecular_profile"].split()[0] for pmid, item in first.items()}

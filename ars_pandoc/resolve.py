"""Resolve the citations of a document against sidecar, ledger and catalog (contract §4 to §6).

One way for all who judge: the filter today, every other command that asks what the gate would
say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ars_pandoc.citations.find import Found, Place, Site, find_citations
from ars_pandoc.citations.model import Citation
from ars_pandoc.citations.settle import KeyIndex, is_citation
from ars_pandoc.citations.unseen import left_as_text
from ars_pandoc.corpus.bibliography import bibliography_paths, read_bibliography
from ars_pandoc.corpus.discover import Discovery, Rule, find_sidecars, none_found, search_folders
from ars_pandoc.corpus.load import Corpus, corpus_from_metadata, load_corpus, unite
from ars_pandoc.corpus.readlog import ReadLog, load_readlog
from ars_pandoc.errors import ArsError
from ars_pandoc.grounding.catalog import Catalog, load_catalog
from ars_pandoc.matrix import Evidence, Finding, judge
from ars_pandoc.options import Options, plain_value, read_options

INLINE = "literature_corpus"


@dataclass(frozen=True, slots=True)
class Judged:
    """A document with its verdicts.

    Attributes:
        options: What the document or the caller asked for.
        found: What finding gave.
        findings: Each citation's verdict and place, in document order.
        sites: The sites that stripping removes: those of markers that are citations.
        corpus: How the sidecar is called, or None if none was needed or found.
        warnings: What is odd and stops nothing.
    """

    options: Options
    found: Found
    findings: tuple[tuple[Finding, Place], ...]
    sites: tuple[Site, ...]
    corpus: str | None
    warnings: tuple[str, ...]


def resolve_document(document: dict[str, Any], environment: Mapping[str, str]) -> Judged:
    """Judge every citation of a document.

    Args:
        document: The AST, as Pandoc hands it to a JSON filter.
        environment: The process's environment.

    Raises:
        ArsError: It cannot be judged: no sidecar, an invalid one, a bad option, citations that
            this reader leaves as text.
    """
    meta = document["meta"]
    options = read_options(meta, environment)
    found = find_citations(document)
    if not found.citations:
        _check_unseen(document, environment)
        return Judged(options, found, (), found.sites, None, ())
    folders = search_folders(None, environment)
    discovery = find_sidecars(
        explicit=options.corpus,
        inline_present=INLINE in meta and not options.locked,
        environment=environment.get("ARS_CORPUS"),
        bibliographies=bibliography_paths(meta),
        folders=folders,
    )
    corpus = _load(meta, discovery)
    label = "the sidecar" if corpus is None else corpus.label
    keys = KeyIndex(
        frozenset(corpus.entries if corpus else ()),
        label,
        lambda: read_bibliography(meta, folders),
    )
    settled = [
        (citation, place) for citation, place in found.citations if is_citation(citation, keys)
    ]
    if corpus is None and settled and options.mode != "draft":
        raise none_found(discovery)
    warnings = [] if corpus is None else [str(problem) for problem in corpus.warnings]
    if corpus is None and settled:
        warnings.append("no sidecar was found: the draft is judged as if it were empty")
    paths = corpus.paths if corpus else ()
    log = load_readlog(paths)
    catalog = load_catalog(paths)
    evidence: dict[str | None, Evidence] = {}
    findings = []
    for citation, place in settled:
        known = evidence.get(citation.key)
        if known is None or known.unknown is not None:
            known = _evidence(citation, corpus, log, catalog, keys)
            evidence[citation.key] = known
        findings.append((judge(citation, known, options.policy), place))
    sites = tuple(
        site
        for site in found.sites
        if site.only_if_known is None or site.only_if_known in keys.sidecar
    )
    return Judged(
        options,
        found,
        tuple(findings),
        sites,
        None if corpus is None else corpus.label,
        tuple(warnings),
    )


def _check_unseen(document: dict[str, Any], environment: Mapping[str, str]) -> None:
    text = left_as_text(document)
    if text is None:
        return
    raise ArsError(
        f"'{text}' stands in the text as plain words: this reader sees no citations",
        why="gfm, commonmark_x, ipynb and plain docx leave [@key] as it is, and nobody judges it",
        steps=[
            "read it with -f markdown, -f docx+citations or -f html+raw_html",
            "write \\@ if it is no citation",
        ],
    )


def _load(meta: Mapping[str, Any], discovery: Discovery) -> Corpus | None:
    """Load what was found, or give None where there is no sidecar."""
    if discovery.rule is Rule.INLINE:
        return corpus_from_metadata(plain_value(meta[INLINE]), f"{INLINE} in the metadata")
    if not discovery.paths:
        return None
    return unite([load_corpus(path) for path in discovery.paths])


def _evidence(
    citation: Citation,
    corpus: Corpus | None,
    log: ReadLog,
    catalog: Catalog,
    keys: KeyIndex,
) -> Evidence:
    key = citation.key
    entry = corpus.entries.get(key) if corpus is not None and key is not None else None
    if key is None or entry is None:
        unknown = keys.explain_unknown(citation)
        return Evidence(unknown=unknown, corpus=keys.corpus)
    retraction = catalog.retracted(key)
    missing = catalog.missing_identifier(key)
    return Evidence(
        known=True,
        acquired=entry.source_acquired,
        verified=entry.source_verified_against_original,
        pinned=catalog.pinned(key),
        content_match=catalog.content_match(key),
        read=log.is_read(key),
        retracted=None if retraction is None else f"{retraction.service}, {retraction.at}",
        missing=None if missing is None else f"{missing.identifier}, says {missing.service}",
        contamination=entry.contamination_signals,
        ledger=bool(corpus is not None and corpus.paths),
        corpus=keys.corpus,
    )

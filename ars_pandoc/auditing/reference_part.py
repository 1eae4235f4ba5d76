"""Whether a document prints the references that its sidecar speaks of.

The gate judges sources by the sidecar; what readers see of them comes from the bibliography or from
the document's own `references`. Where the two tell of different works, a pass says nothing of the
work that is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.checking.checked import Part
from ars_pandoc.corpus.find_sidecar import search_folders
from ars_pandoc.corpus.named_sources import bibliography_paths
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.documents.read_source import Document
from ars_pandoc.ingest.record_entry import draft_entry
from ars_pandoc.ingest.records import Record, read_library, records_of_metadata
from ars_pandoc.verdict.resolve import Judged
from ars_pandoc.verdict.sources import input_paths
from ars_pandoc.works.identifiers import doi_of, same_doi
from ars_pandoc.works.title_similarity import THRESHOLD, similarity, similarity_without_subtitle

_INLINE = "the document itself"
_YEARS = 1


def references_part(document: Document, judged: Judged) -> Part:
    """Name the cited works that are printed as something else than the sidecar knows.

    Args:
        document: The document as it was read.
        judged: The same with its verdicts.
    """
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return Part("References", ())
    cited = {finding.citation.key for finding, _ in judged.findings}
    lines = []
    try:
        for where, name, record in _records(document, judged):
            key = sources.word.key_of(name, strict=False)
            entry = sources.corpus.entries.get(key) if key in cited and key is not None else None
            if entry is not None:
                called = name if name == key else f"{name} (judged as {key})"
                lines += [f"{called}: {words}" for words in _differences(entry, record, where)]
    except ArsError as error:
        lines.append(f"what is printed could not be compared: {error.what}")
    return Part("References printed otherwise than the sidecar says", tuple(lines), bool(lines))


def _records(document: Document, judged: Judged) -> Iterator[tuple[str, str, Record]]:
    """Return what the document may print: where it stands, its key, and the item.

    Raises:
        ArsError: A bibliography cannot be read.
    """
    for record in records_of_metadata(document.ast):
        yield _INLINE, str(record.get("id", "")), record
    inputs = input_paths(document.environment)
    folders = search_folders(inputs[0].parent if inputs else None, document.environment)
    cited = [finding.citation.key for finding, _ in judged.findings]
    for name in bibliography_paths(document.ast["meta"]):
        path = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if path is not None:
            library = read_library(path, [key for key in cited if key is not None])
            yield from ((library.name, key, record) for key, record in library.records.items())


def _differences(entry: Entry, record: Record, where: str) -> Iterator[str]:
    printed: Mapping[str, object] = draft_entry(
        entry.citation_key, record, where, better_bibtex=False
    ).fields
    title, year, doi = (printed.get(name) for name in ("title", "year", "doi"))
    if isinstance(title, str) and not _is_same(title, entry.title):
        yield f"{where} says “{shown(title)}”, the sidecar “{shown(entry.title)}”"
    if isinstance(year, int) and abs(year - entry.year) > _YEARS:
        yield f"{where} says {year}, the sidecar {entry.year}"
    known = doi_of(entry)
    if isinstance(doi, str) and known is not None and not same_doi(doi, known):
        yield f"{where} has the DOI {shown(doi)}, the sidecar {shown(known)}"


def _is_same(one: str, other: str) -> bool:
    return max(similarity(one, other), similarity_without_subtitle(one, other)) >= THRESHOLD

"""What the bibliography prints, compared with what the sidecar knows (contract §4, row 4b).

The sidecar judges and the bibliography prints: where the two tell of different works, a pass says
nothing of the work that readers see. Reading a bibliography takes Pandoc a second, so that the
outcome is kept in the user's cache folder, by the hashes of both files.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ars_pandoc.base.cache_folder import cache_folder, read_own
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import UnreadableFileError, read_bytes
from ars_pandoc.base.whole_file import write_whole
from ars_pandoc.base.wording import shown
from ars_pandoc.corpus.named_sources import bibliography_paths, references

if TYPE_CHECKING:
    from ars_pandoc.corpus.load_sidecar import Corpus
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.ingest.records import Record
    from ars_pandoc.works.same_work import Described

Kind = Literal["other-work", "printed-otherwise"]

VERSION = 1
"""To be raised with every change of what comparing gives."""

_PART = "printed"
_INLINE = "the document itself"
_MOST_KEPT = 200
_SAME_WORDS = 0.95
_YEARS = 1
_YEAR = re.compile(r"[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is printed otherwise than the sidecar says.

    Attributes:
        kind: `other-work`: a different work; `printed-otherwise`: year, DOI or wording.
        message: What, with both sides.
        where: The bibliography's name.
    """

    kind: Kind
    message: str
    where: str


@dataclass(frozen=True, slots=True)
class Printed:
    """How a document's bibliography and its sidecar differ.

    Attributes:
        differences: By the key that the bibliography has.
        warnings: Keys that stand twice, and bibliographies that cannot be read.
    """

    differences: Mapping[str, Sequence[Difference]] = field(default_factory=dict)
    warnings: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Files:
    """The bibliographies of a document that can be read, and its own references."""

    paths: tuple[Path, ...]
    texts: tuple[bytes, ...]
    references: tuple[Record, ...]


def compare_printed(
    meta: Mapping[str, Any],
    folders: Sequence[Path],
    corpus: Corpus,
    environment: Mapping[str, str],
) -> Printed:
    """Compare what a document's bibliography prints with its sidecar.

    Args:
        meta: The document's metadata, as Pandoc hands it to a JSON filter.
        folders: Where relative paths are looked for, in order.
        corpus: The sidecar.
        environment: `ARS_CACHE_DIR` moves the cache.
    """
    return _printed(_files(meta, folders), corpus, environment)


def _printed(files: _Files, corpus: Corpus, environment: Mapping[str, str]) -> Printed:
    if not files.paths and not files.references:
        return Printed()
    kept = _kept(files, corpus, environment)
    if kept is not None:
        with suppress(ValueError, KeyError, TypeError):
            return _from_data(json.loads(read_own(kept) or b""))
    printed = _compare(files, corpus)
    if kept is not None:
        _keep(kept, printed)
    return printed


def compare_files(paths: Sequence[Path], corpus: Corpus, environment: Mapping[str, str]) -> Printed:
    """Compare what bibliographies say with a sidecar, as `compare_printed` does for a document.

    Args:
        paths: The bibliographies, in the order in which a document would name them.
        corpus: The sidecar.
        environment: As for `compare_printed`.
    """
    return _printed(
        _Files(tuple(paths), tuple(path.read_bytes() for path in paths), ()), corpus, environment
    )


def differing_lines(printed: Printed) -> list[str]:
    """Return what differs and what is odd, a line each."""
    lines = [
        f"{key}: {'another work: ' if one.kind == 'other-work' else ''}{one.message}"
        for key, differences in printed.differences.items()
        for one in differences
    ]
    return [*lines, *printed.warnings]


def _files(meta: Mapping[str, Any], folders: Sequence[Path]) -> _Files:
    paths, texts = [], []
    for name in bibliography_paths(meta):
        for folder in folders:
            # A pipe or a device is not read: nobody may ever write to it, or it never ends.
            with suppress(UnreadableFileError, OSError, ValueError):
                texts.append(read_bytes(folder / name))
                paths.append(folder / name)
                break
    return _Files(tuple(paths), tuple(texts), tuple(map(_dated, references(meta))))


def _dated(record: Record) -> Record:
    """Return an item of the metadata with its date in CSL-JSON's form: a writer may say `issued: 2020`."""
    issued = record.get("issued")
    if isinstance(issued, list) and issued:
        issued = issued[0]
    if isinstance(issued, dict) and "date-parts" in issued:
        return record
    said = issued.get("year") if isinstance(issued, dict) else issued
    found = _YEAR.search(str(said)) if said is not None else None
    return record if found is None else {**record, "issued": {"date-parts": [[found[0]]]}}


def _kept(files: _Files, corpus: Corpus, environment: Mapping[str, str]) -> Path | None:
    """Return where the outcome is kept, there or not; None where there is no cache."""
    found = hashlib.sha256(f"{VERSION}".encode())
    for path, text in zip(files.paths, files.texts, strict=True):
        found.update(f"\0{path.name}\0{len(text)}\0".encode("utf-8", "surrogateescape"))
        found.update(text)
    found.update(b"\1" + json.dumps(files.references).encode("utf-8", "surrogatepass"))
    try:
        for path in corpus.paths:
            found.update(b"\2" + path.read_bytes())
        if not corpus.paths:
            stated = [dict(entry.fields) for entry in corpus.entries.values()]
            found.update(json.dumps(stated, default=str).encode("utf-8", "surrogatepass"))
        return cache_folder(environment, _PART) / f"{found.hexdigest()}.json"
    except (OSError, ArsError):  # without a cache it is only slower
        return None


def _keep(path: Path, printed: Printed) -> None:
    data = {
        "differences": {
            key: [[one.kind, one.message, one.where] for one in differences]
            for key, differences in printed.differences.items()
        },
        "warnings": list(printed.warnings),
    }
    with suppress(OSError):  # what cannot be kept is compared again
        known = sorted(path.parent.glob("*.json"), key=lambda one: one.stat().st_mtime)
        for old in known[:-_MOST_KEPT]:
            old.unlink(missing_ok=True)
        write_whole(path, json.dumps(data).encode("utf-8", "surrogatepass"))


def _from_data(data: Mapping[str, Any]) -> Printed:
    return Printed(
        {
            key: tuple(Difference(kind, message, where) for kind, message, where in differences)
            for key, differences in data["differences"].items()
        },
        tuple(data["warnings"]),
    )


def _compare(files: _Files, corpus: Corpus) -> Printed:
    """Read the bibliographies; of a key that stands twice the last is printed."""
    last: dict[str, tuple[str, Record]] = {}
    warnings: list[str] = []
    for where, key, record in _records(files, corpus, warnings):
        before = last.get(key)
        if before is not None and before[1] != record:
            warnings.append(_twice(key, before, (where, record)))
        last[key] = where, record
    by_alias = {
        entry.doi.casefold(): entry for entry in corpus.entries.values() if entry.doi is not None
    }
    differences = {}
    for key, (where, record) in last.items():
        entry = corpus.entries.get(key)
        if entry is None and where == _INLINE:
            # A word processor's items have numbers for keys.
            entry = corpus.entries.get(str(record.get("citation-key"))) or by_alias.get(
                str(record.get("DOI", "")).casefold()
            )
        if entry is not None and (found := tuple(_differences(entry, record, where))):
            differences[key] = found
    return Printed(differences, tuple(dict.fromkeys(warnings)))


def _records(
    files: _Files, corpus: Corpus, warnings: list[str]
) -> Iterator[tuple[str, str, Record]]:
    """Return what may be printed in Pandoc's order: where it stands, its key, and the item."""
    from ars_pandoc.ingest.records import read_library

    for path in files.paths:
        try:
            items = read_library(path, corpus.entries).items
        except ArsError as error:
            warnings.append(f"what is printed could not be compared: {error.what}")
            continue
        except RecursionError:
            warnings.append(
                f"what is printed could not be compared: {path.name} is nested too deeply"
            )
            continue
        for item in items:
            yield path.name, str(item.get("citation-key") or item.get("id") or ""), item
    for record in files.references:
        yield _INLINE, str(record.get("id", "")), record


def _twice(key: str, first: tuple[str, Record], last: tuple[str, Record]) -> str:
    (where, one), (there, other) = first, last
    place = where if where == there else f"{where} and {there}"
    titles = " and ".join(
        f"“{shown(str(record.get('title', '')), 100)}”" for record in (one, other)
    )
    return (
        f"{place}: the key '{shown(key)}' stands twice, {titles}; the last is printed and compared"
    )


def _differences(entry: Entry, record: Record, where: str) -> Iterator[Difference]:
    from ars_pandoc.ingest.record_entry import draft_entry
    from ars_pandoc.works.identifiers import doi_of, same_doi
    from ars_pandoc.works.same_work import relation
    from ars_pandoc.works.title_similarity import similarity, similarity_without_subtitle

    drafted = draft_entry(entry.citation_key, record, where, better_bibtex=False)
    printed: Mapping[str, Any] = drafted.fields
    title, year, doi = (printed.get(name) for name in ("title", "year", "doi"))
    if isinstance(title, str):
        sides = f"{where} says “{shown(title, 200)}”, the sidecar “{shown(entry.title, 200)}”"
        described = _described(record, title, printed)
        if relation(entry.title, entry.venue, entry.authors, described) == "other":
            yield Difference("other-work", sides, where)
        elif (
            max(similarity(title, entry.title), similarity_without_subtitle(title, entry.title))
            < _SAME_WORDS
        ):
            yield Difference("printed-otherwise", sides, where)
    if isinstance(year, int) and abs(year - entry.year) >= _YEARS:
        message = f"{where} says {year}, the sidecar {entry.year}"
        yield Difference("printed-otherwise", message, where)
    known = doi_of(entry)
    if isinstance(doi, str) and known is not None and not same_doi(doi, known):
        message = f"{where} has the DOI {shown(doi)}, the sidecar {shown(known)}"
        yield Difference("printed-otherwise", message, where)


def _described(record: Record, title: str, printed: Mapping[str, Any]) -> Described:
    from ars_pandoc.works.author_names import Name
    from ars_pandoc.works.same_work import Described

    others = tuple(
        text
        for name in ("original-title", "translated-title", "title-short")
        if isinstance(text := record.get(name), str)
    )
    names = tuple(
        Name(str(author.get("literal") or f"{author.get('given', '')} {author['family']}".strip()),
             None if "literal" in author else str(author["family"]))
        for author in printed.get("authors", ())
    )  # fmt: skip
    book = record.get("container-title")
    in_a_book = str(record.get("type", "")) in ("chapter", "entry-encyclopedia", "paper-conference")
    containers = (book,) if in_a_book and isinstance(book, str) else ()
    return Described((*others, title), names, containers)

"""The records of a bibliography in CSL-JSON form, as Pandoc reads them.

No parser of our own: Pandoc reads BibLaTeX, CSL-JSON, CSL-YAML, RIS and EndNote XML. One bad entry
makes it refuse a whole `.bib`, though; then the bad ones are found by halving, and named.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.pandoc.bounded_pandoc import LimitError, limits_of, run_pandoc
from ars_pandoc.pandoc.executable import Pandoc, bundled_pandoc, find_pandoc, without_backtraces

Record = dict[str, Any]
"""A CSL-JSON item."""

LARGE = 2_000_000
"""From how many bytes on a `.bib` is read only as far as it is cited."""

MAX_BYTES = 200_000_000
"""A larger bibliography is refused before it is read."""

_READERS = {
    ".bib": "biblatex",
    ".bibtex": "bibtex",
    ".json": "csljson",
    ".ris": "ris",
    ".xml": "endnotexml",
    ".enl": "endnotexml",
    ".yaml": "markdown",
    ".yml": "markdown",
}
ENDINGS = tuple(_READERS)
"""The endings of bibliographies that can be read."""

_SINCE_THREE = frozenset({"ris", "endnotexml"})
_ENTRY = re.compile(r"^[ \t]*@", re.M)
_KEY = re.compile(r"@\s*(\w+)\s*[{(]\s*([^\s,{}()\"]*)")
_HEAD = re.compile(r"@\s*\w+\s*([{(])([^,{}()\"=\n]*)")
_PARENTS = re.compile(r"\b(?:crossref|xdata|xref|related|entryset)\s*=\s*[{\"]([^}\"]*)", re.I)
_FOR_ALL = frozenset({"string", "preamble"})


@dataclass(frozen=True, slots=True)
class Library:
    """A bibliography that was read.

    Attributes:
        name: Its name, as in messages and source pointers.
        records: Its items by key; of a key that stands twice the last, which Pandoc prints.
        twice: Keys that stand in it with two contents.
        bad: Entries that Pandoc cannot read: where they stand, and what to mend or its words.
        better_bibtex: Whether Zotero's Better BibTeX wrote it.
        warnings: What was odd in reading it.
        items: All items in the order of the file, also those whose key stands twice.
    """

    name: str
    records: dict[str, Record]
    twice: tuple[str, ...] = ()
    bad: tuple[tuple[str, str], ...] = ()
    better_bibtex: bool = False
    warnings: tuple[str, ...] = ()
    items: tuple[Record, ...] = ()


def read_library(path: Path, cited: Collection[str] | None = None) -> Library:
    """Read a bibliography.

    Args:
        path: A `.bib`, `.bibtex`, `.json` (CSL-JSON, or Better BibTeX's own export), `.yaml`,
            `.ris` or EndNote `.xml`.
        cited: The keys that are wanted, or None for all; a large `.bib` is read only so far.

    Raises:
        ArsError: It is not there, of an unknown kind, or cannot be read at all.
    """
    try:
        return _library_of(path, cited)
    except LimitError as error:
        raise _over_limit(name_of(path), error) from None


def _over_limit(name: str, error: LimitError) -> ArsError:
    return ArsError(
        f"{name} is not read: {error}",
        steps=["correct the file, or name one with the cited references alone", error.remedy],
    )


def _library_of(path: Path, cited: Collection[str] | None) -> Library:
    name = name_of(path)
    text, warnings = _read_text(path, name)
    if not text.strip():
        return Library(name, {}, warnings=(*warnings, f"{name} is empty"))
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise ArsError(
            f"{name} is no bibliography that can be read",
            why=f"its name ends in none of {' '.join(_READERS)}",
            steps=["export it as BibTeX or CSL-JSON"],
        )
    if reader == "csljson":
        from ars_pandoc.ingest.better_bibtex import items_of, to_csl

        items = items_of(text)
        if items is not None:
            return _library(name, [to_csl(item) for item in items], warnings, better=True)
    if reader in ("biblatex", "bibtex"):
        return _read_bib(name, text, reader, cited, warnings)
    if reader == "markdown" and not text.lstrip().startswith("---"):
        text = f"---\n{text}\n---\n"
    pandoc = find_pandoc()
    if reader in _SINCE_THREE and pandoc.version < (3,):
        pandoc = bundled_pandoc()
    records, said = _convert(pandoc, text, reader)
    if records is None:
        raise ArsError(
            f"Pandoc {pandoc.version_text} cannot read {name}", why=said, steps=["correct the file"]
        )
    if not records:
        warnings.append(f"{name} holds no reference")
    return _library(name, records, warnings)


def is_bibliography(path: Path) -> bool:
    """Tell by its name if a file is a bibliography and could be no document."""
    return path.suffix.lower() in {".bib", ".bibtex", ".ris", ".enl"}


def records_of_metadata(document: dict[str, Any]) -> list[Record]:
    """Return the `references` that stand in a document's own metadata, as CSL-JSON items."""
    if "references" not in document["meta"]:
        return []
    bare = {**document, "meta": {"references": document["meta"]["references"]}, "blocks": []}
    pandoc = find_pandoc()
    if pandoc.version < (3,) and document.get("pandoc-api-version", [1, 22])[:2] >= [1, 23]:
        pandoc = bundled_pandoc()  # a Word document was read with it, and 2 reads no AST of 3
    try:
        records, _ = _convert(pandoc, json.dumps(bare), "json")
    except LimitError as error:
        raise _over_limit("the list of references in the document", error) from None
    return records or []


def _read_text(path: Path, name: str) -> tuple[str, list[str]]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ArsError(
                f"{name} is too large: {size // 1_000_000} MB",
                steps=["export the references that the document cites"],
            )
        raw = path.read_bytes()
    except OSError as error:
        raise ArsError(
            f"{name} cannot be read", why=error.strerror, steps=["check the name and the folder"]
        ) from None
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        # Pandoc would take it for Latin-1 in silence; windows-1252 is what such files hold.
        text = raw.removeprefix(b"\xef\xbb\xbf").decode("cp1252", "replace")
        return text, [f"{name} is not UTF-8: it was read as Windows-1252; save it as UTF-8"]


def _read_bib(
    name: str, text: str, reader: str, cited: Collection[str] | None, warnings: list[str]
) -> Library:
    better = "Better BibTeX" in text[:500] or "== BibLateX quality report" in text
    pandoc = find_pandoc()
    if cited is not None and len(text) > LARGE:
        text = _only_cited(text, cited)
    records, said = _convert(pandoc, text, reader)
    bad: list[tuple[str, str]] = []
    if records is None:
        chunks = _chunks(text)
        entries = [chunk for chunk in chunks if not _is_for_all(chunk.text)]
        lead = "".join(chunk.text for chunk in chunks if _is_for_all(chunk.text))
        good = _Halving(pandoc, reader, lead, bad).good(entries, said)
        # Once more together: an entry may inherit from one of the other half.
        records, said = _convert(pandoc, lead + "".join(chunk.text for chunk in good), reader)
        if records is None:
            raise ArsError(
                f"Pandoc {pandoc.version_text} cannot read {name}",
                why=said,
                steps=["correct the file"],
            )
    from ars_pandoc.ingest.bib_values import mended

    def convert_title(title: str) -> str | None:
        found, _ = _convert(pandoc, f"@misc{{x, title={{{title}}}}}", reader)
        said = found[0].get("title") if found else None
        return said if isinstance(said, str) else None

    records, lost = mended(records, text, convert_title)
    warnings += [f"{name}: {words}" for words in lost]
    return _library(name, records, warnings, bad=bad, better=better)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What stands from one @ at the start of a line to the next, and its line (1-based)."""

    text: str
    line: int

    @property
    def label(self) -> str:
        found = _KEY.match(self.text.lstrip())
        key = found[2] if found and found[2] else self.text.split("\n", 1)[0].strip()[:40]
        return f"{key} (line {self.line})"

    @property
    def remedy(self) -> str | None:
        """What to mend, where the usual slips show; Pandoc names places within its own copy."""
        head = _HEAD.match(self.text.lstrip())
        if head is None:
            return None
        if head[1] == "(":
            return "write { } around the entry in place of ( )"
        if " " in head[2].strip():
            return f"a key holds no space: write {'_'.join(head[2].split())}"
        if self.text.count("{") > self.text.count("}"):
            return "a brace { is not closed"
        return None


def _chunks(text: str) -> list[_Chunk]:
    starts = [found.start() for found in _ENTRY.finditer(text)]
    ends = [*starts[1:], len(text)]
    found, line, counted = [], 1, 0
    for start, end in zip(starts, ends, strict=True):
        line += text.count("\n", counted, start)
        counted = start
        found.append(_Chunk(text[start:end], line))
    return found


def _is_for_all(chunk: str) -> bool:
    found = _KEY.match(chunk.lstrip())
    return found is not None and found[1].lower() in _FOR_ALL


@dataclass(frozen=True, slots=True)
class _Halving:
    """The search for entries that Pandoc cannot read.

    Attributes:
        pandoc: The Pandoc that reads.
        reader: Its reader.
        lead: What every entry may need: `@string`, `@preamble`.
        bad: Gets the entries that cannot be read, with Pandoc's own words.
    """

    pandoc: Pandoc
    reader: str
    lead: str
    bad: list[tuple[str, str]]

    def good(self, chunks: Sequence[_Chunk], said: str) -> list[_Chunk]:
        """Return the entries that can be read; `said` is what was said of all together."""
        if len(chunks) <= 1:
            self.bad.extend((chunk.label, chunk.remedy or said) for chunk in chunks)
            return []
        middle = len(chunks) // 2
        found: list[_Chunk] = []
        for part in (chunks[:middle], chunks[middle:]):
            text = self.lead + "".join(chunk.text for chunk in part)
            records, words = _convert(self.pandoc, text, self.reader)
            found += part if records is not None else self.good(part, words)
        return found


def _only_cited(text: str, cited: Collection[str]) -> str:
    """Leave out the entries that are neither cited nor inherited from, by their keys alone."""
    chunks = _chunks(text)
    by_key: dict[str, list[_Chunk]] = {}
    for chunk in chunks:
        found = _KEY.match(chunk.text.lstrip())
        if found:
            by_key.setdefault(found[2], []).append(chunk)
    wanted: set[str] = set()
    waiting = list(cited)
    while waiting:
        key = waiting.pop()
        if key in wanted or key not in by_key:
            continue
        wanted.add(key)
        for chunk in by_key[key]:
            for parents in _PARENTS.findall(chunk.text):
                waiting += [parent.strip() for parent in parents.split(",")]
    return "".join(
        chunk.text
        for chunk in chunks
        if _is_for_all(chunk.text)
        or ((found := _KEY.match(chunk.text.lstrip())) and found[2] in wanted)
    )


def _library(
    name: str,
    items: Sequence[Record],
    warnings: list[str],
    *,
    bad: Sequence[tuple[str, str]] = (),
    better: bool = False,
) -> Library:
    records: dict[str, Record] = {}
    twice: dict[str, None] = {}
    for item in items:
        key = item.get("citation-key") or item.get("id")
        if key in (None, ""):
            continue
        if records.get(str(key), item) != item:
            twice[str(key)] = None
        records[str(key)] = item
    return Library(name, records, tuple(twice), tuple(bad), better, tuple(warnings), tuple(items))


def _convert(pandoc: Pandoc, text: str, reader: str) -> tuple[list[Record] | None, str]:
    """Return the items that Pandoc reads, or None with its own words.

    Raises:
        LimitError: It met a limit: to halve such a text would take as long again and again.
    """
    data = text.encode("utf-8", "surrogatepass")
    limits = limits_of(os.environ, len(data))
    done = run_pandoc(pandoc, ["-f", reader, "-t", "csljson"], limits, data=data)
    said = b"".join(without_backtraces(done.stderr.splitlines(keepends=True)))
    words = said.decode("utf-8", "replace").strip()
    if done.returncode:
        return None, words or f"it ended with status {done.returncode}"
    try:
        items = json.loads(done.stdout)
    except ValueError:
        return None, words or "it gave no references"
    return [item for item in items if isinstance(item, dict)], words

"""The keys that bibliographies name, for telling citations from cross-references (contract §3).

Only keys are read, generously: a key named too many keeps a citation a citation, which is the
safe side. Entries are read by Pandoc alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import UnreadableFileError, read_bytes
from ars_pandoc.citations.known_keys import Bibliography
from ars_pandoc.corpus.named_sources import bibliography_paths, references

_BIB_KEY = lazy_pattern(r"@\s*\w+\s*[{(]\s*([^\s,{}()]+)\s*(?=[,})])")
_BIB_PAGES = lazy_pattern(r"\bpages?\s*=\s*[{\"]?\s*([^{}\",\n]+)", re.IGNORECASE)
# Where an entry of other files begins: that of RIS with its type, one of CSL data with its id.
_ENTRY_START = {
    ".ris": lazy_pattern(r"^TY\s+-", re.MULTILINE),
    ".json": lazy_pattern(r"[{,]\s*\"id\"\s*:"),
    ".yaml": lazy_pattern(r"^\s*-\s", re.MULTILINE),
}
_RIS_KEY = lazy_pattern(r"^ID\s+-\s*(\S+)", re.MULTILINE)


def read_bibliography(meta: Mapping[str, Any], folders: Sequence[Path]) -> Bibliography:
    """Read the keys of a document's `bibliography` files and of its inline `references`.

    Args:
        meta: The document's metadata, as Pandoc hands it to a JSON filter.
        folders: Where relative paths are looked for, in order.
    """
    keys: dict[str, str] = {}
    pages: dict[str, str] = {}
    complete = True
    for name in bibliography_paths(meta):
        text = _read(name, folders)
        found = None if text is None else _keys_of(name, text)
        if found is None:
            complete = False
            continue
        for key, own_pages in found:
            # Of a key that stands twice the last is printed.
            keys[key] = name
            pages.pop(key, None)
            if own_pages:
                pages[key] = own_pages
    for entry in references(meta):
        for field in ("id", "citation-key"):
            if isinstance(entry.get(field), str):
                keys[entry[field]] = "references"
                pages.pop(entry[field], None)
                if isinstance(entry.get("page"), str):
                    pages[entry[field]] = entry["page"]
    return Bibliography(keys, complete, pages)


def read_entries(meta: Mapping[str, Any], folders: Sequence[Path]) -> list[str] | None:
    """Return the text of each entry of a document's bibliographies and inline `references`.

    Args:
        meta: As for `read_bibliography`.
        folders: Likewise.

    Returns:
        The texts, in no form that could be read further; None where a bibliography is unread.
    """
    found = [str(entry) for entry in references(meta)]
    for name in bibliography_paths(meta):
        text = _read(name, folders)
        if text is None or _keys_of(name, text) is None:
            return None
        suffix = Path(name).suffix.lower()
        pattern = _BIB_KEY if suffix.startswith(".bib") else _ENTRY_START.get(suffix)
        starts = [0] if pattern is None else [hit.start() for hit in pattern.finditer(text)]
        found += [
            text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
        ]
    return found


def _read(name: str, folders: Sequence[Path]) -> str | None:
    for folder in folders:
        path = folder / name
        try:
            return read_bytes(path).decode("utf-8-sig", "replace")
        except UnreadableFileError:
            continue
    return None


def _keys_of(name: str, text: str) -> Iterable[tuple[str, str]] | None:
    """Return the keys that a bibliography names, each with its pages or "".

    None if its format is not known here.
    """
    suffix = Path(name).suffix.lower()
    if suffix in (".bib", ".bibtex", ".biblatex"):
        return _bib_keys(text)
    if suffix == ".json":
        return _json_keys(text)
    if suffix in (".yaml", ".yml"):
        return _yaml_keys(name, text)
    if suffix == ".ris":
        return [(key, "") for key in _RIS_KEY.findall(text)]
    return None


def _bib_keys(text: str) -> list[tuple[str, str]]:
    hits = list(_BIB_KEY.finditer(text))
    ends = [hit.start() for hit in hits[1:]] + [len(text)]
    found = []
    for hit, end in zip(hits, ends, strict=False):
        pages = _BIB_PAGES.search(text, hit.end(), end)
        found.append((hit[1], pages[1].strip() if pages else ""))
    return found


def _yaml_keys(name: str, text: str) -> list[tuple[str, str]] | None:
    try:
        return _entry_keys(parse_yaml(text, name))
    except UnreadableFileError:
        return None


def _json_keys(text: str) -> list[tuple[str, str]] | None:
    import json  # the filter has it loaded; commands may not

    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _entry_keys(data)


def _entry_keys(data: Any) -> list[tuple[str, str]] | None:
    """Return the keys of CSL data: a list of entries, or one below `items` or `references`."""
    if isinstance(data, dict):
        data = data.get("items", data.get("references"))
    if not isinstance(data, list):
        return None
    return [
        (str(entry[field]), str(entry.get("page", "")))
        for entry in data
        if isinstance(entry, dict)
        for field in ("id", "citation-key", "citationKey")
        if entry.get(field)
    ]

"""Metadata: in which fields citations count, and in which order they are read (contract §2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ars_pandoc.pandoc.elements import stringify

_CITED = frozenset(
    (
        "title",
        "subtitle",
        "abstract",
        "thanks",
        "dedication",
        "acknowledgements",
        "description",
        "author",
        "include-before",
        "include-after",
        "reference-section-title",
    )
)
_CITED_PREFIX = "abstract-"
_ACCOUNTS = frozenset(
    "email url orcid twitter x mastodon bluesky github gitlab linkedin instagram threads handle id "
    "account homepage website".split()
)
_FIRST = ("title", "subtitle")


def counts_citations(field: str) -> bool:
    """Return whether citations in a metadata field count; markers are stripped from all."""
    return field in _CITED or field.startswith(_CITED_PREFIX)


def reading_order(meta: Mapping[str, Any]) -> list[str]:
    """Return the names of all fields as a reader meets them: Pandoc sorts them by name."""
    return sorted(meta, key=lambda name: (*(name != first for first in _FIRST), name))


def printed_texts(name: str, value: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """Return those texts of a field that print, in order; none of a field that does not.

    Args:
        name: The field.
        value: Its value. Of an author's the accounts and addresses do not count: `@jane` there
            is a name on a network.
    """
    if counts_citations(name):
        yield from texts_of(value, without=_ACCOUNTS)


def texts_of(
    value: Mapping[str, Any], *, without: frozenset[str] = frozenset()
) -> Iterator[tuple[str, list[Any]]]:
    """Return the texts of a metadata value: `("blocks" | "inlines", list)`, in order.

    Args:
        value: The value.
        without: Names of members of maps that are left out.
    """
    kind, content = value["t"], value["c"]
    if kind == "MetaInlines":
        yield "inlines", content
    elif kind == "MetaBlocks":
        yield "blocks", content
    elif kind == "MetaList":
        for item in content:
            yield from texts_of(item, without=without)
    elif kind == "MetaMap":
        for name, item in content.items():
            if name not in without:
                yield from texts_of(item, without=without)


def cross_reference_kinds(meta: Mapping[str, Any]) -> frozenset[str]:
    """Return the prefixes of cross-references that Quarto's `crossref: custom:` defines."""
    kinds: set[str] = set()
    crossref = meta.get("crossref")
    if crossref is None or crossref["t"] != "MetaMap":
        return frozenset()
    custom = crossref["c"].get("custom")
    for item in custom["c"] if custom is not None and custom["t"] == "MetaList" else ():
        key = item["c"].get("key") if item["t"] == "MetaMap" else None
        if key is not None and key["t"] == "MetaInlines":
            kinds.add(stringify(key["c"]).strip().lower())
        elif key is not None and key["t"] == "MetaString":
            kinds.add(key["c"].strip().lower())
    return frozenset(kinds)


def language_of(meta: Mapping[str, Any]) -> str | None:
    """Return the document's `lang`, or None if it names none."""
    value = meta.get("lang")
    if value is None:
        return None
    if value["t"] == "MetaInlines":
        return stringify(value["c"]) or None
    return str(value["c"]) if value["t"] == "MetaString" else None

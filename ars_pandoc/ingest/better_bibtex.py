"""Zotero's "Better BibTeX JSON": its own export, which Pandoc does not read.

https://retorque.re/zotero-better-bibtex/exporting/: an object with `items`, each a Zotero item with
its `citationKey`.
"""

from __future__ import annotations

import json
import re
from typing import Any

_ROLES = {"author": "author", "editor": "editor", "bookAuthor": "container-author"}
_TYPES = {
    "book": "book",
    "bookSection": "chapter",
    "conferencePaper": "paper-conference",
    "journalArticle": "article-journal",
    "preprint": "article",
    "report": "report",
    "thesis": "thesis",
    "webpage": "webpage",
}
_CONTAINERS = (
    "publicationTitle",
    "bookTitle",
    "proceedingsTitle",
    "encyclopediaTitle",
    "dictionaryTitle",
    "repository",
    "websiteTitle",
    "university",
    "institution",
)
_YEAR = re.compile(r"(?<!\d)(-?\d{4})(?!\d)")


def items_of(text: str) -> list[dict[str, Any]] | None:
    """Return the items of a Better BibTeX JSON file, or None if it is no such file."""
    try:
        data = json.loads(text)
    except ValueError:
        return None  # Pandoc says what is wrong with it
    items = data.get("items") if isinstance(data, dict) else None
    if not isinstance(items, list):
        return None
    return [
        item
        for item in items
        if isinstance(item, dict) and item.get("itemType") not in ("note", "attachment")
    ]


def to_csl(item: dict[str, Any]) -> dict[str, Any]:
    """Return a Zotero item as a CSL-JSON item, as far as a sidecar's entry needs it."""
    record: dict[str, Any] = {
        "id": item.get("citationKey") or item.get("citekey") or item.get("citation-key") or "",
        "type": _TYPES.get(str(item.get("itemType")), "document"),
        "title": item.get("title") or item.get("caseName") or item.get("nameOfAct"),
        "DOI": item.get("DOI") or _extra(item, "DOI"),
        "URL": item.get("url"),
        "publisher": item.get("publisher"),
        "container-title": next((item[name] for name in _CONTAINERS if item.get(name)), None),
        "attachments": [
            attachment["path"]
            for attachment in item.get("attachments") or []
            if isinstance(attachment, dict) and attachment.get("path")
        ],
    }
    date = _YEAR.search(str(item.get("date") or ""))
    if date:
        record["issued"] = {"date-parts": [[int(date[1])]]}
    for creator in item.get("creators") or []:
        role = _ROLES.get(str(creator.get("creatorType")))
        if role is None:
            continue
        if creator.get("name"):
            name = {"literal": creator["name"]}
        else:
            parts = {"family": creator.get("lastName"), "given": creator.get("firstName")}
            name = {part: value for part, value in parts.items() if value}
        if name:
            record.setdefault(role, []).append(name)
    return {name: value for name, value in record.items() if value not in (None, "", [])}


def _extra(item: dict[str, Any], field: str) -> str | None:
    """Return a field that stands as a line of Zotero's Extra."""
    found = re.search(rf"^{field}\s*:\s*(\S+)", str(item.get("extra") or ""), re.M | re.I)
    return found[1] if found else None

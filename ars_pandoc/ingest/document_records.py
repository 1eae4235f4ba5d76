"""What a document itself says of its sources, where no bibliography does (contract §4, Found)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ars_pandoc.ingest.records import Library, Record

# Manubot's keys name the source: doi:10.1000/x, pmid:123, arxiv:2401.00001, url:https://…
_PREFIXES = {
    "doi": "https://doi.org/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/",
    "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
    "pmc": "https://www.ncbi.nlm.nih.gov/pmc/articles/",
    "arxiv": "https://arxiv.org/abs/",
    "url": "",
}
_TAG = re.compile(r"^ {0,3}\[@(?P<key>[^\]\s]+)\]:[ \t]+<?(?P<meant>[^\s>]+)>?", re.M)


def records_of_document(keys: Iterable[str], text: str, name: str) -> Library:
    """Return a record for each cited key: what its name, or Manubot's tag for it, says.

    Nothing is guessed: title, authors and year are left to be written.

    Args:
        keys: The keys that are cited.
        text: The document's text, in which tags are looked up; empty where it has none.
        name: How the document is called.
    """
    tags = {found["key"]: found["meant"] for found in _TAG.finditer(text)}
    return Library(name, {key: _record(key, tags.get(key, key)) for key in keys})


def _record(key: str, meant: str) -> Record:
    record: Record = {"id": key}
    prefix, colon, rest = meant.partition(":")
    base = _PREFIXES.get(prefix.lower()) if colon and rest else None
    if meant.startswith(("http://", "https://")):
        record["URL"] = meant
    elif base is not None:
        record["URL"] = base + rest
        if prefix.lower() == "doi":
            record["DOI"] = rest
    return record

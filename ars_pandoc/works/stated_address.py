"""Can the full text of an entry be sought? It states an identifier, or an address (contract §12)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ars_pandoc.works.identifiers import arxiv_of, doi_in, doi_of, pmcid_of, pmid_of

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry

MANUAL_ENTRY = "manual"
"""The `obtained_via` of entries that are never looked up (contract §9)."""

_OWNERS = ("doi.org", "arxiv.org", "ncbi.nlm.nih.gov", "europepmc.org")


def can_be_sought(entry: Entry) -> bool:
    """Return whether a full text can be sought for an entry; one entered by hand is not looked up."""
    if entry.obtained_via == MANUAL_ENTRY:
        return False
    if doi_of(entry) or arxiv_of(entry) or pmid_of(entry) or pmcid_of(entry):
        return True
    return stated_address(entry) is not None


def stated_address(entry: Entry) -> str | None:
    """Return the web address that an entry states, if it is no identifier's, or None."""
    text = entry.source_pointer.strip()
    try:
        host = urlsplit(text).hostname or ""
    except ValueError:
        return None
    if not text.lower().startswith(("https://", "http://")) or not host or doi_in(text):
        return None
    return None if any(host == one or host.endswith(f".{one}") for one in _OWNERS) else text

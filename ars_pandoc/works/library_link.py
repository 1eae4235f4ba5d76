"""Where a person finds a work that is not open: its own page, and libraries (contract §12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from ars_pandoc.base.errors import ArsError
from ars_pandoc.works.identifiers import doi_of, in_path, pmid_of

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry

RESOLVER = "ARS_LIBRARY_URL"
"""The variable with the address of a library's link resolver, which speaks OpenURL 1.0."""

_CATALOGUE = "https://search.worldcat.org/search"


def page_of(entry: Entry) -> str | None:
    """Return the address where a work itself stands, as far as the entry tells it."""
    doi = doi_of(entry)
    if doi is not None:
        return f"https://doi.org/{in_path(doi)}"
    if entry.source_pointer.lower().startswith(("https://", "http://")):
        return entry.source_pointer
    pmid = pmid_of(entry)
    return f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else None


def library_link(entry: Entry, environment: Mapping[str, str]) -> str:
    """Return a link to a library's copy: by the user's link resolver, else in the catalogue of many.

    Args:
        entry: The work.
        environment: `ARS_LIBRARY_URL` is the resolver.

    Raises:
        ArsError: The variable is no web address.
    """
    first = entry.authors[0] if entry.authors else {}
    family = str(first.get("family") or first.get("literal") or "")
    resolver = environment.get(RESOLVER, "").strip()
    if not resolver:
        return f"{_CATALOGUE}?{urlencode({'q': f'{entry.title} {family}'.strip()})}"
    parts = urlsplit(resolver)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ArsError(
            f"{RESOLVER} is no web address",
            steps=[f"set it as in {RESOLVER}=https://resolver.example.edu/openurl, or unset it"],
        )
    doi = doi_of(entry)
    asked = {
        "url_ver": "Z39.88-2004",
        "rft_val_fmt": "info:ofi/fmt:kev:mtx:journal",
        "rft.atitle": entry.title,
        "rft.aulast": family,
        "rft.date": str(entry.year),
        **({"rft.jtitle": entry.venue} if entry.venue else {}),
        **({"rft_id": f"info:doi/{doi}"} if doi else {}),
    }
    return f"{resolver}{'&' if parts.query else '?'}{urlencode(asked)}"

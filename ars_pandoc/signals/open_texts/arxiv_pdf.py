"""arXiv: the PDF of an arXiv id (contract §12)."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from ars_pandoc.signals.arxiv import Arxiv
from ars_pandoc.signals.open_texts.finder import Wanted
from ars_pandoc.signals.open_texts.location import Found, Location, Version
from ars_pandoc.signals.transport import BadAnswerError, Transport


class ArxivPdf:
    """The oldest preprint server; where its API is, its PDFs for programs are too."""

    service = Arxiv.service

    def read(self, status: int, body: bytes) -> Any:
        """Nothing is looked up: the id is the address."""
        raise BadAnswerError

    def knows(self, wanted: Wanted) -> bool:
        """It knows its ids."""
        return wanted.work.arxiv is not None

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Make the address of the newest version of an id."""
        del transport
        base = wanted.addresses[self.service.name].removesuffix("/api")
        url = f"{base}/pdf/{quote(wanted.work.arxiv or '', safe='/')}"
        doi = (wanted.work.doi or "").casefold()
        is_cited = wanted.server is not None or not doi or doi.startswith("10.48550/")
        version: Version = "published" if is_cited else "preprint"
        label = self.service.label
        return Found((Location(url, "pdf", version, None, label, for_programs=True),))

"""All services that know where full texts may be had, in the order in which they are asked."""

from __future__ import annotations

from ars_pandoc.signals.open_texts.arxiv_pdf import ArxivPdf
from ars_pandoc.signals.open_texts.biorxiv import BioRxiv
from ars_pandoc.signals.open_texts.europe_pmc import EuropePmc
from ars_pandoc.signals.open_texts.finder import Finder
from ars_pandoc.signals.open_texts.openalex_locations import OpenAlexLocations
from ars_pandoc.signals.open_texts.pubmed_central import PubMedCentral
from ars_pandoc.signals.open_texts.semantic_scholar_pdf import SemanticScholarPdf
from ars_pandoc.signals.open_texts.unpaywall import Unpaywall

FINDERS: dict[str, Finder] = {
    one.service.name: one
    for one in (
        EuropePmc(),
        PubMedCentral(),
        BioRxiv(),
        ArxivPdf(),
        Unpaywall(),
        OpenAlexLocations(),
        SemanticScholarPdf(),
    )
}
"""By name, those with JATS first."""

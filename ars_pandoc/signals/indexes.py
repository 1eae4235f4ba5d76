"""All indexes, by the names that the command line and the catalog give them."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.base.errors import ArsError
from ars_pandoc.signals.arxiv import Arxiv
from ars_pandoc.signals.crossref import Crossref
from ars_pandoc.signals.doi import DoiOrg
from ars_pandoc.signals.index import Index
from ars_pandoc.signals.openalex import OpenAlex
from ars_pandoc.signals.pubmed import PubMed
from ars_pandoc.signals.semantic_scholar import SemanticScholar

INDEXES: dict[str, Index] = {
    index.service.name: index
    for index in (SemanticScholar(), OpenAlex(), Crossref(), Arxiv(), PubMed(), DoiOrg())
}
DEFAULT = tuple(name for name in INDEXES if name != "openalex")
"""Who is asked where nobody is named: Semantic Scholar, and the owners of identifiers."""

ALL = "all"


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """Return the indexes that a list of names means, in the order of `INDEXES`.

    Args:
        names: Names, or several joined by commas, or `all`.

    Raises:
        ArsError: One is no index.
    """
    asked = [part.strip().casefold() for name in names for part in name.split(",") if part.strip()]
    for name in asked:
        if name != ALL and name not in INDEXES:
            raise ArsError(
                f"there is no index {name!r}", steps=[f"choose among {', '.join(INDEXES)}, {ALL}"]
            )
    if not asked:
        return DEFAULT
    return tuple(name for name in INDEXES if ALL in asked or name in asked)

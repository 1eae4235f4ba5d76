"""Retractions that held articles tell of themselves, once a person vouches for them (contract §8).

`ars pin` records what a file says that is surely the source. A file that is held and not surely
the source becomes it by a person's word: then what it says of its own retraction counts too.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ars_pandoc.corpus.catalog import Catalog, load_catalog

if TYPE_CHECKING:
    from ars_pandoc.corpus.catalog import Fact
    from ars_pandoc.corpus.sidecar_entry import Entry


def record_held_retractions(catalog: Path, entries: Iterable[Entry]) -> tuple[str, ...]:
    """Record which sources say in their own held JATS that they were retracted.

    Args:
        catalog: The file, in the folder that holds the store.
        entries: The sources that a person has compared with the original.

    Returns:
        The keys of the sources that say so.

    Raises:
        ArsError: The catalog is damaged or cannot be written, or a file of the store was changed.
    """
    held = load_catalog((), catalog.parent)
    facts = {
        entry.citation_key: found
        for entry in entries
        if (found := _facts(entry, held, catalog.parent))
    }
    if facts:
        from ars_pandoc.corpus.edit_catalog import record_facts

        record_facts(catalog, facts)
    return tuple(facts)


def _facts(entry: Entry, held: Catalog, folder: Path) -> list[Fact]:
    if not held.pinned(entry.citation_key):
        return []
    from ars_pandoc.corpus.edit_catalog import this_moment
    from ars_pandoc.corpus.store import Store
    from ars_pandoc.texts.extract import JATS
    from ars_pandoc.works.front_matter import front_matter
    from ars_pandoc.works.identifiers import doi_of
    from ars_pandoc.works.jats_retraction import retraction_fact

    facts = []
    doi = doi_of(entry)
    for snapshot in held.snapshots(entry.citation_key):
        data = Store((folder,)).read(snapshot.sha256) if snapshot.media_type == JATS else None
        if data is None:
            continue
        dois = front_matter(data, JATS).dois
        if doi is not None and dois and doi.casefold() not in dois:
            continue  # it calls itself another work
        fact = retraction_fact(data, snapshot.retrieved_at or this_moment())
        if fact is not None:
            facts.append(fact)
    return facts

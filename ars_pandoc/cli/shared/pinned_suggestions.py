"""What pinned sources offer to the citations of a document (contract §12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ars_pandoc.texts.unreadable import Unreadable
from ars_pandoc.verdict.matrix import as_word
from ars_pandoc.works.stated_address import can_be_sought

if TYPE_CHECKING:
    from ars_pandoc.citations.claim import ClaimInContext
    from ars_pandoc.corpus.catalog import Catalog
    from ars_pandoc.grounding.text_cache import TextCache
    from ars_pandoc.suggesting.suggest import Suggester, Suggestions
    from ars_pandoc.verdict.sources import Sources

Outcome = Literal["suggested", "nothing", "not-pinned", "not-here", "unreadable"]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a source offers to one sentence.

    Attributes:
        outcome: Whether passages were found, and if there is no source to look at, why.
        reason: In words; empty where passages were found.
        suggestions: None where there is no source to look at.
        fetch: The command that looks for an open copy of what is not pinned, or "".
    """

    outcome: Outcome
    reason: str = ""
    suggestions: Suggestions | None = None
    fetch: str = ""


_NOT_PINNED = Offer("not-pinned", "no full text of the source is pinned")


def offers(
    sources: Sources | None,
    asked: Iterable[tuple[str | None, ClaimInContext]],
    lang: str | None,
    most: int,
) -> list[Offer]:
    """Return what the sources offer to sentences, in their order.

    Args:
        sources: What is known of the document's sources.
        asked: The key and the sentence of each citation.
        lang: The document's language.
        most: At most so many passages for each.

    Raises:
        ArsError: The bytes of a snapshot are not those that were pinned.
    """
    by_key: dict[str | None, list[tuple[int, ClaimInContext]]] = {}
    for number, (key, context) in enumerate(asked):
        by_key.setdefault(key, []).append((number, context))
    found: dict[int, Offer] = {}
    # Source by source: only one is held in memory, however many a document cites.
    for key, own in by_key.items():
        source = source_of(sources, key, lang)
        found.update((number, offer(source, context, most)) for number, context in own)
    return [found[number] for number in sorted(found)]


def source_of(sources: Sources | None, key: str | None, lang: str | None) -> Suggester | Offer:
    """Return the pinned source of a key, ready to be asked; or why there is none.

    Raises:
        ArsError: The bytes of a snapshot are not those that were pinned.
    """
    if sources is None or sources.corpus is None or key is None:
        return _NOT_PINNED
    found = source_in(sources.catalog, sources.texts, sources.environment, key, lang)
    entry = sources.corpus.entries.get(key)
    if found is _NOT_PINNED and entry is not None and can_be_sought(entry):
        return replace(found, fetch=f"ars fetch {as_word(key)}{sources.option(key)}")
    return found


def source_in(
    catalog: Catalog,
    texts: TextCache,
    environment: Mapping[str, str],
    key: str,
    lang: str | None,
) -> Suggester | Offer:
    """Return what `source_of` does, from a catalog and the words of what it pins.

    Raises:
        ArsError: The bytes of a snapshot are not those that were pinned.
    """
    from ars_pandoc.suggesting.suggest import Suggester

    why = _NOT_PINNED
    for snapshot in catalog.likeliest(key):
        try:
            text = texts.words(snapshot)
        except Unreadable as error:
            why = Offer("unreadable", f"the pinned file cannot be read: {error.reason}")
            continue
        if text is not None:
            return Suggester(text, lang, snapshot.sha256, environment)
        why = Offer("not-here", "the pinned file is not here: bring the folder sources/")
    return why


def offer(source: Suggester | Offer, context: ClaimInContext, most: int) -> Offer:
    """Return what a source offers to a sentence."""
    if isinstance(source, Offer):
        return source
    found = source.suggest(context, most)
    return Offer("suggested" if found.passages else "nothing", found.reason, found)

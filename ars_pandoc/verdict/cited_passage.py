"""Which words of its source a citation's place means: what is judged (contract §12, Judgements)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ars_pandoc.citations.citation import Citation
from ars_pandoc.corpus.judgements import passage_hash
from ars_pandoc.grounding.named_extent import named_extent
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.texts.source_text import SourceText, shown
from ars_pandoc.texts.unreadable import Unreadable

if TYPE_CHECKING:
    from ars_pandoc.verdict.sources import Sources

_LONGEST = 6000


def passage_of(
    citation: Citation, groundings: Sequence[Grounding | None], sources: Sources
) -> dict[str, Any]:
    """Return the source's words at a citation's place, with those around and where they stand.

    Args:
        citation: With its anchors.
        groundings: What became of its quotes.
        sources: What is known of the sources.

    Returns:
        `passage`, `passage_sha256`, `surroundings` and `place`; the first is empty where no full
        text is at hand or nothing in it bears the name.
    """
    for one in groundings:
        if one is not None and one.passage is not None and one.result != "not-found":
            around = {"before": one.passage.before, "after": one.passage.after}
            place = {
                "page": one.page,
                "pdf_page": one.pdf_page,
                "section": one.section,
                "paragraph": one.paragraph,
            }
            return _passage(one.passage.text, around, place)
    text = words_of(citation.key, sources)
    extent = None if text is None else named_extent(text, citation.anchors)
    if text is None or extent is None:
        return _passage("", {"before": "", "after": ""}, None)
    at = text.passage(extent[0])
    place = {
        "page": at.page,
        "pdf_page": at.pdf_page,
        "section": at.section,
        "paragraph": at.paragraph,
    }
    words = shown(text.text[slice(*extent)])
    return _passage(words[:_LONGEST], {"before": "", "after": words[_LONGEST:][:200]}, place)


def hash_of_passage(citation: Citation, sources: Sources) -> str | None:
    """Return the hash of what `passage_of` gives, "" where nothing in the source bears the name.

    Args:
        citation: With its anchors.
        sources: What is known of the sources.

    Returns:
        None where no words of the source are at hand.

    Raises:
        ArsError: The bytes of a pinned source are not those that were pinned.
    """
    grounded = sources.grounded(citation)
    if grounded is None:
        return None
    found: str | None = passage_of(citation, grounded.groundings, sources)["passage_sha256"]
    if found is None and words_of(citation.key, sources) is not None:
        return ""
    return found


def words_of(key: str | None, sources: Sources) -> SourceText | None:
    """Return the words of a source's first snapshot that can be read; None if there is none.

    Raises:
        ArsError: The bytes are not those that were pinned.
    """
    for snapshot in () if key is None else sources.catalog.snapshots(key):
        try:
            text = sources.texts.words(snapshot)
        except Unreadable:
            continue
        if text is not None:
            return text
    return None


def _passage(
    words: str, around: Mapping[str, str], place: Mapping[str, Any] | None
) -> dict[str, Any]:
    return {
        "passage": words,
        "passage_sha256": passage_hash(words) if words else None,
        "surroundings": dict(around),
        "place": None if place is None else dict(place),
    }

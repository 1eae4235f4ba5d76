"""Where in its source a sentence most likely rests: what the desk offers to look at first.

The ranking is not the desk's. Where nothing ranks, there are no suggestions, and the page says
nothing of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ars_pandoc.texts.source_text import SourceText


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A passage to look at.

    Attributes:
        start: Where it begins in the source's text.
        end: Where it ends.
        score: How like the sentence it is; the higher the more.
        words: Those that both have.
    """

    start: int
    end: int
    score: float
    words: tuple[str, ...] = ()


def suggestions(
    source: SourceText, sentence: str, before: str, after: str, lang: str | None
) -> Sequence[Suggestion] | None:
    """Return the passages of a source that a sentence most likely rests on, the best first.

    Args:
        source: Its words.
        sentence: Without the citation.
        before: The sentence before it.
        after: The one behind it.
        lang: The document's language.

    Returns:
        None where nothing ranks; empty where nothing in the source looks like it.
    """
    del source, sentence, before, after, lang
    return None

"""Where in a source a sentence most likely rests (contract §12).

Nothing here writes or decides: a suggestion is a place to look at.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.citations.writing_anchors import anchor_marker
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.suggesting.quoting import quote_of
from ars_pandoc.suggesting.rank import Claim, learned, query_of, rank, strength
from ars_pandoc.suggesting.sentences import Part
from ars_pandoc.suggesting.source_index import SourceIndex, index_of
from ars_pandoc.suggesting.terms import stemmer_name, terms
from ars_pandoc.texts.source_text import Passage, SourceText, shown

MOST = 5
"""So many passages are suggested, if no other number is asked for."""

_TITLE_PAGE = 4.0
"""What dots, numbers and signs take from a claim: title pages and contents are full of them."""

NOTHING = "nothing in this source looks like it"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A passage of a source that a sentence may rest on.

    Attributes:
        passage: The sentence of the source.
        before: The sentence before it, or "".
        behind: The sentence behind it, or "".
        place: Page, section and paragraph, as far as they are known.
        part: The kind of section.
        quote: At most 25 words of the passage that the gate finds, or None.
        score: The share of the ranker's belief that lies here, 0 to 1.
        words: Those of the passage that the citing sentence has too, as they stand there.
        start: Where the sentence begins in the source's text.
        end: Where it ends.
    """

    passage: str
    before: str
    behind: str
    place: Passage
    part: Part
    quote: str | None
    score: float
    words: tuple[str, ...]
    start: int
    end: int

    @property
    def anchor(self) -> Anchor | None:
        """The quote as an anchor, or None without one."""
        return None if self.quote is None else Anchor("quote", self.quote)

    def as_json(self) -> dict[str, Any]:
        """Return the object of `suggestions.schema.json`."""
        anchor = self.anchor
        return {
            "passage": self.passage,
            "before": self.before,
            "behind": self.behind,
            "page": self.place.page,
            "pdf_page": self.place.pdf_page,
            "section": self.place.section,
            "paragraph": self.place.paragraph,
            "part": self.part.value,
            "quote": self.quote,
            "anchor": None if anchor is None else anchor_marker(anchor),
            "score": round(self.score, 4),
            "words": list(self.words),
        }


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What a source offers to a sentence.

    Attributes:
        passages: The likeliest first; none where nothing in the source looks like the sentence.
        whole_work: What to quote where the source as a whole is meant: the claim of its abstract,
            or of its first sentences; None where it has neither.
        strength: How much of what the sentence says the nearest sentence holds, 0 to 1.
        threshold: Below it nothing is suggested.
    """

    passages: tuple[Suggestion, ...]
    whole_work: Suggestion | None
    strength: float
    threshold: float

    @property
    def reason(self) -> str:
        """Why there are no passages; empty where there are some."""
        return "" if self.passages else NOTHING


@dataclass(slots=True)
class Suggester:
    """Suggests passages of one source; made once, asked for many sentences.

    Attributes:
        source: Its words.
        lang: The document's language, whose stemmer is used.
        sha256: Of the source's bytes; None keeps no index.
        environment: `ARS_CACHE_DIR` moves the cache.
    """

    source: SourceText
    lang: str | None = None
    sha256: str | None = None
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    _stemmer: str = ""
    _index: SourceIndex | None = None
    _matcher: Matcher | None = None
    _whole: tuple[Suggestion | None] | None = None

    def suggest(self, context: ClaimInContext, most: int = MOST) -> Suggestions:
        """Return the passages that a sentence most likely rests on.

        Args:
            context: The sentence, without its citation, and its neighbours.
            most: At most so many.
        """
        index = self.index
        stemmer = self._stemmer
        claim = Claim(
            terms(context.sentence, stemmer),
            [*terms(context.before, stemmer), *terms(context.after, stemmer)],
            context.at,
        )
        weights = learned()
        found = strength(index, claim)
        chosen = rank(index, claim, most, weights) if found >= weights.threshold else []
        wanted = query_of(claim)
        passages = tuple(self._suggestion(index, one.number, one.score, wanted) for one in chosen)
        return Suggestions(passages, self._whole_work(index), found, weights.threshold)

    @property
    def index(self) -> SourceIndex:
        """The sentences of the source, made ready."""
        if self._index is None:
            self._stemmer = stemmer_name(self.lang)
            self._index = index_of(self.source, self._stemmer, self.sha256, self.environment)
        return self._index

    @property
    def matcher(self) -> Matcher:
        """The gate's own look-up of quotes in the source."""
        if self._matcher is None:
            self._matcher = Matcher(self.source)
        return self._matcher

    def _suggestion(
        self, index: SourceIndex, number: int, score: float, wanted: Mapping[str, float]
    ) -> Suggestion:
        text = self.source.text
        sentence = index.sentences[number]
        quoted = quote_of(self.matcher, sentence, wanted, self._stemmer)
        passage = shown(text[sentence.start : sentence.end])
        matched = dict.fromkeys(
            passage[word.start : word.end]
            for word in terms(passage, self._stemmer)
            if word.stem in wanted
        )
        return Suggestion(
            passage,
            self._beside(index, number, -1),
            self._beside(index, number, 1),
            self.source.passage(sentence.start),
            sentence.part,
            None if quoted is None else quoted[0],
            score,
            tuple(matched),
            sentence.start,
            sentence.end,
        )

    def _beside(self, index: SourceIndex, number: int, step: int) -> str:
        """Return a sentence's neighbour, if it stands in the same section."""
        other = number + step
        if not 0 <= other < len(index.sentences):
            return ""
        here, there = index.sentences[number], index.sentences[other]
        if self.source.passage(here.start).section != self.source.passage(there.start).section:
            return ""
        return shown(self.source.text[there.start : there.end])

    def _whole_work(self, index: SourceIndex) -> Suggestion | None:
        """Return what a source claims for itself: asked of each sentence, looked for once."""
        if self._whole is None:
            candidates = _claims(index)
            found = (self._suggestion(index, number, 0.0, {}) for number in candidates)
            self._whole = (next((one for one in found if one.quote is not None), None),)
        return self._whole[0]


def _claims(index: SourceIndex) -> Sequence[int]:
    """Return the sentences in which a source says what it claims, the plainest first.

    Of the abstract; without one, of the introduction's or the file's beginning.
    """
    for part in (Part.ABSTRACT, Part.INTRODUCTION):
        own = [number for number, one in enumerate(index.sentences) if one.part is part]
        if own:
            break
    else:
        own = list(range(min(12, len(index.sentences))))
    return sorted(
        own,
        key=lambda number: (
            -(
                index.claims[number]
                + index.about[number]
                - index.cites[number]
                - _TITLE_PAGE * index.signs[number]
            ),
            number,
        ),
    )

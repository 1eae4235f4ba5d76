"""The pinned words of sources, as the desk shows and searches them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ars_pandoc.citations.citation import Anchor
from ars_pandoc.corpus.catalog import Snapshot
from ars_pandoc.desk.pages import Pages, is_drawn, text_blocks, text_pages
from ars_pandoc.grounding.match_quote import Matcher, prepare_quote
from ars_pandoc.grounding.named_extent import named_extent
from ars_pandoc.texts.source_text import SourceText, shown
from ars_pandoc.texts.unreadable import Unreadable
from ars_pandoc.verdict.sources import Sources

if TYPE_CHECKING:
    from ars_pandoc.citations.claim import ClaimInContext
    from ars_pandoc.suggesting.suggest import Suggester, Suggestion

_MOST_HITS = 100
_AROUND = 60
_KEPT = 8


@dataclass
class Held:
    """A source whose words are at hand.

    Attributes:
        snapshot: What is pinned.
        text: Its words.
        environment: The `ARS_…` variables and the rest, for the place of the cache.
    """

    snapshot: Snapshot
    text: SourceText
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    _suggesters: dict[str | None, Suggester] = field(default_factory=dict, repr=False)

    @cached_property
    def matcher(self) -> Matcher:
        """Looks quotes up in it."""
        return Matcher(self.text)

    @cached_property
    def bounds(self) -> list[int]:
        """Where the pages begin, and the end."""
        if is_drawn(self.text):
            return [*(page.start for page in self.text.pages), len(self.text.text)]
        return text_pages(self.text)

    @property
    def count(self) -> int:
        """How many pages it has, or parts in which it is shown."""
        return len(self.bounds) - 1

    def page_of(self, offset: int) -> int:
        """Return the number of the page that an offset stands on, from 0."""
        inside = [number for number, start in enumerate(self.bounds[:-1]) if start <= offset]
        return inside[-1] if inside else 0

    def about(self, key: str) -> dict[str, Any]:
        """Tell what there is to show."""
        drawn = is_drawn(self.text)
        return {
            "key": key,
            "kind": "pdf" if drawn else "text",
            "count": self.count,
            "labels": [page.label for page in self.text.pages] if drawn else [],
            "faults": [page.fault for page in self.text.pages] if drawn else [],
        }

    def passage(self, anchors: Sequence[Anchor]) -> dict[str, Any] | None:
        """Return where the place of a citation is; None where it names none that is here."""
        for anchor in anchors:
            if anchor.kind == "quote" and anchor.fault is None:
                quote = prepare_quote(anchor.value)
                spans = self.matcher.find(quote.whole) or [
                    span for part in quote.parts for span in self.matcher.find(part)
                ]
                if spans:
                    return self._extent(spans[0].start, spans[-1].end, "quote")
        extent = named_extent(self.text, anchors)
        return None if extent is None else self._extent(*extent, "place")

    def _extent(self, start: int, end: int, kind: str) -> dict[str, Any]:
        return {"start": start, "end": end, "page": self.page_of(start), "kind": kind}

    def search(self, words: str) -> list[dict[str, Any]]:
        """Find words, whatever stands between their letters and in whatever case."""
        wanted = "".join(filter(str.isalnum, words)).casefold()
        letters, offsets = self._letters
        hits: list[dict[str, Any]] = []
        at = letters.find(wanted) if wanted else -1
        while at >= 0 and len(hits) < _MOST_HITS:
            start, end = offsets[at], offsets[at + len(wanted) - 1] + 1
            hits.append(self.excerpt(start, end))
            at = letters.find(wanted, at + len(wanted))
        return hits

    def excerpt(self, start: int, end: int) -> dict[str, Any]:
        """Return words with those around and where they stand."""
        text = self.text.text
        place = self.text.passage(start)
        return {
            **self._extent(start, end, "hit"),
            "before": shown(text[max(0, start - _AROUND) : start]),
            "text": shown(text[start:end]),
            "after": shown(text[end : end + _AROUND]),
            "label": place.page,
            "section": place.section,
            "paragraph": place.paragraph,
        }

    def suggestions(self, context: ClaimInContext, lang: str | None) -> list[dict[str, Any]]:
        """Return where a sentence most likely rests, the likeliest first.

        Args:
            context: The sentence and its neighbours.
            lang: The document's language.
        """
        from ars_pandoc.suggesting.suggest import Suggester

        suggester = self._suggesters.get(lang)
        if suggester is None:
            suggester = Suggester(self.text, lang, self.snapshot.sha256, self.environment)
            self._suggesters[lang] = suggester
        return [
            {
                **self.excerpt(*self._quoted(one)),
                "passage": one.passage,
                "quote": one.quote,
                "score": round(one.score, 4),
                "words": list(one.words),
            }
            for one in suggester.suggest(context).passages
        ]

    def _quoted(self, suggestion: Suggestion) -> tuple[int, int]:
        """Return where the quote of a suggestion stands, or its sentence."""
        if suggestion.quote is not None:
            for span in self.matcher.find(prepare_quote(suggestion.quote).whole):
                if suggestion.start <= span.start < suggestion.end:
                    return span.start, span.end
        return suggestion.start, suggestion.end

    @cached_property
    def _letters(self) -> tuple[str, list[int]]:
        letters: list[str] = []
        offsets: list[int] = []
        for at, sign in enumerate(self.text.text):
            if sign.isalnum():
                folded = sign.casefold()
                letters.append(folded)
                offsets += [at] * len(folded)
        return "".join(letters), offsets

    def blocks(self, number: int) -> list[dict[str, Any]]:
        """Return the paragraphs of a part of a text without pages."""
        return text_blocks(self.text, self.bounds[number], self.bounds[number + 1])


class Library:
    """The held sources, read when they are asked for."""

    def __init__(self) -> None:
        self.pages = Pages()
        self._held: OrderedDict[str, Held] = OrderedDict()

    def find(self, key: str, sources: Sources | None) -> Held | str:
        """Return a source's words, or why there are none.

        Raises:
            ArsError: The bytes are not those that were pinned.
        """
        snapshots = (
            () if sources is None or sources.corpus is None else sources.catalog.likeliest(key)
        )
        if sources is None or not snapshots:
            return (
                "no full text is pinned: ars pin KEY FILE holds one, or give the page from the book"
            )
        why = "the pinned file is not here: bring .ars/sources"
        for snapshot in snapshots:
            if snapshot.sha256 in self._held:
                self._held.move_to_end(snapshot.sha256)
                return self._held[snapshot.sha256]
            try:
                text = sources.texts.words(snapshot)
            except Unreadable as error:
                why = f"no words here: {error.reason}; look at the file and give the page"
                continue
            if text is not None:
                held = self._held[snapshot.sha256] = Held(snapshot, text, sources.environment)
                while len(self._held) > _KEPT:
                    self._held.popitem(last=False)
                return held
        return why

"""Pandoc's own citations: what a Cite holds and what stands around it (contract §3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.bare_words import (
    MAY_BE_KEY,
    bare_keys,
    keys_in,
    may_share_brackets,
    without_at,
)
from ars_pandoc.citations.citation import Condition, Syntax
from ars_pandoc.citations.cites import (
    ENDS_A_KEY,
    cut_key,
    is_literal_suffix,
    lost_locator,
    lost_quote,
    misplaced_locator,
    read_locator,
    text_behind,
)
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.drafts import Draft, Drafts
from ars_pandoc.citations.finding.earlier_markers import EarlierMarkers
from ars_pandoc.citations.finding.nearest import Nearest
from ars_pandoc.citations.finding.refusals import Refusals
from ars_pandoc.citations.found import MarkerElement
from ars_pandoc.pandoc.elements import Element, stringify

# A URL goes on right before the @: behind a dash, a comma or a bracket it has ended.
_URL = lazy_pattern(r"(?:[A-Za-z0-9]://|www\.)(?:\S*[\w/=@.~?&#%+:-])?\Z")
# A host and a path without a scheme, `npmjs.com/package/@types/node`, may be a sentence's end too.
_BARE_URL = lazy_pattern(r"(?:^|[\s(\[“\"'])(?:[\w-]+\.)+[A-Za-z]{2,}/(?:\S*[\w/=.~?&#%+:-])?\Z")
_URL_PIECES = 20
_LINE_ENDS = ("SoftBreak", "LineBreak")
_TARGET = lazy_pattern(r"[a-z]+:\S+")


class CiteElements:
    """Reads Cites.

    Args:
        place: Where the walk stands.
        drafts: Gets each citation.
        nearest: Is told of them, since anchors may stand behind.
        literals: Reads a suffix that is a literal marker.
        elements: The elements that hold markers, found so far.
        refusals: Reads a suffix that is a literal of newer ARS.
        walk: Walks a list of inlines.
        language: The document's `lang`, for the labels of locators.
        markdown: Whether keys were written in Pandoc's Markdown.
        syntax: What the document is written in.

    Attributes:
        fallbacks: Cites whose fallback text may show a marker of their prefix or suffix.
    """

    def __init__(
        self,
        place: CurrentPlace,
        drafts: Drafts,
        nearest: Nearest,
        literals: EarlierMarkers,
        elements: list[MarkerElement],
        *,
        refusals: Refusals,
        walk: Callable[[list[Element]], None],
        language: str | None,
        markdown: bool,
        syntax: Syntax,
    ) -> None:
        self._place = place
        self._drafts = drafts
        self._nearest = nearest
        self._literals = literals
        self._refusals = refusals
        self._elements = elements
        self._walk = walk
        self._language = language
        self._markdown = markdown
        self._syntax = syntax
        self.fallbacks: list[Element] = []
        self._bare: set[tuple[int, str]] = set()

    def read(self, inlines: list[Element], index: int, element: Element) -> None:
        """Read the Cite at `index` of a list."""
        nearest, place = self._nearest, self._place
        nearest.close()
        citations = element["c"][0]
        if not citations:  # as a Lua filter may leave it: it cites nothing, its text may
            self._walk(element["c"][1])
            return
        in_text = citations[0]["citationMode"]["t"] == "AuthorInText"
        before = _glued_before(inlines, index) if in_text else ""
        count = len(self._elements)
        outer = place.host
        if outer is None:
            place.host = (inlines, element)
        group = [
            self._member(citation, inlines, index, before if in_text else None)
            for citation in citations
        ]
        place.host = outer
        if len(self._elements) > count:
            # The comment stands in the fallback too, as text; after citeproc as raw HTML.
            self.fallbacks.append(element)
        for number, draft in enumerate(group):
            if draft.locator is None:
                draft.hint = misplaced_locator(citations, number, self._language, self._syntax)
        nearest.become(group)
        if len(group) == 1:
            self.look_behind(group[0], citations[0], inlines, index)
            if not citations[0]["citationSuffix"] and _defines_a_tag(inlines, index):
                group[0].condition = Condition.KEY_NAMED
        if in_text and may_share_brackets(inlines, index):
            for key, word in bare_keys(inlines, index):
                self._without_at(key, inlines, word)

    def _without_at(self, key: str, inlines: list[Element], element: Element) -> None:
        """Add what is a key without @ if a source is called so."""
        if (id(element), key) not in self._bare:
            self._bare.add((id(element), key))
            draft = self._drafts.add(key, "native", inlines, element, without_at(key))
            draft.condition = Condition.KEY_NAMED

    def look_behind(
        self, draft: Draft, citation: dict[str, Any], inlines: list[Element], index: int
    ) -> None:
        """Look for the locator of a citation behind it, where it is none (contract §3, traps).

        Args:
            draft: The citation.
            citation: The only member of its Cite.
            inlines: The list that holds the Cite, or the emphasis around it (`[*@a*, p. 3]`).
            index: The place of that in the list.
        """
        if draft.locator is None and draft.hint is None:
            draft.hint = lost_locator(citation, inlines, index, self._language, self._syntax)

    def _member(
        self, citation: dict[str, Any], inlines: list[Element], index: int, before: str | None
    ) -> Draft:
        """Read one member of a Cite.

        Args:
            citation: The member.
            inlines: The list that holds the Cite.
            index: The Cite's place in it.
            before: The text that leads up to an in-text Cite, or None for one in brackets.
        """
        key = citation["citationId"]
        draft = self._drafts.add(key, "native", inlines, inlines[index])
        draft.in_text = citation["citationMode"]["t"] == "AuthorInText"
        self._walk_within(draft, citation)
        suffix = stringify(citation["citationSuffix"])
        if is_literal_suffix(suffix):
            self._literals.suffix(citation, inlines, index, suffix)
            suffix = ""
        elif "HIGH-WARN-" in suffix and self._refusals.suffix(draft, suffix):
            suffix = ""
        draft.fault = draft.fault or lost_quote(citation, inlines, index)
        glued = self._markdown and not _is_tex(inlines[index])
        cut = cut_key(citation, inlines, index, glued=glued)
        if cut is not None:
            # What was cut off the key is no locator.
            suffix = suffix[len(cut.rest) :]
            draft.fault = draft.fault or cut.fault
        if suffix and MAY_BE_KEY.search(suffix):
            self._bare_words(suffix, inlines, index)
        draft.locator = read_locator(suffix, key, self._language, self._syntax)
        if self._markdown and (not suffix or suffix[0] not in ENDS_A_KEY):
            draft.behind = text_behind(citation, inlines, index)
        if before is None:
            before = stringify(citation["citationPrefix"]) if citation["citationPrefix"] else ""
            if before:
                if MAY_BE_KEY.search(before):
                    self._bare_words(before, inlines, index)
                if f" @{key}" in stringify(inlines[index]["c"][1]):
                    before = ""  # a space stands between
        in_url = before and draft.locator is None and _ends_in_url(before)
        if in_url or (key[:1] == "{" and key[-1:] == "}"):
            # `https://example.org/@me` and a template's `@{{name}}` are citations only if there
            # is such a source.
            draft.condition = Condition.KEY_NAMED
        return draft

    def _bare_words(self, text: str, inlines: list[Element], index: int) -> None:
        """Look for keys without @ in a prefix or suffix."""
        own = {one["citationId"] for one in inlines[index]["c"][0]}
        for key in keys_in(text):
            if key not in own:
                self._without_at(key, inlines, inlines[index])

    def _walk_within(self, draft: Draft, citation: dict[str, Any]) -> None:
        """Walk prefix and suffix; the comments in them belong to this citation."""
        nearest = self._nearest
        outer, nearest.within = nearest.within, draft
        for part in (citation["citationPrefix"], citation["citationSuffix"]):
            nearest.become([draft])
            self._walk(part)
        nearest.within = outer


def _is_tex(cite: Element) -> bool:
    """Return whether a Cite was written as a TeX command, whose locator no space stands before."""
    fallback = cite["c"][1]
    return bool(fallback) and fallback[0]["t"] == "RawInline" and fallback[0]["c"][0] == "latex"


def _ends_in_url(text: str) -> bool:
    """Return whether a text ends in a URL, with or without a scheme."""
    return _BARE_URL.search(text) is not None or _URL.search(text) is not None


def _defines_a_tag(inlines: list[Element], index: int) -> bool:
    """Return whether a line is all a definition of Manubot's: `[@tag:x]: doi:10.1000/x`."""
    if index + 3 >= len(inlines) or inlines[index + 1].get("c") != ":":
        return False
    behind = inlines[index + 1 : index + 5]
    if behind[1]["t"] != "Space":
        return False
    if index and inlines[index - 1]["t"] not in _LINE_ENDS:
        return False
    ended = len(behind) == 3 or behind[3]["t"] in _LINE_ENDS
    target = behind[2]
    text = stringify([target]) if target["t"] in ("Str", "Link") else ""
    return ended and _TARGET.fullmatch(text) is not None


def _glued_before(inlines: list[Element], index: int) -> str:
    """Return the text that leads up to an in-text Cite without a space."""
    text = ""
    # Bounded: a page of glued text must not be walked back again and again.
    for element in reversed(inlines[max(0, index - _URL_PIECES) : index]):
        if element["t"] == "Str":
            text = element["c"] + text
        elif element["t"] == "Cite":
            text = stringify([element]) + text
        else:
            break
    return text

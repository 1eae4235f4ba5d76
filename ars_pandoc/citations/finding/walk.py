"""One walk over a document, block by block and word by word, in document order.

It knows what holds what in Pandoc's AST, and hands each piece to the part that reads it.
"""

from __future__ import annotations

from typing import Any

from ars_pandoc.citations.callout_signs import MAY_SUSPECT
from ars_pandoc.citations.citation import Syntax
from ars_pandoc.citations.cited_metadata import (
    cross_reference_kinds,
    printed_texts,
    reading_order,
    texts_of,
)
from ars_pandoc.citations.finding.callout_watch import CallOutWatch
from ars_pandoc.citations.finding.cite_elements import CiteElements
from ars_pandoc.citations.finding.comments import Comments
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.finding.doubled_captions import caption_twin
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.earlier_markers import EarlierMarkers
from ars_pandoc.citations.finding.example_lists import ExampleLists
from ars_pandoc.citations.finding.mdbook_anchors import MdBookAnchors
from ars_pandoc.citations.finding.nearest import MAY_STAND_BETWEEN, Nearest
from ars_pandoc.citations.finding.odd_words import ODD, ORG_WORD, OddWords
from ars_pandoc.citations.finding.quote_spans import QuoteSpans
from ars_pandoc.citations.finding.raw_blocks import RawBlocks
from ars_pandoc.citations.finding.raw_citations import RawCitations, cited_keys
from ars_pandoc.citations.finding.refusals import Refusals
from ars_pandoc.citations.found import Found, MarkerElement
from ars_pandoc.citations.raw_formats import is_html
from ars_pandoc.pandoc.ast_json import SPACE
from ars_pandoc.pandoc.elements import WHITE, Element, block_children, children, stringify


class Walk:
    """Walks a document and hands on what it holds.

    Args:
        language: The document's `lang`.
        markdown: Whether keys were written in Pandoc's Markdown.
        syntax: What the document is written in.
    """

    def __init__(self, language: str | None, markdown: bool, syntax: Syntax) -> None:
        place = CurrentPlace()
        elements: list[MarkerElement] = []
        callouts = CallOutWatch(place)
        drafts = Drafts(place, callouts, syntax)
        nearest = Nearest()
        mdbook = MdBookAnchors()
        raw = RawCitations(place, drafts, nearest, language, elements)
        comments = Comments(place, drafts, nearest, raw=raw, mdbook=mdbook, elements=elements)
        earlier = EarlierMarkers(place, drafts, nearest, elements)
        self._place = place
        self._elements = elements
        self._callouts = callouts
        self._drafts = drafts
        self._nearest = nearest
        self._mdbook = mdbook
        self._raw = raw
        self._comments = comments
        self._earlier = earlier
        self._raw_blocks = RawBlocks(place, drafts, nearest, raw, comments)
        self._refusals = Refusals(place, drafts)
        self._odd_words = OddWords(drafts, earlier, self._refusals)
        self._spans = QuoteSpans(drafts, nearest, self._inlines)
        self._cites = CiteElements(
            place,
            drafts,
            nearest,
            earlier,
            elements,
            refusals=self._refusals,
            walk=self._inlines,
            language=language,
            markdown=markdown,
            syntax=syntax,
        )
        self._examples = ExampleLists()
        self._org = syntax == "org"
        self._ids: set[str] = set()
        self._kinds: frozenset[str] = frozenset()
        # The image whose description repeats the caption around it.
        self._twin: Element | None = None

    def metadata(self, meta: dict[str, Any]) -> None:
        """Walk the metadata; only some fields may hold citations, all may hold markers."""
        drafts, callouts = self._drafts, self._callouts
        self._kinds = cross_reference_kinds(meta)
        for name in reading_order(meta):
            cited = len(drafts)
            printed = {id(content) for _, content in printed_texts(name, meta[name])}
            for what, content in texts_of(meta[name]):
                before, suspected = len(drafts), len(callouts)
                if what == "inlines":
                    self._paragraph(content)
                else:
                    self._place.enter(None)
                    self.blocks(content)
                    self._place.leave()
                if id(content) not in printed:
                    drafts.keep(before)
                    callouts.keep(suspected)
            for draft in drafts.since(cited):
                draft.section = name
        self._nearest.close()

    def blocks(self, blocks: list[Element]) -> None:
        """Walk a list of blocks."""
        enter, leave = self._place.enter, self._place.leave
        for block in blocks:
            kind = block["t"]
            enter((blocks, block))
            if kind in ("Para", "Plain"):
                self._paragraph(block["c"])
            elif kind == "RawBlock":
                self._raw_blocks.read(blocks, block)
            else:
                self._other_block(blocks, block, kind)
            leave()
        self._raw_blocks.release()

    def finish(self) -> Found:
        """Return all that was found."""
        self._mdbook.give_faults()
        self._raw.finish(self._ids)
        self._refusals.finish()
        return Found(
            self._drafts.finish(self._ids, self._mdbook.ended, self._kinds),
            self._mdbook.without(self._elements),
            tuple(self._spans.wrapped),
            tuple(self._cites.fallbacks),
            tuple(self._earlier.suffixes),
            self._callouts.finish(),
            examples=self._examples.count,
            swallowed=self._examples.swallowed,
            vanished=self._comments.vanished,
            span_cites=self._raw.attributes_met,
            reference_list=self._callouts.reference_list,
            unread=tuple(self._raw.unread),
        )

    # -- blocks ---------------------------------------------------------------------------

    def _other_block(self, blocks: list[Element], block: Element, kind: str) -> None:
        """Walk a block that is neither a paragraph nor raw."""
        self._nearest.close()
        if kind == "Header":
            self._header(blocks, block)
        else:
            self._raw_blocks.release()
            content: list[Any] = block.get("c") or []
            if kind == "BulletList":
                self._items(content)
            elif kind == "OrderedList":
                self._examples.read(content)
                self._items(content[1])
            elif kind == "LineBlock":
                self._lines(content)
            elif kind == "Figure":
                self._figure(content)
            elif kind == "Div":
                self._div(blocks, block)
            else:
                if kind in ("Table", "CodeBlock"):
                    self._identify(content[0])
                self._parts(block)
        self._nearest.close()

    def _header(self, blocks: list[Element], block: Element) -> None:
        level, attributes, inlines = block["c"]
        place = self._place
        self._identify(attributes)
        place.section = stringify(inlines).strip() or None
        self._callouts.enter_section(level, place.section)
        place.heading = (blocks, block)
        self._paragraph(inlines)
        place.heading = None

    def _items(self, items: list[list[Element]]) -> None:
        for item in items:
            self._place.enter((items, item))
            self.blocks(item)
            self._place.leave()

    def _lines(self, lines: list[list[Element]]) -> None:
        for line in lines:
            self._place.enter((lines, line))
            self._paragraph(line)
            self._place.leave()

    def _figure(self, content: list[Any]) -> None:
        attributes, (short, caption), body = content
        self._identify(attributes)
        self._place.enter(None)
        if short:
            self._paragraph(short)
        self.blocks(caption)
        outer = self._twin
        for block in body:
            # What stands behind the image is text of its own.
            self._twin = caption_twin(block, caption)
            count = len(self._callouts)
            self.blocks([block])
            if self._twin is not None and len(block["c"]) == 1:
                self._callouts.keep(count)
        self._twin = outer
        self._place.leave()

    def _div(self, blocks: list[Element], block: Element) -> None:
        attributes = block["c"][0]
        self._identify(attributes)
        self._cited_by_attribute(attributes, blocks, block)
        count = len(self._callouts)
        self._parts(block)
        if attributes[0] == "refs":
            self._callouts.leave_reference_list(count)

    def _parts(self, block: Element) -> None:
        """Walk what a block holds: a quote, cell or definition may become empty, but stays."""
        self._place.enter(None)
        for what, inner in block_children(block):
            if what == "blocks":
                self.blocks(inner)
            else:
                self._paragraph(inner)
        self._place.leave()

    def _paragraph(self, inlines: list[Element]) -> None:
        place = self._place
        if self._raw_blocks.waiting:
            self._raw_blocks.give_to(inlines)
        outer, place.block = place.block, inlines
        self._inlines(inlines)
        self._callouts.end_paragraph()
        place.block = outer
        self._nearest.close()

    # -- inlines --------------------------------------------------------------------------

    def _inlines(self, inlines: list[Element]) -> None:
        nearest, callouts = self._nearest, self._callouts
        read_until = 0
        for index, element in enumerate(inlines):
            if element is SPACE:
                continue
            kind = element["t"]
            if kind == "Str":
                text = element["c"]
                if not text:
                    continue
                if text.isalpha():
                    if nearest.group and index >= read_until:
                        nearest.close()
                    if callouts.ended:
                        callouts.note_paragraph()
                elif index >= read_until:
                    read_until = 0
                    if self._org and ORG_WORD.search(text):
                        self._raw.word(text, inlines, index)
                    if ODD.search(text):
                        read_until = self._odd_words.read(text, inlines, index)
                    if callouts.pending or callouts.ended or MAY_SUSPECT.search(text):
                        callouts.word(text)
                    if nearest.group and not read_until and not MAY_STAND_BETWEEN.issuperset(text):
                        nearest.close()
            elif kind in WHITE:
                pass
            elif kind == "Cite":
                self._cites.read(inlines, index, element)
            elif kind == "RawInline":
                self._raw_inline(inlines, index, element)
            elif kind == "Note":
                self._note(inlines, element)
            elif kind == "Span":
                self._span(inlines, index, element)
            elif (inner := children(element)) is None:
                nearest.close()
            else:
                self._nested(inlines, index, element, inner)

    def _raw_inline(self, inlines: list[Element], index: int, element: Element) -> None:
        style, text = element["c"]
        if style == "html" or is_html(style):
            self._comments.inline(text, inlines, element, index)
        else:
            self._raw.read(style, text, inlines, element)

    def _note(self, inlines: list[Element], element: Element) -> None:
        """Walk a footnote, which is no part of the paragraph that it hangs on."""
        place, nearest = self._place, self._nearest
        nearest.close()
        self._callouts.end_paragraph()
        within, nearest.within = nearest.within, None
        outer = place.host, place.heading, place.block
        outside, place.outside = place.outside, []
        place.host = place.heading = None
        place.enter((inlines, element))
        self.blocks(element["c"])
        place.leave()
        place.host, place.heading, place.block = outer
        place.outside = outside
        nearest.within = within
        nearest.close()

    def _span(self, inlines: list[Element], index: int, element: Element) -> None:
        attributes, inner = element["c"]
        self._identify(attributes)
        self._place.outside.append((inlines, index))
        keys = cited_keys(attributes)
        if keys and not any(item["t"] == "Cite" for item in inner):
            self._nearest.close()
            self._inlines(inner)
            self._raw.attribute(keys[0], inlines, element)
        else:
            self._spans.read(inlines, element)
        self._place.outside.pop()

    def _nested(
        self, inlines: list[Element], index: int, element: Element, inner: list[Element]
    ) -> None:
        """Walk an inline that holds inlines: emphasis, a link, an image."""
        place = self._place
        outer = place.host
        if element["t"] in ("Link", "Image"):
            self._identify(element["c"][0])
            self._cited_by_attribute(element["c"][0], inlines, element)
            if element["t"] == "Link":
                self._callouts.link(element["c"][2][0])
                if "wikilink" in element["c"][0][1]:
                    self._odd_words.wiki_link(inlines, element)
            elif outer is None:
                # Its description cannot show a marker.
                place.host = (inlines, element)
        elif element["t"] == "Superscript":
            self._callouts.superscript(inner)
        count = len(self._drafts)
        if self._org and element["t"] == "Link" and self._cites_by_link(inlines, element, inner):
            place.host = outer
            return
        place.outside.append((inlines, index))
        self._inlines(inner)
        place.outside.pop()
        place.host = outer
        if element is self._twin:
            self._drafts.keep(count)
        elif len(inner) == 1 and inner[0]["t"] == "Cite" and len(self._drafts) == count + 1:
            citations = inner[0]["c"][0]
            if citations:
                draft = self._drafts.since(count)[0]
                self._cites.look_behind(draft, citations[0], inlines, index)

    def _cites_by_link(
        self, inlines: list[Element], element: Element, inner: list[Element]
    ) -> bool:
        """Read a link of Org, `[[cite:&key p. 3][words]]`; its address may be its words too."""
        words = stringify(inner)
        target = element["c"][2][0]
        if "cite" not in target.lower() and not target.startswith("bibentry"):
            return False
        return self._raw.link(target, "" if words == target else words, inlines, element)

    # -- both -----------------------------------------------------------------------------

    def _identify(self, attributes: list[Any]) -> None:
        if attributes[0]:
            self._ids.add(attributes[0])

    def _cited_by_attribute(
        self, attributes: list[Any], container: list[Element], element: Element
    ) -> None:
        """Read `data-cites` of a Div or Link, which renders as it stands."""
        for value in cited_keys(attributes):
            self._raw.attribute(value, container, element)

"""Find the citations of a document: markers and Pandoc's Cites become the same `Citation`.

One walk over the AST in document order. It knows no sidecar: what depends on the keys that exist
is handed on as a condition and settled later (`settle`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from ars_pandoc.base.characters import BEHIND_SENTENCE_ENDS, CLOSING, SENTENCE_ENDS, STRAIGHT_QUOTES
from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.citation import Anchor, Citation, Condition, Fault, Form, Kind, Syntax
from ars_pandoc.citations.cites import (
    cross_reference,
    cut_key,
    is_literal_suffix,
    is_quote,
    lost_brackets,
    lost_locator,
    lost_quote,
    misplaced_locator,
    near_miss,
    no_ref_behind,
    read_locator,
)
from ars_pandoc.citations.found import Found, Place, Site
from ars_pandoc.citations.markers import (
    AnchorMark,
    Malformed,
    Marker,
    PairEnd,
    Ref,
    find_comments,
    only_comment,
    read_comment,
    without_comments,
)
from ars_pandoc.citations.trigger_words import ODD, SUSPECT
from ars_pandoc.pandoc.ast_json import SPACE
from ars_pandoc.pandoc.elements import Element, block_children, children, stringify

if TYPE_CHECKING:
    from ars_pandoc.citations.raw_code import RawCite

CITED_METADATA = re.compile(
    r"title|subtitle|abstract(?:-.*)?|thanks|dedication|acknowledgements|description"
)
"""The metadata fields whose citations count; markers are stripped from all (contract §2)."""

_CLOSING = frozenset(CLOSING + STRAIGHT_QUOTES)
_ENDS = frozenset(SENTENCE_ENDS + BEHIND_SENTENCE_ENDS)
_WHITE = frozenset(("Space", "SoftBreak", "LineBreak"))
# A URL goes on right before the @: behind a dash, a comma or a bracket it has ended.
_URL = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*://|www\.)(?:\S*[\w/=@.~?&#%+:-])?\Z")
# A host and a path without a scheme, `npmjs.com/package/@types/node`, may be a sentence's end too.
_BARE_URL = re.compile(r"(?:^|[\s(\[“\"'])(?:[\w-]+\.)+[A-Za-z]{2,}/(?:\S*[\w/=.~?&#%+:-])?\Z")
_URL_PIECES = 20


def find_citations(
    document: dict[str, Any], *, markdown: bool = True, syntax: Syntax = "markdown"
) -> Found:
    """Find every citation of a document that a reader can see.

    Args:
        document: The AST with `meta` and `blocks`, as Pandoc hands it to a JSON filter.
        markdown: Whether keys were written in Pandoc's Markdown, where a letter directly behind
            one is a sign that it was cut; LaTeX's reader sets no space before a locator.
        syntax: What the document's citations are written in, for fixes that can be pasted.
    """
    finder = _Finder(_language(document["meta"]), markdown, syntax)
    finder.metadata(document["meta"])
    finder.blocks(document["blocks"])
    return finder.finish()


def _language(meta: dict[str, Any]) -> str | None:
    value = meta.get("lang")
    if value is None:
        return None
    if value["t"] == "MetaInlines":
        return stringify(value["c"]) or None
    return str(value["c"]) if value["t"] == "MetaString" else None


@dataclass(slots=True)
class _Draft:
    """A citation while its anchors are still being met."""

    key: str | None
    form: Form
    place: Place
    section: str | None
    locator: Anchor | None = None
    # Kind, value as written, and whether it stood in a span's attribute, not in a comment.
    marks: list[tuple[Kind, str, bool]] = field(default_factory=list)
    fault: Fault | None = None
    condition: Condition = Condition.ALWAYS
    in_text: bool = False
    named: bool = False
    annotated: bool = False
    pair: str | None = None
    hint: Fault | None = None
    syntax: Syntax = "markdown"


class _Finder:
    def __init__(self, language: str | None, markdown: bool, syntax: Syntax) -> None:
        self.language = language
        self.markdown = markdown
        self.syntax: Syntax = syntax
        self.drafts: list[_Draft] = []
        self.sites: list[Site] = []
        self.wrapped: list[tuple[list[Element], Element]] = []
        self.fallbacks: list[Element] = []
        self.literal_suffixes: list[tuple[dict[str, Any], Element]] = []
        self.ids: set[str] = set()
        # mdBook's anchors: the names that end somewhere, and sites that may be one.
        self.pairs: set[str] = set()
        self.pair_sites: list[tuple[str, Site]] = []
        self.pair_faults: list[tuple[str, _Draft, Fault]] = []
        self.section: str | None = None
        self.trail: list[tuple[list[Any], Any] | None] = []
        # The ref or Cite that an anchor right here would belong to.
        self.group: list[_Draft] = []
        self.target: _Draft | None = None
        # Refs of RawBlocks that wait for the paragraph they belong to.
        self.waiting: list[_Draft] = []
        self.block: list[Element] = []
        self.heading: tuple[list[Element], Element] | None = None
        # Paragraphs that may hold call-outs, for one look at the end.
        self.suspects: list[list[Element]] = []
        # A word like a call-out's was met, and the sentence has ended, without a citation.
        self.pending = self.ended = False
        self.in_references: int | None = None
        self.reference_list = False
        self.examples = 0
        self.swallowed: str | None = None
        self.vanished = False
        self.span_cites = False
        # The member of a Cite whose prefix or suffix is being read.
        self.holding: _Draft | None = None
        # While a Cite's prefix and suffix are read: where a draft's marker can be seen.
        self.host: tuple[list[Element], Element] | None = None

    # -- blocks ---------------------------------------------------------------------------

    def metadata(self, meta: dict[str, Any]) -> None:
        # Pandoc sorts metadata by name; a reader meets the title first.
        for name in sorted(meta, key=lambda name: (name != "title", name != "subtitle", name)):
            counted, suspects = len(self.drafts), len(self.suspects)
            self.meta_value(meta[name])
            if CITED_METADATA.fullmatch(name) is None:
                del self.drafts[counted:]
                del self.suspects[suspects:]
            for draft in self.drafts[counted:]:
                draft.section = name
        self.close()

    def meta_value(self, value: dict[str, Any]) -> None:
        kind, content = value["t"], value["c"]
        if kind == "MetaInlines":
            self.paragraph(content)
        elif kind == "MetaBlocks":
            self.trail.append(None)
            self.blocks(content)
            self.trail.pop()
        elif kind == "MetaList":
            for item in content:
                self.meta_value(item)
        elif kind == "MetaMap":
            for item in content.values():
                self.meta_value(item)

    def blocks(self, blocks: list[Element]) -> None:
        trail = self.trail
        for block in blocks:
            kind = block["t"]
            trail.append((blocks, block))
            if kind in ("Para", "Plain"):
                self.paragraph(block["c"])
            elif kind == "RawBlock":
                self.raw_block(blocks, block)
            else:
                self.other_block(blocks, block, kind)
            trail.pop()
        # A marker that opens nothing stands for itself.
        self.waiting = []

    def other_block(self, blocks: list[Element], block: Element, kind: str) -> None:
        self.close()
        if kind != "Header":
            self.waiting = []
        content: list[Any] = block.get("c") or []
        if kind == "Header":
            self.identify(content[1])
            self.section = stringify(content[2]).strip() or None
            self.enter_section(content[0])
            self.heading = (blocks, block)
            self.paragraph(content[2])
            self.heading = None
        elif kind in ("BulletList", "OrderedList"):
            items = content if kind == "BulletList" else content[1]
            if kind == "OrderedList" and content[0][1]["t"] == "Example":
                self.example_list(content)
            for item in items:
                self.trail.append((items, item))
                self.blocks(item)
                self.trail.pop()
        elif kind == "LineBlock":
            for line in content:
                self.trail.append((content, line))
                self.paragraph(line)
                self.trail.pop()
        elif kind == "Figure":
            self.figure(block)
        else:
            if kind in ("Div", "Table", "CodeBlock"):
                self.identify(content[0])
            if kind == "Div":
                self.attribute_cites(content[0], blocks, block)
            refs = kind == "Div" and content[0][0] == "refs"
            suspects = len(self.suspects)
            # A quote, cell, caption or definition may become empty, but stays.
            self.trail.append(None)
            for what, inner in block_children(block):
                if what == "blocks":
                    self.blocks(inner)
                else:
                    self.paragraph(inner)
            self.trail.pop()
            if refs:
                self.reference_list = True
                del self.suspects[suspects:]
        self.close()

    def enter_section(self, level: int) -> None:
        if self.in_references is not None and level <= self.in_references:
            self.in_references = None
        from ars_pandoc.citations.reference_headings import is_reference_heading

        if self.section is not None and is_reference_heading(self.section):
            self.reference_list = True
            self.in_references = level

    def example_list(self, content: list[Any]) -> None:
        self.examples += 1
        if content[0][2]["t"] in ("Period", "OneParen") and self.swallowed is None:
            first = content[1][0][0] if content[1] and content[1][0] else None
            inlines = first["c"] if first is not None and first["t"] in ("Para", "Plain") else []
            self.swallowed = stringify(inlines)[:60]

    def figure(self, block: Element) -> None:
        """Walk a figure; Pandoc repeats its caption as the image's description (contract §2)."""
        attributes, caption, body = block["c"]
        self.identify(attributes)
        self.trail.append(None)
        if caption[0]:
            self.paragraph(caption[0])
        self.blocks(caption[1])
        captions = [inner["c"] for inner in caption[1] if inner["t"] in ("Plain", "Para")]
        for inner in body:
            image = inner["c"][0] if inner["t"] in ("Plain", "Para") and inner["c"] else None
            counted = len(self.drafts)
            self.blocks([inner])
            if image is not None and image["t"] == "Image" and image["c"][1] in captions:
                del self.drafts[counted:]
        self.trail.pop()

    def paragraph(self, inlines: list[Element]) -> None:
        for draft in self.waiting:
            draft.place = replace(draft.place, block=inlines, heading=self.heading)
        self.waiting = []
        outer, self.block = self.block, inlines
        self.inlines(inlines)
        if self.pending:
            self.suspect()
        self.block = outer
        self.close()

    def raw_block(self, blocks: list[Element], block: Element) -> None:
        style, text = block["c"]
        if style in ("tex", "latex"):
            self.close()
            self.raw_tex(text, blocks, block)
            self.close()
        elif style.startswith("html"):
            counted = len(self.drafts)
            rest = self.html(text, blocks, block)
            drafts = self.drafts[counted:]
            if drafts and without_comments(rest).strip():
                # A marker that shares a block with other HTML: which words are meant is unclear,
                # and in gfm and commonmark the block has swallowed the rest of its line.
                for draft in drafts:
                    if draft.form == "marker" and draft.fault is None:
                        draft.fault = Fault(
                            "the marker opens a block of raw HTML, which swallows the rest of its "
                            "line",
                            "put the marker behind the words it belongs to",
                        )
            self.waiting += drafts
        else:
            self.close()

    # -- inlines --------------------------------------------------------------------------

    def inlines(self, inlines: list[Element]) -> None:
        skip = 0
        for index, element in enumerate(inlines):
            if element is SPACE:
                continue
            kind = element["t"]
            if kind == "Str":
                text = element["c"]
                if not text:
                    continue
                if text.isalpha():
                    if self.group and index >= skip:
                        self.close()
                    if self.ended:
                        self.suspect()
                elif index >= skip:
                    skip = self.odd_word(text, inlines, index)
            elif kind in _WHITE:
                pass
            elif kind == "Cite":
                self.cite(inlines, index, element)
            elif kind == "RawInline":
                self.raw_inline(inlines, index, element)
            elif kind == "Note":
                self.note(inlines, element)
            elif kind == "Span":
                self.span(inlines, element)
            else:
                inner = children(element)
                if inner is None:
                    self.close()
                else:
                    if kind in ("Link", "Image"):
                        self.identify(element["c"][0])
                        self.attribute_cites(element["c"][0], inlines, element)
                        if kind == "Link" and SUSPECT.search(element["c"][2][0]):
                            self.pending = True
                    counted = len(self.drafts)
                    outer = self.host
                    if kind == "Image" and outer is None:
                        # Its description cannot show a marker.
                        self.host = (inlines, element)
                    self.inlines(inner)
                    self.host = outer
                    if len(inner) == 1 and len(self.drafts) == counted + 1:
                        self.emphasised(self.drafts[counted], inner[0], inlines, index)

    def emphasised(self, draft: _Draft, inner: Element, inlines: list[Element], index: int) -> None:
        """Look for the locator of `[*@a*, p. 3]` behind the emphasis (contract §3)."""
        if inner["t"] == "Cite" and draft.locator is None and draft.hint is None:
            draft.hint = lost_locator(inner["c"][0][0], inlines, index, self.language, self.syntax)

    def odd_word(self, text: str, inlines: list[Element], index: int) -> int:
        """Look at a word that is not letters alone; give the index up to which it was read."""
        skip = 0
        if ODD.search(text):
            from ars_pandoc.citations.visible_markers import glued_keys, visible_markers

            if "[UNVERIFIED" in text:
                skip = self.literal(inlines, index)
            if "<!" in text:
                for key, fault in visible_markers(inlines, index):
                    self.add(key, "marker", inlines, inlines[index], fault)
            for key in glued_keys(text) if "@" in text else ():
                fault = Fault(
                    f"'@{key}' is glued to the text before it, and Pandoc reads no citation",
                    f"write [@{key}] with a space before it, or in braces: @{{{key}}}",
                )
                draft = self.add(key, "native", inlines, inlines[index], fault)
                draft.condition = Condition.KEY_KNOWN
        if self.ended:
            self.suspect()
        if SUSPECT.search(text):
            self.pending = True
        if self.pending and text[-1] in _ENDS:
            self.ended = True
        if self.group and not skip and not _CLOSING.issuperset(text):
            self.close()
        return skip

    def literal(self, inlines: list[Element], index: int) -> int:
        """Read a visible marker of an earlier pass: the new verdict replaces it (contract §6)."""
        from ars_pandoc.citations.visible_markers import literal_marker

        literal = literal_marker(inlines, index)
        if literal is None:
            return 0
        end = literal.end
        while end < len(inlines) and inlines[end]["t"] in _WHITE:
            end += 1
        behind = inlines[end] if end < len(inlines) else None
        if literal.tail or behind is None or not _is_ref(behind, orphan=not self.group):
            self.add(None, "marker", inlines, inlines[index], no_ref_behind(literal.text))
            return literal.end
        trail = tuple(self.trail)
        for place in range(index, end):
            # Spaces are shared objects; those between removed words go with them.
            if inlines[place]["t"] == "Str":
                rest = literal.head if place == index else ""
                self.sites.append(Site(inlines, inlines[place], rest, trail, literal=literal.text))
        return end

    def suspect(self) -> None:
        """Note that this paragraph may hold call-outs that no citation follows."""
        self.pending = self.ended = False
        if self.in_references is None and not (self.suspects and self.suspects[-1] is self.block):
            self.suspects.append(self.block)

    def note(self, inlines: list[Element], element: Element) -> None:
        self.close()
        host, self.host = self.host, None
        holding, self.holding = self.holding, None
        heading, self.heading = self.heading, None
        block = self.block
        self.trail.append((inlines, element))
        self.blocks(element["c"])
        self.trail.pop()
        self.block, self.host, self.heading = block, host, heading
        self.holding = holding
        self.close()

    def span(self, inlines: list[Element], element: Element) -> None:
        attributes, inner = element["c"]
        self.identify(attributes)
        # Pandoc's HTML reader drops the data-, its Markdown reader keeps it.
        keys = [key for name, key in attributes[2] if name in ("cites", "data-cites")]
        if keys and not any(item["t"] == "Cite" for item in inner):
            self.span_cites = True
            self.close()
            self.inlines(inner)
            from ars_pandoc.citations.raw_code import RawCite

            self.raw_cites([RawCite(key) for key in keys[0].split()], inlines, element)
            return
        quotes = [value for name, value in attributes[2] if is_quote(name)]
        counted = len(self.drafts)
        self.inlines(inner)
        if not quotes:
            if self.target is None and len(self.drafts) == counted + 1:
                draft = self.drafts[counted]
                draft.hint = lost_brackets(element) or draft.hint
            return
        self.wrapped.append((inlines, element))
        drafts = self.drafts[counted:]
        miss = near_miss(element, quotes[0])
        if len(drafts) == 1 and miss is None:
            drafts[0].marks += [("quote", quote, True) for quote in quotes]
            drafts[0].annotated = True
            return
        if len(drafts) == 1:
            drafts[0].fault = drafts[0].fault or miss
            return
        self.add(
            None,
            "native",
            inlines,
            element,
            Fault(
                f'the span with quote="{quotes[0]}" holds {len(drafts)} citations, exactly one '
                "is needed",
                'write [[@key, p. 3]]{quote="…"} around one citation',
            ),
        )

    def cite(self, inlines: list[Element], index: int, element: Element) -> None:
        self.close()
        citations = element["c"][0]
        if not citations:  # as a Lua filter may leave it: it cites nothing, its text may
            self.inlines(element["c"][1])
            return
        sites = len(self.sites)
        in_text = citations[0]["citationMode"]["t"] == "AuthorInText"
        before = _glued_before(inlines, index) if in_text else ""
        if in_text and _URL.search(before):
            return
        group: list[_Draft] = []
        outer = self.host
        if outer is None:
            self.host = (inlines, element)
        for citation in citations:
            draft = self.add(citation["citationId"], "native", inlines, element)
            draft.in_text = citation["citationMode"]["t"] == "AuthorInText"
            outer_holding, self.holding = self.holding, draft
            for part in (citation["citationPrefix"], citation["citationSuffix"]):
                self.group, self.target = [draft], draft
                self.inlines(part)
            self.holding = outer_holding
            suffix = stringify(citation["citationSuffix"])
            if is_literal_suffix(suffix):
                # A marker of an earlier pass behind a bare @key: Pandoc takes it for a suffix.
                self.literal_suffix(citation, element, inlines, index, suffix)
                suffix = ""
            draft.fault = draft.fault or lost_quote(citation, inlines, index)
            cut = cut_key(citation, inlines, index, glued=self.markdown)
            if cut is not None:
                # What was cut off the key is no locator.
                suffix = suffix[len(cut.rest) :]
                draft.fault = draft.fault or cut.fault
            draft.locator = read_locator(suffix, citation["citationId"], self.language, self.syntax)
            prefix = before if in_text else stringify(citation["citationPrefix"])
            url = _BARE_URL.search(prefix) or (not in_text and _URL.search(prefix))
            if url and draft.locator is None:
                # `[https://example.org/@me]`: a citation only if there is such a source.
                draft.condition = Condition.KEY_KNOWN
            group.append(draft)
        self.host = outer
        if len(self.sites) > sites:
            # The comment stands in the fallback too, as text; after citeproc as raw HTML.
            self.fallbacks.append(element)
        for place, draft in enumerate(group):
            if draft.locator is None:
                draft.hint = misplaced_locator(citations, place, self.language, self.syntax)
        self.group = group
        self.target = group[0] if len(group) == 1 else None
        if self.target is not None and self.target.locator is None and self.target.hint is None:
            self.target.hint = lost_locator(
                citations[0], inlines, index, self.language, self.syntax
            )

    def literal_suffix(
        self,
        citation: dict[str, Any],
        element: Element,
        inlines: list[Element],
        index: int,
        text: str,
    ) -> None:
        """Read `@key [UNVERIFIED CITATION — …]`, which needs a ref behind it too."""
        self.literal_suffixes.append((citation, element))
        behind = inlines[index + 1] if index + 1 < len(inlines) else None
        if behind is None or not _is_ref(behind, orphan=False):
            self.add(None, "marker", inlines, element, no_ref_behind(f"[{text.strip()}]"))

    def raw_inline(self, inlines: list[Element], index: int, element: Element) -> None:
        style, text = element["c"]
        if style in ("tex", "latex"):
            self.close()
            self.raw_tex(text, inlines, element)
        elif style.startswith("html"):
            if not text:
                self.vanished = True
            self.html(text, inlines, element, index)
        else:
            self.close()

    # -- raw code -------------------------------------------------------------------------

    def attribute_cites(
        self, attributes: list[Any], container: list[Element], element: Element
    ) -> None:
        """Read `data-cites` of a Div or Link, which renders as it stands."""
        for name, value in attributes[2]:
            if name in ("cites", "data-cites"):
                from ars_pandoc.citations.raw_code import RawCite

                self.span_cites = True
                self.raw_cites([RawCite(key) for key in value.split()], container, element)

    def raw_tex(self, code: str, container: list[Element], element: Element) -> None:
        if "\\" in code:
            from ars_pandoc.citations.raw_code import tex_cites

            self.raw_cites(tex_cites(code), container, element, "latex")

    def raw_cites(
        self,
        cites: Iterable[RawCite],
        container: list[Element],
        element: Element,
        syntax: Syntax = "html",
    ) -> None:
        group = []
        for cite in cites:
            draft = self.add(cite.key, "raw", container, element)
            draft.locator = read_locator(cite.locator, cite.key, self.language, syntax)
            draft.syntax = syntax
            group.append(draft)
        if group:
            self.group = group
            self.target = group[0] if len(group) == 1 else None

    def html(
        self, text: str, container: list[Element], element: Element, index: int | None = None
    ) -> str:
        """Read the markers of raw HTML; give its text without them."""
        rest: list[str] = []
        markers: list[Marker] = []
        end = 0
        for found in find_comments(text):
            between = text[end : found.start]
            if between.strip():
                self.tags(between, container, element)
            rest.append(between)
            end = found.end
            marker = self.comment(found.text, container, element, index)
            if marker is None:
                rest.append(text[found.start : found.end])
            else:
                markers.append(marker)
        tail = text[end:]
        if tail.strip():
            self.tags(tail, container, element)
        rest.append(tail)
        left = "".join(rest)
        if markers:
            first = markers[0]
            known = first.key if _is_conditional(first) and len(markers) == 1 else None
            site = Site(container, element, left.strip() and left, tuple(self.trail), known)
            self.sites.append(site)
            if isinstance(first, Malformed) and first.pair is not None:
                self.pair_sites.append((first.pair, site))
        return left

    def tags(self, text: str, container: list[Element], element: Element) -> None:
        self.close()
        if "data-cites" in text.lower():
            from ars_pandoc.citations.raw_code import html_cites

            self.raw_cites(html_cites(text), container, element)

    def comment(
        self, text: str, container: list[Element], element: Element, index: int | None
    ) -> Marker | None:
        """Read one comment; give the marker, which stripping removes, or None."""
        marker = read_comment(text, behind=bool(self.group))
        if marker is None:
            return None
        if isinstance(marker, PairEnd):
            self.pairs.add(marker.name)
            return None
        if isinstance(marker, Ref):
            self.ref(marker, container, element)
        elif isinstance(marker, AnchorMark):
            self.anchor(marker, container, element, index)
        else:
            self.malformed(marker, container, element)
        return marker

    def ref(self, marker: Ref, container: list[Element], element: Element) -> None:
        same = [
            draft
            for draft in self.group
            if draft.key == marker.key and draft.form != "marker" and not draft.named
        ]
        if same:
            # Right behind a Cite that holds the key it annotates, and is no second citation.
            self.target = same[0]
            same[0].annotated = True
            if self.holding is None:
                # A ref within the brackets leaves room for one right behind them.
                same[0].named = True
                same[0].place = replace(same[0].place, annotation=element)
            return
        draft = self.add(marker.key, "marker", container, element)
        if marker.only_if_known:
            draft.condition = Condition.KEY_KNOWN
        self.group = [*(d for d in self.group if d.form != "marker"), draft]
        self.target = draft

    def anchor(
        self,
        marker: AnchorMark,
        container: list[Element],
        element: Element,
        index: int | None,
    ) -> None:
        if self.target is not None:
            self.target.marks.append((marker.kind, marker.value, False))
            self.target.annotated = True
            if (
                marker.kind == "quote"
                and index is not None
                and _ended_early(marker.value, container, index)
            ):
                self.target.fault = Fault(
                    "the quote holds '-->', which ends its comment early: the rest would print",
                    "percent-encode the quote, with %2D for '-' and %3E for '>'",
                )
            return
        if self.group:
            keys = ", ".join(str(draft.key) for draft in self.group)
            fault = Fault(
                f"the anchor stands behind a citation of several keys ({keys}): which is meant?",
                f"put a ref before it: <!--ref:{self.group[0].key}-->"
                f"<!--anchor:{marker.kind}:{marker.value}-->",
            )
        else:
            fault = Fault(
                f"the anchor <!--anchor:{marker.kind}:{marker.value}--> stands behind no citation",
                "put it right behind its citation, with nothing but punctuation between: "
                f"<!--ref:KEY--><!--anchor:{marker.kind}:{marker.value}-->",
            )
        self.add(None, "marker", container, element, fault)

    def malformed(self, marker: Malformed, container: list[Element], element: Element) -> None:
        target = self.target
        if marker.key is None and target is not None and target.fault is None:
            # A broken anchor behind its citation: the citation is the one to name.
            if marker.pair is not None:
                self.pair_faults.append((marker.pair, target, marker.fault))
                return
            target.fault = marker.fault
            target.annotated = True
            return
        draft = self.add(marker.key, "marker", container, element, marker.fault)
        draft.pair = marker.pair
        if marker.only_if_known:
            draft.condition = Condition.KEY_KNOWN
        self.group, self.target = [draft], draft

    # -- state ----------------------------------------------------------------------------

    def add(
        self,
        key: str | None,
        form: Form,
        container: list[Element],
        element: Element,
        fault: Fault | None = None,
    ) -> _Draft:
        if self.host is not None:
            container, element = self.host
        # A RawBlock belongs to the paragraph behind it, which is not known yet.
        block = [] if element["t"] == "RawBlock" else self.block
        place = Place(container, element, block, self.heading)
        draft = _Draft(key, form, place, self.section, fault=fault, syntax=self.syntax)
        self.pending = self.ended = False
        self.drafts.append(draft)
        return draft

    def close(self) -> None:
        """Nothing that follows belongs to an earlier ref or Cite."""
        if self.holding is not None:
            # Within its own brackets a Cite stays the nearest, whatever words stand between.
            self.group, self.target = [self.holding], self.holding
        elif self.group:
            self.group = []
            self.target = None

    def identify(self, attributes: list[Any]) -> None:
        if attributes[0]:
            self.ids.add(attributes[0])

    def finish(self) -> Found:
        for name, draft, fault in self.pair_faults:
            if name not in self.pairs and draft.fault is None:
                draft.fault, draft.annotated = fault, True
        citations = [
            (self.freeze(draft), draft.place)
            for draft in self.drafts
            if draft.pair is None or draft.pair not in self.pairs
        ]
        others = {id(site) for name, site in self.pair_sites if name in self.pairs}
        sites = tuple(site for site in self.sites if id(site) not in others)
        unmarked: list[str] = []
        if self.suspects:
            from ars_pandoc.citations.callouts import find_callouts

            for block in self.suspects:
                unmarked += find_callouts(block, numbered=self.reference_list)
        return Found(
            tuple(citations),
            sites,
            tuple(self.wrapped),
            tuple(self.fallbacks),
            tuple(self.literal_suffixes),
            tuple(unmarked),
            examples=self.examples,
            swallowed=self.swallowed,
            vanished=self.vanished,
            span_cites=self.span_cites,
            reference_list=self.reference_list,
        )

    def freeze(self, draft: _Draft) -> Citation:
        anchors = [
            judge_anchor(kind, value, draft.key, wrapped=wrapped)
            for kind, value, wrapped in draft.marks
        ]
        if draft.locator is not None:
            anchors.insert(0, draft.locator)
        condition = draft.condition
        if draft.annotated:
            # A marker of ours speaks for it: it is a citation, whatever its key looks like.
            condition = Condition.ALWAYS
        elif draft.form != "marker" and draft.key is not None and condition is Condition.ALWAYS:
            condition = cross_reference(draft.key, self.ids, anchors)
        return Citation(
            draft.key,
            draft.form,
            tuple(anchors),
            fault=draft.fault,
            condition=condition,
            section=draft.section,
            in_text=draft.in_text,
            hint=draft.hint,
            syntax=draft.syntax,
        )


def _is_ref(element: Element, *, orphan: bool) -> bool:
    """Return whether a raw element is a ref, or, where no citation is near, any marker at all."""
    if element["t"] != "RawInline" or not element["c"][0].startswith("html"):
        return False
    text = only_comment(element["c"][1])
    marker = None if text is None else read_comment(text, behind=False)
    return isinstance(marker, (Ref, Malformed)) or (orphan and isinstance(marker, AnchorMark))


def _is_conditional(marker: Marker) -> TypeGuard[Ref | Malformed]:
    return isinstance(marker, (Ref, Malformed)) and marker.only_if_known


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


def _ended_early(value: str, inlines: list[Element], index: int) -> bool:
    """Return whether a quote's own `-->` ended its comment and the rest stands as text.

    The arrow must come within the length of a quote, and the text must go on where the comment
    broke off: an arrow later in an ordinary sentence is none.
    """
    following = inlines[index + 1 : index + 60]
    for place, element in enumerate(following):
        if element["t"] == "RawInline":
            following = following[:place]
            break
    text = stringify(following)
    arrow = re.search(r"--+>|[–—]>", text)
    if arrow is None or len(text[: arrow.start()].split()) > 25:
        return False
    glued = bool(text[:1].strip()) and text[0] not in _CLOSING
    return glued or any(char.isspace() for char in value.lstrip())

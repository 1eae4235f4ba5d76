"""What finding hands on with the citations: their places, and what stripping removes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ars_pandoc.citations.citation import Citation
from ars_pandoc.pandoc.elements import Element

if TYPE_CHECKING:
    from ars_pandoc.citations.callouts import CallOut

Ancestors = tuple[tuple[list[Any], Any] | None, ...]
"""From the root to a block: each list with its member; None where an empty list must stay."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a citation stands in the AST.

    Attributes:
        container: The list that holds `element`: inlines, or blocks for a RawBlock.
        element: The Cite, raw element or Span behind which a draft shows its marker.
        block: The inlines of the paragraph, for the words around.
        heading: The block list and the Header, if it stands in a heading.
        annotation: The `<!--ref:KEY-->` right behind a Cite that holds KEY, if there is one.
    """

    container: list[Element]
    element: Element
    block: list[Element]
    heading: tuple[list[Element], Element] | None = None
    annotation: Element | None = None


@dataclass(frozen=True, slots=True)
class MarkerElement:
    """An element that holds markers: raw HTML, or a word of a literal marker.

    Attributes:
        container: The list that holds it.
        element: The RawInline, RawBlock, Str or Space.
        rest: Its text without the markers; empty if it was markers alone.
        ancestors: From the root to its block.
        only_if_known: If set, it is a marker only if the sidecar has this key; else it is a
            comment of another tool and stays.
        literal: The visible `[UNVERIFIED CITATION — …]` that it is a word of, or None.
    """

    container: list[Element]
    element: Element
    rest: str
    ancestors: Ancestors
    only_if_known: str | None = None
    literal: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """All that finding hands on.

    Attributes:
        citations: Each with its place, in document order.
        marker_elements: What holds markers, which stripping removes.
        wrapped: `[[@a]]{quote="…"}` spans with the list that holds them.
        fallbacks: Cites whose fallback text may show a marker.
        literal_suffixes: Citations whose suffix is a literal marker of an earlier pass, each with
            its Cite.
        callouts: Call-outs that no citation follows in their sentence.
        examples: How many numbered example lists `(@key)` there are.
        swallowed: A paragraph that Pandoc made an example list, `@key.` or `@key)`.
        vanished: Comments were stripped before the filter saw them.
        span_cites: `data-cites` were met.
        reference_list: There is a section of references.
        unread: The formats of raw code whose citations cannot be read, each with its code.
    """

    citations: tuple[tuple[Citation, Place], ...]
    marker_elements: tuple[MarkerElement, ...] = ()
    wrapped: tuple[tuple[list[Element], Element], ...] = ()
    fallbacks: tuple[Element, ...] = ()
    literal_suffixes: tuple[tuple[dict[str, Any], Element], ...] = ()
    callouts: tuple[CallOut, ...] = ()
    examples: int = 0
    swallowed: str | None = None
    vanished: bool = False
    span_cites: bool = False
    reference_list: bool = False
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def unmarked(self) -> tuple[str, ...]:
        """The call-outs that no citation follows in their sentence, as they show."""
        return tuple(one.text for one in self.callouts)

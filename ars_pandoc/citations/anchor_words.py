"""What writers put where one of the five kinds of anchor belongs (contract §2)."""

from __future__ import annotations

from ars_pandoc.citations.citation import Kind

PLACES = frozenset(
    "table fig figure equation eq chapter ch appendix app theorem thm lemma corollary proposition "
    "definition algorithm line verse column folio note footnote article rule book part act scene "
    "canon box slide heading title listing timestamp".split()
)
"""Places that a section anchor can name: `table:3` is `section:Table%203`."""

SOURCES = frozenset(
    "doi pmid pmcid arxiv isbn issn url uri link href version edition id key source".split()
)
"""What says which source, not where in it."""

WHOLES = frozenset("whole work all entire software package code dataset data method passim".split())
"""What says that a work is meant as a whole."""

OF_A_WHOLE = "the section that introduces it, or the quote of its first claim"
"""What stands for a work as a whole: a place that a reader can look up."""

NEAR_KINDS: dict[str, Kind] = {
    "pages": "page", "pp": "page", "p": "page", "pg": "page",
    "sec": "section", "sect": "section", "sections": "section",
    "para": "paragraph", "par": "paragraph", "paragraphs": "paragraph",
    "quotes": "quote", "quotation": "quote", "text": "quote", "verbatim": "quote",
    "excerpt": "quote",
}  # fmt: skip
"""Other words for a kind."""

QUOTE_ATTRIBUTES = frozenset("quote quotes quot qoute quoute quotation zitat".split())
"""How the attribute `quote` of a span is written, its slips too."""

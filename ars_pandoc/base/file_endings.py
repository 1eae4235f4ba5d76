"""What file names end in, by kind: one list for manuscripts and for sources."""

from __future__ import annotations

MARKDOWN = frozenset(".md .markdown .mdown .mdwn .mkd .mkdn .pandoc .qmd .rmd".split())
HTML = frozenset(".htm .html .xhtml".split())
LATEX = frozenset(".latex .ltx .tex".split())
JATS = frozenset(".jats .nxml .xml".split())
TEXT = frozenset(".text .txt".split())
"""Plain text as a source; as a manuscript both are Markdown, as Pandoc takes them."""

"""How a citation is written in the syntax that its author uses.

A fix is to be pasted: one in Pandoc's Markdown helps nobody who writes LaTeX.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ars_pandoc.citations.citation import Syntax

PLAIN_LATEX = (
    "plain latex drops the commands that Pandoc does not know, with what they cite: read it with "
    "-f latex+raw_tex"
)
"""What is said where `is_plain_latex`."""

_MARKDOWN_ALONE = frozenset(("all_symbols_escapable", "raw_html", "shortcut_reference_links"))


def syntax_of(reader: Mapping[str, Any]) -> Syntax:
    """Return what the document is written in, by the extensions of its reader.

    Pandoc tells a filter no format, but the extensions that are on, and each of the readers that
    see citations has others of its own (seen with Pandoc 2.17 and 3.9).

    Args:
        reader: Pandoc's `PANDOC_READER_OPTIONS`, empty where they are not known.
    """
    extensions = reader.get("extensions")
    if not isinstance(extensions, list):
        return "markdown"
    if "citations" not in extensions:
        return "latex" if "latex_macros" in extensions else "other"
    if not _MARKDOWN_ALONE.isdisjoint(extensions):
        return "markdown"
    if "task_lists" in extensions:
        return "org"
    return "typst" if "smart" in extensions else "word"


def is_plain_latex(reader: Mapping[str, Any]) -> bool:
    """Return whether Pandoc's LaTeX reader drops commands that it does not know (contract §3).

    Args:
        reader: Pandoc's `PANDOC_READER_OPTIONS`, empty where they are not known.
    """
    return syntax_of(reader) == "latex" and "raw_tex" not in reader.get("extensions", ())


def with_locator(syntax: Syntax, key: str, locator: str = "p. 12", *, in_text: bool = False) -> str:
    """Return what to write for a citation with a locator: `write [@key, p. 12]`.

    Args:
        syntax: What the citation was written in.
        key: The citation key.
        locator: The locator as Pandoc's Markdown has it.
        in_text: The author stands in the text, `@key`.
    """
    if syntax == "markdown":
        at = in_markdown(key)
        return f"write {at} [{locator}]" if in_text else f"write [{at}, {locator}]"
    if syntax == "latex":
        tex = locator.replace(". ", ".~")
        if in_text:
            return f"write \\citet[{tex}]{{{key}}}, or \\textcite with biblatex"
        return f"write \\cite[{tex}]{{{key}}}"
    if syntax == "org":
        return f"write [cite{'/t' if in_text else ''}:@{key} {locator}]"
    if syntax == "typst":
        return (
            "Pandoc's Typst reader loses the supplement that says where: write the document in "
            f"Markdown, [{in_markdown(key)}, {locator}]"
        )
    if syntax == "html":
        return f"put <!--ref:{key}--><!--anchor:page:12--> right behind it"
    if syntax == "word":
        return f"give the page, such as {locator}, in the citation's own dialog in Word"
    # rst, jats and odt: their extensions are the same, and none of them has a locator.
    return (
        "Pandoc's reader of this format gives no place in a source: write the document in "
        f"Markdown, [{in_markdown(key)}, {locator}]"
    )


def in_markdown(key: str) -> str:
    """Return the key as Pandoc's Markdown wants it, in braces where needed."""
    plain = key.replace("_", "a")
    simple = (
        plain[:1].isalnum()
        and plain[-1:].isalnum()
        and all(char.isalnum() or char in ":.#$%&-+?<>~/" for char in plain)
        and not any(not a.isalnum() and not b.isalnum() for a, b in pairwise(plain))
    )
    return f"@{key}" if simple else f"@{{{key}}}"

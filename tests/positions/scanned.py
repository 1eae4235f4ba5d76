"""What the scanner finds in a text, as tests compare it."""

from __future__ import annotations

from ars_pandoc.positions.scan import scan


def cited(text: str, reader: str = "markdown") -> list[tuple[str | None, str]]:
    """Return key and whole text of each citation, in the order of the AST."""
    return [(token.name, text[slice(*token.whole)]) for token in scan([text], reader)]


def keys(text: str, reader: str = "markdown") -> list[str | None]:
    """Return the key of each citation."""
    return [key for key, _ in cited(text, reader)]

"""Negations and exceptions: words that turn or limit what a sentence says (contract §8).

Each is a regular expression to be compiled without regard to case, for text that was folded.
"""

from __future__ import annotations

NEGATIONS = (
    r"\b(?:not|no|never|nor|neither|none|cannot|without|lacks?|lacked|lacking|hardly|barely|"
    r"scarcely|un(?:likely|able)|nicht|kein\w*|nie|niemals|ohne|ne|pas|jamais|sans|nunca|sin)\b"
    r"|n\"t\b|\bfail(?:s|ed|ure)?\s+to\b|\bfar\s+from\b|\brather\s+than\b|\binstead\s+of\b"
)

_EXCEPTIONS = (
    r"but|unless|except|excepting|excluding|only|although|though|even\s+though|albeit|however|"
    r"provided|otherwise|despite|whereas|with\s+the\s+exception|apart\s+from|other\s+than|"
    r"aber|sondern|nur|sofern|au(?:ss|\u00df)er|sauf|mais|seulement|excepto|salvo|pero"
)

EXCEPTIONS = rf"\b(?:{_EXCEPTIONS})\b"
"""What limits a statement, wherever it stands."""

QUALIFIERS = rf"(?:{_EXCEPTIONS}|if|not|in\s+(?:mice|rats|vitro|animal))\b"
"""What a quote must not stop before without a note: an exception, a condition, a small scope."""

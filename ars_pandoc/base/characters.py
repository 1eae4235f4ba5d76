"""Closed lists of characters: the signs that several rooms know by the same name.

Each is text, made to be looked up in or to stand between the brackets of a regular expression.
"""

from __future__ import annotations

MINUS = "\u2212"
"""The minus of mathematics, which a range of pages may be written with too."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015-"
"""Hyphens and dashes; the ASCII hyphen stands last, where a regular expression reads it as one."""

STRAIGHT_QUOTES = "\"'"
"""Quote marks of keyboards, which open and close."""

OPENING_QUOTES = STRAIGHT_QUOTES + "\u201c\u2018\u201e\u201a\u00ab\u2039\u00bb\u203a\u300c\u300e"
"""What may open a quotation; in German books `»` and `›` do."""

CLOSING_QUOTES = STRAIGHT_QUOTES + "\u201d\u2019\u201c\u2018\u00bb\u203a\u00ab\u2039\u300d\u300f"
"""What may close a quotation; in German `“` and `‘` do."""

SENTENCE_ENDS = ".!?\u2026\u3002\uff01\uff1f\uff0e\uff61"
"""What ends a sentence: full stop, exclamation and question mark, ellipsis, their wide forms."""

BEHIND_SENTENCE_ENDS = STRAIGHT_QUOTES + ")]\u201d\u2019\u00bb\u203a\uff09\u300d\u300f"
"""What may stand between the sign that ends a sentence and the space: brackets, quote marks."""

CLOSING = (
    ".,;:!?)]}"
    "\u2019\u201d\u00bb\u203a\u2026\u2025"
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u3017"
    "\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d\uff61\uff63\uff64"
)
"""Closing punctuation: no space stands before it (contract §2). Straight quote marks are apart."""

HIDDEN = "\u00ad\u200b\u2060\ufeff"
"""What takes no room in a line and changes no letter: it hides in keys."""

ZERO_WIDTH = HIDDEN + "\u200c\u200d"
"""The same with the joiners of Persian and Indic scripts, which change letters."""

DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks of direction in Hebrew and Arabic, which print nothing."""

NOTE_MARKS = "\u2020\u2021\u00a7\u00b6*"
"""The signs that number footnotes where figures do not."""

LIGATURES = ("ffi", "ffl", "ff", "fi", "fl")
"""Letters that typesetters draw as one, the longest first."""

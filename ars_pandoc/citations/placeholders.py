"""Values that only keep a place free for an anchor's: `?`, TBD, TODO (contract §2, No anchor)."""

from __future__ import annotations

import re

from ars_pandoc.base.characters import DASHES
from ars_pandoc.base.lazy_pattern import lazy_pattern

PLACEHOLDERS = (
    "tba", "tbc", "tbd", "todo", "to do", "fixme", "n/a", "n.a", "n.d", "unknown", "unknown page",
    "none", "null",
)  # fmt: skip
"""In lower case and without a full stop behind."""

_ZEROS = lazy_pattern(rf"[ 0.,;{DASHES}]*0[ 0.,;{DASHES}]*")
_PLACEHOLDER = lazy_pattern(
    rf"[?…]+|xx(?:\s*[{DASHES}]\s*(?:xx|yy))?|{'|'.join(map(re.escape, PLACEHOLDERS))}|"
)


def keeps_place(text: str, *, numbered: bool) -> bool:
    """Return whether a text is a placeholder.

    Args:
        text: The value, in lower case, without its label and without dots behind.
        numbered: It is a page or a paragraph, where 0 is one too.
    """
    return bool(_PLACEHOLDER.fullmatch(text)) or (numbered and bool(_ZEROS.fullmatch(text)))

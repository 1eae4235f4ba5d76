"""What can be shown of a citation whose paragraph is not judged yet: its source, and that."""

from __future__ import annotations

import re

from ars_pandoc.lsp.hover import entry_text
from ars_pandoc.lsp.state import State
from ars_pandoc.report.markdown import escape

_REACH = 300
"""Of the text around a place so many characters are looked at: keys are short."""

_WRITTEN = re.compile(
    r"-?@\{(?P<braced>[^{}\s]+)\}"
    r"|-?@(?P<bare>\w(?:[\w:.#$%&+?<>~/-]*\w)?)"
    r"|<!--\s*ref:\s*(?P<marker>[^\s>]+?)(?=\s|-->)"
    r"|cite\w*:&?(?P<link>\w(?:[\w:.+/-]*\w)?)"
)
_WORD = re.compile(r"\w(?:[\w:./+-]*\w)?")
_WAITS = "Not judged yet: its verdict is on its way."


def source_text(state: State, text: str, offset: int) -> str | None:
    """Return, as Markdown, the source of the key at a place; None where there is none.

    No Pandoc is asked: what is written as a key counts as one, and so does a word that is one of
    the sidecar's, as in a cite command.

    Args:
        state: The last verdicts, for their sources.
        text: The text as it is now.
        offset: A place in it.
    """
    key = _at(_WRITTEN, text, offset)
    entries = {} if state.corpus is None else state.corpus.entries
    entry = entries.get(key or _at(_WORD, text, offset) or "")
    if entry is not None:
        return f"{entry_text(entry, state.ledger)}\n\n{_WAITS}"
    return f"**{escape(key)}**\n\n{_WAITS}" if key else None


def _at(written: re.Pattern[str], text: str, offset: int) -> str | None:
    for found in written.finditer(text, max(0, offset - _REACH), offset + _REACH):
        if found.start() <= offset <= found.end():
            return found[found.lastgroup] if found.lastgroup else found[0]
    return None

"""Words that show a marker or a key as plain text, where Pandoc reads none (contract §2, §3)."""

from __future__ import annotations

import re

from ars_pandoc.citations.citation import Condition, Fault
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.earlier_markers import EarlierMarkers
from ars_pandoc.pandoc.elements import Element

ODD = re.compile(r"<!|@|\[UNVERIFIED")
"""A word that calls for a closer look; most words cost no more than this one search."""

ORG_WORD = re.compile(r"cite[A-Za-z]*\*?:|cquote:|bibentry:|^[;,]&?\w", re.IGNORECASE)
"""A word of Org that may be a link which cites, or what goes on behind one."""


class OddWords:
    """Reads words that `ODD` finds something in.

    Args:
        drafts: Gets each citation.
        literals: Reads the literal markers among them.
    """

    __slots__ = ("_drafts", "_literals")

    def __init__(self, drafts: Drafts, literals: EarlierMarkers) -> None:
        self._drafts = drafts
        self._literals = literals

    def read(self, text: str, inlines: list[Element], index: int) -> int:
        """Read a word.

        Args:
            text: The word.
            inlines: The list that holds it.
            index: Its place in the list.

        Returns:
            The index up to which it was read; 0 if the word is all.
        """
        # Seldom needed: most documents have none of these.
        from ars_pandoc.citations.visible_markers import glued_keys, visible_markers

        end = 0
        if "[UNVERIFIED" in text:
            end = self._literals.words(inlines, index)
        if "<!" in text:
            for key, fault in visible_markers(inlines, index):
                self._drafts.add(key, "marker", inlines, inlines[index], fault)
        for key in glued_keys(text) if "@" in text else ():
            fault = Fault(
                f"'@{key}' is glued to the text before it, and Pandoc reads no citation",
                f"write [@{key}] with a space before it, or in braces: @{{{key}}}",
            )
            draft = self._drafts.add(key, "native", inlines, inlines[index], fault)
            draft.condition = Condition.KEY_KNOWN
        return end

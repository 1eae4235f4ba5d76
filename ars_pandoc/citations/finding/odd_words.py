"""Words that show a marker or a key as plain text, where Pandoc reads none (contract §2, §3)."""

from __future__ import annotations

import re

from ars_pandoc.citations.citation import Condition, Fault
from ars_pandoc.citations.finding.drafts import Drafts
from ars_pandoc.citations.finding.earlier_markers import EarlierMarkers
from ars_pandoc.citations.finding.refusals import Refusals
from ars_pandoc.citations.syntax import in_markdown
from ars_pandoc.pandoc.elements import WHITE, Element, stringify

ODD = re.compile(r"<(?:[!–—]|--|\Z)|[@＠﹫]|[\[{]ref[:=]|\[UNVERIFIED|\[HIGH-WARN-|```")
"""A word that calls for a closer look; most words cost no more than this one search."""

ORG_WORD = re.compile(r"cite[A-Za-z]*\*?:|cquote:|bibentry:|^[;,]&?\w", re.IGNORECASE)
"""A word of Org that may be a link which cites, or what goes on behind one."""
_FENCE = "```"
_NO_TEXT = WHITE | {"Str", "Cite", "RawInline", "Note"}


class OddWords:
    """Reads words that `ODD` finds something in.

    Args:
        drafts: Gets each citation.
        literals: Reads the literal markers among them.
        refusals: Reads the literals of newer ARS.
    """

    __slots__ = ("_drafts", "_fence", "_literals", "_refusals")

    def __init__(self, drafts: Drafts, literals: EarlierMarkers, refusals: Refusals) -> None:
        self._drafts = drafts
        self._literals = literals
        # How many citations stood before a code cell that was read as words, while in one.
        self._fence: int | None = None
        self._refusals = refusals

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
        from ars_pandoc.citations.visible_markers import visible_markers

        end = 0
        if "[UNVERIFIED" in text:
            end = self._literals.words(inlines, index)
        if "[HIGH-WARN-" in text:
            self._refusals.word(text, inlines, inlines[index])
        if "<" in text:
            for key, fault in visible_markers(inlines, index, self._drafts.syntax):
                self._drafts.add(key, "marker", inlines, inlines[index], fault)
        if "@" in text:
            self._keys(text, inlines, index)
        if "@" in text or "＠" in text or "﹫" in text:
            self._strange_signs(text, inlines, inlines[index])
        if "ref" in text:
            self._bracketed_refs(text, inlines, inlines[index])
        if _FENCE in text:
            self._cell(text)
        return end

    def _keys(self, text: str, inlines: list[Element], index: int) -> None:
        from ars_pandoc.citations.visible_markers import glued_keys, spaced_keys

        element = inlines[index]
        behind_text = text[0] == "@" and index > 0 and inlines[index - 1]["t"] not in _NO_TEXT
        for key in glued_keys(text, behind_text=behind_text):
            fault = Fault(
                f"'@{key}' is glued to the text before it, and Pandoc reads no citation",
                f"write [{in_markdown(key)}, p. 12] in brackets, or a space before {in_markdown(key)}",
            )
            draft = self._drafts.add(key, "native", inlines, element, fault)
            draft.condition = Condition.KEY_NAMED
        if "@{" not in text:
            return
        for key, sure in spaced_keys(inlines, index):
            whole = "".join(key.split())
            fault = Fault(
                f"the key in '@{{{key}}}' has a space, and Pandoc reads no citation",
                f"write the key as the source's entry has it, without a space: [@{whole}, p. 12]",
            )
            draft = self._drafts.add(key, "native", inlines, element, fault)
            draft.condition = Condition.ALWAYS if sure else Condition.KEY_NAMED

    def _strange_signs(self, text: str, inlines: list[Element], element: Element) -> None:
        """Look at keys behind what only looks like an @: they print as they stand."""
        from ars_pandoc.citations.visible_markers import keys_behind_strange_signs

        for key in keys_behind_strange_signs(text):
            fault = Fault(
                f"what stands before '{key}' only looks like an @, and Pandoc reads no citation",
                f"type the @ anew: [{in_markdown(key)}, p. 12]",
            )
            self._drafts.add(key, "native", inlines, element, fault).condition = Condition.KEY_NAMED

    def _bracketed_refs(self, text: str, inlines: list[Element], element: Element) -> None:
        """Look at `[ref:key]` and `{ref:key}`, which are no comments and print as they stand."""
        from ars_pandoc.citations.visible_markers import bracketed_refs

        for written, key in bracketed_refs(text):
            fault = Fault(
                f"'{written}' is no comment: it stands in the text as words and would print",
                f"write <!--ref:{key}--> and an anchor behind it",
            )
            self._drafts.add(key, "marker", inlines, element, fault).condition = Condition.KEY_NAMED

    def wiki_link(self, inlines: list[Element], element: Element) -> None:
        """Look at a link of a wiki, `[[@key]]`, whose brackets were meant for a citation."""
        _, inner, (target, _) = element["c"]
        for text in (stringify(inner), target):
            if text.startswith("@") and len(text) > 1:
                key = text[1:].split()[0].strip("{},;")
                fault = Fault(
                    f"'[[@{key}]]' is read as a link of a wiki, and not as a citation",
                    f"write [{in_markdown(key)}, p. 12], or read the document without "
                    "wikilinks_title_after_pipe",
                )
                self._drafts.add(key, "native", inlines, element, fault)
                return

    def _cell(self, text: str) -> None:
        """Look at the fence of a code cell that Pandoc reads as words, MyST's `{code-cell}`.

        A decorator in it, `@njit`, is a citation only if a source is called so.
        """
        if self._fence is None or text.startswith(_FENCE + "{"):
            self._fence = len(self._drafts) if text.startswith(_FENCE + "{") else None
            return
        for draft in self._drafts.since(self._fence):
            if draft.in_text and draft.locator is None and draft.condition is Condition.ALWAYS:
                draft.condition = Condition.KEY_NAMED
        self._fence = None

"""Which paragraphs may hold call-outs that no citation follows (contract §3).

Most paragraphs hold none, so a word that looks like a part of one is waited for, and only its
paragraph is searched by `callouts` at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ars_pandoc.base.characters import BEHIND_SENTENCE_ENDS, SENTENCE_ENDS
from ars_pandoc.citations.callout_signs import MAY_SUSPECT, SUSPECT
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.pandoc.elements import Element

if TYPE_CHECKING:
    from ars_pandoc.citations.callouts import CallOut

_SENTENCE_ENDS = frozenset(SENTENCE_ENDS + BEHIND_SENTENCE_ENDS)


class CallOutWatch:
    """Collects the paragraphs that may hold call-outs.

    Args:
        place: Where the walk stands.

    Attributes:
        pending: A word like a call-out's was met, and no citation has followed yet.
        ended: A word like a call-out's was met, and its sentence has ended without a citation.
        reference_list: The document has a reference list, so `[12]` may be a call-out.
    """

    __slots__ = (
        "_noted",
        "_paragraphs",
        "_place",
        "_references",
        "ended",
        "pending",
        "reference_list",
    )

    def __init__(self, place: CurrentPlace) -> None:
        self._place = place
        self._paragraphs: list[tuple[list[Element], str | None]] = []
        # Which they are: a note within one is noted between two looks at it.
        self._noted: set[int] = set()
        self.pending = self.ended = False
        # The level of the heading whose section is the reference list, inside it.
        self._references: int | None = None
        self.reference_list = False

    def __len__(self) -> int:
        return len(self._paragraphs)

    def word(self, text: str) -> None:
        """Look at a word that holds more than letters."""
        if self.ended:
            self.note_paragraph()
        if MAY_SUSPECT.search(text) and SUSPECT.search(text):
            self.pending = True
        if self.pending and text[-1] in _SENTENCE_ENDS:
            self.ended = True

    def link(self, target: str) -> None:
        """Look at the target of a link, which may be a DOI's, PubMed's or arXiv's."""
        if SUSPECT.search(target):
            self.pending = True

    def superscript(self, inner: list[Element]) -> None:
        """Look at what is raised: a number may be a reference's, behind a sentence's end too."""
        if inner and inner[0]["t"] == "Str" and inner[0]["c"][0].isdigit():
            self.pending = self.ended = True

    def citation(self) -> None:
        """Say that a citation follows: what stands before it in its sentence is marked."""
        self.pending = self.ended = False

    def end_paragraph(self) -> None:
        """Say that the paragraph ends here."""
        if self.pending:
            self.note_paragraph()

    def note_paragraph(self) -> None:
        """Note that the current paragraph is to be searched, but for that of a reference list."""
        self.pending = self.ended = False
        paragraphs, block = self._paragraphs, self._place.block
        if self._references is None and id(block) not in self._noted:
            paragraphs.append((block, self._place.section))
            self._noted.add(id(block))

    def enter_section(self, level: int, heading: str | None) -> None:
        """Say that a section begins; one with a heading such as References is not searched."""
        if self._references is not None and level <= self._references:
            self._references = None
        from ars_pandoc.citations.reference_headings import is_reference_heading

        if heading is not None and is_reference_heading(heading):
            self.reference_list = True
            self._references = level

    def leave_reference_list(self, count: int) -> None:
        """Say that what was read since `count` paragraphs were noted is a reference list."""
        self.reference_list = True
        self.keep(count)

    def keep(self, count: int) -> None:
        """Forget the paragraphs behind the first `count`."""
        del self._paragraphs[count:]
        self._noted = {id(block) for block, _ in self._paragraphs}

    def finish(self) -> tuple[CallOut, ...]:
        """Return the call-outs that no citation follows in their sentence."""
        if not self._paragraphs:
            return ()
        from ars_pandoc.citations.callouts import find_callouts, without_doubtful

        unmarked: list[CallOut] = []
        for block, section in self._paragraphs:
            unmarked += find_callouts(block, numbered=self.reference_list, section=section)
        return without_doubtful(unmarked)

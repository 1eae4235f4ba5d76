"""Citations whose anchors are still being found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ars_pandoc.citations.anchor_values import judge_anchor
from ars_pandoc.citations.citation import Anchor, Citation, Condition, Fault, Form, Kind, Syntax
from ars_pandoc.citations.cites import cross_reference
from ars_pandoc.citations.finding.callout_watch import CallOutWatch
from ars_pandoc.citations.finding.current_place import CurrentPlace
from ars_pandoc.citations.found import Place
from ars_pandoc.pandoc.elements import Element


@dataclass(slots=True)
class Draft:
    """A citation whose anchors are still being found.

    Attributes:
        key: The citation key, or None for an anchor that belongs to no citation.
        form: Where it comes from.
        place: Where it stands.
        section: The heading above it.
        locator: The anchor that its own locator gives.
        marks: Its other anchors: kind, value as written, and whether it was written as the
            attribute of a span and not as a comment.
        fault: What is wrong with it.
        condition: When it is a citation at all.
        in_text: Whether the author stands in the text.
        named: Whether a ref right behind it has named it; a second one is another citation.
        annotated: Whether a marker of ours belongs to it.
        pair: The name of an mdBook anchor that it may be, or None.
        hint: A trap that explains why it has no locator.
        syntax: What it was written in.
        behind: What stands directly behind its key.
        unsupported: By whom its source was said not to support the sentence, or None.
        tail: Words behind its key in a marker that may be a part of the key.
    """

    key: str | None
    form: Form
    place: Place
    section: str | None
    locator: Anchor | None = None
    marks: list[tuple[Kind, str, bool]] = field(default_factory=list)
    fault: Fault | None = None
    condition: Condition = Condition.ALWAYS
    in_text: bool = False
    named: bool = False
    annotated: bool = False
    pair: str | None = None
    hint: Fault | None = None
    syntax: Syntax = "markdown"
    behind: str = ""
    unsupported: Fault | None = None
    tail: tuple[str, ...] = ()


class Drafts:
    """The citations found so far, in document order.

    Args:
        place: Where the walk stands.
        callouts: Is told of each citation, since it may follow a call-out.
        syntax: What the document is written in.
    """

    __slots__ = ("_callouts", "_drafts", "_place", "syntax")

    def __init__(self, place: CurrentPlace, callouts: CallOutWatch, syntax: Syntax) -> None:
        self._place = place
        self._callouts = callouts
        self.syntax = syntax
        self._drafts: list[Draft] = []

    def __len__(self) -> int:
        return len(self._drafts)

    def add(
        self,
        key: str | None,
        form: Form,
        container: list[Element],
        element: Element,
        fault: Fault | None = None,
    ) -> Draft:
        """Add a citation that stands where the walk is.

        Args:
            key: Its key, or None where there is none.
            form: Where it comes from.
            container: The list that holds its element.
            element: The element.
            fault: What is wrong with it.
        """
        place = self._place
        draft = Draft(
            key,
            form,
            place.of(container, element),
            place.section,
            fault=fault,
            syntax=self.syntax,
        )
        self._callouts.citation()
        self._drafts.append(draft)
        return draft

    def since(self, count: int) -> list[Draft]:
        """Return the citations behind the first `count`."""
        return self._drafts[count:]

    def keep(self, count: int) -> None:
        """Forget all citations behind the first `count`."""
        del self._drafts[count:]

    def finish(
        self, ids: set[str], other_tools: Iterable[str], kinds: frozenset[str] = frozenset()
    ) -> tuple[tuple[Citation, Place], ...]:
        """Return the citations with their places.

        Args:
            ids: All identifiers that the document defines.
            other_tools: The names of mdBook's anchors; what may be one of them is no citation.
            kinds: Prefixes of cross-references that the metadata defines.
        """
        others = frozenset(other_tools)
        return tuple(
            (_finished(draft, ids, kinds), draft.place)
            for draft in self._drafts
            if draft.pair is None or draft.pair not in others
        )


def _finished(draft: Draft, ids: set[str], kinds: frozenset[str]) -> Citation:
    anchors = [
        judge_anchor(kind, value, draft.key, wrapped=wrapped)
        for kind, value, wrapped in draft.marks
    ]
    if draft.locator is not None:
        anchors.insert(0, draft.locator)
    condition = draft.condition
    if draft.annotated:
        # A marker of ours speaks for it: it is a citation, whatever its key looks like.
        condition = Condition.ALWAYS
    elif draft.form != "marker" and draft.key is not None and condition is Condition.ALWAYS:
        condition = cross_reference(draft.key, ids, anchors, kinds)
    return Citation(
        draft.key,
        draft.form,
        tuple(anchors),
        fault=draft.fault,
        condition=condition,
        section=draft.section,
        in_text=draft.in_text,
        hint=draft.hint,
        syntax=draft.syntax,
        behind=draft.behind,
        unsupported=draft.unsupported,
        tail=draft.tail,
    )

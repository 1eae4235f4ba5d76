"""The ref or Cite that an anchor would belong to: the nearest one before it (contract §2)."""

from __future__ import annotations

from collections.abc import Iterable

from ars_pandoc.base.characters import CLOSING, STRAIGHT_QUOTES
from ars_pandoc.citations.finding.drafts import Draft

MAY_STAND_BETWEEN = frozenset(CLOSING + STRAIGHT_QUOTES)
"""The punctuation that may stand between a citation and its anchor."""


class Nearest:
    """The ref or Cite right before the current element.

    Attributes:
        group: The citations that a ref here may name: all of one Cite or command, and the last
            ref behind them; empty if words stand between.
        target: The one that an anchor here belongs to; None if there is none or a choice.
        within: The citation whose own brackets are being read, or None.
    """

    __slots__ = ("group", "target", "within")

    def __init__(self) -> None:
        self.group: list[Draft] = []
        self.target: Draft | None = None
        self.within: Draft | None = None

    def become(self, drafts: Iterable[Draft]) -> None:
        """Say that these citations stand right here, as one Cite, command or marker."""
        self.group = list(drafts)
        self.target = self.group[0] if len(self.group) == 1 else None

    def add_ref(self, draft: Draft) -> None:
        """Say that a ref stands here; the Cite before it can still be named by another ref."""
        self.group = [*(one for one in self.group if one.form != "marker"), draft]
        self.target = draft

    def close(self) -> None:
        """Say that what follows belongs to no earlier ref or Cite."""
        if self.within is not None:
            # Within its own brackets a Cite stays the nearest, whatever words stand between.
            self.group, self.target = [self.within], self.within
        elif self.group:
            self.group = []
            self.target = None

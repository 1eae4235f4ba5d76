"""The outcome of a file whose words no program can read (contract §8)."""

from __future__ import annotations


class Unreadable(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """A file's words cannot be read; `reason` says why, in words for a writer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

"""The outcome of a file whose words no program can read (contract §8)."""

from __future__ import annotations

ENCRYPTED = "the PDF is encrypted with a password"
"""How the reason begins where only a password opens a file."""


class Unreadable(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """A file's words cannot be read; `reason` says why, in words for a writer.

    Args:
        reason: Why.
        lasting: False where it may be read another time, on a machine that is less busy.
    """

    def __init__(self, reason: str, *, lasting: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting

"""Errors that are for the user: what happened, where, why, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence


class ArsError(Exception):
    """Something that stops a command and that the user can mend.

    Every executable prints `str(error)` on stderr and exits with `exit_code`; no traceback is
    shown (contract §1).

    Args:
        what: One sentence: what cannot be done.
        where: The file, entry or place it stands at.
        why: The cause, if `what` does not say it already.
        steps: What to do next, each a command or an edit.
    """

    exit_code = 2

    def __init__(
        self,
        what: str,
        *,
        where: str | None = None,
        why: str | None = None,
        steps: Sequence[str] = (),
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.why = why
        self.steps = tuple(steps)

    def __str__(self) -> str:
        lines = [self.what]
        if self.where:
            lines.append(f"  where: {self.where}")
        if self.why:
            lines.append(f"  why: {self.why}")
        lines += [f"  {'next:' if n == 0 else 'or:  '} {step}" for n, step in enumerate(self.steps)]
        return "\n".join(lines)

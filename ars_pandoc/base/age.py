"""How long ago something was recorded, in a few words."""

from __future__ import annotations

from datetime import datetime, timezone

from ars_pandoc.corpus.ledger import moment_of
from ars_pandoc.report.terminal import plural


def age(at: str, now: datetime | None = None) -> str:
    """Say how long ago a moment of the catalog is: `today`, `1 day ago`, `40 days ago`."""
    days = ((now or datetime.now(timezone.utc)) - moment_of(at)).days
    return "today" if days < 1 else f"{plural(days, 'day')} ago"

"""Dates and times, as every file of the corpus writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ars_pandoc.base.wording import plural

if TYPE_CHECKING:
    from datetime import datetime

_LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
_DAY = (
    "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])"
    "|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
    f"|{_LEAP_YEAR}-02-29)"
)
_ZONE = "(?: ?[Zz]| ?[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
_TIME = rf"[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?{_ZONE}?"
ISO_DATE = re.compile(f"(?!0000){_DAY}(?:{_TIME})?")
"""An ISO 8601 date, or a date and time: how every file of the corpus writes a moment.

Only days that there are: what matches can be read by `moment_of`. The schemas hold the
same pattern.
"""


def moment_of(text: str) -> datetime:
    """Read an ISO date, or date and time; without a zone it is UTC."""
    from datetime import datetime, timezone  # seldom needed at render

    date, time = text[:10], text[11:].strip().upper().replace(" ", "")
    zone = ""
    for sign in "Z+-":
        if sign in time:
            time, _, offset = time.partition(sign)
            digits = offset.replace(":", "").ljust(4, "0")
            zone = "" if sign == "Z" else f"{sign}{digits[:2]}:{digits[2:]}"
    seconds, _, fraction = time.partition(".")
    moment = datetime.fromisoformat(f"{date}T{seconds or '00:00'}{zone}")
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return moment.replace(microsecond=int(fraction[:6].ljust(6, "0"))) if fraction else moment


def now() -> str:
    """Return this moment as the corpus writes it."""
    from datetime import datetime, timezone  # seldom needed at render

    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def age(at: str, now: datetime | None = None) -> str:
    """Say how long ago a moment of the catalog is: `today`, `1 day ago`, `40 days ago`."""
    from datetime import datetime, timezone  # seldom needed at render

    days = ((now or datetime.now(timezone.utc)) - moment_of(at)).days
    return "today" if days < 1 else f"{plural(days, 'day')} ago"

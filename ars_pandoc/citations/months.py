"""Months and seasons: `May (2020)` is no call-out and `March 12` no place in a source.

`months.tsv` holds those of Pandoc's CSL locales, one locale a line; the oracle of the tests writes
it, as it does `labels.tsv`.
"""

from __future__ import annotations

import pkgutil
from functools import cache

SHORT = frozenset("jan feb mar apr jun jul aug sep sept oct nov dec fall".split())
"""English short forms, and the season that has a name of its own in America."""


@cache
def month_names(*locales: str) -> frozenset[str]:
    """Return the words of the months and seasons of some locales and of English, case-folded.

    Args:
        locales: CSL locales such as `de-DE`; one that is not known adds none.
    """
    table = _table()
    names = [table.get(locale, "") for locale in ("en-US", *locales)]
    return SHORT.union(*(row.replace("|", " ").split() for row in names))


@cache
def _table() -> dict[str, str]:
    data = pkgutil.get_data(__package__, "months.tsv")
    if data is None:  # only a loader that cannot read data files
        raise FileNotFoundError("months.tsv")
    rows = (line.partition("\t") for line in data.decode().splitlines() if line[0] != "#")
    return {locale: names.casefold() for locale, _, names in rows}

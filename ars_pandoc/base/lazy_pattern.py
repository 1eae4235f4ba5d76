"""Regular expressions that are compiled when they are first used.

Python compiles patterns anew in every process, which for the gate's larger ones takes a third of
its start-up; most documents need few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "pattern")


class _LazyPattern:
    def __init__(self, pattern: str, flags: int) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(*self._source)
        # From now on the methods are found without this detour.
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return self.__dict__[name]


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern with the methods of `re.Pattern`, compiled at the first use of one.

    Args:
        pattern: As for `re.compile`.
        flags: As for `re.compile`.
    """
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))

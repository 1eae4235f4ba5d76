"""Pandoc's JSON in and out: the standard library for small documents, orjson for large ones.

orjson writes a thesis eight times as fast and without a second copy of it, but takes 30 ms to
import, which a one-page paper would feel.
"""

from __future__ import annotations

import json
from typing import Any

LARGE = 1_000_000
"""From how many bytes on orjson pays."""


def loads(data: bytes) -> Any:
    """Parse JSON.

    Raises:
        ValueError: It is none.
    """
    if len(data) >= LARGE:
        try:
            import orjson
        except ImportError:  # a checkout that is not installed
            return json.loads(data)
        try:
            return orjson.loads(data)
        except orjson.JSONDecodeError:
            pass  # nested deeper than the library reads
    return json.loads(data)


def dumps(value: Any, *, size: int) -> bytes:
    """Write JSON as UTF-8, without spaces.

    Args:
        value: Plain data.
        size: About how many bytes it will be.
    """
    if size >= LARGE:
        try:
            import orjson

            return orjson.dumps(value)
        except (ImportError, TypeError):
            # No orjson, or nested deeper than the 254 levels that it writes (a TypeError of its).
            pass
    # dumps and not dump: the latter is a pure-Python encoder, twice as slow.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "surrogatepass"
    )

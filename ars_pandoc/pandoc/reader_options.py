"""What Pandoc tells its filters of the reader, in `PANDOC_READER_OPTIONS`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def reader_options(environment: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the options of Pandoc's reader; empty where Pandoc does not tell."""
    try:
        options = json.loads(environment.get("PANDOC_READER_OPTIONS") or "{}")
    except ValueError:
        return {}
    return options if isinstance(options, dict) else {}

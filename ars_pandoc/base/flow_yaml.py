"""Plain data as YAML on one line, as every reader takes it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ars_pandoc.base.yaml_editor import is_surely_text

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def flow_value(value: Any) -> str:
    """Return a value in YAML's flow style: `true`, `"a: b"`, `[1, 2]`, `{family: Smith}`.

    Text stands in double quotes unless every reader takes it for text without.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        parts = (f"{flow_value(name)}: {flow_value(item)}" for name, item in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_value, value)) + "]"
    if not isinstance(value, str):
        return str(value)
    if is_surely_text(value):
        return value
    # JSON's strings are YAML's, but for a few characters that YAML does not print.
    return _UNSAFE.sub(lambda c: f"\\u{ord(c[0]):04x}", json.dumps(value, ensure_ascii=False))

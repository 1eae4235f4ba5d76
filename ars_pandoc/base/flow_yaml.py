"""Plain data as YAML, as every reader takes it: on one line, or in lines of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

# What every YAML reader takes for text without quotes, those of YAML 1.1 too.
_SURELY_TEXT = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9_-]*", re.I)
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_LONG_KEY = 500
"""Longer keys are written behind `?`: YAML looks for the colon of others 1,024 characters far."""


def is_surely_text(value: str) -> bool:
    """Return whether every YAML reader takes a value for text without quotes."""
    return _SURELY_TEXT.fullmatch(value) is not None


def flow_value(value: Any) -> str:
    """Return a value in YAML's flow style: `true`, `"a: b"`, `[1, 2]`, `{family: Smith}`.

    Text stands in double quotes unless every reader takes it for text without.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(flow_pair(name, item) for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow_value, value)) + "]"
    if not isinstance(value, str):
        return str(value)
    if is_surely_text(value):
        return value
    # JSON's strings are YAML's, but for a few characters that YAML does not print.
    return _UNSAFE.sub(lambda c: f"\\u{ord(c[0]):04x}", json.dumps(value, ensure_ascii=False))


def flow_pair(name: str, value: Any) -> str:
    """Return a key and its value as they stand in a flow map, or on a line of a block."""
    return f"{key_text(name)}: {flow_value(value)}"


def key_text(name: str) -> str:
    """Return a key as it stands before its colon."""
    text = flow_value(name)
    return f"? {text} " if len(text) > _LONG_KEY else text


def block_lines(value: Any) -> Iterator[str]:
    """Yield a map or list, not empty, in YAML's block style, line by line without line ends.

    Texts stand in single quotes where they need any; lists of plain values stay on their line.
    """
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from pair_lines(name, item)
        return
    for item in value:
        if _is_block(item):
            lead = "- "
            for line in block_lines(item):
                yield lead + line
                lead = "  "
        else:
            yield f"- {_line_value(item)}"


def pair_lines(name: str, value: Any) -> Iterator[str]:
    """Yield a key with its value in block style, line by line without line ends."""
    key = key_text(name)
    if key[0] == "?":
        yield key.rstrip()
        key = ""
    if not _is_block(value):
        yield f"{key}: {_line_value(value)}"
        return
    yield f"{key}:"
    # The dashes of a list may stand below the key's first letter; a map's keys may not.
    indent = "" if isinstance(value, list) else "  "
    for line in block_lines(value):
        yield indent + line


def _is_block(value: Any) -> bool:
    if isinstance(value, list):
        return any(isinstance(item, Mapping | list) for item in value)
    return isinstance(value, Mapping) and bool(value)


def _line_value(value: Any) -> str:
    if isinstance(value, str) and value.isprintable() and not is_surely_text(value):
        return "'" + value.replace("'", "''") + "'"
    return flow_value(value)

"""JSON as plain data: a key given twice is an error, and each error has its line."""

from __future__ import annotations

import json
from typing import Any

from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_file import UnreadableFileError
from ars_pandoc.base.yaml_errors import MAX_DEPTH, too_deep


def parse_json(text: str, label: str) -> Any:
    """Parse JSON; a key given twice and `NaN` are errors.

    Raises:
        UnreadableFileError: With line and column where they are known.
    """
    if not text.strip():
        raise UnreadableFileError(
            f"{label} is empty", steps=["restore it from a backup, or delete it and begin anew"]
        )
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        steps = ["correct the line; a JSON file has no comments and no comma before } or ]"]
        if not text.lstrip().startswith(("{", "[")):
            steps = ["if it is YAML, give its name the ending .yaml"]
        raise UnreadableFileError(
            f"{label} is no valid JSON",
            where=f"line {error.lineno}, column {error.colno}",
            why=_JSON_WORDS.get(error.msg),
            steps=steps,
        ) from None
    except _BadJsonError as error:
        # JSON is YAML as well, near enough to find the line of the second key.
        parse_yaml(text, label)
        raise UnreadableFileError(
            f"{label} is no valid JSON", why=str(error), steps=["write a value that JSON has"]
        ) from None
    except RecursionError:
        raise too_deep(label, None) from None
    except ValueError:
        raise UnreadableFileError(
            f"{label} cannot be read",
            why="a number in it has thousands of digits",
            steps=["put it in quotes, or correct it"],
        ) from None
    _check_depth(data, label)
    return data


def _check_depth(data: Any, label: str) -> None:
    """Refuse what is nested deeper than `MAX_DEPTH`, level by level and without recursion."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        level = [
            child
            for part in level
            if type(part) in (dict, list)
            for child in (part.values() if type(part) is dict else part)
            if type(child) in (dict, list)
        ]
        if not level:
            return
    raise too_deep(label, None)


_JSON_WORDS = {
    "Expecting ',' delimiter": "a comma or a closing bracket is missing before this place",
    "Expecting ':' delimiter": "a colon is missing behind the name",
    "Expecting value": "a value is missing here, or the file is cut off",
    "Expecting property name enclosed in double quotes": 'a name in "double quotes" is missing',
    "Illegal trailing comma before end of object": "a comma stands before }",
    "Illegal trailing comma before end of array": "a comma stands before ]",
    "Unterminated string starting at": "the closing quote is missing, or the file is cut off",
    "Invalid control character at": "a line break or control character stands in a string",
    "Extra data": "text follows behind the end",
}


class _BadJsonError(Exception):
    """Found by a hook, which knows no line."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _BadJsonError(f"the key {key!r} is given twice in one object")
            seen.add(key)
    return result


def _no_constant(name: str) -> Any:
    raise _BadJsonError(f"{name} is no JSON value")

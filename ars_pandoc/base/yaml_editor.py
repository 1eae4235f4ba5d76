"""YAML edited with its comments kept, and text in the quotes that it needs."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruamel.yaml import YAML


# What every YAML reader takes for text without quotes, those of YAML 1.1 too.
_SURELY_TEXT = re.compile(r"(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9_-]*", re.I)

_LINE_END = re.compile("[\n\r\x85\u2028\u2029]")


def round_trip(text: str, top_list: str | None = None) -> YAML:
    """Make the editor that keeps comments, quotes, order and the indentation of lists.

    Args:
        text: The text that it will edit.
        top_list: The top-level list whose indentation all lists of the file share.
    """
    from ruamel.yaml import YAML  # late: a new file needs no editor

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000  # never fold a line
    yaml.explicit_start = bool(re.search("^---", text, re.M))
    name = ".*" if top_list is None else re.escape(top_list)
    dash = re.search(rf"^( *){name}:.*\n(?:\s*(?:#.*)?\n)*( *)-", text, re.M)
    offset = max(len(dash[2]) - len(dash[1]), 0) if dash else 0
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def dumped(yaml: YAML, data: Any) -> str:
    """Return what an editor makes of its data as text."""
    stream = StringIO()
    yaml.dump(data, stream)
    return stream.getvalue()


def yaml_text(value: str) -> str:
    """Return a text for a YAML file: in quotes unless every reader takes it for text without."""
    return value if is_surely_text(value) else quoted(value)


def is_surely_text(value: str) -> bool:
    """Return whether every YAML reader takes a value for text without quotes."""
    return _SURELY_TEXT.fullmatch(value) is not None


def quoted(value: str) -> str:
    """Return a text that is written in quotes.

    Dates need them, or YAML 1.1 readers make a date of it and write it back in another form.
    """
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

    # Between single quotes YAML 1.1 folds its line ends, and one of them comes back as a space.
    kind = DoubleQuotedScalarString if _LINE_END.search(value) else SingleQuotedScalarString
    text: str = kind(value)
    return text

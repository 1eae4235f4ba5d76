"""What `ars-gate` is told on its command line, beside the output format.

Pandoc gives a JSON filter the output format as its argument and the rest in its environment. A
filter that Lua starts gets default values there, and Lua cannot set variables: the Lua filter
`ars-gate.lua` says the same in arguments.

    ars-gate FORMAT [--reader-options JSON] [--input FILE]… [--project FOLDER]
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence

from ars_pandoc.base.errors import ArsError

_VARIABLES = {
    "--reader-options": "PANDOC_READER_OPTIONS",
    "--input": "ARS_INPUT",
    "--project": "QUARTO_PROJECT_DIR",
}
OPTIONS = tuple(_VARIABLES)
"""The options of the filter that take a value."""

_STEP = "name ars-gate as a filter: pandoc --filter ars-gate paper.md -o paper.pdf"


def read_arguments(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> tuple[str, Mapping[str, str]]:
    """Read the command line of the filter.

    Args:
        arguments: Those of the process.
        environment: The process's environment.

    Returns:
        The output format, empty if none is given, and the environment with what the arguments
        say in the variables that mean the same.

    Raises:
        ArsError: An unknown argument, an option without a value, or reader options that are no
            JSON object.
    """
    output_format, rest = "", list(arguments)
    if rest and not rest[0].startswith("-"):
        output_format = rest.pop(0)
    if not rest:
        return output_format, environment
    told: dict[str, list[str]] = {}
    for name, value in zip(rest[::2], [*rest[1::2], None], strict=False):
        if name not in _VARIABLES:
            raise ArsError(f"'{name}' is no argument of ars-gate", steps=[_STEP])
        if value is None:
            raise ArsError(f"a value is missing behind {name}", steps=[_STEP])
        told.setdefault(_VARIABLES[name], []).append(value)
    for options in told.get("PANDOC_READER_OPTIONS", ()):
        if not _is_object(options):
            raise ArsError(
                "the reader options are no JSON object",
                steps=["use the ars-gate.lua that belongs to this version of ars-pandoc"],
            )
    return output_format, {
        **environment,
        **{name: os.pathsep.join(values) for name, values in told.items()},
    }


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False

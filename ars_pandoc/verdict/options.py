"""The options of a document: metadata `ars:`, flat `ars-…`, environment (contract §7)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ars_pandoc.base.environment import is_locked
from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.find_sidecar import is_sidecar_name
from ars_pandoc.pandoc.metadata import plain_value
from ars_pandoc.verdict.matrix import Policy, Trust

NAMES = (
    "corpus",
    "mode",
    "accept",
    "trust",
    "grounding",
    "unmarked",
    "sources",
    "report",
    "appendix",
    "evidence",
)
"""All options; each is `ars.NAME` in metadata and `-M ars-NAME=…` on the command line."""


_CHOICES = {
    "mode": ("gate", "draft"),
    "trust": ("claimed", "pinned"),
    "grounding": ("when-possible", "required"),
    "unmarked": ("warn", "refuse"),
}


_ACCEPTABLE = "LOW-WARN"


_FROM_ENVIRONMENT = (
    "mode", "sources", "trust", "grounding", "accept", "unmarked", "report", "evidence",
)  # fmt: skip


_PREFIXES = ("ars-", "ars.")


# A misspelt option must not be lost in silence: a stricter policy would be lost with it.
_MEANT = re.compile(r"ars(?:[-._]|\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Options:
    """What the author or the caller asked for.

    Attributes:
        corpus: The sidecar's path as given, or None.
        mode: `gate` refuses, `draft` shows.
        policy: What the matrix is to ask for.
        report: The path of a JSON report as given, or None.
        sources: The folder of the catalog as given, or None for the one beside the sidecar.
        refuse_unmarked: Call-outs that no citation follows refuse the document.
        locked: `ARS_LOCKED=1`: the environment alone counts.
        appendix: A table of all citations goes into the document.
        evidence: What each citation rests on is shown beside it and listed at the end.
    """

    corpus: str | None = None
    mode: Literal["gate", "draft"] = "gate"
    policy: Policy = field(default_factory=Policy)
    report: str | None = None
    sources: str | None = None
    refuse_unmarked: bool = False
    locked: bool = False
    appendix: bool = False
    evidence: bool = False


def read_options(meta: Mapping[str, Any], environment: Mapping[str, str]) -> Options:
    """Read the options of a document.

    Flat names beat the map `ars:`, both beat the `ARS_…` variables; under `ARS_LOCKED=1` the
    variables alone count, since a document must not disarm its judge (contract §7).

    Args:
        meta: The document's metadata, as Pandoc hands it to a JSON filter.
        environment: The process's environment.

    Raises:
        ArsError: An unknown option, or a value that is none.
    """
    locked = is_locked(environment)
    given: dict[str, Any] = {} if locked else _from_metadata(meta)
    for name in _FROM_ENVIRONMENT:
        value = environment.get(f"ARS_{name.upper()}")
        if value and name not in given:
            given[name] = [v.strip() for v in value.split(",")] if name == "accept" else value
    mode = _choice(given, "mode")
    policy = Policy(
        accept=_accept(given.get("accept")),
        trust=cast("Trust", _choice(given, "trust")),
        grounding=cast('Literal["when-possible", "required"]', _choice(given, "grounding")),
    )
    return Options(
        corpus=_path(given, "corpus", "refs.ars.yaml"),
        mode=cast('Literal["gate", "draft"]', mode),
        policy=policy,
        report=_report(given),
        sources=_path(given, "sources", ".ars"),
        refuse_unmarked=_choice(given, "unmarked") == "refuse",
        locked=locked,
        appendix=_switch(given, "appendix"),
        evidence=_switch(given, "evidence"),
    )


def asked_of(meta: Mapping[str, Any]) -> dict[str, str]:
    """Return what a document's metadata asks of its judge, heeded or not, with the values in words.

    An inline corpus is among it: it says of sources what the document likes. Nothing is refused
    here; an option that does not exist is named like the others.
    """
    found = {}
    for key, value in meta.items():
        if key == "literature_corpus":
            found[key] = "a corpus in the document itself"
        elif key == "ars" and value["t"] == "MetaMap":
            found |= {f"ars.{name}": _in_words(inner) for name, inner in value["c"].items()}
        elif _MEANT.match(key):
            found[key] = _in_words(value)
    return found


def _in_words(value: Mapping[str, Any]) -> str:
    plain = plain_value(value)
    if isinstance(plain, bool):
        return "true" if plain else "false"
    return ", ".join(map(str, plain)) if isinstance(plain, list) else str(plain)


def _from_metadata(meta: Mapping[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if "ars" in meta:
        options = plain_value(meta["ars"])
        if not isinstance(options, dict):
            raise ArsError(
                "the metadata field 'ars' is not a map of options",
                steps=["write the options below it, indented: ars: (new line)   mode: draft"],
            )
        for name, value in options.items():
            _check_name(name, "ars.")
            given[name] = value
    for key, value in meta.items():
        if key == "ars" or not _MEANT.match(key):
            continue
        name = key[len("ars-") :]
        if not key.startswith(_PREFIXES):
            raise _no_option(key, "ars-", name)
        _check_name(name, key[: len("ars-")])
        plain = plain_value(value)
        if name != "accept" and isinstance(plain, list) and plain:
            # Given in a defaults file and on the command line: Pandoc makes a list of them.
            plain = plain[-1]
        given[name] = plain
    return given


def _check_name(name: str, prefix: str) -> None:
    if name not in NAMES:
        raise _no_option(f"{prefix}{name}", prefix, name)


def _no_option(written: str, prefix: str, name: str) -> ArsError:
    import difflib  # only for a misspelt option

    near = difflib.get_close_matches(name.lower(), NAMES, 1)
    return ArsError(
        f"'{_shown(written)}' is no option of ars-gate",
        steps=[
            f"write {prefix}{near[0]}" if near else f"the options are {', '.join(NAMES)}",
            "remove it",
        ],
    )


def _choice(given: Mapping[str, Any], name: str) -> str:
    allowed = _CHOICES[name]
    value = given.get(name, allowed[0])
    if value in allowed:
        return str(value)
    raise ArsError(
        f"'{_shown(value)}' is no value of the option '{name}'",
        steps=[f"write {' or '.join(allowed)}"],
    )


def _switch(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name, False)
    if value in (True, "true", False, "false"):
        return value in (True, "true")
    raise ArsError(
        f"'{_shown(value)}' is no value of the option '{name}'", steps=["write true or false"]
    )


def _path(given: Mapping[str, Any], name: str, example: str) -> str | None:
    value = given.get(name)
    if value is None or (isinstance(value, str) and _can_be_path(value)):
        return value
    raise ArsError(
        f"the option '{name}' is not a path", steps=[f"write one path: ars-{name}: {example}"]
    )


def _report(given: Mapping[str, Any]) -> str | None:
    """Return where the report goes: never where the next run would take it for a sidecar."""
    report = _path(given, "report", "report.json")
    if report is not None and is_sidecar_name(report):
        raise ArsError(
            f"the option 'report' names what is a sidecar: {_shown(report)}",
            why="the next run would take the report for what is known of the sources",
            steps=["write another name, such as ars-report: report.json"],
        )
    return report


def _can_be_path(value: str) -> bool:
    """Return whether a file can have such a name: not an empty one, none that the system cannot spell."""
    try:
        return bool(value) and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def _shown(value: object) -> str:
    from ars_pandoc.base.wording import shown  # only for an error

    return shown(value)


def _accept(value: Any) -> frozenset[str]:
    values = [] if value is None else value if isinstance(value, list) else [value]
    for item in values:
        if item != _ACCEPTABLE:
            raise ArsError(
                f"'{_shown(item)}' cannot be accepted",
                why="only LOW-WARN may pass by the document's own word",
                steps=["write accept: [LOW-WARN], or remove the option"],
            )
    return frozenset(values)

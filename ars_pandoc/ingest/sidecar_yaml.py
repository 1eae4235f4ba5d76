"""Entries as the YAML of a sidecar, those that lack a field as comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.flow_yaml import flow_value
from ars_pandoc.ingest.record_entry import Draft

HEAD = """\
# What is known of the sources: one entry for each key that is cited.
# source_acquired: true             somebody holds the source
# source_verified_against_original  somebody compared this entry with it (ars verify, ars pin)
# What a field does not say is not true. ars validate checks this file.
"""

_GAP = "TO BE WRITTEN"
_UNFINISHED = re.compile(
    r"^# \S.* is no entry yet: .*\n(?P<head>(?:#   .*\n)*)"
    r"(?P<body># - citation_key:.*\n(?:#   .*(?:\n|\Z))*)",
    re.M,
)

_NONE_YET = """\
literature_corpus: []
# None of the entries below is complete. When one is, remove the [] in the line above.
"""


def entry_text(draft: Draft) -> str:
    """Return an entry as a YAML block whose dash stands in the first column.

    One that lacks a required field is a comment that names the field and the remedy: it counts
    for nothing until it is completed.
    """
    lines = [f"{name}:{_value(value)}" for name, value in draft.fields.items()]
    if not draft.missing:
        return "- " + "\n  ".join(lines) + "\n"
    head = [
        f"# {draft.fields['citation_key']} is no entry yet: it lacks {', '.join(draft.missing)}."
    ]
    head += [f"#   {name}: {remedy}" for name, remedy in draft.missing.items()]
    head += ["#   Then remove the # in front of each line below."]
    for name in draft.missing:
        lines.insert(1, f"{name}: {_GAP}")
    lines = "\n".join(lines).split("\n")
    body = ["# - " + lines[0], *(f"#   {line}" for line in lines[1:])]
    return "\n".join([*head, *body]) + "\n"


def entries_text(drafts: Iterable[Draft]) -> str:
    """Return entries as YAML, one below the other."""
    return "".join(map(entry_text, drafts))


def sidecar_text(drafts: Sequence[Draft]) -> str:
    """Return a whole sidecar."""
    if all(draft.missing for draft in drafts):
        return HEAD + _NONE_YET + entries_text(drafts)
    return f"{HEAD}literature_corpus:\n{entries_text(drafts)}"


def stands_as_comment(text: str, key: str) -> bool:
    """Return whether a sidecar holds an incomplete entry of a key that was written before."""
    return f"# - citation_key:{_value(key)}\n" in text


def has_unfinished(text: str) -> bool:
    """Return whether a sidecar holds an entry that still is a comment since it lacks a field."""
    return re.search(rf"^#   \w+: {_GAP}$", text, re.M) is not None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An entry that stands in a sidecar as a comment, since it lacks a field.

    Attributes:
        block: All its lines, as they stand.
        fields: What is known.
        missing: Each field that is not, with the remedy.
    """

    block: str
    fields: dict[str, Any]
    missing: dict[str, str]


def unfinished_entries(text: str) -> list[Unfinished]:
    """Return the entries of a sidecar that are comments, as `entry_text` writes them.

    One that somebody has begun to mend by hand, so that it no longer is such a comment, is left
    to that hand.

    Args:
        text: The sidecar's, with plain line ends.
    """
    from ars_pandoc.base.errors import ArsError
    from ars_pandoc.base.strict_yaml import parse_yaml

    found = []
    for block in _UNFINISHED.finditer(text):
        lines = [line[2:] for line in block["body"].splitlines()]
        try:
            data = parse_yaml("\n".join(lines), "an entry")
        except ArsError:
            continue
        if not (isinstance(data, list) and len(data) == 1 and isinstance(data[0], dict)):
            continue
        known = {name: value for name, value in data[0].items() if value != _GAP}
        remedies = dict(re.findall(r"^#   (\w+): (.*)$", block["head"], re.M))
        gaps = [name for name in (*remedies, *data[0]) if name in data[0] and name not in known]
        missing = {name: remedies.get(name, "") for name in gaps}
        if missing and "citation_key" in known:
            found.append(Unfinished(block[0], known, missing))
    return found


def _value(value: Any) -> str:
    """Return a field's value with what parts it from the colon: a space, or a line of its own."""
    if isinstance(value, list) and len(value) > 1:
        return "".join(f"\n    - {flow_value(item)}" for item in value)
    return " " + (f"[{flow_value(value[0])}]" if isinstance(value, list) else flow_value(value))

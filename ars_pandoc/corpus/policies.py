"""`terminal_policies` of a corpus: what it asks beyond the gate's own rows (contract §6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ars_pandoc.base.wording import kind_of, shown
from ars_pandoc.corpus.problem import Problem

FIELD = "terminal_policies"
POLICIES = ("contamination_triangulation", "citation_existence", "retraction")
_VALUES = {"off": False, False: False, "strict": True}


def read_policies(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the policies that are `strict`; what is no policy counts for nothing."""
    policies = data.get(FIELD)
    if not isinstance(policies, dict):
        return frozenset()
    return frozenset(name for name in POLICIES if policies.get(name) == "strict")


def check_policies(data: Mapping[str, Any]) -> list[Problem]:
    """Hold the policies to their words.

    One that this version does not know is named, since newer ARS may know it; a known one with a word that means nothing is an
    error, since nobody can tell what it was to refuse.

    Args:
        data: The file as plain data.
    """
    policies = data.get(FIELD)
    if policies is None:
        return []
    if not isinstance(policies, dict):
        message = f"{FIELD} is {kind_of(policies)}, not a map"
        return [Problem(FIELD, None, message, f"write {FIELD}: {{retraction: strict}}")]
    return list(_problems(policies))


def _problems(policies: Mapping[Any, Any]) -> Iterable[Problem]:
    for name, value in policies.items():
        path = f"{FIELD}.{name}"
        if name not in POLICIES:
            message = f"there is no policy {shown(name)} here: nothing is refused by it"
            yield Problem(path, None, message, f"known are {', '.join(POLICIES)}", "warning")
        elif not isinstance(value, (str, bool)) or value not in _VALUES:
            message = f"{name} is {shown(value)}, neither off nor strict"
            yield Problem(path, None, message, f"write {name}: strict, or {name}: off")

"""Write what look-ups found to the sidecar (contract §9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.sidecar_entry import INFLECTION_YEAR, Entry
from ars_pandoc.signals.ask_indexes import PREPRINT
from ars_pandoc.signals.record_match import Work
from ars_pandoc.works.stated_address import MANUAL_ENTRY

FIELD = "contamination_signals"
OMISSIONS = "contamination_signal_omissions"


def write_signals(
    sidecar: Path,
    changes: Mapping[str, Mapping[str, bool]],
    asked: Mapping[str, Entry] | None = None,
    omissions: Mapping[str, Mapping[str, str]] | None = None,
) -> tuple[str, ...]:
    """Set signals of entries; all else in the file stays, comments and other signals too.

    Look-ups take minutes, so the file is read anew: an entry that has gone meanwhile, that names
    another work now, or was changed so that a signal does not fit it any more (its year, its
    `obtained_via`), is left out.

    Args:
        sidecar: A YAML or JSON file.
        changes: By citation key, the signals to set.
        asked: The entries as they were asked about; None if nobody can have changed them.
        omissions: By citation key, why a signal that was asked for is absent: recorded in
            `contamination_signal_omissions`, until it is answered.

    Returns:
        The keys whose entries changed.

    Raises:
        ArsError: The file is not valid, is locked by another process or cannot be written.
    """
    left_out = omissions or {}
    keys = [*changes, *(key for key in left_out if key not in changes)]
    if not keys:
        return ()
    entries = load_corpus(sidecar).entries
    wanted: dict[str, dict[str, Any]] = {}
    for key in keys:
        entry = entries.get(key)
        if entry is None or (asked is not None and not _is_same(asked[key], entry)):
            continue
        fields: dict[str, Any] = {}
        fitting = _fitting(entry, changes.get(key, {}))
        if fitting:
            fields[FIELD] = fitting
        fields |= _omitted(entry, fitting, left_out.get(key, {}))
        if fields:
            wanted[key] = fields
    return set_fields(sidecar.resolve(), wanted) if wanted else ()


def _omitted(
    entry: Entry, answered: Mapping[str, bool], left_out: Mapping[str, str]
) -> dict[str, Any]:
    """Return the field of omissions as it is to be, if it changes; None takes it out."""
    known = entry.fields.get(OMISSIONS)
    if known is not None and not isinstance(known, list):
        return {}  # another program's form: it is kept as it is
    signals = {*answered, *left_out}
    others = [
        one for one in known or () if not (isinstance(one, dict) and one.get("signal") in signals)
    ]
    now = [{"signal": signal, "reason": reason} for signal, reason in left_out.items()]
    if known is None and not now:
        return {}
    return {OMISSIONS: others + now or None}


def _is_same(asked: Entry, now: Entry) -> bool:
    """Return whether an entry still names the work that was asked about."""
    return Work.of(asked) == Work.of(now) and asked.venue == now.venue


def _fitting(entry: Entry, change: Mapping[str, bool]) -> dict[str, bool]:
    is_manual = entry.obtained_via == MANUAL_ENTRY
    return {
        name: value
        for name, value in change.items()
        if not (value and entry.year < INFLECTION_YEAR if name == PREPRINT else is_manual)
    }

"""Write what look-ups found to the sidecar (contract §9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.entry import INFLECTION_YEAR, Entry
from ars_pandoc.corpus.load import load_corpus
from ars_pandoc.signals.run import MANUAL_ENTRY, PREPRINT

FIELD = "contamination_signals"


def write_signals(sidecar: Path, changes: Mapping[str, Mapping[str, bool]]) -> tuple[str, ...]:
    """Set signals of entries; all else in the file stays, comments and other signals too.

    Look-ups take minutes, so the file is read anew: an entry that has gone meanwhile, or was
    changed so that a signal does not fit it any more (its year, its `obtained_via`), is left out.

    Args:
        sidecar: A YAML or JSON file.
        changes: By citation key, the signals to set.

    Returns:
        The keys whose entries changed.

    Raises:
        ArsError: The file is not valid, is locked by another process or cannot be written.
    """
    if not changes:
        return ()
    entries = load_corpus(sidecar).entries
    wanted = {
        key: {FIELD: fitting}
        for key, change in changes.items()
        if key in entries and (fitting := _fitting(entries[key], change))
    }
    return set_fields(sidecar.resolve(), wanted) if wanted else ()


def _fitting(entry: Entry, change: Mapping[str, bool]) -> dict[str, bool]:
    is_manual = entry.obtained_via == MANUAL_ENTRY
    return {
        name: value
        for name, value in change.items()
        if not (value and entry.year < INFLECTION_YEAR if name == PREPRINT else is_manual)
    }

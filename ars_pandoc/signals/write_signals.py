"""Write what look-ups found to the sidecar (contract §9)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.corpus.sidecar_entry import INFLECTION_YEAR, Entry
from ars_pandoc.signals.ask_indexes import MANUAL_ENTRY, PREPRINT
from ars_pandoc.signals.record_match import Work

FIELD = "contamination_signals"


def write_signals(
    sidecar: Path,
    changes: Mapping[str, Mapping[str, bool]],
    asked: Mapping[str, Entry] | None = None,
) -> tuple[str, ...]:
    """Set signals of entries; all else in the file stays, comments and other signals too.

    Look-ups take minutes, so the file is read anew: an entry that has gone meanwhile, that names
    another work now, or was changed so that a signal does not fit it any more (its year, its
    `obtained_via`), is left out.

    Args:
        sidecar: A YAML or JSON file.
        changes: By citation key, the signals to set.
        asked: The entries as they were asked about; None if nobody can have changed them.

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
        if key in entries
        and (asked is None or _is_same(asked[key], entries[key]))
        and (fitting := _fitting(entries[key], change))
    }
    return set_fields(sidecar.resolve(), wanted) if wanted else ()


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

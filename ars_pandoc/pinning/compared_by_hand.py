"""What a person did to compare an entry with the original, recorded (contract §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ars_pandoc.base.locked_file import written_before
from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.pinning.held_retraction import record_held_retractions


@dataclass(frozen=True, slots=True)
class Compared:
    """What was recorded.

    Attributes:
        changed: The keys whose entries changed.
        retracted: The keys whose held article says that it was retracted.
        before: By key, the fields that were set, as they were; None for one that was absent.
    """

    changed: tuple[str, ...]
    retracted: tuple[str, ...]
    before: Mapping[str, Mapping[str, Any]]


def record_compared(
    sidecar: Path,
    entries: Sequence[Entry],
    method: str,
    catalog: Path,
    more: Mapping[str, Any] | None = None,
) -> Compared:
    """Record that a person holds sources and compared their entries with the original.

    Args:
        sidecar: The file.
        entries: Of the sources, as they stand in it.
        method: `manual_grep` or `vision_check`.
        catalog: The catalog's file, there or not.
        more: Further fields: since when and where the source is held.

    Raises:
        ArsError: A file cannot be written.
    """
    fields: dict[str, Any] = {
        "source_acquired": True,
        "source_verified_against_original": True,
        "source_verification_method": method,
        **(more or {}),
    }
    wanted = {entry.citation_key: _with_date(fields, entry) for entry in entries}
    before = {
        entry.citation_key: {name: entry.fields.get(name) for name in wanted[entry.citation_key]}
        for entry in entries
    }
    changed = set_fields(sidecar, wanted)
    with written_before(sidecar):
        retracted = record_held_retractions(catalog, entries)
    return Compared(changed, retracted, before)


def _with_date(fields: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """Say since when the source is held, where the entry does not yet."""
    if "source_acquisition_date" in fields or "source_acquisition_date" in entry.fields:
        return fields
    if entry.source_acquired:
        return fields  # since when was never said, and today is not the answer
    return {**fields, "source_acquisition_date": date.today().isoformat()}

"""What the tests of look-ups share: entries, and one question to one index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.corpus.sidecar_entry import Entry, check_entry
from ars_pandoc.signals.ask_indexes import Signals, compute_signals
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.transport import Settings
from tests.corpus.sidecars import raw_entry
from tests.signals.servers import Services

TITLE = "How publishers bypass review and what comes of it"


def entry(key: str = "smith2024", **fields: Any) -> Entry:
    """A valid entry about `TITLE`."""
    raw = raw_entry(key, **{"title": TITLE, **fields})
    assert check_entry(raw) == []
    return Entry.from_valid(raw)


def run(
    services: Services,
    folder: Path,
    entries: Sequence[Entry],
    *indexes: str,
    wait: Callable[[float], object] = lambda seconds: None,
    **more: Any,
) -> Signals:
    """Ask the server about entries; nobody waits."""
    environment = {**services.environment(folder), **more.pop("environment", {})}
    update = more.pop("update", False)
    settings = Settings(environment, wait=wait, **more)
    return compute_signals(
        entries, indexes=indexes or ("semantic-scholar",), settings=settings, update=update
    )


def ask(
    services: Services, folder: Path, one: Entry, index: str = "semantic-scholar", **more: Any
) -> Outcome:
    """Ask one index about one entry."""
    return run(services, folder, [one], index, **more).outcomes[one.citation_key][index]

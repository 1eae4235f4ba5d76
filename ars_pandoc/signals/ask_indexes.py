"""Ask the indexes about entries: each index in a thread of its own, at its own pace (contract §9).

Nothing is written here: the caller gets what to write, and the gate never comes here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from functools import partial

from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.signals.batches import prefetch
from ars_pandoc.signals.index import Index
from ars_pandoc.signals.indexes import DEFAULT, INDEXES
from ars_pandoc.signals.outcome import Outcome, State, failed, not_looked_up
from ars_pandoc.signals.preprints import is_post_inflection_preprint
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import (
    FailedError,
    NotCachedError,
    Settings,
    StoppedError,
    Transport,
    UnavailableError,
)
from ars_pandoc.works.stated_address import MANUAL_ENTRY

PREPRINT = "preprint_post_llm_inflection"

PATIENCE = 5
"""After so many failures in a row an index is left alone for this run."""

_AT_HAND = 500
"""Of so many works the answers of batches are held at a time."""

MANUAL = "entered by hand (obtained_via: manual), so never looked up"
COMPUTED = "computed before; --update asks again"
OFFLINE = "offline, and not in the cache"

Progress = Callable[[str, int, int], None]
"""Told at the start and after each entry: the index, how many are done, how many there are."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What was found out.

    Attributes:
        outcomes: By citation key and index.
        preprints: The preprint rule by citation key, for the entries that lack it.
        unavailable: Why an index was left alone, by its name.
        settled: The signals of entries that this run may not change, by citation key.
    """

    outcomes: Mapping[str, Mapping[str, Outcome]]
    preprints: Mapping[str, bool]
    unavailable: Mapping[str, str] = field(default_factory=dict)
    settled: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """How many look-ups got no answer."""
        return sum(self.count(name, "failed") for name in INDEXES)

    @property
    def is_for_nothing(self) -> bool:
        """Look-ups were tried, and none was answered."""
        answered = any(o.at for found in self.outcomes.values() for o in found.values())
        return bool(self.failed) and not answered

    def count(self, index: str, state: State) -> int:
        """Count the entries with which an index came to a state."""
        return sum(
            index in found and found[index].state == state for found in self.outcomes.values()
        )

    def changes(self) -> dict[str, dict[str, bool]]:
        """Return what goes into `contamination_signals`, by citation key.

        What was not answered is absent, not false; the preprint rule needs no network.
        """
        changes: dict[str, dict[str, bool]] = {}
        for key, found in self.outcomes.items():
            settled = self.settled.get(key, {})
            new = {name: value for name, value in _told(found).items() if name not in settled}
            # The preprint rule alone is no reason to change an entry that has signals.
            if key in self.preprints and (new or not settled):
                new = {PREPRINT: self.preprints[key], **new}
            if new:
                changes[key] = new
        return changes

    def omissions(self) -> dict[str, dict[str, str]]:
        """Return why a signal is absent that was asked for, by citation key and signal."""
        found: dict[str, dict[str, str]] = {}
        for key, outcomes in self.outcomes.items():
            for name, outcome in outcomes.items():
                signal = INDEXES[name].signal
                if signal is None or signal in self.settled.get(key, {}):
                    continue
                if outcome.state == "failed" or outcome.reason == OFFLINE:
                    found.setdefault(key, {})[signal] = outcome.reason
        return found

    def disagreements(self, key: str) -> dict[str, bool]:
        """Return what indexes say now of an entry whose signal says otherwise and is not changed."""
        settled = self.settled.get(key, {})
        return {
            name: outcome.state == "unmatched"
            for name, outcome in self.outcomes.get(key, {}).items()
            for signal, value in _told({name: outcome}).items()
            if settled.get(signal, value) is not value
        }

    def facts(self) -> dict[str, list[Fact]]:
        """Return what goes to the catalog, by citation key; what is settled takes back earlier facts."""
        facts = {
            key: [fact for outcome in found.values() for fact in (*outcome.facts, *outcome.settled)]
            for key, found in self.outcomes.items()
        }
        return {key: learnt for key, learnt in facts.items() if learnt}

    def triangulation(self, key: str) -> tuple[list[str], list[str]]:
        """Return the indexes that answered about an entry, and those that did not find it.

        Only indexes that set a signal are counted: that PubMed lacks a novel says nothing.
        """
        answers = {
            name: outcome
            for name, outcome in self.outcomes.get(key, {}).items()
            if INDEXES[name].signal and outcome.state in ("matched", "unmatched")
        }
        return list(answers), [n for n, outcome in answers.items() if outcome.state == "unmatched"]


def _told(found: Mapping[str, Outcome]) -> dict[str, bool]:
    """Return the signals that outcomes stand for."""
    return {
        signal: outcome.state == "unmatched"
        for name, outcome in found.items()
        if (signal := INDEXES[name].signal) and outcome.state in ("matched", "unmatched")
    }


def compute_signals(
    entries: Iterable[Entry],
    *,
    indexes: Sequence[str] = DEFAULT,
    settings: Settings,
    update: bool = False,
    only_proving: bool = False,
    progress: Progress | None = None,
) -> Signals:
    """Compute the contamination signals of entries, and ask for retractions and identifiers.

    Args:
        entries: The entries; a signal that one has changes only with `update`, one that was
            entered by hand is never looked up. Who says whether a work was retracted or an
            identifier exists is asked for that all the same: it goes to the catalog.
        indexes: Names of `INDEXES`.
        settings: How look-ups are made; `environment` names mirrors, key and cache.
        update: Compute anew what was computed before.
        only_proving: Ask an index only about entries whose identifier it can prove.
        progress: Told of each step, from the thread of the index.

    Raises:
        ArsError: An address or key cannot be used, or the cache cannot be opened.
    """
    all_entries = list(entries)
    preprints = {
        entry.citation_key: is_post_inflection_preprint(entry)
        for entry in all_entries
        if update or PREPRINT not in (entry.contamination_signals or {})
    }
    outcomes: dict[str, dict[str, Outcome]] = {entry.citation_key: {} for entry in all_entries}
    unavailable: dict[str, str] = {}
    stop = threading.Event()
    running = {
        _start(
            partial(
                _ask,
                INDEXES[name],
                all_entries,
                settings=settings,
                update=update,
                only_proving=only_proving,
                stop=stop,
                progress=progress,
            )
        ): name
        for name in indexes
    }
    try:
        _wait(running)
    except BaseException:
        stop.set()
        raise
    for future, name in running.items():
        found, why = future.result()
        for key, outcome in found.items():
            outcomes[key][name] = outcome
        if why is not None:
            unavailable[name] = why
    settled = {} if update else {e.citation_key: e.contamination_signals or {} for e in all_entries}
    return Signals(outcomes, preprints, unavailable, settled)


_Answered = tuple[dict[str, Outcome], "str | None"]


def _start(ask: Callable[[], _Answered]) -> Future[_Answered]:
    """Run a function in a thread that a user who stops the run need not wait for."""
    future: Future[_Answered] = Future()

    def run() -> None:
        try:
            future.set_result(ask())
        except BaseException as error:  # whoever waits gets it
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def _wait(running: Iterable[Future[_Answered]]) -> None:
    """Wait for all, in short steps so that the user can stop it; the first error ends it."""
    left = set(running)
    while left:
        done, left = wait(left, timeout=0.2, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()


def _ask(
    index: Index,
    entries: Sequence[Entry],
    *,
    settings: Settings,
    update: bool,
    only_proving: bool,
    stop: threading.Event,
    progress: Progress | None,
) -> _Answered:
    """Ask one index about all entries; the second value says why it was left alone."""
    outcomes: dict[str, Outcome] = {}
    wanted: list[Work] = []
    for entry in entries:
        work = Work.of(entry)
        reason = _why_not(index, entry, work, update)
        if reason is None and only_proving and not index.proves(work):
            continue
        if reason is None:
            wanted.append(work)
        else:
            outcomes[entry.citation_key] = not_looked_up(reason)
    if not wanted:
        return outcomes, None
    transport = Transport(index.service, settings, index.read, stop)
    why: str | None = None
    failures = 0
    try:
        if progress is not None:
            progress(index.service.name, 0, len(wanted))
        for done, work in enumerate(_at_hand(index, wanted, transport, stop), 1):
            try:
                outcome = index.look_up(work, transport)
                failures = 0
            except NotCachedError:
                outcome = not_looked_up(OFFLINE)
            except FailedError as error:
                outcome = failed(str(error))
                failures += 1
                why = f"{failures} look-ups in a row failed" if failures == PATIENCE else None
            except UnavailableError as error:
                why = str(error)
                outcome = failed(why)
            except StoppedError:
                break
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                # Whatever was answered costs this entry alone; what the others got is kept.
                label = index.service.label
                outcome = failed(f"what {label} answered is not in its form")
                failures += 1
                why = f"{failures} look-ups in a row failed" if failures == PATIENCE else None
            outcomes[work.key] = outcome
            if progress is not None:
                progress(index.service.name, done, len(wanted))
            if why is not None:
                outcomes.update({left.key: failed(why) for left in wanted[done:]})
                break
    finally:
        transport.close()
    return outcomes, why


def _at_hand(
    index: Index, works: Sequence[Work], transport: Transport, stop: threading.Event
) -> Iterator[Work]:
    """Return works one by one until the user stops it, asked about in batches before."""
    in_batches = True
    for number, work in enumerate(works):
        if stop.is_set():
            return
        if in_batches and number % _AT_HAND == 0:
            try:
                in_batches = prefetch(index, works[number : number + _AT_HAND], transport)
            except StoppedError:
                return
        yield work


def _why_not(index: Index, entry: Entry, work: Work, update: bool) -> str | None:
    if entry.obtained_via == MANUAL_ENTRY:
        return MANUAL
    has_it = index.signal is not None and index.signal in (entry.contamination_signals or {})
    if has_it and not update and not index.facts:
        return COMPUTED
    return index.why_not(work)

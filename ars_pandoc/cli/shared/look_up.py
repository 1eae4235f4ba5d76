"""Ask indexes about the sources of sidecars, and record and show what they said (contract §9)."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ars_pandoc.base.terminal import terminal_width, wants_colour
from ars_pandoc.base.wording import plural
from ars_pandoc.cli.shared.catalogs import catalog_of
from ars_pandoc.corpus.catalog import Catalog, load_catalog
from ars_pandoc.corpus.load_sidecar import Corpus, unite

if TYPE_CHECKING:
    from ars_pandoc.corpus.catalog import Fact
    from ars_pandoc.signals.ask_indexes import Progress, Signals
    from ars_pandoc.signals.outcome import Outcome

FOUND = 1
STOPPED = 130
_STOPPED = """
Stopped; nothing was written. The answers so far are kept in the cache: the same command goes on."""


def look_up(
    corpora: Sequence[Corpus],
    folder: Path | None,
    *,
    indexes: Sequence[str] = (),
    update: bool = False,
    offline: bool = False,
    refresh: bool = False,
    watch: Path | None = None,
    max_age: timedelta | None = None,
    as_json: bool = False,
) -> int:
    """Ask indexes about all entries, write what they said, and print it.

    Args:
        corpora: The sidecars, each as a corpus of its own.
        folder: The folder of the catalog, or None for `.ars` beside each sidecar.
        indexes: Their names, as `--index` takes them; none for the default.
        update: Change signals that entries have already.
        offline: Send nothing; answers come from the cache.
        refresh: Do not take answers from the cache.
        watch: A Retraction Watch CSV to look sources up in.
        max_age: How old an answer from the cache may be, or None for each service's own.
        as_json: Print JSON in place of the report for people.

    Returns:
        The exit code: 0 all answered; 1 a look-up failed, or a source is retracted or has an
        identifier that does not exist; 130 stopped.

    Raises:
        ArsError: An index does not exist, or what is to be written cannot be read.
    """
    from ars_pandoc.signals.ask_indexes import compute_signals
    from ars_pandoc.signals.indexes import chosen
    from ars_pandoc.signals.transport import Settings

    names = chosen(indexes)
    whole = unite(corpora)
    # Before anything is asked: what cannot be read cannot be written either.
    load_catalog(whole.paths, folder)
    watched = _watched(watch, whole) if watch is not None else {}
    entries = list(whole.entries.values())
    settings = Settings(os.environ, offline, refresh, max_age=max_age)
    try:
        with _progress() as progress:
            signals = compute_signals(
                entries,
                indexes=names,
                settings=settings,
                update=update,
                only_proving=not indexes,
                progress=progress,
            )
    except KeyboardInterrupt:
        click.echo(_STOPPED, err=True)
        return STOPPED
    for line in _alarms(signals):
        click.echo(line, err=True)
    written = _write(corpora, folder, signals, watched)
    from ars_pandoc.report.signals_report import as_data, report

    catalog = load_catalog(whole.paths, folder, whole.entries)
    if as_json:
        from ars_pandoc.base.json_text import to_text

        data = as_data(whole, names, signals, catalog, watched)
        click.echo(to_text({**data, "written": written}))
        return FOUND if signals.failed or _is_found(whole, catalog) else 0
    for line in report(whole, names, signals, catalog, watched):
        click.echo(_fitting(line))
    for line in written:
        click.echo(line)
    return FOUND if signals.failed or _is_found(whole, catalog) else 0


def _is_found(corpus: Corpus, catalog: Catalog) -> bool:
    from ars_pandoc.verdict.recorded import names_other_work, stated_by

    return any(
        catalog.retracted(key, stated=stated_by(entry))
        or (
            catalog.missing_identifier(key, stated=stated_by(entry))
            and not catalog.acknowledged(key, "no-such-identifier")
        )
        or (names_other_work(key, entry, catalog) and not catalog.acknowledged(key, "other-work"))
        for key, entry in corpus.entries.items()
    )


def _alarms(signals: Signals) -> Iterator[str]:
    """Say once which indexes were left alone and why, and once what to do."""
    from ars_pandoc.signals.indexes import INDEXES
    from ars_pandoc.signals.transport import unreachable

    down = []
    for name, why in signals.unavailable.items():
        service = INDEXES[name].service
        if why == unreachable(service):
            down.append(service)
        else:
            yield f"[{service.alarm}] {why}; what it did not answer is left out"
    if down:
        alarms = " ".join(f"[{service.alarm}]" for service in down)
        labels = " and ".join(
            filter(None, (", ".join(service.label for service in down[:-1]), down[-1].label))
        )
        pronoun = "it" if len(down) == 1 else "they"
        yield f"{alarms} {labels} cannot be reached; what {pronoun} did not answer is left out"
    if signals.unavailable:
        kept = "" if signals.is_for_nothing else "; the answers so far are kept"
        yield f"  next: try again later{kept}"


def _fitting(line: str) -> str:
    """Break a line between words where the terminal would break it within one.

    Commands stay as they are: they are to be copied.
    """
    width = terminal_width()
    if width is None or len(click.unstyle(line)) <= width or ": ars " in line:
        return line
    margin = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )


def _watched(file: Path, corpus: Corpus) -> dict[str, Outcome]:
    from ars_pandoc.base.cache_folder import cache_folder
    from ars_pandoc.signals.record_match import Work
    from ars_pandoc.signals.retraction_watch import RetractionWatch

    list_ = RetractionWatch(file, cache_folder(os.environ, "lookups"))
    try:
        return {key: list_.look_up(Work.of(entry)) for key, entry in corpus.entries.items()}
    finally:
        list_.close()


def _write(
    corpora: Sequence[Corpus],
    folder: Path | None,
    signals: Signals,
    watched: dict[str, Outcome],
) -> list[str]:
    """Write signals and facts, each sidecar once, and say what was written."""
    from ars_pandoc.base.locked_file import written_before
    from ars_pandoc.base.text_file import name_of
    from ars_pandoc.signals.write_signals import write_signals

    facts = signals.facts()
    for key, outcome in watched.items():
        if outcome.facts:
            facts.setdefault(key, []).extend(outcome.facts)
    changes = signals.changes()
    lines: list[str] = []
    for corpus in corpora:
        path, said = corpus.paths[0], []
        outdated = {} if signals.is_for_nothing else _outdated(corpus, folder)
        learnt = {key: told for key, told in facts.items() if key in corpus.entries}
        if outdated or learnt:
            said = list(_write_facts(catalog_of(path, folder), outdated, learnt))
        own = {key: change for key, change in changes.items() if key in corpus.entries}
        left_out = {key: why for key, why in signals.omissions().items() if key in corpus.entries}
        with written_before(*([catalog_of(path, folder)] if said else [])):
            changed = write_signals(path, own, corpus.entries, left_out)
        if changed:
            lines.append(f"wrote signals of {_entries(len(changed))} to {name_of(path)}")
        lines += said
    return lines or ["nothing was to be written"]


def _write_facts(
    catalog: Path, outdated: Mapping[str, Sequence[Fact]], learnt: Mapping[str, Sequence[Fact]]
) -> Iterator[str]:
    from ars_pandoc.base.text_file import name_of
    from ars_pandoc.corpus.edit_catalog import forget_facts, record_facts

    if forgotten := forget_facts(catalog, outdated):
        what = "an identifier that is stated no more"
        yield f"took {what} of {plural(len(forgotten), 'source')} out of {name_of(catalog)}"
    if recorded := record_facts(catalog, learnt):
        yield f"wrote facts on {plural(len(recorded), 'source')} to {name_of(catalog)}"


def _outdated(corpus: Corpus, folder: Path | None) -> dict[str, Sequence[Fact]]:
    """Return what was said of identifiers that entries do not state any more."""
    from ars_pandoc.verdict.recorded import stated_by

    catalog = load_catalog(corpus.paths, folder)
    found = {
        key: catalog.outdated(key, stated=stated_by(entry)) for key, entry in corpus.entries.items()
    }
    return {key: facts for key, facts in found.items() if facts}


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """Show a bar for each index while it is asked, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from ars_pandoc.signals.indexes import INDEXES

    console = Console(stderr=True, no_color=wants_colour(os.environ) is False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        tasks = {
            name: bars.add_task(index.service.label, total=None, visible=False)
            for name, index in INDEXES.items()
        }

        def show(name: str, done: int, total: int) -> None:
            bars.update(tasks[name], completed=done, total=total, visible=True)

        yield show

"""How `ars fetch` brings full texts, pins what is the source, and says what is not (contract §12)."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.wording import plural, printable, shown
from ars_pandoc.cli.shared.layout import echo
from ars_pandoc.cli.shared.pin_many import Target, progress_bar
from ars_pandoc.verdict.matrix import as_word
from ars_pandoc.works.library_link import library_link, page_of

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.pinning.pin_file import Opened
    from ars_pandoc.signals.open_texts.obtain import Obtained
    from ars_pandoc.signals.transport import Settings

_FORMS = {"jats": "JATS", "pdf": "PDF"}
_VERSIONS = {
    "published": "",
    "unknown": "which version is not said",
    "accepted": "the accepted manuscript",
    "preprint": "a preprint",
}
_SHOWN = 50
_ABANDONED = 3600
"""So many seconds old is a folder that a killed run left in the cache."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one source.

    Attributes:
        obtained: Where it was sought and found.
        outcome: `pinned`, `already`, `would-fetch`, `not-open`, `broken` or `not-asked`.
        sha256: Of what is pinned, or "".
    """

    obtained: Obtained
    outcome: str
    sha256: str = ""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        one, entry = self.obtained, self.obtained.entry
        location = one.location
        open_text = self.outcome in ("pinned", "already", "would-fetch")
        return {
            "key": entry.citation_key,
            "title": entry.title,
            "outcome": self.outcome,
            "service": None if location is None else location.service,
            "url": one.url or None,
            "form": None if location is None else location.form,
            "version": None if location is None else location.version,
            "licence": one.licence,
            "sha256": self.sha256 or None,
            "reason": one.why,
            "tried": [
                {"service": tried.service, "url": tried.url or None, "reason": tried.why}
                for tried in one.tried
            ],
            "look_here": [] if open_text else look_here(entry, os.environ),
        }


@dataclass
class Fetching:
    """One call of the command.

    Attributes:
        target: Where texts are pinned.
        settings: How requests are made.
        licences: Only texts under one of these; none for all.
        dry: Say where texts stand and bring none.
        quiet: Say nothing on the way: the results go to a program.
    """

    target: Target
    settings: Settings
    licences: Sequence[str] = ()
    dry: bool = False
    quiet: bool = False
    _opened: dict[Path, Opened] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, entries: Sequence[Entry]) -> list[Fetched]:
        """Fetch the texts of entries that are not pinned yet.

        Returns:
            What became of each, in the order of the entries.

        Raises:
            ArsError: Something of ours cannot be read or written.
        """
        from ars_pandoc.signals.open_texts.obtain import Obtained, obtain

        held = {key for keys in self.target.held.values() for key in keys}
        found: dict[str, Fetched] = {}
        for entry in entries:
            if entry.citation_key in held:
                why = "pinned already"
                found[entry.citation_key] = Fetched(Obtained(entry, "got", why=why), "already")
        wanted = [entry for entry in entries if entry.citation_key not in held]
        with (
            _passing_folder(self.settings.environment) as folder,
            progress_bar(len(wanted), "fetching") as seen,
            self.target,
            closing(
                obtain(
                    wanted,
                    folder,
                    self._accept,
                    self.settings,
                    licences=self.licences,
                    only_find=self.dry,
                )
            ) as arriving,
        ):
            if not self.dry:
                self.target.complete(one for one in entries if one.citation_key in held)
            for one in arriving:
                found[one.entry.citation_key] = self._keep(one)
                seen()
        return [found[entry.citation_key] for entry in entries]

    def _accept(self, entry: Entry, path: Path) -> str | None:
        """Say why a file is not the source, or remember it as opened."""
        from ars_pandoc.pinning.whole_article import article_in

        opened = article_in(entry, path)
        if isinstance(opened, str):
            return opened
        with self._lock:
            self._opened[path] = opened
        return None

    def _keep(self, one: Obtained) -> Fetched:
        if one.state == "found" and one.location is not None:
            if not self.quiet:
                click.echo(f"{_name(one.entry)}: {_what(one)}: {printable(one.url)}")
            return Fetched(one, "would-fetch")
        if one.path is None or one.location is None:
            return Fetched(one, one.state)
        with self._lock:
            opened = self._opened.pop(one.path)
        version = _VERSIONS[one.location.version]
        said = f" ({one.location.service}{f', {version}' if version else ''})"
        lines = [] if self.quiet else list(_pinned_lines(one))
        pinned = self.target.keep(
            one.entry, opened, lines, origin=f"{one.url}{said}", licence=one.licence
        )
        one.path.unlink(missing_ok=True)
        return Fetched(one, "pinned", pinned.sha256)


def _pinned_lines(one: Obtained) -> Iterator[str]:
    yield f"{_name(one.entry)}: {click.style('pinned', fg='green')}: {_what(one)}"
    if one.location is not None and one.location.version == "preprint":
        yield "  note: a preprint of the article: its words and pages may be others"


def _what(one: Obtained) -> str:
    """Say what kind of text it is, where from, and under which licence."""
    location = one.location
    if location is None:
        return ""
    version = _VERSIONS[location.version]
    licence = one.licence or "no licence stated"
    about = ", ".join(filter(None, (version, licence)))
    return f"{_FORMS[location.form]} from {location.service} ({printable(about)})"


def _name(entry: Entry) -> str:
    return click.style(shown(entry.citation_key), bold=True)


def look_here(entry: Entry, environment: Mapping[str, str]) -> list[str]:
    """Return where a person finds a work: its own page, and a library."""
    return [one for one in (page_of(entry), library_link(entry, environment)) if one is not None]


def summary(fetched: Sequence[Fetched], named: str, documents: str) -> Iterator[str]:
    """Say what was got, what is not open and where to look for it, and what comes next.

    Args:
        fetched: What became of each source.
        named: How the sidecars are called.
        documents: How the documents were named, or "".
    """
    counts = Counter(one.outcome for one in fetched)
    forms = Counter(
        _FORMS[one.obtained.location.form]
        for one in fetched
        if one.outcome in ("pinned", "would-fetch") and one.obtained.location is not None
    )
    got = "would be fetched" if counts["would-fetch"] else "pinned"
    parts = [f"{counts['pinned'] + counts['would-fetch']} {got}"]
    if forms:
        parts[0] += f" ({', '.join(f'{count} {form}' for form, count in sorted(forms.items()))})"
    for outcome, words in (
        ("already", "pinned before"),
        ("not-open", "not open"),
        ("broken", "failed"),
        ("not-asked", "not asked for"),
    ):
        if counts[outcome]:
            parts.append(f"{counts[outcome]} {words}")
    yield f"{printable(named)}: {plural(len(fetched), 'source')}: {', '.join(parts)}"
    yield from _section(fetched, "not-open", "Not to be had openly")
    yield from _section(fetched, "broken", "Failed this time; the same command tries them again")
    yield from _section(fetched, "not-asked", "Not asked for")
    if documents and counts["pinned"]:
        yield ""
        yield f"next: ars anchor --interactive {documents}"


def _section(fetched: Sequence[Fetched], outcome: str, head: str) -> Iterator[str]:
    some = [one for one in fetched if one.outcome == outcome]
    if not some:
        return
    yield ""
    yield head
    for one in some[:_SHOWN]:
        entry = one.obtained.entry
        yield f"  {_name(entry)}  {shown(entry.byline)}. {shown(entry.title, 200)}"
        yield f"      why:  {printable(one.obtained.why)}"
        if outcome != "broken":
            for place in look_here(entry, os.environ):
                yield f"      look: {printable(place)}"
            yield f"      then: ars pin {as_word(entry.citation_key)} FILE"
    if len(some) > _SHOWN:
        yield f"  … and {len(some) - _SHOWN} more; --format json lists all"


def attributions(target: Target, keys: Sequence[str]) -> Iterator[str]:
    """List what is pinned, with whose it is, where it comes from and under which licence.

    Args:
        target: The sidecars.
        keys: The sources.
    """
    from ars_pandoc.corpus.catalog import load_catalog

    for key in keys:
        entry = target.whole.entries[key]
        catalog = load_catalog((), target.catalog_of(key).parent)
        for snapshot in catalog.snapshots(key):
            yield f"{_name(entry)}  {shown(entry.byline)}. {shown(entry.title, 200)}"
            yield f"    from:    {printable(snapshot.origin or 'not recorded')}"
            yield f"    licence: {printable(snapshot.licence or 'not stated')}"


def print_summary(lines: Iterator[str]) -> None:
    """Print lines within the terminal; what is to be copied stays whole."""
    for line in lines:
        if ": ars " in line or "look: " in line:
            click.echo(line)
        else:
            echo(line)


@contextmanager
def _passing_folder(environment: Mapping[str, str]) -> Iterator[Path]:
    """Make a folder in the cache for files on their way; a killed run's is taken away later."""
    from ars_pandoc.base.cache_folder import cache_folder

    home = cache_folder(environment, "fetching")
    for path in home.iterdir():
        if path.is_dir() and time.time() - path.stat().st_mtime > _ABANDONED:
            shutil.rmtree(path, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(dir=home))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)

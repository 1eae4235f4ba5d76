"""A Retraction Watch file that the user has, as a source of retractions (contract §8, §9).

The CSV is read into SQLite once, in the user's cache folder; as long as the file is the same, the
next run opens the database and looks up what it needs.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path
from typing import TextIO

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.text_file import name_of
from ars_pandoc.corpus.catalog import Fact
from ars_pandoc.signals.index import Told
from ars_pandoc.signals.outcome import By, Outcome, not_looked_up
from ars_pandoc.signals.record_match import Work

NAME = "retraction-watch"
LABEL = "Retraction Watch"

_FORM = 1
_COLUMNS = {
    "originalpaperdoi": "doi",
    "originalpaperpubmedid": "pmid",
    "retractionnature": "nature",
    "retractiondate": "date",
}
_NO_IDENTIFIER = frozenset(("", "0", "unavailable", "none"))
_MONTH_FIRST = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_NATURES = frozenset(("retraction", "reinstatement"))
_LONGEST_FIELD = 1_000_000


class RetractionWatch:
    """The file, opened: what it says of a work."""

    def __init__(self, file: Path, cache: Path) -> None:
        """Open the database made of the file, which is made first if the file is new.

        Args:
            file: The CSV, with the columns that Retraction Watch gives it.
            cache: A folder for the database.

        Raises:
            ArsError: The file cannot be read or has not these columns.
        """
        try:
            state = file.stat()
        except OSError as error:
            raise _unreadable(file, error.strerror or "the system refused") from None
        # The name tells which file in which state was read, so that nothing of it is read again.
        told = f"{file.resolve()}\0{state.st_size}\0{state.st_mtime_ns}\0{_FORM}"
        database = cache / f"{NAME}-{hashlib.sha256(told.encode()).hexdigest()[:16]}.sqlite"
        self.at = datetime.fromtimestamp(state.st_mtime, timezone.utc).strftime(
            "%Y-%m-%dT%H:%M:%SZ"
        )
        if not _is_whole(database):
            for old in cache.glob(f"{NAME}-*.sqlite"):
                old.unlink(missing_ok=True)
            _read_into(database, file)
        self._database = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def look_up(self, work: Work) -> Outcome:
        """Say what the file has on a work, by its DOI or PMID; the last entry counts."""
        if work.doi is None and work.pmid is None:
            return not_looked_up("it has no DOI or PMID")
        rows = self._database.execute(
            "SELECT nature FROM papers WHERE doi = ? OR pmid = ? ORDER BY date, rowid",
            (work.doi and work.doi.casefold(), work.pmid),
        ).fetchall()
        identifier = work.doi or f"pmid:{work.pmid}"
        if not rows:  # what an earlier file listed, this one takes back
            fact = Fact("retracted", False, NAME, self.at, identifier)
            return Outcome("unmatched", reason="not listed", facts=(fact,), at=self.at, cached=True)
        natures = [str(row[0]) for row in rows]
        said = [nature for nature in natures if nature in _NATURES]
        told = Told(
            bool(said) and said[-1] == "retraction",
            [nature for nature in dict.fromkeys(natures) if nature not in _NATURES],
        )
        facts = (
            Fact("retracted", bool(told.retracted), NAME, self.at, identifier, told.fact_note),
        )
        by: By = "doi" if work.doi else "pmid"
        notes = tuple(told.all_notes())
        return Outcome("matched", by, notes=notes, facts=facts, at=self.at, cached=True)


def _is_whole(database: Path) -> bool:
    """Return whether a database was written to its end."""
    if not database.exists():
        return False
    try:
        with closing(sqlite3.connect(database)) as connection:
            form = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error:
        return False
    return bool(form == _FORM)


def _read_into(database: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE papers (doi TEXT, pmid TEXT, nature TEXT, date TEXT)")
            connection.executemany("INSERT INTO papers VALUES (?, ?, ?, ?)", _rows(file))
            connection.execute("CREATE INDEX by_doi ON papers (doi)")
            connection.execute("CREATE INDEX by_pmid ON papers (pmid)")
            connection.execute(f"PRAGMA user_version = {_FORM}")
            connection.commit()
    except sqlite3.Error:
        raise ArsError(
            f"the cache {database} cannot be written",
            steps=["make room on the disk, or set ARS_CACHE_DIR to another folder"],
        ) from None
    except ArsError:
        database.unlink(missing_ok=True)
        raise


def _rows(file: Path) -> Iterator[tuple[str | None, str | None, str, str]]:
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        # The file comes in Latin letters of two encodings; identifiers and dates are ASCII.
        with file.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
            yield from _parsed(stream, file)
    except OSError as error:
        raise _unreadable(file, error.strerror or "the system refused") from None
    except csv.Error:
        raise _unreadable(file, "it is no CSV") from None


def _parsed(stream: TextIO, file: Path) -> Iterator[tuple[str | None, str | None, str, str]]:
    rows: Iterable[list[str]] = csv.reader(stream)
    places: dict[str, int] | None = None
    for row in rows:
        if places is None:
            found = {"".join(name.split()).casefold(): at for at, name in enumerate(row)}
            missing = [name for name in _COLUMNS if name not in found]
            if missing:
                raise _unreadable(file, "it has not the columns of a Retraction Watch file")
            places = {_COLUMNS[name]: found[name] for name in _COLUMNS}
            continue
        if len(row) <= max(places.values()):
            continue  # a line that was cut off
        doi = row[places["doi"]].strip().casefold()
        doi = doi.removeprefix("https://doi.org/").removeprefix("http://dx.doi.org/")
        pmid = row[places["pmid"]].strip().removesuffix(".0")
        nature = " ".join(row[places["nature"]].casefold().split())
        yield (
            None if doi in _NO_IDENTIFIER else doi,
            None if pmid.casefold() in _NO_IDENTIFIER else pmid,
            nature,
            _day(row[places["date"]]),
        )
    if places is None:
        raise _unreadable(file, "it is empty")


def _day(text: str) -> str:
    """Return a date in a form that sorts; `3/1/2024 0:00` (the month first) is the file's own."""
    day = text.strip().partition(" ")[0]
    if found := _MONTH_FIRST.fullmatch(day):
        return f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}"
    return day


def _unreadable(file: Path, why: str) -> ArsError:
    return ArsError(
        f"{name_of(file)} cannot be read as a Retraction Watch file",
        why=why,
        steps=["name the CSV that Crossref publishes as Retraction Watch data"],
    )

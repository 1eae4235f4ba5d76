"""How `ars pin` and `ars init --pin` pin files, one or a whole library, and what they say."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.terminal import wants_colour
from ars_pandoc.base.text_file import name_of
from ars_pandoc.base.wording import plural, printable, shell_word, shown
from ars_pandoc.cli.shared.catalogs import catalog_of
from ars_pandoc.cli.shared.layout import echo_list
from ars_pandoc.corpus.load_sidecar import Corpus, unite
from ars_pandoc.verdict.matrix import as_word

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.pinning.attachments import Attachment
    from ars_pandoc.pinning.pin_file import Opened, Pinned, Pinning

_REMEDIES = (
    (("encrypted",), "give its password: --password TEXT, or the variable ARS_PDF_PASSWORD"),
    (("scan", "no text", "glyph", "mean"), "run text recognition (OCR) on it, and pin the result"),
    (
        ("damaged", "cut short", "empty", "download"),
        "get the file again: it may not have been saved whole",
    ),
)
_SHOWN = 50
_STRANGERS = 10


class Target:
    """Where files are pinned to. Used with `with`: what was stored is recorded at the end.

    Args:
        corpora: The sidecars.
        folder: The folder that stands for `.ars`, or None.
        licence: Under which the files may be shared, or None.
        origin: Where they come from, or None.
        as_json: Nothing is said while files are pinned; `results` has it.

    Attributes:
        results: What became of each file, for programs.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        folder: Path | None,
        licence: str | None = None,
        origin: str | None = None,
        *,
        as_json: bool = False,
    ) -> None:
        self.results: list[dict[str, object]] = []
        self._as_json = as_json
        self.corpora = corpora
        self.whole = unite(corpora)
        self._folder = folder
        self._licence = licence
        self._origin = origin
        self._pinnings: dict[Path, Pinning] = {}
        self._waiting: list[list[str]] = []

    def __enter__(self) -> Target:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._record()
            return
        # The error that stopped the run is told; what was stored before it is not lost.
        with suppress(ArsError):
            self._record()
        if isinstance(error, KeyboardInterrupt):
            click.echo("\nWhat is listed is pinned; the same command goes on from there.", err=True)

    @property
    def held(self) -> dict[str, frozenset[str]]:
        """By SHA-256, the keys for which these very bytes were found to be the source."""
        found: dict[str, frozenset[str]] = {}
        for corpus in self.corpora:
            for sha256, keys in self._pinning(corpus.paths[0]).held.items():
                found[sha256] = found.get(sha256, frozenset()) | keys
        return found

    def sidecar_of(self, key: str) -> Path:
        """Return the sidecar in which an entry stands."""
        return next(one.paths[0] for one in self.corpora if key in one.entries)

    def catalog_of(self, key: str) -> Path:
        """Return the catalog that records an entry's files."""
        return catalog_of(self.sidecar_of(key), self._folder)

    def pin(self, entry: Entry, file: Opened, name: str) -> int:
        """Pin a file as the text of a source and say what became of it.

        Args:
            entry: The source.
            file: The file.
            name: How it is called in what is said.

        Returns:
            0 if it is the source, 2 if it cannot be read, else 1.
        """
        pinning = self._pinning(self.sidecar_of(entry.citation_key))
        pinned = pinning.add(entry, file)
        other = "" if pinned.match else self._whose(entry, file)
        if self._as_json:
            self.results.append(_as_data(entry, file, pinned, other))
        else:
            self._waiting.append(list(_lines(entry, name, str(file.path), pinned, other)))
        if pinning.is_due:
            self._record()
        return 0 if pinned.match else 2 if pinned.unreadable else 1

    def keep(
        self, entry: Entry, file: Opened, lines: Sequence[str], *, origin: str, licence: str | None
    ) -> Pinned:
        """Pin a file that does not stay where it lies, and say what became of it once it is so.

        Args:
            entry: The source.
            file: The file.
            lines: What is said.
            origin: Where the file comes from.
            licence: Under which it may be shared, or None.
        """
        pinning = self._pinning(self.sidecar_of(entry.citation_key))
        pinned = pinning.add(entry, file, origin=origin, licence=licence, passing=True)
        retracted = "  the article says that it was retracted"
        more = [click.style(retracted, fg="red")] if lines and pinned.retracted else []
        self._waiting.append([*lines, *more])
        if pinning.is_due:
            self._record()
        return pinned

    def complete(self, entries: Iterable[Entry]) -> None:
        """Let the sidecars say that sources are held of which the catalogs say it already."""
        for entry in entries:
            self._pinning(self.sidecar_of(entry.citation_key)).complete(entry)

    def _whose(self, entry: Entry, file: Opened) -> str:
        """Return the key of the other source that a file is, or ""."""
        from ars_pandoc.works.title_page import identify

        if file.found is None:
            return ""
        others = (one for one in self.whole.entries.values() if one is not entry)
        return next((one.citation_key for one in others if identify(one, file.found).match), "")

    def _record(self) -> None:
        for pinning in self._pinnings.values():
            pinning.record()
        # What is said to be pinned is so, whatever happens next.
        for lines in self._waiting:
            for line in lines:
                click.echo(line)
        self._waiting = []

    def _pinning(self, sidecar: Path) -> Pinning:
        from ars_pandoc.pinning.pin_file import Pinning

        if sidecar not in self._pinnings:
            folder = catalog_of(sidecar, self._folder).parent
            self._pinnings[sidecar] = Pinning(
                sidecar, folder, licence=self._licence, origin=self._origin
            )
        return self._pinnings[sidecar]


def _as_data(entry: Entry, file: Opened, pinned: Pinned, other: str) -> dict[str, object]:
    """Return what became of a file, for programs."""
    identified = pinned.identified
    return {
        "citation_key": entry.citation_key,
        "file": str(file.path),
        "sha256": pinned.sha256,
        "media_type": file.media_type,
        "result": "pinned" if pinned.match else "held-not-verified",
        "known": pinned.known,
        "reason": pinned.unreadable or (identified.reason if identified is not None else ""),
        "readable": not pinned.unreadable,
        "retracted": pinned.retracted,
        "other_source": other or None,
    }


def _lines(entry: Entry, name: str, path: str, pinned: Pinned, other: str) -> Iterator[str]:
    """Say what became of a file, and what it is if it is something else."""
    key = click.style(shown(entry.citation_key), bold=True)
    name = printable(name)
    again = " already" if pinned.known else ""
    if pinned.match:
        word = click.style("pinned", fg="green")
        looked = "" if pinned.identified is None else "; title and author stand on its first pages"
        yield f"{key}: {word}{again}: {name}{looked}"
    elif pinned.identified is None:
        word = click.style("held, not verified", fg="yellow")
        yield f"{key}: {word}: the words of {name} cannot be read"
        yield f"  why:  {printable(pinned.unreadable)}"
        yield f"  next: {_remedy(pinned.unreadable)}"
        yield f"  or:   ars verify {as_word(entry.citation_key)} --method vision_check"
    else:
        word = click.style("held, not verified", fg="yellow")
        key_word = as_word(entry.citation_key)
        yield f"{key}: {word}: {name}: {printable(pinned.identified.reason)}"
        yield f"  title: {shown(entry.title, 200)}"
        yield f"  by:    {shown(entry.byline)}"
        read = pinned.identified.read
        yield f"  read:  {f'“{printable(read)}”' if read else 'no words'}"
        quoted = shell_word(path)
        undo = f"ars pin {key_word} {quoted} --remove"
        if other:
            yield f"  next: it is {shown(other)}: {undo}"
            yield f"  then: ars pin {as_word(other)} {quoted}"
            return
        if pinned.identified.typed:
            yield "  next: pin the publisher's PDF or JATS"
        else:
            yield f"  next: if it is another work: {undo}, and pin the right file"
            yield "  or:   correct title and authors of the entry, and pin it again"
        yield f"  or:   ars verify {key_word} --method manual_grep"
    if pinned.retracted:
        yield click.style("  the article says that it was retracted", fg="red")


def _remedy(why: str) -> str:
    """Say what helps with a file whose words cannot be read."""
    for words, remedy in _REMEDIES:
        if any(word in why for word in words):
            return remedy
    return "pin the work in another form, such as the publisher's PDF"


def pin_one(target: Target, entry: Entry, path: Path, password: str = "") -> int:
    """Pin the file that a person names for a source; give the exit code.

    Args:
        target: Where to.
        entry: The source.
        path: The file.
        password: Of an encrypted PDF; on a terminal it is asked for. It is written nowhere: the
            store gets a copy that opens without it.

    Raises:
        ArsError: It cannot be a source's text; nothing was written.
    """
    from ars_pandoc.cli.shared.asking import asked_password
    from ars_pandoc.pinning.pin_file import open_file
    from ars_pandoc.texts.unreadable import ENCRYPTED, Unreadable

    try:
        file = open_file(path)
        if file.unreadable.startswith(ENCRYPTED):
            password = password or asked_password(path.name, file.unreadable)
            if password:
                file = open_file(path, password=password)
                click.echo("kept: a copy that opens without the password", err=True)
    except Unreadable as error:
        raise ArsError(
            f"{shown(str(path), 200)} cannot be a source's text; nothing was written",
            why=error.reason,
            steps=[
                _remedy(error.reason),
                f"ars verify {as_word(entry.citation_key)} --method vision_check",
            ],
        ) from None
    with target:
        return target.pin(entry, file, path.name)


def pin_folder(target: Target, folder: Path, agree: Callable[[Sequence[str]], None]) -> int:
    """Place the files of a folder and pin them; give the exit code.

    Args:
        target: Where to.
        folder: The folder.
        agree: Called with what will be pinned, line by line, before it is.

    Raises:
        ArsError: The folder cannot be read or holds no file that can be a source, or what was
            placed cannot be written.
    """
    from ars_pandoc.pinning.assign_files import Assigned, assign_files, files_below

    below = files_below(folder)
    left = [f"{_below(path, folder)}: {why}" for path, why in below.left]
    if not below.files:
        echo_list(f"{plural(len(left), 'file')} that could not be placed:", left, _SHOWN)
        raise ArsError(
            f"{shown(str(folder), 200)} holds no file that can be a source",
            steps=["name the folder where your PDFs lie"],
        )
    placed: list[Assigned] = []
    strangers: list[str] = []
    with progress_bar(len(below.files), "reading files") as seen:
        for one in assign_files(below.files, target.whole.entries.values(), target.held, seen):
            if one.entries:
                placed.append(one)
            elif one.stranger:
                strangers.append(_below(one.path, folder))
            else:
                left.append(f"{_below(one.path, folder)}: {one.why}")
    agree(
        [
            f"{shown(entry.citation_key)}: {_below(one.path, folder)}"
            for one in placed
            for entry in one.entries
        ]
    )
    gone: list[str] = []
    with target:
        for one in placed:
            for entry in one.entries:
                gone += _pinned(target, entry, one.file, _below(one.path, folder))
    left += gone
    click.echo(f"{plural(len(placed) - len(gone), 'file')} placed of {len(below.files)}", err=True)
    echo_list(f"{plural(len(left), 'file')} that could not be placed:", left, _SHOWN)
    if left:
        click.echo("next: ars pin KEY FILE for each of them that is a source", err=True)
    echo_list(
        f"{plural(len(strangers), 'file')} whose title and DOI no entry of the sidecar has:",
        strangers,
        _STRANGERS,
    )
    have = {entry.citation_key for one in placed for entry in one.entries}
    _say_unmet(target, have, "here")
    return 0 if placed and not left else 1


def _pinned(target: Target, entry: Entry, file: Opened | None, name: str) -> list[str]:
    """Pin a placed file; say what is wrong if it went away since it was read."""
    if file is None:
        return []
    try:
        file.path.stat()
    except OSError as error:
        return [f"{name}: {error.strerror}"]
    target.pin(entry, file, name)
    return []


def pin_bibliographies(
    target: Target, bibliographies: Sequence[Path], base: Path | None = None
) -> int:
    """Pin the files that bibliographies name; give the exit code.

    Args:
        target: Where to.
        bibliographies: The files.
        base: The folder of linked files, or None.

    Raises:
        ArsError: One cannot be read, none names a file, or what is pinned cannot be written.
    """
    from ars_pandoc.pinning.attachments import attachments

    named: dict[str, list[Attachment]] = {}
    for bibliography in bibliographies:
        for key, ones in attachments(bibliography, base).items():
            if key in target.whole.entries:
                named.setdefault(key, []).extend(ones)
    names = ", ".join(shown(name_of(one), 200) for one in bibliographies)
    if not named:
        raise ArsError(
            f"{names}: no files of the sidecar's sources are named",
            why="no entry has a file = {…} field",
            steps=[
                "place the files of a folder: ars pin --from FOLDER",
                "export from Zotero with files, or with Better BibTeX",
            ],
        )
    left: list[str] = []
    wanted: list[tuple[Entry, Path]] = []
    for key, ones in named.items():
        for one in ones:
            if one.path is None:
                left.append(f"{shown(key)}: {one.named}: {one.why}")
            else:
                wanted.append((target.whole.entries[key], one.path))
    missing = bool(left)
    codes = [0]
    opened: list[tuple[Entry, Opened]] = []
    with progress_bar(len(wanted), "reading files") as seen:
        for entry, file, why in _opened(target.held, wanted):
            seen()
            if file is None:
                left.append(why)
            else:
                opened.append((entry, file))
    with target:
        for entry, file in opened:
            codes.append(target.pin(entry, file, file.path.name))
    echo_list(f"{plural(len(left), 'file')} that could not be pinned:", left, _SHOWN)
    if missing and base is None:
        click.echo(
            "next: if the files lie elsewhere now: "
            f"ars pin --from-bibliography {names} --base FOLDER",
            err=True,
        )
    _say_unmet(target, set(named), f"in {names}")
    return max([*codes, 1 if left else 0])


def _opened(
    held: Mapping[str, frozenset[str]], wanted: Sequence[tuple[Entry, Path]]
) -> Iterator[tuple[Entry, Opened | None, str]]:
    """Open the files that a bibliography names; give the reason for each that cannot be used."""
    from ars_pandoc.pinning.assign_files import in_parallel
    from ars_pandoc.pinning.pin_file import open_file
    from ars_pandoc.texts.extract import SOURCE_ENDINGS
    from ars_pandoc.texts.unreadable import Unreadable
    from ars_pandoc.works.title_page import identify

    def look(one: tuple[Entry, Path]) -> tuple[Opened | None, str]:
        entry, path = one
        name = f"{shown(entry.citation_key)}: {path.name}"
        # A bibliography may come from anyone: what it names must be a source's text, not any file.
        if path.suffix.lower() not in SOURCE_ENDINGS:
            return None, f"{name}: by its name it is no kind of file that can be a source"
        key = frozenset((entry.citation_key,))
        try:
            file = open_file(path, {sha: key for sha, keys in held.items() if keys & key})
        except Unreadable as error:
            return None, f"{name}: {error.reason}"
        except ArsError as error:
            return None, f"{name}: {error.why or error.what}"
        if file.found is not None:
            found = identify(entry, file.found)
            if found.typed and not found.title:
                return None, f"{name}: {found.reason}; anyone can have typed such a file"
        return file, ""

    for (entry, _), (file, why) in in_parallel(look, wanted):
        yield entry, file, why


def _say_unmet(target: Target, have: set[str], where: str) -> None:
    """List the sources that nobody holds yet."""
    held = {key for keys in target.held.values() for key in keys}
    unmet = [
        shown(key)
        for key, entry in target.whole.entries.items()
        if key not in have and key not in held and not entry.source_acquired
    ]
    echo_list(f"{plural(len(unmet), 'source')} without a file {where}:", unmet, _SHOWN)


def _below(path: Path, folder: Path) -> str:
    try:
        return printable(str(path.relative_to(folder)))
    except ValueError:
        return printable(str(path))


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal that can; give the function that moves it on."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True, no_color=wants_colour(os.environ) is False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # Lines on stdout go above the bar, but not where stdout is a file: they belong there.
    above = sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=above) as bars:
        task = bars.add_task(what, total=total)
        yield lambda: bars.advance(task)

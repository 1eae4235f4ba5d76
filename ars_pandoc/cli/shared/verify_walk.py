"""The walk of `ars verify --interactive`: each entry beside its source's first page (contract §8)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, printable, printable_lines, shell_path, shown
from ars_pandoc.cli.shared.catalogs import catalog_of
from ars_pandoc.cli.shared.cited_sources import CitedSources, cited_sources
from ars_pandoc.cli.shared.layout import echo
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.load_sidecar import Corpus, load_corpus
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.ingest.sidecar_yaml import Unfinished, unfinished_entries
from ars_pandoc.texts.marks import CONTROL
from ars_pandoc.verdict.matrix import as_word
from ars_pandoc.works.stated_address import can_be_sought

_FIRST_PAGE = 700
"""Letters of a source's first page that are shown: title and authors stand in them."""

_UNSEEN = dict.fromkeys(map(ord, (*CONTROL, "\ufffe")))

_METHOD = "vision_check"
_STOPPED = 130
_HELP = (
    "  y  yes, this is the work: title, authors and year agree\n"
    "  n  no: mend the entry in an editor   k  skip\n"
    "  u  undo the last step                q  quit"
)
_HELP_UNFINISHED = (
    "  a  answer here                       k  skip\n  e  write it in an editor             q  quit"
)
_QUESTIONS = {
    "year": "year of publication",
    "title": "title",
    "authors": "authors (Family, Given; …)",
}


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A source whose entry waits: to be compared, or to be completed."""

    key: str
    sidecar: Path
    cited: int
    unfinished: Unfinished | None = None


@dataclass(slots=True)
class _Walk:
    """Where the walk stands.

    Attributes:
        waiting: The sources, the most cited first.
        folder: The folder of the catalog, or None for the one beside each sidecar.
        method: What is recorded as the method.
        done: What was written: the source, and the fields as they were.
        passed: How many were skipped.
        matched: How many do not wait, since their pinned text was compared with them.
    """

    waiting: list[_Waiting]
    folder: Path | None
    method: str
    done: list[tuple[_Waiting, Mapping[str, Any] | None]] = field(default_factory=list)
    passed: int = 0
    matched: int = 0


def walk_entries(
    named: Sequence[str],
    corpus: str | None,
    paper: str | None,
    method: str | None,
    given: Mapping[str, Any] | None = None,
) -> int:
    """Walk the entries that nobody has compared yet, and those that lack a field.

    Args:
        named: Documents or keys; none for all entries of the sidecar.
        corpus: The sidecar that `--corpus` names, or None.
        paper: The document that `--for` names, or None.
        method: What is recorded as the method, or None for looking at the page.
        given: Pandoc's options for reading the documents.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.

    Raises:
        ArsError: There is no terminal, or a file cannot be read.
    """
    walk = _begin(named, corpus, paper, method or _METHOD, given or {})
    if walk.matched:
        echo(
            f"{plural(walk.matched, 'source')} left out whose pinned text was compared with the "
            "entry by ars pin or ars fetch"
        )
    if not walk.waiting:
        click.echo("no entry waits to be compared or completed")
        return 0
    if not sys.stdin.isatty():
        raise ArsError(
            "without a terminal nobody can be asked; nothing was written",
            why="a cross-check by hand is a person's word",
            steps=["record it in a script: ars verify KEY --method vision_check --yes"],
        )
    try:
        _go(walk)
    except (click.Abort, KeyboardInterrupt):
        click.echo(f"\nStopped; {_written(walk)}.", err=True)
        return _STOPPED
    left = len(walk.waiting) - len(walk.done)
    click.echo(f"\n{_written(walk)}; {left} still to do")
    return 0


def _written(walk: _Walk) -> str:
    return f"{plural(len(walk.done), 'source')} recorded"


def _begin(
    named: Sequence[str],
    corpus: str | None,
    paper: str | None,
    method: str,
    given: Mapping[str, Any],
) -> _Walk:
    found = cited_sources(named, corpus, paper, "verify", given)
    by_key = not found.whole and not found.documents
    waiting, matched = _waiting(found, by_key=by_key)
    return _Walk(waiting, found.folder, method, matched=matched)


def _waiting(meant: CitedSources, *, by_key: bool) -> tuple[list[_Waiting], int]:
    """Return the sources that wait, the most cited first, incomplete entries before all.

    A pinned text in which title and author were found is the comparison: such a source waits
    only where it is named by its key. Their number is the second value.
    """
    found, unfinished, matched = [], [], 0
    cited, whole = meant.cited, meant.whole
    for corpus in meant.corpora:
        path = corpus.paths[0]
        catalog = load_catalog((), catalog_of(path, meant.folder).parent)
        if path.suffix.lower() != ".json":
            text = path.read_text("utf-8-sig")
            for one in unfinished_entries(text):
                key = str(one.fields["citation_key"])
                if whole or key in cited:
                    unfinished.append(_Waiting(key, path, cited[key], one))
        for key, entry in corpus.entries.items():
            if not (whole or key in cited) or entry.source_verified_against_original:
                continue
            if catalog.content_match(key) and not by_key:
                matched += 1
            else:
                found.append(_Waiting(key, path, cited[key]))
    for waiting in (unfinished, found):
        waiting.sort(key=lambda one: -one.cited)
    return unfinished + found, matched


def _go(walk: _Walk) -> None:
    number = 0
    while number < len(walk.waiting):
        one = walk.waiting[number]
        head = f"[{number + 1} of {len(walk.waiting)}] {click.style(shown(one.key), bold=True)}"
        times = f", cited {plural(one.cited, 'time')}" if one.cited else ""
        echo(f"\n{head}{times}")
        lacking = one.unfinished
        answer = _compare(walk, one) if lacking is None else _complete(walk, one, lacking)
        if answer == "q":
            return
        if answer == "u":
            number = _undo(walk, number)
            continue
        number += 1


def _compare(walk: _Walk, one: _Waiting) -> str:
    """Show one entry beside its source until it is answered; return the key that ends it."""
    while True:
        corpus = load_corpus(one.sidecar)
        entry = corpus.entries[one.key]
        _show(entry)
        for line in _first_page(corpus, entry, walk.folder):
            echo(line)
        click.echo(_HELP)
        answer = _key("y n k u q", "  the same work? ")
        if answer == "y":
            _record(walk, one, entry)
            return answer
        if answer != "n":
            return answer
        _edit(one, entry)


def _show(entry: Entry) -> None:
    names = ", ".join(
        str(author.get("literal") or f"{author.get('family')}, {author.get('given', '')}").strip(
            ", "
        )
        for author in entry.authors
    )
    for label, value in (
        ("title", entry.title),
        ("by", names.replace(", ,", ",")),
        ("year", entry.year),
        ("in", entry.venue),
        ("doi", entry.doi),
    ):
        if value:
            echo(f"  {label + ':':<7}{shown(value, 300)}")


def _first_page(corpus: Corpus, entry: Entry, folder: Path | None) -> Iterator[str]:
    """Return what stands on a source's first page, or where the source is to be looked up."""
    from ars_pandoc.corpus.store import store_of
    from ars_pandoc.grounding.text_cache import TextCache
    from ars_pandoc.texts.unreadable import Unreadable

    catalog = load_catalog(corpus.paths, folder)
    store = store_of(corpus.paths, folder)
    texts = TextCache(store, os.environ)
    for snapshot in catalog.snapshots(entry.citation_key):
        path = store.find(snapshot.sha256)
        if path is None:
            continue
        try:
            text = texts.text(path, snapshot)
        except (ArsError, Unreadable) as error:
            yield f"  the pinned file cannot be read: {printable(str(error)).strip()}"
            continue
        yield click.style("  its first page says:", bold=True)
        words = " ".join(text.first_words()[: _FIRST_PAGE * 2].translate(_UNSEEN).split())
        yield f"    {shown(words, _FIRST_PAGE)}"
        return
    held = entry.fields.get("source_acquisition_path") or entry.source_pointer
    yield f"  no text is pinned; compare with the copy you hold: {shown(str(held), 200)}"
    if can_be_sought(entry):
        sidecar = shell_path(str(corpus.paths[0]))
        yield f"  an open copy: ars fetch {as_word(entry.citation_key)} --corpus {sidecar}"


def _key(keys: str, prompt: str) -> str:
    """Wait for one of some keys; none of them needs the Enter key."""
    known = keys.split()
    click.echo(f"{prompt}[{'/'.join(known)}] ", nl=False)
    while True:
        pressed = click.getchar().lower()
        if pressed in known:
            click.echo(pressed)
            return pressed
        if pressed in ("\x04", ""):  # the end of input
            raise click.Abort


def _record(walk: _Walk, one: _Waiting, entry: Entry) -> None:
    from ars_pandoc.pinning.compared_by_hand import record_compared

    catalog = catalog_of(one.sidecar, walk.folder)
    done = record_compared(one.sidecar, [entry], walk.method, catalog)
    walk.done.append((one, done.before[one.key]))
    click.echo(f"  held and cross-checked ({walk.method})")
    for _ in done.retracted:
        echo(click.style("  the article that is pinned says that it was retracted", fg="red"))


def _undo(walk: _Walk, number: int) -> int:
    """Take the last step back; return the number of the source that is asked about again."""
    from ars_pandoc.corpus.edit_sidecar import set_fields

    if not walk.done or walk.done[-1][1] is None:
        click.echo("  there is nothing to undo")
        return number
    one, before = walk.done.pop()
    set_fields(one.sidecar, {one.key: before or {}})
    click.echo("  undone")
    return walk.waiting.index(one)


def _edit(one: _Waiting, entry: Entry) -> None:
    """Let the author change an entry in an editor; what breaks a rule is said and not written."""
    from ars_pandoc.corpus.edit_sidecar import set_fields

    changed = _in_editor(dict(entry.fields))
    if changed is None:
        click.echo("  nothing was changed")
        return
    try:
        if str(changed.get("citation_key")) != one.key:
            raise ArsError("the key of an entry is not changed here: documents cite it")
        gone = dict.fromkeys(name for name in entry.fields if name not in changed)
        set_fields(one.sidecar, {one.key: {**changed, **gone}})
    except ArsError as error:
        _say(error)
        return
    click.echo("  written")


def _in_editor(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return fields as a person leaves them in an editor; None if nothing was changed or can be read."""
    from ars_pandoc.base.flow_yaml import pair_lines
    from ars_pandoc.base.strict_yaml import parse_yaml

    text = "".join(
        f"{line}\n" for name, value in fields.items() for line in pair_lines(name, value)
    )
    try:
        after = click.edit(text, extension=".yaml")
    except click.ClickException as error:
        _say(ArsError(error.message, steps=["name your editor: EDITOR=nano"]))
        return None
    if after is None or after == text:
        return None
    try:
        data = parse_yaml(after, "what you wrote")
    except ArsError as error:
        _say(error)
        return None
    return data if isinstance(data, dict) else None


def _say(error: ArsError) -> None:
    for line in printable_lines(str(error)).split("\n"):
        echo(f"  {line}")


def _complete(walk: _Walk, one: _Waiting, lacking: Unfinished) -> str:
    """Ask for what an entry lacks until it is written; return the key that ends it."""
    known, missing = lacking.fields, lacking.missing
    echo(f"  this entry lacks {', '.join(missing)}")
    for name, value in known.items():
        if name in ("title", "authors", "year", "venue", "doi", "source_pointer"):
            echo(f"  {name + ':':<7} {shown(_as_words(value), 300)}")
    for remedy in filter(None, missing.values()):
        echo(f"  note:  {shown(remedy, 300)}")
    while True:
        click.echo(_HELP_UNFINISHED)
        answer = _key("a e k u q", "  complete it? ")
        if answer == "a":
            fields: dict[str, Any] | None = {**known, **dict(map(_answer, missing))}
        elif answer == "e":
            fields = _in_editor({**known, **dict.fromkeys(missing, "")})
        else:
            return answer
        if fields is not None and _completed(one, lacking, fields):
            walk.done.append((one, None))
            return answer


def _as_words(value: Any) -> str:
    if isinstance(value, list):
        names = (str(name.get("literal") or name.get("family")) for name in value)
        return ", ".join(names)
    return str(value)


def _answer(name: str) -> tuple[str, Any]:
    said = click.prompt(f"  {_QUESTIONS.get(name, name)}", prompt_suffix=": ").strip()
    if name == "year":
        return name, int(said) if said.isdecimal() and said.isascii() else said
    if name == "authors":
        return name, [_author(part.strip()) for part in said.split(";") if part.strip()]
    return name, said


def _author(said: str) -> dict[str, str]:
    family, comma, given = (part.strip() for part in said.partition(","))
    if not comma:
        return {"literal": said}
    return {"family": family, "given": given} if given else {"family": family}


def _completed(one: _Waiting, lacking: Unfinished, fields: Mapping[str, Any]) -> bool:
    """Write an entry that was a comment; say why not, where it still is none."""
    from ars_pandoc.corpus.edit_sidecar import complete_entry

    try:
        complete_entry(one.sidecar, lacking.block, fields)
    except ArsError as error:
        _say(error)
        return False
    click.echo("  written")
    return True

"""`ars read`: walk the sources that wait for a reader, and record what the reader says."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, shown
from ars_pandoc.cli.shared.catalogs import catalog_folder
from ars_pandoc.cli.shared.document_options import input_options, judge_documents
from ars_pandoc.cli.shared.sidecars import load_files, no_ledger
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.ledger import ReadScope, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, load_corpus, unite
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.verdict.matrix import as_word
from ars_pandoc.works.stated_address import can_be_sought

if TYPE_CHECKING:
    from ars_pandoc.citations.citation import Anchor
    from ars_pandoc.grounding.result import Grounding
    from ars_pandoc.verdict.resolve import Judged

_FETCHED = 3
"""So many sources a command names at most."""

_PLACES = 10
"""How many places of one source are shown; the rest is counted."""

_LEVELS = {"f": "full_text", "s": "sections", "a": "abstract_only"}
_SKIP, _QUIT = "k", "q"
_LONGEST_LOCATOR = 200
_CHOICES = (
    "  f  the full text\n  s  sections or pages of it\n  a  the abstract only\n"
    "  k  skip it now\n  q  quit"
)


@dataclass(frozen=True, slots=True)
class _Cited:
    """A place that cites a source: file and section, the anchors, the words around.

    Attributes:
        passages: What the pinned source says to its quotes, line by line, styled.
    """

    where: str
    anchors: str
    words: str
    passages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A source that waits for a reader.

    Attributes:
        entry: What the sidecar says of it.
        sidecar: The file whose ledger takes the mark.
        places: Each citation of it.
    """

    entry: Entry
    sidecar: Path
    places: Sequence[_Cited]


@click.command("read")
@input_options
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> None:
    r"""Walk the sources that wait for a reader, the most cited first.

    Each is shown with the places that cite it; you say how much of it you have read, and each
    answer is recorded at once. Nothing is answered for you. Without a document all sources of
    the sidecar that nobody has read are walked.

    \b
    Examples:
      ars read paper.md
      ars read chapters/
      ars read --corpus refs.ars.yaml
    """
    waiting, left_out = _waiting(given)
    unheld = len(left_out)
    if unheld:
        first = as_word(left_out[0].citation_key)
        open_ones = [as_word(one.citation_key) for one in left_out if can_be_sought(one)]
        # A command of hundreds of words is no help: the first of them shows how.
        fetch = f"ars fetch {' '.join(open_ones[:_FETCHED])}; next: " if open_ones else ""
        click.echo(
            f"{plural(unheld, 'source')} left out that nobody holds yet; next: "
            f"{fetch}ars pin {first} FILE, or for print: ars verify {first} --method vision_check",
            err=True,
        )
    if not waiting:
        held = "held " if unheld else ""
        click.echo(f"no {held}source waits for a reader")
        return
    if not sys.stdin.isatty():
        raise ArsError(
            "without a terminal nobody can be asked; nothing was written",
            why="how much was read is a person's word",
            steps=["run ars read in a terminal", "record it in a script: ars mark-read KEY --yes"],
        )
    ctx.exit(_walk(waiting))


def _waiting(given: dict[str, Any]) -> tuple[list[_Waiting], list[Entry]]:
    """Return the sources that wait, and those left out because nobody holds them."""
    if not given["files"] and not given["defaults"]:
        corpora = load_files(given["corpus"], None)
        catalog = load_catalog([one.paths[0] for one in corpora], catalog_folder(None))
        return _of_sidecars(corpora, {}, {key for key in catalog.records if catalog.pinned(key)})
    paths: dict[Path, None] = {}
    places: dict[str, list[_Cited]] = {}
    pinned: set[str] = set()
    for document, judged in judge_documents(**given):
        _collect(judged, document.source.name, places)
        sources = judged.sources
        if sources is not None and sources.corpus is not None:
            if not sources.corpus.paths:
                raise no_ledger(document.source.name)
            paths.update(dict.fromkeys(sources.corpus.paths))
            pinned.update(key for key in places if sources.catalog.pinned(key))
    return _of_sidecars([load_corpus(path) for path in paths], places, pinned)


def _collect(judged: Judged, name: str, places: dict[str, list[_Cited]]) -> None:
    from ars_pandoc.citations.words_around import words_around

    for finding, place in judged.findings:
        if (key := finding.citation.key) is None:
            continue
        section = finding.citation.section
        anchors = [_shown_anchor(anchor) for anchor in finding.citation.anchors]
        cited = _Cited(
            f"{name}, {section}" if section else name,
            "; ".join(anchors) or "no locator",
            words_around(place),
            tuple(_passages(finding.groundings)),
        )
        places.setdefault(key, []).append(cited)


def _passages(groundings: Sequence[Grounding | None]) -> Iterator[str]:
    """Show the reader the source's own words, as far as it is pinned."""
    looked = [grounding for grounding in groundings if grounding is not None]
    if not looked:
        return
    from ars_pandoc.cli.shared.passages import outcome, passage_lines

    for grounding in looked:
        yield f"in the source: {outcome(grounding)}"
        yield from (f"  {line}" for line in passage_lines(grounding))


def _shown_anchor(anchor: Anchor) -> str:
    if anchor.kind == "quote":
        return f"“{anchor.value}”"
    return f"{anchor.kind} {anchor.value}".strip()


def _of_sidecars(
    corpora: Sequence[Corpus], places: dict[str, list[_Cited]], pinned: set[str]
) -> tuple[list[_Waiting], list[Entry]]:
    """Return the sources that wait, and those that nobody holds.

    Args:
        corpora: The sidecars.
        places: Where each source is cited; empty for all sources.
        pinned: The keys whose text is in the store: they are held, whatever the entry says.
    """
    whole = unite(corpora) if corpora else None
    if whole is None:
        return [], []
    ledger = load_ledger(whole.paths)
    wanted: Iterable[str] = places or whole.entries
    unread = [key for key in wanted if key in whole.entries and not ledger.is_read(key)]
    held = [key for key in unread if whole.entries[key].source_acquired or key in pinned]
    waiting = [
        _Waiting(
            whole.entries[key],
            next(one.paths[0] for one in corpora if key in one.entries),
            places.get(key, []),
        )
        for key in held
    ]
    waiting.sort(key=lambda source: -len(source.places))  # stable: then as they are cited
    return waiting, [whole.entries[key] for key in unread if key not in held]


def _walk(waiting: Sequence[_Waiting]) -> int:
    marked = 0
    try:
        for number, source in enumerate(waiting, 1):
            _show(source, number, len(waiting))
            scope = _ask()
            if scope is None:
                break
            if scope == _SKIP:
                continue
            _mark(source, scope)
            marked += 1
    except click.Abort:
        click.echo(f"\nStopped; {_marked(marked)}.", err=True)
        return 130
    left = len(waiting) - marked
    wait = "still waits" if left == 1 else "still wait"
    click.echo(f"{_marked(marked)}; {plural(left, 'source')} {wait} for a reader")
    return 0


def _marked(count: int) -> str:
    return f"{plural(count, 'source')} marked as read"


def _show(source: _Waiting, number: int, of: int) -> None:
    from ars_pandoc.cli.shared.layout import echo

    entry = source.entry
    head = click.style(shown(entry.citation_key), bold=True)
    click.echo(f"\n[{number} of {of}] {head}  {shown(entry.byline)}. {shown(entry.title, 200)}")
    details = [entry.venue, entry.source_pointer, entry.fields.get("source_acquisition_path")]
    for detail in filter(None, details):
        click.echo(f"    {shown(str(detail), 200)}")
    if source.places:
        click.echo(f"  cited {plural(len(source.places), 'time')}:")
    for cited in source.places[:_PLACES]:
        click.echo(f"    {shown(cited.where, 80)}: {shown(cited.anchors, 300)}")
        click.echo(f"      {shown(cited.words, 300)}")
        for line in cited.passages:
            echo(f"      {line}")
    if len(source.places) > _PLACES:
        click.echo(f"    … and {len(source.places) - _PLACES} more")


def _ask() -> ReadScope | str | None:
    """Ask how much was read: a scope, `_SKIP`, or None to quit."""
    click.echo(f"  How much of it have you read?\n{_CHOICES}")
    answer = click.prompt(
        "  f/s/a/k/q", type=click.Choice([*_LEVELS, _SKIP, _QUIT]), show_choices=False
    )
    if answer == _QUIT:
        return None
    if answer == _SKIP:
        return _SKIP
    locators = _ask_locators() if answer == "s" else ()
    return ReadScope(_LEVELS[answer], locators)


def _ask_locators() -> tuple[str, ...]:
    while True:
        text = click.prompt("  which sections or pages (several: with ; between)")
        locators = tuple(part.strip() for part in text.split(";") if part.strip())
        if locators and all(len(part) <= _LONGEST_LOCATOR for part in locators):
            return locators
        click.echo("  name at least one, such as: section 3; pp. 10-24")


def _mark(source: _Waiting, scope: ReadScope | str) -> None:
    from ars_pandoc.corpus.edit_ledger import mark_read

    if isinstance(scope, ReadScope):
        mark_read(source.sidecar, [source.entry.citation_key], scope)
        click.echo(f"  marked as read ({scope.level})")

"""A person says that a source is cited knowing what is recorded of it (contract §6 rows 3, 4, 4b)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.asking import ask_person
from ars_pandoc.cli.shared.catalogs import catalog_folder, catalog_of
from ars_pandoc.cli.shared.sidecars import check_known, load_files
from ars_pandoc.corpus.catalog import Acknowledgement, Catalog, load_catalog
from ars_pandoc.corpus.load_sidecar import unite
from ars_pandoc.corpus.sidecar_entry import Entry
from ars_pandoc.verdict.recorded import said_by, stated_by

_LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class _What:
    """What may be acknowledged.

    Attributes:
        recorded: Says what is recorded of an entry, or None if nothing is.
        noun: What it is called.
        question: What a person is asked.
        remedy: What records it.
    """

    recorded: Callable[[Entry, Catalog], str | None]
    noun: str
    question: str
    remedy: str


def _retraction(entry: Entry, catalog: Catalog) -> str | None:
    fact = catalog.recorded_retraction(entry.citation_key, stated=stated_by(entry))
    return None if fact is None else f"recorded as retracted: {_when(fact.service, fact.at)}"


def _other_work(entry: Entry, catalog: Catalog) -> str | None:
    fact = catalog.other_work(entry.citation_key, stated=stated_by(entry))
    if fact is None:
        return None
    title = shown(fact.note or "", 200)
    return f"{shown(fact.identifier or '')} is another work's, says {said_by(fact)}: “{title}”"


_AT_THE_GATE = (
    "no service said so: what the gate finds in the bibliography or the pinned file is passed"
)


def _missing(entry: Entry, catalog: Catalog) -> str | None:
    fact = catalog.missing_identifier(entry.citation_key, stated=stated_by(entry))
    if fact is None:
        return None
    return f"{shown(fact.identifier or '')} does not exist, says {said_by(fact)}"


def _when(service: str, at: str) -> str:
    from ars_pandoc.base.moments import age

    return f"{shown(service)}, {at[:10]} ({age(at)})"


_WHATS: dict[str, _What] = {
    "retraction": _What(
        _retraction,
        "retraction",
        "Do you cite it knowing that it was retracted?",
        "ars signals --index pubmed,crossref,openalex asks for retractions",
    ),
    "other-work": _What(
        _other_work,
        "other work",
        "Is it this work all the same?",
        "ars signals asks the owners of identifiers",
    ),
    "no-such-identifier": _What(
        _missing,
        "missing identifier",
        "Does the identifier exist all the same?",
        "ars signals asks the owners of identifiers",
    ),
}


def acknowledge_source(
    ctx: click.Context,
    name: str,
    key: str,
    what: str,
    note: str,
    *,
    yes: bool,
    corpus: str | None,
    paper: str | None,
) -> None:
    """Record an acknowledgement, after a person was asked.

    Args:
        ctx: The command's context.
        name: The command's name, for its errors.
        key: The citation key, as written.
        what: One of `ACKNOWLEDGEABLE`.
        note: Why.
        yes: Do not ask.
        corpus: As `sidecar_options` gives it.
        paper: Likewise.

    Raises:
        ArsError: Nothing of the kind is recorded, or the catalog cannot be written.
    """
    if not note.strip() or len(note) > _LONGEST_NOTE:
        raise click.UsageError(f"--note needs a text of 1 to {_LONGEST_NOTE} characters")
    corpora = load_files(corpus, paper)
    whole = unite(corpora)
    key = key.removeprefix("@")
    check_known([key], whole, name)
    folder = catalog_folder(paper)
    catalog = load_catalog(whole.paths, folder, whole.entries)
    entry, kind = whole.entries[key], _WHATS[what]
    recorded = kind.recorded(entry, catalog)
    if recorded is None and what == "other-work":
        # What bibliography or pinned file say is no look-up's: the gate sees it at each render.
        recorded = _AT_THE_GATE
    if recorded is None:
        raise ArsError(
            f"no {kind.noun} of '{shown(key)}' is recorded",
            why="there is nothing to acknowledge",
            steps=[kind.remedy],
        )
    known = catalog.acknowledged(key, what)
    if known is not None and known.note == note:
        click.echo(f"{shown(key)}: acknowledged already ({known.at[:10]})")
        return
    _ask(ctx, entry, recorded, kind, yes=yes)
    from ars_pandoc.corpus.edit_catalog import acknowledge, this_moment

    home = next(one.paths[0] for one in corpora if key in one.entries)
    acknowledge(catalog_of(home, folder), key, Acknowledgement(what, this_moment(), note))
    click.echo(f"{shown(key)}: {kind.noun} acknowledged")


def _ask(ctx: click.Context, entry: Entry, recorded: str, kind: _What, *, yes: bool) -> None:
    name = click.style(shown(entry.citation_key), bold=True)
    click.echo(f"  {name}  {shown(entry.byline)}. {shown(entry.title)}")
    click.echo(f"  {recorded}")
    if not yes:
        ask_person(
            ctx,
            kind.question,
            why="an acknowledgement is a person's word",
            remedy="add --yes if you cite it knowingly",
        )

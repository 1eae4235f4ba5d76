"""`ars acknowledge-retraction`: a retracted source is cited knowingly (contract §6 row 3, §8)."""

from __future__ import annotations

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.asking import ask_person
from ars_pandoc.cli.shared.catalogs import catalog_folder, catalog_of
from ars_pandoc.cli.shared.common_options import yes_option
from ars_pandoc.cli.shared.sidecars import check_known, complete_key, load_files, sidecar_options
from ars_pandoc.corpus.catalog import Acknowledgement, load_catalog
from ars_pandoc.corpus.load_sidecar import unite
from ars_pandoc.verdict.sources import stated_by

_LONGEST_NOTE = 1000


@click.command("acknowledge-retraction")
@click.argument("key", metavar="KEY", shell_complete=complete_key)
@click.option("--note", required=True, metavar="TEXT", help="Why you cite it all the same.")
@yes_option
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context, /, *, key: str, note: str, yes: bool, corpus: str | None, paper: str | None
) -> None:
    r"""Record that you cite a retracted source knowingly.

    The gate refuses a source that is recorded as retracted. An acknowledgement, with your reason,
    goes to .ars/catalog.yaml, and the gate passes the source again.

    \b
    Examples:
      ars acknowledge-retraction wakefield1998 --note "cited as a case of fraud"
      ars acknowledge-retraction wakefield1998 --note "as above" --yes --for paper.md
    """
    from ars_pandoc.base.moments import age
    from ars_pandoc.corpus.edit_catalog import acknowledge, this_moment

    if not note.strip() or len(note) > _LONGEST_NOTE:
        raise click.UsageError(f"--note needs a text of 1 to {_LONGEST_NOTE} characters")
    corpora = load_files(corpus, paper)
    whole = unite(corpora)
    key = key.removeprefix("@")
    check_known([key], whole, "acknowledge-retraction")
    folder = catalog_folder(paper)
    catalog = load_catalog(whole.paths, folder)
    fact = catalog.recorded_retraction(key, stated=stated_by(whole.entries[key]))
    if fact is None:
        raise ArsError(
            f"no retraction of '{shown(key)}' is recorded",
            why="there is nothing to acknowledge",
            steps=["ars signals --index pubmed,crossref,openalex asks for retractions"],
        )
    said = f"{shown(fact.service)}, {fact.at[:10]} ({age(fact.at)})"
    known = catalog.acknowledged(key)
    if known is not None and known.note == note:
        click.echo(f"{shown(key)}: acknowledged already ({known.at[:10]})")
        return
    entry = whole.entries[key]
    click.echo(
        f"  {click.style(shown(key), bold=True)}  {shown(entry.byline)}. {shown(entry.title)}"
    )
    click.echo(f"  recorded as retracted: {said}")
    if not yes:
        ask_person(
            ctx,
            "Do you cite it knowing that it was retracted?",
            why="an acknowledgement is a person's word",
            remedy="add --yes if you cite it knowingly",
        )
    home = next(one.paths[0] for one in corpora if key in one.entries)
    acknowledge(catalog_of(home, folder), key, Acknowledgement("retraction", this_moment(), note))
    click.echo(f"{shown(key)}: retraction acknowledged")

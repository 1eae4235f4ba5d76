"""`ars acknowledge`: a source is cited knowing what is recorded of it (contract §6 rows 3, 4, 4b)."""

from __future__ import annotations

import click

from ars_pandoc.cli.shared.acknowledging import acknowledge_source
from ars_pandoc.cli.shared.common_options import yes_option
from ars_pandoc.cli.shared.sidecars import complete_key, sidecar_options
from ars_pandoc.corpus.catalog import ACKNOWLEDGEABLE


@click.command("acknowledge")
@click.argument("key", metavar="KEY", shell_complete=complete_key)
@click.option(
    "--what",
    required=True,
    type=click.Choice(ACKNOWLEDGEABLE),
    help="What you know: it was retracted; its identifier, file or bibliography entry is called "
    "another work's; its identifier is said not to exist.",
)
@click.option("--note", required=True, metavar="TEXT", help="Why you cite it all the same.")
@yes_option
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    key: str,
    what: str,
    note: str,
    yes: bool,
    corpus: str | None,
    paper: str | None,
) -> None:
    r"""Record that you cite a source knowing what is recorded of it.

    The gate refuses a source that is recorded as retracted, whose identifier does not exist, or
    that is another work's. An acknowledgement, with your reason, goes to .ars/catalog.yaml, and the
    gate passes the source again and counts it on its line. Under the corpus's policy
    retraction: strict no acknowledgement of a retraction counts, and under citation_existence: strict
    none of an identifier.

    \b
    Examples:
      ars acknowledge wakefield1998 --what retraction --note "cited as a case of fraud"
      ars acknowledge roe2021 --what other-work --note "PubMed merged the erratum's record"
      ars acknowledge poe2020 --what no-such-identifier --note "registered today" --yes
    """
    acknowledge_source(ctx, "acknowledge", key, what, note, yes=yes, corpus=corpus, paper=paper)

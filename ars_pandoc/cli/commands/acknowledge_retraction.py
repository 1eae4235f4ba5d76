"""`ars acknowledge-retraction`: the older name of `ars acknowledge --what retraction`."""

from __future__ import annotations

import click

from ars_pandoc.cli.shared.acknowledging import acknowledge_source
from ars_pandoc.cli.shared.common_options import yes_option
from ars_pandoc.cli.shared.sidecars import complete_key, sidecar_options


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

    The same as ars acknowledge KEY --what retraction. The gate refuses a source that is recorded
    as retracted. An acknowledgement, with your reason, goes to .ars/catalog.yaml, and the gate
    passes the source again.

    \b
    Examples:
      ars acknowledge-retraction wakefield1998 --note "cited as a case of fraud"
      ars acknowledge-retraction wakefield1998 --note "as above" --yes --for paper.md
    """
    acknowledge_source(
        ctx, "acknowledge-retraction", key, "retraction", note, yes=yes, corpus=corpus, paper=paper
    )

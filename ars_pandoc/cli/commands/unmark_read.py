"""`ars unmark-read`: take marks of reading back; the ledger keeps that they were there."""

from __future__ import annotations

import click

from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.sidecars import check_known, complete_key, load_files, sidecar_options
from ars_pandoc.corpus.ledger import load_ledger
from ars_pandoc.corpus.load_sidecar import unite


@click.command("unmark-read")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True, shell_complete=complete_key)
@sidecar_options
def command(keys: tuple[str, ...], corpus: str | None, paper: str | None) -> None:
    r"""Take marks of reading back.

    Nothing is deleted: the mark gets a rescinded_at in the ledger and counts no longer. A key
    that has left the sidecar can be unmarked too.

    \b
    Examples:
      ars unmark-read smith2024
      ars unmark-read smith2024 lee2023 --corpus refs.ars.yaml
    """
    from ars_pandoc.corpus.edit_ledger import unmark_read

    corpora = load_files(corpus, paper)
    whole = unite(corpora)
    ledger = load_ledger(whole.paths)
    wanted = list(dict.fromkeys(keys))
    check_known([key for key in wanted if not ledger.is_read(key)], whole, "unmark-read")
    for path in whole.paths:
        for key in unmark_read(path, wanted).changed:
            click.echo(f"{shown(key)}: no longer marked as read")
    for key in wanted:
        if not ledger.is_read(key):
            click.echo(f"{shown(key)}: was not marked as read")

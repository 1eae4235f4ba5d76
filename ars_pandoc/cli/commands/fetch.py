"""`ars fetch`: get the full texts that may be had openly, and pin them (contract §12)."""

from __future__ import annotations

import os
from typing import Any

import click

from ars_pandoc.base.text_file import name_of
from ars_pandoc.cli.shared.cited_sources import cited_sources
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import reading_options
from ars_pandoc.cli.shared.pin_many import Target
from ars_pandoc.cli.shared.sidecars import complete_key_or_file, sidecar_options


@click.command("fetch")
@click.argument("named", metavar="[KEY | FILE]...", nargs=-1, shell_complete=complete_key_or_file)
@click.option("--dry-run", "dry", is_flag=True, help="Say where texts stand; bring and write none.")
@click.option(
    "--licences",
    multiple=True,
    metavar="NAMES",
    help="Only texts under one of these, with commas between: CC-BY,CC0.",
)
@click.option(
    "--attributions", is_flag=True, help="List what is pinned, with its origin and licence."
)
@click.option("--offline", is_flag=True, help="Send nothing; answers come from the cache.")
@click.option("--refresh", is_flag=True, help="Do not take answers from the cache.")
@format_option()
@reading_options
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    named: tuple[str, ...],
    dry: bool,
    licences: tuple[str, ...],
    attributions: bool,
    offline: bool,
    refresh: bool,
    form: str,
    corpus: str | None,
    paper: str | None,
    **given: Any,
) -> None:
    r"""Get the full texts of sources that may be had openly, and pin them.

    All sources of the sidecar are sought, those whose KEYs are named, or those that a document
    cites; what is pinned already is left alone, so that the same command goes on where a run was
    stopped.

    Asked are Europe PMC and PubMed Central (articles in JATS, the best text), bioRxiv and medRxiv,
    arXiv, Unpaywall (if ARS_MAILTO is your e-mail address), OpenAlex and Semantic Scholar. JATS is
    taken before a PDF, the version of record before a preprint, and a preprint is said to be one.
    No login and no key goes to a publisher, a refusal is a refusal, robots.txt and the pace of each
    host are kept.

    What comes is checked as ars pin checks it: title and author must stand on its first pages. A
    web page, another paper, a supplement or an abstract alone is not pinned. Licence and origin
    are recorded. What cannot be had is listed with where to look for it; ARS_LIBRARY_URL is the
    address of your library's link resolver.

    Exit code 0, also if something is not open; 1 if a look-up or a download failed, 2 for usage
    or input errors.

    \b
    Examples:
      ars fetch paper.md
      ars fetch smith2024 lee2023
      ars fetch --dry-run thesis/
      ars fetch paper.md --licences CC-BY,CC0
      ars fetch --attributions paper.md
    """
    from ars_pandoc.cli.shared.fetch_texts import (
        Fetching,
        print_summary,
        summary,
    )
    from ars_pandoc.cli.shared.fetch_texts import (
        attributions as attributed,
    )
    from ars_pandoc.signals.transport import Settings

    if offline and refresh:
        raise click.UsageError("--offline and --refresh contradict each other")
    meant = cited_sources(named, corpus, paper, "fetch", given)
    target = Target(meant.corpora, meant.folder)
    entries = [one for key, one in target.whole.entries.items() if meant.has(key)]
    if attributions:
        print_summary(attributed(target, [one.citation_key for one in entries]))
        return
    fetching = Fetching(
        target,
        Settings(os.environ, offline, refresh),
        [part.strip() for name in licences for part in name.split(",") if part.strip()],
        dry,
        form == "json",
    )
    fetched = fetching.run(entries)
    if form == "json":
        from ars_pandoc.base.json_text import to_text

        data = {
            "schema": 1,
            "sidecars": [str(path) for one in meant.corpora for path in one.paths],
            "sources": [one.as_data() for one in fetched],
        }
        click.echo(to_text(data))
    else:
        names = ", ".join(name_of(path) for one in meant.corpora for path in one.paths)
        print_summary(summary(fetched, names or "no sidecar", meant.documents))
        _say_who(fetched)
    ctx.exit(1 if any(one.outcome == "broken" for one in fetched) else 0)


def _say_who(fetched: Any) -> None:
    """Say once that Unpaywall was not asked, where it might have known a copy."""
    from ars_pandoc.signals.transport import MAILTO
    from ars_pandoc.works.identifiers import doi_of

    missed = [one for one in fetched if one.outcome in ("not-open", "broken")]
    if any(doi_of(one.obtained.entry) for one in missed) and not os.environ.get(MAILTO, "").strip():
        click.echo(
            f"note: Unpaywall was not asked; it wants to know who asks: set {MAILTO} to your "
            "e-mail address",
            err=True,
        )

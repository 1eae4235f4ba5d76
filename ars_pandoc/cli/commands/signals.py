"""`ars signals`: ask indexes whether sources exist, and whether they were retracted (contract §9)."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import click

from ars_pandoc.cli.shared.catalogs import catalog_folder
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.sidecars import complete_key, load_named, sidecar_options


@click.command("signals")
@click.argument("named", metavar="[KEY | FILE]...", nargs=-1, shell_complete=complete_key)
@click.option(
    "--index",
    "indexes",
    multiple=True,
    metavar="NAME",
    help="semantic-scholar, openalex, crossref, arxiv, pubmed, doi, or all; several with commas. "
    "By default semantic-scholar, and for each entry the owners of its identifiers.",
)
@click.option("--update", is_flag=True, help="Change signals that entries have already.")
@click.option("--offline", is_flag=True, help="Send nothing; answers come from the cache.")
@click.option("--refresh", is_flag=True, help="Do not take answers from the cache.")
@click.option(
    "--max-age",
    metavar="AGE",
    help="Take no older answer from the cache: 12h, 7d. For CI.",
)
@click.option(
    "--retraction-watch",
    "watch",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A Retraction Watch CSV to look sources up in.",
)
@format_option()
@sidecar_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    named: tuple[str, ...],
    indexes: tuple[str, ...],
    update: bool,
    offline: bool,
    refresh: bool,
    max_age: str | None,
    watch: Path | None,
    form: str,
    corpus: str | None,
    paper: str | None,
) -> None:
    r"""Ask indexes whether sources exist, and whether they were retracted.

    All sources of the sidecar are asked about, or those whose keys are named. FILE is a sidecar,
    or a document whose sidecar is meant.

    Fills contamination_signals in the sidecar: preprints of 2024 or later, and works that an
    index does not have. The gate prints them and refuses for them by a policy of the corpus
    alone (contamination_triangulation: strict). Retractions (pubmed, crossref, openalex),
    identifiers that do not exist (doi, pubmed, arxiv) and identifiers that are another work's
    (crossref, pubmed, arxiv) go to .ars/catalog.yaml, and the gate refuses citations of such
    sources; corrections and expressions of concern become notes. Entries with
    obtained_via: manual are never looked up; what was not answered is left out, and the omission
    is recorded.

    Without --index each entry is asked about at Semantic Scholar and where its identifiers can be
    proved: a DOI at doi.org and Crossref, a PMID or PMCID at PubMed, an arXiv id at arXiv.

    A signal that an entry has changes only with --update. Retractions are asked for in each run;
    an answer that may tell of one is taken from the cache for a day.

    S2_API_KEY speeds Semantic Scholar up; OPENALEX_API_KEY, which is free, lets OpenAlex answer
    more than a few searches a day; ARS_MAILTO (your e-mail address) joins the polite pool of
    Crossref. Other answers are kept for 90 days in your cache folder (ARS_CACHE_DIR moves it).

    Exit status: 0 all answered, 1 a look-up failed, or a source is retracted, has an identifier
    that does not exist or one that is another work's, 2 usage or input error.

    \b
    Examples:
      ars signals
      ars signals smith2024 lee2023
      ars signals refs.ars.yaml
      ars signals --index all --for paper.md
      ars signals --index pubmed,crossref --retraction-watch retractions.csv
      ars signals --update --offline
      ars signals --max-age 12h
      ars signals --format json
    """
    from ars_pandoc.cli.shared.look_up import look_up

    if offline and refresh:
        raise click.UsageError("--offline and --refresh contradict each other")
    corpora, paper = load_named(named, corpus, paper, "signals")
    ctx.exit(
        look_up(
            corpora,
            catalog_folder(paper),
            indexes=indexes,
            update=update,
            offline=offline,
            refresh=refresh,
            watch=watch,
            max_age=None if max_age is None else _age(max_age),
            as_json=form == "json",
        )
    )


def _age(text: str) -> timedelta:
    """Read an age: `12h` or `7d`."""
    found = re.fullmatch(r"([0-9]{1,4})([hd])", text.strip())
    if found is None:
        raise click.UsageError(f"--max-age takes hours or days, 12h or 7d, not {text!r}")
    return timedelta(hours=int(found[1]) * (24 if found[2] == "d" else 1))

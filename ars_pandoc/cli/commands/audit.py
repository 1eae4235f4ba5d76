"""`ars audit`: judge the manuscripts of others, and say what each verdict rests on."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.terminal import terminal_width
from ars_pandoc.cli.shared.check_jobs import (
    TERMINAL,
    check_all,
    give_reports,
    jobs_of,
    outputs_of,
    spare_inputs,
)
from ars_pandoc.cli.shared.common_options import Formats
from ars_pandoc.cli.shared.document_options import input_options

if TYPE_CHECKING:
    from ars_pandoc.checking.checked import Checked

FORMATS = (TERMINAL, "json", "sarif", "junit", "markdown", "html")
_POLICY = ("trust", "grounding", "accept", "unmarked", "sources")


@click.command("audit")
@input_options
@click.option(
    "--trust",
    type=click.Choice(["claimed", "pinned"]),
    help="pinned: only sources with a pinned file that is theirs can pass.",
)
@click.option(
    "--grounding",
    type=click.Choice(["when-possible", "required"]),
    help="required: only quotes that were found in their source can pass.",
)
@click.option(
    "--accept", type=click.Choice(["LOW-WARN"]), help="Let pass what no person marked as read."
)
@click.option(
    "--unmarked",
    type=click.Choice(["warn", "refuse"]),
    help="refuse: call-outs in plain words, Smith (2020), cannot pass.",
)
@click.option("--sources", metavar="FOLDER", help="The folder of your own catalog and files.")
@click.option(
    "--trust-document", is_flag=True, help="Let documents set options and bring a corpus."
)
@click.option(
    "--format",
    "form",
    type=Formats(FORMATS),
    default=TERMINAL,
    show_default=True,
    help="What to print.",
)
@click.option(
    "--output", multiple=True, metavar="FORMAT=FILE", help="Write a file too; may be repeated."
)
@click.option(
    "--dataset",
    metavar="DIR",
    help="Write rows of documents and citations there as Parquet; judge what is new or changed.",
)
@click.option(
    "--jobs",
    "processes",
    metavar="N",
    type=click.IntRange(1),
    help="With --dataset: work in N processes. Default: one for each core.",
)
@click.option(
    "--dask",
    "cluster",
    metavar="ADDRESS",
    help="With --dataset: work on the Dask cluster whose scheduler is there.",
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    trust_document: bool,
    form: str,
    output: Sequence[str],
    dataset: str | None,
    processes: int | None,
    cluster: str | None,
    **given: Any,
) -> None:
    r"""Judge the manuscripts of others, and say what each verdict rests on.

    The documents are not trusted: the options that they set and a corpus in their metadata are
    ignored and named, as with ARS_LOCKED=1. What you give here and the ARS_… variables count.
    The report adds to the findings of `ars check` what is claimed and what is pinned, what was
    read and when it was marked, what was looked up and how long ago, all notes, and what no
    verdict shows. Exit code 0 if all documents pass, 1 if one is refused, 2 if one cannot be
    judged.

    With --dataset thousands of documents are judged, on all cores or on a Dask cluster: folders,
    or addresses that fsspec knows. What is done stands in DIR, so that the same command goes on
    where a run was stopped, and judges again only what has changed. The report is on the whole.

    \b
    Examples:
      ars audit manuscript.md
      ars audit submissions/ --output html=audit.html
      ars audit thesis/ --trust pinned --grounding required
      ars audit manuscript.docx --corpus my-own.ars.yaml
      ars audit own-paper.md --trust-document
      ars audit theses/ --dataset audit/ --output html=audit.html
      ars audit s3://bucket/theses --dataset s3://bucket/audit --dask tcp://10.0.0.1:8786
    """
    from ars_pandoc.auditing.audit_parts import audit_parts
    from ars_pandoc.auditing.authors_sidecar import with_authors_sidecar
    from ars_pandoc.checking.checked import exit_code

    if not given["files"] and not given["defaults"] and sys.stdin.isatty():
        raise click.UsageError("name the documents: ars audit submissions/")
    if dataset is None and (processes or cluster):
        raise click.UsageError("--jobs and --dask go with --dataset DIR")
    if processes and cluster:
        raise click.UsageError("--jobs is for this machine, --dask for a cluster: give one")
    environment = _environment(given, trust_document=trust_document)
    outputs = outputs_of(output, FORMATS)
    if dataset is not None:
        from ars_pandoc.cli.shared.dataset_audit import Where, audit_dataset

        where = Where(dataset, processes, cluster)
        ctx.exit(audit_dataset(given, environment, where, form, outputs))
    jobs = [
        job if isinstance(job, str) else with_authors_sidecar(job)
        for job in jobs_of(given, environment, look=audit_parts)
    ]
    documents = tuple(check_all(jobs, "Auditing"))
    spare_inputs(documents, outputs)
    give_reports(documents, form, outputs, _text)
    ctx.exit(exit_code(documents))


def _environment(given: dict[str, Any], *, trust_document: bool) -> Mapping[str, str]:
    """Return the environment to judge in; the options that it takes go out of those given."""
    from ars_pandoc.base.environment import is_locked

    environment = dict(os.environ)
    asked = {name: value for name in _POLICY if (value := given.pop(name)) is not None}
    if trust_document:
        if is_locked(environment):
            raise ArsError(
                "--trust-document is given, and ARS_LOCKED says that documents are not trusted",
                steps=["leave --trust-document away", "unset ARS_LOCKED"],
            )
        # Unlocked, the caller's word beats the document's as -M; a variable is a default only.
        flat = tuple(f"ars-{name}={value}" for name, value in asked.items())
        given["metadata"] = (*given["metadata"], *flat)
        return environment
    for item in given["metadata"]:
        name = item.replace(":", "=").partition("=")[0]
        if name.startswith(("ars-", "ars.")):
            click.echo(
                f"warning: -M {name} does not count while the documents are locked", err=True
            )
    environment["ARS_LOCKED"] = "1"
    return environment | {f"ARS_{name.upper()}": value for name, value in asked.items()}


def _text(form: str, documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.audit_report import audit_lines, audit_page
    from ars_pandoc.report.forms import in_form

    if form == TERMINAL:
        return "\n".join(audit_lines(documents, terminal_width())) + "\n"
    if form == "markdown":
        return "\n".join(audit_page(documents)) + "\n"
    return in_form(form, documents)

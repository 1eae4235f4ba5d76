"""`ars desk`: the sentence beside the page of its source, in a browser (contract §12)."""

from __future__ import annotations

import getpass
import os
import webbrowser
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.cli.shared.document_options import input_options, named_documents


@click.command("desk")
@input_options
@click.option("--by", metavar="NAME", help="Who judges. Default: the name of your account.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any that is free.")
@click.option(
    "--report",
    metavar="FILE",
    help="Write the record of all judgements in place of a desk: .html, or what Pandoc writes.",
)
@click.option(
    "--wait",
    type=click.IntRange(1, 86_400),
    default=60,
    metavar="SECONDS",
    help="End so long after the last tab was closed. Default: 60.",
)
@click.option("--no-browser", is_flag=True, help="Open no browser; the file to open is named.")
def command(
    by: str | None, port: int, report: str | None, wait: int, no_browser: bool, **given: Any
) -> None:
    r"""Verify citations by looking: the sentence on the left, its source on the right.

    Opens a page in your browser, served by this program to this machine alone. Each citation is
    coloured by its status; its source stands beside it, the page of the PDF or the text of the
    article, with the passage marked. Choose words there and take them as quote or page, judge the
    passage, compare the entry with the title page, mark the source as read: each with one key,
    written at once, and undone with U.

    It ends with Ctrl-C, or a minute (--wait) after its last tab was closed. Needs the extra [desk].

    \b
    Examples:
      ars desk paper.md
      ars desk chapters/
      ars desk -d thesis.yaml --by "Ada Lovelace"
      ars desk paper.md --no-browser
      ars desk paper.md --report record.html
    """
    if not given["files"] and not given["defaults"]:
        raise click.UsageError("name the document: ars desk paper.md")
    if report is not None:
        _write_record(Path(report), given)
        return
    try:
        from ars_pandoc.desk.web_app import open_documents
    except ImportError as error:
        raise ArsError(
            "the desk needs a web server, which is not installed",
            why=f"there is no {error.name}",
            steps=[install_step("desk")],
        ) from None
    sources, environment = named_documents(**given)
    judge = _judge(by)
    server, desk = open_documents(sources, environment, judge, port)
    click.echo(f"the desk is at {server.address}, for {judge.partition(':')[2]}")
    click.echo(f"open it with {desk.keys.file}; end it with Ctrl-C", err=True)
    if not no_browser and not _opens(desk.keys.file):
        click.echo("no browser could be opened: open the file yourself", err=True)
    server.run(desk, wait)
    click.echo("the desk has ended", err=True)


def _judge(by: str | None) -> str:
    from ars_pandoc.corpus.edit_judgements import check_judge

    name = (by or getpass.getuser()).removeprefix("person:")
    check_judge(f"person:{name}")
    return f"person:{name}"


def _opens(file: Path) -> bool:
    if os.environ.get("BROWSER") == "":
        return False
    try:
        return webbrowser.open(file.as_uri())
    except webbrowser.Error:
        return False


def _write_record(target: Path, given: dict[str, Any]) -> None:
    """Write the record: as it is to HTML, through Pandoc to other formats.

    Raises:
        ArsError: It cannot be written.
    """
    from ars_pandoc.base.whole_file import write_whole
    from ars_pandoc.base.wording import shown
    from ars_pandoc.desk.on_desk import Documents
    from ars_pandoc.desk.record import build_record

    sources, environment = named_documents(**given)
    page = build_record(Documents(sources, environment))
    if target.suffix.lower() in (".html", ".htm"):
        try:
            write_whole(target, page.encode("utf-8"))
        except OSError as error:
            name = shown(str(target), 200)
            raise ArsError(f"{name} cannot be written", why=error.strerror) from None
    else:
        _through_pandoc(page, target)
    click.echo(f"{shown(str(target), 200)}: the record is written")


def _through_pandoc(page: str, target: Path) -> None:
    from tempfile import TemporaryDirectory

    from ars_pandoc.pandoc.bounded_pandoc import LONGEST, Limits, ask_pandoc
    from ars_pandoc.pandoc.executable import TYPST_VERSION, bundled_pandoc, find_pandoc
    from ars_pandoc.pandoc.pdf_engine import require_own_typst, write_own_typst

    try:
        # The bundled Pandoc, with Typst: a PDF is made everywhere alike.
        pandoc = bundled_pandoc()
    except ArsError:
        makes_pdf = target.suffix.lower() == ".pdf"
        pandoc = find_pandoc(*((TYPST_VERSION,) if makes_pdf else ()))
    if target.suffix.lower() == ".pdf":
        require_own_typst()
    with TemporaryDirectory(prefix="ars-record-") as folder:
        engine = write_own_typst(Path(folder))
        arguments = ["-f", "html", "-s", "-o", str(target)]
        if target.suffix.lower() == ".pdf":
            arguments += ["--pdf-engine", str(engine)]
        done = ask_pandoc(pandoc, arguments, Limits(LONGEST), data=page.encode("utf-8"))
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())
        raise ArsError(f"Pandoc cannot write {target}", why=said[:300])

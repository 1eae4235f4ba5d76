"""`ars doctor`: what is installed, which sidecar would be taken and why, and what is missing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from ars_pandoc.base.bounded_run import OverSizeError, OverTimeError, run_bounded
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.installing import install_step
from ars_pandoc.base.version import __version__
from ars_pandoc.base.wording import plural, printable, shell_path, shell_paths, shown
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import input_options, named_documents, naming
from ars_pandoc.cli.shared.sidecars import discover_here
from ars_pandoc.corpus.find_sidecar import Discovery, Rule
from ars_pandoc.corpus.ledger import ledger_path, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, InvalidSidecarError, load_corpus
from ars_pandoc.pandoc.bounded_pandoc import LimitError, Limits, run_pandoc
from ars_pandoc.pandoc.executable import (
    MINIMUM_VERSION,
    TYPST_VERSION,
    Pandoc,
    bundled_pandoc,
    find_pandoc,
)
from ars_pandoc.pandoc.pdf_engine import TYPST, engine_words, has_own_typst, latex_on_path

if TYPE_CHECKING:
    from ars_pandoc.documents.inputs import Source

State = Literal["ok", "note", "missing"]

_SIGNS = {"ok": ("✓", "green"), "note": ("·", None), "missing": ("✗", "red")}
_ASCII = {"ok": "ok", "note": "--", "missing": "NO"}
_SECONDS = 60
_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: What.
        state: `ok`, `note` for what is only told, `missing` for what must be mended.
        says: What was found.
        fix: The command or edit that mends it, if something is missing.
    """

    name: str
    state: State
    says: str
    fix: str | None = None


@click.command("doctor")
@format_option()
@input_options
@click.pass_context
def command(ctx: click.Context, /, form: str, **given: Any) -> None:
    r"""Look at the installation and at the sidecar, and say what is missing.

    Which Pandoc runs and which makes PDFs, whether Pandoc finds ars-gate, which sidecar would be
    taken and why. With a document its own sidecar is looked for, else that of the folder. Exit
    code 1 if something is missing, with the fix.

    \b
    Examples:
      ars doctor
      ars doctor paper.md
      ars doctor -d thesis.yaml --format json
    """
    files = [name for name in given["files"] if name != "-"]
    asked = naming(**{**given, "corpus": None}) if files or given["defaults"] else "INPUT"
    checks = [*_installation(asked), *_environment(), *_documents(given)]
    if form == "json":
        from ars_pandoc.base.json_text import to_text

        click.echo(to_text({"schema": 1, "checks": [asdict(check) for check in checks]}))
    else:
        _print(checks)
    ctx.exit(1 if any(check.state == "missing" for check in checks) else 0)


def _print(checks: list[Check]) -> None:
    encoding = sys.stdout.encoding or "ascii"
    width = max(len(check.name) for check in checks)
    for check in checks:
        sign, colour = _SIGNS[check.state]
        try:
            sign.encode(encoding)
        except UnicodeEncodeError:
            sign = _ASCII[check.state]
        click.echo(f"{click.style(sign, fg=colour)} {check.name:<{width}}  {printable(check.says)}")
        if check.fix:
            click.echo(f"  {'':<{width}}  next: {printable(check.fix)}")


def _installation(document: str) -> Iterator[Check]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Check("ars-pandoc", "ok", f"{__version__}, Python {python} ({sys.executable})")
    try:
        pandoc = find_pandoc()
    except ArsError as error:
        yield Check("Pandoc", "missing", error.what, error.steps[0])
        return
    yield _pandoc(pandoc)
    yield from _gate(pandoc)
    yield _pdf(pandoc, document)


def _pandoc(pandoc: Pandoc) -> Check:
    says = f"{pandoc.version_text} ({pandoc.path})"
    if pandoc.origin == "PATH":
        return Check("Pandoc", "ok", says)
    least = ".".join(map(str, MINIMUM_VERSION))
    older = shutil.which("pandoc")
    why = f"the one on PATH is older than {least}: {older}" if older else "none is on PATH"
    return Check(
        "Pandoc",
        "note",
        f"{says}, the one that comes with ars-pandoc: {why}; ars commands use it, the command "
        "`pandoc` does not",
    )


def _gate(pandoc: Pandoc) -> Iterator[Check]:
    # Pandoc takes a filter from the working folder before the one on PATH.
    here = Path("ars-gate")
    if here.is_file() and os.access(here, os.X_OK):
        yield Check(
            "ars-gate in this folder",
            "missing",
            "pandoc --filter ars-gate would run the file ./ars-gate in place of the gate",
            "remove or rename ./ars-gate, or render with ars render",
        )
    path = shutil.which("ars-gate")
    beside = Path(sys.executable).parent
    if path is None:
        yield Check(
            "ars-gate",
            "missing",
            "it is not on PATH: pandoc --filter ars-gate cannot find it (ars render can)",
            f'export PATH="{beside}:$PATH"',
        )
        return
    version = _output([path, "--version"])
    if version != f"ars-gate {__version__}":
        found = version or "nothing"
        yield Check(
            "ars-gate",
            "missing",
            f"{path} is another installation: it says '{shown(found)}'",
            f'export PATH="{beside}:$PATH", or install the same version there',
        )
        return
    yield Check("ars-gate", "ok", path)
    # The whole way, as a render goes it: a document that cites nothing passes.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("ARS_")}
    arguments = ["--filter", path, "-f", "markdown", "-t", "plain"]
    try:
        done = run_pandoc(pandoc, arguments, Limits(_SECONDS), data=b"A word.\n", environment=plain)
    except LimitError as error:
        yield Check(
            "Pandoc with ars-gate",
            "missing",
            f"a render of one word fails: {error}",
            install_step(),
        )
        return
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        yield Check(
            "Pandoc with ars-gate",
            "missing",
            f"a render of one word fails: {said[0] if said else done.returncode}",
            install_step(),
        )
    else:
        yield Check("Pandoc with ars-gate", "ok", "a render of one word passes")


def _output(command: list[str]) -> str:
    try:
        done = run_bounded(command, _SECONDS, largest=_LARGEST)
    except (OSError, OverTimeError, OverSizeError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip()


def _pdf(pandoc: Pandoc, document: str) -> Check:
    latex = latex_on_path()
    if latex:
        return Check("PDF", "ok", f"LaTeX ({latex})")
    typst = shutil.which(TYPST)
    if not typst and not has_own_typst():
        return Check("PDF", "missing", "neither LaTeX nor Typst is there", install_step("typst"))
    try:
        renderer = pandoc if pandoc.version >= TYPST_VERSION else bundled_pandoc()
    except ArsError as error:
        return Check("PDF", "missing", f"{error.what}: no LaTeX is there", error.steps[0])
    says = f"Typst through ars render, with Pandoc {renderer.version_text}; no LaTeX is there"
    if pandoc.origin != "PATH":
        return Check("PDF", "ok", says)
    # The bare `pandoc … -o paper.pdf` would end in Pandoc's error 47, behind the gate's pass.
    if pandoc.version < TYPST_VERSION:
        says += f", and Pandoc {pandoc.version_text} alone makes no PDF without it"
        return Check("PDF", "ok", says, f"ars render --citeproc {document} -o OUT.pdf")
    line = f"pandoc --filter ars-gate --citeproc {engine_words(typst)} {document} -o OUT.pdf"
    return Check("PDF", "ok", f"{says}, and pandoc alone must be told", line)


def _environment() -> Iterator[Check]:
    for name, value in sorted(os.environ.items()):
        if name.startswith("ARS_") and not name.endswith("_COMPLETE"):
            yield Check(f"${name}", "note", shown(value, 200))


def _documents(given: dict[str, Any]) -> Iterator[Check]:
    if not given["files"] and not given["defaults"]:
        try:
            discovery = discover_here(given["corpus"])
        except ArsError as error:
            yield _failed("sidecar", error)
            return
        if discovery.rule is Rule.NONE:
            places = ", ".join(discovery.looked_at)
            yield Check("sidecar", "note", f"none in this folder (looked for {places})")
            return
        yield from _sidecars(discovery)
        return
    try:
        sources, environment = named_documents(**given)
    except ArsError as error:
        yield _failed("document", error)
        return
    for source in sources:
        yield from _document(source, environment)


def _document(source: Source, environment: Mapping[str, str]) -> Iterator[Check]:
    from ars_pandoc.corpus.named_sources import bibliography_paths
    from ars_pandoc.documents.read_source import read_source
    from ars_pandoc.verdict.options import read_options
    from ars_pandoc.verdict.sources import discover

    try:
        document = read_source(source, environment)
        meta = document.ast["meta"]
        options = read_options(meta, document.environment)
        discovery, folders = discover(meta, options, document.environment)
    except ArsError as error:
        yield _failed(source.name, error)
        return
    locked = ", locked" if options.locked else ""
    yield Check(
        shown(source.name, 200), "ok", f"read as {source.reader}, mode {options.mode}{locked}"
    )
    for name in bibliography_paths(meta):
        if any((folder / name).is_file() for folder in folders):
            yield Check("bibliography", "ok", name)
        else:
            places = ", ".join(str(folder / name) for folder in folders)
            fix = "correct `bibliography:` in the document, or write the file"
            yield Check("bibliography", "missing", f"{name} is not there: {places}", fix)
    if discovery.rule is Rule.INLINE:
        yield Check("sidecar", "ok", f"{Rule.INLINE.value}; it has no ledger for marks of reading")
    elif discovery.rule is Rule.NONE:
        places = ", ".join(discovery.looked_at)
        name = shell_paths(map(str, source.paths))
        says, fix = f"none found: looked for {places}", f"ars init {name}"
        if discovery.near:
            near = ", ".join(shown(str(path), 200) for path in discovery.near)
            says, fix = f"none is named, though {near} lies there", f"ars init --record {name}"
        yield Check("sidecar", "missing", says, fix)
    else:
        yield from _sidecars(discovery)


def _sidecars(discovery: Discovery) -> Iterator[Check]:
    corpora: list[Corpus] = []
    for path in discovery.paths:
        name = shown(str(path), 200)
        try:
            corpus = load_corpus(path)
        except InvalidSidecarError as error:
            says = (
                f"{name} ({discovery.rule.value}): {plural(len(error.problems), 'problem')} in it"
            )
            yield Check(
                "sidecar", "missing", says, f"ars validate --corpus {shell_path(str(path))}"
            )
        except ArsError as error:
            yield _failed("sidecar", error)
        else:
            corpora.append(corpus)
            entries = len(corpus.entries)
            count = f"{entries} {'entry' if entries == 1 else 'entries'}"
            yield Check("sidecar", "ok", f"{name} ({discovery.rule.value}), {count}")
    for corpus in corpora:
        yield _ledger(corpus)
        yield _catalog(corpus)


def _ledger(corpus: Corpus) -> Check:
    path = ledger_path(corpus.paths[0])
    try:
        ledger = load_ledger(corpus.paths)
    except ArsError as error:
        return _failed("ledger", error)
    if not path.exists():
        return Check("ledger", "note", f"{path} is not there yet: nothing is marked as read")
    read = sum(map(ledger.is_read, corpus.entries))
    return Check("ledger", "ok", f"{path}, {read} of {len(corpus.entries)} marked as read")


def _catalog(corpus: Corpus) -> Check:
    from ars_pandoc.corpus.catalog import load_catalog

    try:
        catalog = load_catalog(corpus.paths, None)
    except ArsError as error:
        return _failed("catalog", error)
    pinned = sum(map(catalog.pinned, corpus.entries))
    if not pinned:
        return Check("pinned sources", "note", "none: quotes cannot be checked against the source")
    return Check("pinned sources", "ok", f"{pinned} of {len(corpus.entries)}")


def _failed(name: str, error: ArsError) -> Check:
    says = ": ".join(filter(None, (error.what, error.why)))
    return Check(name, "missing", says, error.steps[0] if error.steps else None)

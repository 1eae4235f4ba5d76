"""`ars ground`: each anchor of a document with the passage it names, or the nearest one (§8)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.wording import plural, printable
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import Unjudged, input_options, judge_documents
from ars_pandoc.verdict.matrix import as_word

if TYPE_CHECKING:
    from ars_pandoc.citations.citation import Citation, Note
    from ars_pandoc.documents.read_source import Document
    from ars_pandoc.grounding.evidence import Grounded
    from ars_pandoc.verdict.matrix import Finding
    from ars_pandoc.verdict.resolve import Judged
    from ars_pandoc.verdict.sources import Sources

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class _Looked:
    """A citation with what its source says."""

    finding: Finding
    notes: tuple[Note, ...]
    pinned: bool
    option: str = ""

    @property
    def results(self) -> list[str]:
        return [one.result for one in self.finding.groundings if one is not None]


@click.command("ground")
@input_options
@click.option("--refresh", is_flag=True, help="Look again, whatever was found before.")
@format_option()
@click.pass_context
def command(ctx: click.Context, /, *, refresh: bool, form: str, **given: Any) -> None:
    r"""Show each anchor of a document with the passage that it names in the pinned source.

    A quote that is found is shown with its page, its paragraph and the words around it; one that
    is not, with the nearest passage and what differs, word by word. Sources are pinned with
    ars pin.

    Exit code 0 if all quotes are found, 1 if one is not or has to be looked at by a person, 2 if
    a pinned file cannot be read or a document cannot be judged.

    \b
    Examples:
      ars ground paper.md
      ars ground chapters/ --refresh
      ars ground paper.md --format json
    """
    unjudged: list[Unjudged] = []
    documents = [
        (document, judged, list(_look(judged, refresh)))
        for document, judged in judge_documents(unjudged=unjudged, **given)
    ]
    if form == "json":
        _print_json(documents)
    else:
        _print(documents)
    results = [result for *_, looked in documents for one in looked for result in one.results]
    if unjudged or "unreadable" in results:
        ctx.exit(2)
    ctx.exit(0 if all(result == "found" for result in results) else 1)


def _look(judged: Judged, refresh: bool) -> Iterator[_Looked]:
    """Look up the anchors of a document, in its order."""
    from ars_pandoc.grounding.result import NOT_PINNED, unchecked

    sources = judged.sources
    look = None if sources is None else _Lookup(sources, refresh)
    for finding, _ in judged.findings:
        grounded = None if look is None else look.up(finding.citation)
        known = () if sources is None else sources.notes(finding.citation)
        codes = {note.code for note in known}
        fresh = () if grounded is None else grounded.notes
        notes = finding.notes + known + tuple(note for note in fresh if note.code not in codes)
        groundings = (
            unchecked(finding.citation.anchors, NOT_PINNED)
            if grounded is None
            else grounded.groundings
        )
        option = "" if sources is None else sources.option(finding.citation.key)
        looked = replace(finding, groundings=groundings)
        yield _Looked(looked, notes, grounded is not None, option)


class _Lookup:
    """What the pinned sources of one document say; with `refresh` nothing kept is believed."""

    def __init__(self, sources: Sources, refresh: bool) -> None:
        self._sources = sources
        self._again = None
        if refresh and sources.corpus is not None:
            from ars_pandoc.corpus.store import store_of
            from ars_pandoc.grounding.text_cache import TextCache

            store = store_of(sources.corpus.paths, sources.catalog_folder)
            self._again = TextCache(store, sources.environment, refresh=True)

    def up(self, citation: Citation) -> Grounded | None:
        key = citation.key
        if self._again is None or key is None or not self._sources.catalog.pinned(key):
            return self._sources.grounded(citation)
        from ars_pandoc.grounding.evidence import ground

        pages = self._sources.keys.bibliography.pages.get(key, "")
        return ground(citation, self._sources.catalog.snapshots(key), self._again, pages)


def _print_json(documents: list[tuple[Document, Judged, list[_Looked]]]) -> None:
    from ars_pandoc.base.json_text import to_text
    from ars_pandoc.report.json import build_report

    reports = [
        build_report(
            [(one.finding, one.notes) for one in looked],
            mode=judged.options.mode,
            locked=judged.options.locked,
            sidecar=judged.corpus,
            rendered=None,
            refused=judged.refused,
            callouts=judged.found.callouts,
            path=os.fspath(document.source.paths[0]) if len(document.source.paths) == 1 else None,
        )
        for document, judged, looked in documents
    ]
    sidecars = dict.fromkeys(one["sidecar"] for one in reports if one["sidecar"] is not None)
    whole = reports[0] | {
        "documents": [document for one in reports for document in one["documents"]],
        "sidecar": ", ".join(sidecars) or None,
    }
    click.echo(to_text(whole))


def _print(documents: list[tuple[Document, Judged, list[_Looked]]]) -> None:
    from ars_pandoc.cli.shared.layout import echo

    for document, _, looked in documents:
        if len(documents) > 1:
            name = printable(document.source.name)
            click.echo(click.style(name, bold=True, underline=True))
        for number, one in enumerate(looked, 1):
            for line in _lines(number, one):
                echo(line)
    counts = Counter(result for *_, looked in documents for one in looked for result in one.results)
    if not counts:
        click.echo("no quotes to look up", err=True)
        return
    others = ("not-found", "review", "unreadable")
    words = ["to be looked at" if name == "review" else name.replace("-", " ") for name in others]
    parts = [f"{counts[name]} {word}" for name, word in zip(others, words, strict=True)]
    rest = [part for part, name in zip(parts, others, strict=True) if counts[name]]
    found = f"{counts['found']} of {plural(counts.total(), 'quote')} found"
    click.echo("; ".join([found, *rest]), err=True)


def _lines(number: int, one: _Looked) -> Iterator[str]:
    from ars_pandoc.cli.shared.passages import outcome, passage_lines

    citation = one.finding.citation
    section = f", in “{printable(citation.section)}”" if citation.section else ""
    key = click.style(printable(citation.key or "(no key)"), bold=True)
    yield f"{number:>3}. {key}{section}"
    said: set[Note] = set()
    for place, anchor in enumerate(citation.anchors):
        grounding = one.finding.groundings[place] if place < len(one.finding.groundings) else None
        if grounding is None:
            yield f"     {printable(f'{anchor.kind} {anchor.value}'.strip())}"
            continue
        value = anchor.value
        short = value if len(value) <= _LONGEST else f"{value[:_LONGEST]} …"
        yield f"     {outcome(grounding)}: “{printable(short)}”"
        yield from (f"       {line}" for line in passage_lines(grounding))
        said.update(grounding.notes)
    if not citation.anchors:
        yield "     no locator"
    for note in one.notes:
        if note not in said:
            yield f"     note: {printable(note.message)}"
    if not one.pinned and one.results and citation.key is not None:
        command = "ars fetch {}" if one.finding.sought else "ars pin {} FILE"
        yield f"     next: {command.format(as_word(citation.key))}{printable(one.option)}"

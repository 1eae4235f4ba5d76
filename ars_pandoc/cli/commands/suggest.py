"""`ars suggest`: where in a pinned source a sentence most likely rests (contract §12)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.wording import plural, printable, shell_word
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import reading_options
from ars_pandoc.cli.shared.sidecars import complete_key_or_file

if TYPE_CHECKING:
    from ars_pandoc.citations.citation import Citation
    from ars_pandoc.cli.shared.pinned_suggestions import Offer
    from ars_pandoc.positions.position import Position
    from ars_pandoc.suggesting.suggest import Suggestion

_MOST = 5
_LONGEST = 300
_BEFORE_MARKS = lazy_pattern(r"\s+([.,;:!?])")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A sentence, whose citation it is, and what the source offers to it."""

    citation: Citation | None
    key: str | None
    position: Position | None
    sentence: str
    offer: Offer


@click.command("suggest")
@click.argument("names", metavar="[KEY | FILE]...", nargs=-1, shell_complete=complete_key_or_file)
@click.option("--sentence", metavar="TEXT", help="Suggest for this sentence of yours; needs a KEY.")
@click.option(
    "--all", "every", is_flag=True, help="For citations that have a locator already, too."
)
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1, 50),
    default=_MOST,
    show_default=True,
    help="How many passages at most.",
)
@click.option("--for", "paper", metavar="PAPER", help="The document whose citations are meant.")
@click.option("--corpus", metavar="FILE", help="The sidecar. Default: the document's own.")
@reading_options
@format_option()
def command(
    *,
    names: tuple[str, ...],
    sentence: str | None,
    every: bool,
    number: int,
    paper: str | None,
    corpus: str | None,
    form: str,
    **given: Any,
) -> None:
    r"""Show the passages of pinned sources that citations without a locator most likely rest on.

    Each sentence of the document is held, without its citation, against every sentence of the
    source that it cites; what is likeliest comes first, with its page, section and paragraph, a
    quote that the gate finds, and the words in common. A suggestion is where to look: nothing is
    written, and whether the passage supports the sentence only a reader can tell. Where nothing
    in the source looks like the sentence, that is said. Nothing leaves this machine.

    With KEYs only their citations are looked at. The last line of each, "whole work", is what
    to quote where the source as a whole is meant. ars anchor --interactive takes a suggestion
    by its number.

    Exit code 0, or 2 if something cannot be read.

    \b
    Examples:
      ars suggest paper.md
      ars suggest smith2024 --for paper.md
      ars suggest smith2024 --sentence "Mortality fell by a third"
      ars suggest paper.md --all --format json
    """
    files = [name for name in names if _is_document(name)]
    keys = [name.removeprefix("@") for name in names if name not in files]
    if paper is not None:
        files.append(paper)
    if sentence is not None:
        if len(keys) != 1 or len(files) > (paper is not None):
            raise click.UsageError('--sentence needs one KEY: ars suggest KEY --sentence "…"')
        asked = [_of_sentence(keys[0], sentence, number, corpus, paper)]
        documents: list[tuple[str | None, list[_Asked]]] = [(paper, asked)]
    else:
        cited: set[str | None] = set()
        if not files and not given["defaults"]:
            known = shell_word(keys[0]) if keys else "KEY"
            raise click.UsageError(
                f"name the document: ars suggest {known} --for paper.md, "
                f'or a sentence: ars suggest {known} --sentence "…"'
            )
        documents = list(
            _of_documents(
                keys, cited, every=every, most=number, files=files, corpus=corpus, **given
            )
        )
        _check_cited(keys, cited)
    if form == "json":
        _print_json(documents)
    else:
        _print(documents)


def _is_document(name: str) -> bool:
    """Return whether a name is a document's: a file, a folder, or what is called like one."""
    if name.startswith("@"):
        return False
    from ars_pandoc.documents.formats import DOCUMENT_ENDINGS

    path = Path(name)
    return name == "-" or path.exists() or path.suffix.lower() in DOCUMENT_ENDINGS


def _of_sentence(
    key: str, sentence: str, most: int, corpus: str | None, paper: str | None
) -> _Asked:
    """Suggest for a sentence that is given by hand."""
    from ars_pandoc.citations.claim import ClaimInContext
    from ars_pandoc.cli.shared.catalogs import catalog_folder
    from ars_pandoc.cli.shared.pinned_suggestions import offer, source_in
    from ars_pandoc.cli.shared.sidecars import check_known, load_files
    from ars_pandoc.corpus.catalog import load_catalog
    from ars_pandoc.corpus.load_sidecar import unite
    from ars_pandoc.corpus.store import store_of
    from ars_pandoc.grounding.text_cache import TextCache

    plain = " ".join(sentence.split())
    if not plain:
        raise click.UsageError("the sentence is empty")
    whole = unite(load_files(corpus, paper))
    check_known([key], whole, "suggest")
    folder = catalog_folder(paper)
    catalog = load_catalog(whole.paths, folder, whole.entries)
    texts = TextCache(store_of(whole.paths, folder), os.environ)
    source = source_in(catalog, texts, os.environ, key, None)
    found = offer(source, ClaimInContext(plain, "", "", None), most)
    return _Asked(None, key, None, plain, found)


def _of_documents(
    keys: Sequence[str], cited: set[str | None], *, every: bool, most: int, **given: Any
) -> Iterator[tuple[str | None, list[_Asked]]]:
    """Suggest for the citations of documents, in their order; `cited` gets all their keys."""
    from ars_pandoc.citations.cited_metadata import language_of
    from ars_pandoc.citations.claim import claim_in_context
    from ars_pandoc.cli.shared.document_options import judge_documents
    from ars_pandoc.cli.shared.pinned_suggestions import offers
    from ars_pandoc.documents.read_source import assembly_of
    from ars_pandoc.positions.locate import positions_of
    from ars_pandoc.rewriting.insert_anchor import ROW

    for document, judged in judge_documents(**given):
        read = assembly_of(document)
        positions = positions_of(
            judged.found.citations, read.texts, read.files, document.source.reader
        )
        cited.update(finding.citation.key for finding, _ in judged.findings)
        wanted = [
            (finding.citation, place, claim_in_context(place))
            for finding, place in judged.findings
            if (every or ROW in (finding.status, *finding.also))
            and (not keys or finding.citation.key in keys)
        ]
        found = offers(
            judged.sources,
            [(citation.key, context) for citation, _, context in wanted],
            language_of(document.ast["meta"]),
            most,
        )
        asked = [
            _Asked(citation, citation.key, positions.of(place), context.sentence, offer)
            for (citation, place, context), offer in zip(wanted, found, strict=True)
        ]
        yield document.source.name, asked


def _check_cited(keys: Sequence[str], cited: set[str | None]) -> None:
    """Insist that each key that was asked for is cited.

    Raises:
        ArsError: One is not.
    """
    for key in keys:
        if key not in cited:
            raise ArsError(
                f"'{printable(key)}' is not cited here",
                steps=[f'give a sentence: ars suggest {shell_word(key)} --sentence "…"'],
            )


def _print_json(documents: list[tuple[str | None, list[_Asked]]]) -> None:
    from ars_pandoc.base.json_text import to_text
    from ars_pandoc.base.version import __version__

    whole = {
        "schema": 1,
        "tool": {"name": "ars-pandoc", "version": __version__},
        "documents": [
            {"path": path, "citations": [_as_json(one) for one in asked]}
            for path, asked in documents
        ],
    }
    click.echo(to_text(whole))


def _as_json(one: _Asked) -> dict[str, Any]:
    position, found = one.position, one.offer.suggestions
    whole = None if found is None else found.whole_work
    return {
        "key": one.key,
        "file": None if position is None else os.fspath(position.path),
        "line": None if position is None else position.line,
        "column": None if position is None else position.column,
        "section": None if one.citation is None else one.citation.section,
        "sentence": one.sentence,
        "outcome": one.offer.outcome,
        "reason": one.offer.reason or None,
        "strength": None if found is None else round(found.strength, 4),
        "threshold": None if found is None else found.threshold,
        "suggestions": [] if found is None else [item.as_json() for item in found.passages],
        "whole_work": None if whole is None else whole.as_json(),
    }


def _print(documents: list[tuple[str | None, list[_Asked]]]) -> None:
    from ars_pandoc.cli.shared.layout import echo

    number = 0
    for path, asked in documents:
        if len(documents) > 1 and asked:
            echo(click.style(printable(path or "-"), bold=True, underline=True))
        for one in asked:
            number += 1
            for line in _lines(number, one):
                echo(line)
    every = [one for _, asked in documents for one in asked]
    if not every:
        click.echo("no such citation lacks a locator; --all looks at the others, too", err=True)
        return
    _print_counts(every)


def _print_counts(every: Sequence[_Asked]) -> None:
    outcomes = Counter[str](one.offer.outcome for one in every)
    suggested = outcomes["suggested"]
    parts = [f"suggestions for {suggested} of {plural(len(every), 'citation')}"]
    for outcome, words in (
        ("nothing", "whose source holds nothing like it"),
        ("not-pinned", "without a pinned source"),
        ("not-here", "whose pinned file is not here"),
        ("unreadable", "whose pinned file cannot be read"),
    ):
        if count := outcomes[outcome]:
            parts.append(f"{count} {words}")
    click.echo("; ".join(parts), err=True)
    if suggested and every[0].citation is not None:
        click.echo("next: ars anchor --interactive FILE takes one by its number", err=True)


def _lines(number: int, one: _Asked) -> Iterator[str]:
    from ars_pandoc.cli.shared.suggestion_lines import passage_lines, whole_work_lines

    where = ""
    if one.position is not None:
        position = one.position
        where = f"  {printable(str(position.path))}:{position.line}:{position.column}"
    yield f"{number:>3}. {click.style(printable(one.key or '(no key)'), bold=True)}{where}"
    yield f"     {printable(_cut(one.sentence))}"
    if one.offer.reason:
        yield f"     {click.style(printable(one.offer.reason), fg='yellow')}"
    if one.offer.outcome == "not-pinned" and one.key is not None:
        pinning = f"ars pin {printable(shell_word(one.key))} FILE"
        if one.offer.fetch:
            yield f"     next: {printable(one.offer.fetch)}"
        yield f"     {'or:  ' if one.offer.fetch else 'next:'} {pinning}"
    if one.offer.suggestions is None:
        return
    for place, item in enumerate(one.offer.suggestions.passages, 1):
        yield from (f"     {line}" for line in passage_lines(place, item))
    whole: Suggestion | None = one.offer.suggestions.whole_work
    if whole is not None:
        yield from (f"     {line}" for line in whole_work_lines(whole))


def _cut(text: str) -> str:
    text = _BEFORE_MARKS.sub(r"\1", text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

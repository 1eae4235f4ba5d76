"""The walk of `ars anchor --interactive`: one citation without a locator after the other."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, printable_lines, shown
from ars_pandoc.citations.citation import Anchor, Kind
from ars_pandoc.citations.cited_metadata import language_of
from ars_pandoc.citations.labels import labels_for
from ars_pandoc.citations.writing_anchors import read_answer, written_anchor
from ars_pandoc.cli.shared.document_options import named_documents
from ars_pandoc.documents.inputs import Source
from ars_pandoc.positions.position import Position
from ars_pandoc.rewriting.insert_anchor import Reading, Unanchored, read, write_anchor
from ars_pandoc.rewriting.manuscript_texts import replace_text

_KINDS: dict[str, tuple[Kind, str]] = {
    "p": ("page", "page, range or list"),
    "s": ("section", "section, by name or number"),
    "a": ("paragraph", "paragraph, counted in its section"),
    "t": ("quote", "text, 3 to 25 words to the letter"),
}
_HELP = (
    "  p 12-14     a page, range or list            k  skip\n"
    "  s Results   a section, by name or number     u  undo the last step\n"
    "  a 3         a paragraph of its section       q  quit\n"
    "  t words …   a quote of 3 to 25 words         ?  show this again"
)
_SENTENCE_END = re.compile(r"[.!?][”\"')\]]*\s+(?=[^\W\d_a-z])|\n[ \t]*\n")
_PAGES = re.compile(r"[\dA-Za-z]?\d[\w–,. -]*")


@dataclass(slots=True)
class _Walk:
    """Where the walk stands.

    Attributes:
        reading: The document as it is.
        passed: The indexes of the citations that were skipped.
        done: What was written: the file, its text before and after, the citation's index.
    """

    reading: Reading
    passed: set[int] = field(default_factory=set)
    done: list[tuple[Path, str, str, int]] = field(default_factory=list)

    def next(self) -> Unanchored | None:
        """Return the next citation to ask about, or None."""
        return next((one for one in self.reading.unanchored if one.index not in self.passed), None)


def walk(names: Sequence[str], corpus: str | None, **given: Any) -> int:
    """Walk the citations without a locator, and write what the author says.

    Args:
        names: Files, folders.
        corpus: The sidecar that `--corpus` names, or None.
        given: Pandoc's options for reading, as `named_documents` takes them.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.

    Raises:
        ArsError: There is no terminal, or a document cannot be read.
    """
    sources, environment = named_documents(files=names, corpus=corpus, **given)
    if not sys.stdin.isatty():
        raise ArsError(
            "without a terminal nobody can be asked; nothing was written",
            steps=["print a marker in a script: ars anchor KEY --page 12"],
        )
    written = left = 0
    try:
        click.echo(_HELP)
        for source in sources:
            one = _Walk(read(source, environment))
            quits = _walk(one)
            written += len(one.done)
            left += len(one.reading.unanchored)
            if quits:
                break
    except click.Abort:
        click.echo("\nStopped; what was written stays written.", err=True)
        return 130
    click.echo(
        f"{plural(written, 'locator')} written; {plural(left, 'citation')} still without one"
    )
    return 0


def _walk(one: _Walk) -> bool:
    """Walk one document; say whether the author quits."""
    source = one.reading.document.source
    while (cited := one.next()) is not None:
        if cited.position is None:
            _tell_unplaced(cited, source)
            one.passed.add(cited.index)
            continue
        _show(one, cited, cited.position)
        answer = _ask(one, cited)
        if answer == "q":
            return True
        if answer == "k":
            one.passed.add(cited.index)
        elif answer == "u":
            _undo(one, source)
    return False


def _tell_unplaced(cited: Unanchored, source: Source) -> None:
    key = shown(cited.finding.citation.key)
    click.echo(f"\n{shown(source.name, 200)}: where the citation of {key} stands cannot be told")


def _show(one: _Walk, cited: Unanchored, position: Position) -> None:
    citation = cited.finding.citation
    number = len(one.done) + len(one.passed) + 1
    of = len(one.done) + len(one.reading.unanchored)
    where = f"{shown(str(position.path), 200)}:{position.line}:{position.column}"
    click.echo(f"\n[{number} of {of}] {where}  {click.style(shown(citation.key), bold=True)}")
    sources = one.reading.judged.sources
    entry = None
    if sources is not None and sources.corpus is not None and citation.key is not None:
        entry = sources.corpus.entries.get(citation.key)
    if entry is not None:
        click.echo(f"    {shown(entry.byline)}. {shown(entry.title, 200)}")
    click.echo(f"  {shown(_sentence(one.reading.texts[position.path], position.whole), 600)}")
    for anchor in citation.anchors:
        if anchor.fault is not None:
            click.echo(f"  now: {shown(anchor.fault.reason, 200)}")


def _sentence(text: str, whole: tuple[int, int]) -> str:
    """Return the sentence that a citation stands in, as it is written, on one line."""
    ahead = [found.end() for found in _SENTENCE_END.finditer(text, 0, whole[0])]
    behind = _SENTENCE_END.search(text, whole[1])
    return " ".join(text[ahead[-1] if ahead else 0 : behind.end() if behind else None].split())


def _ask(one: _Walk, cited: Unanchored) -> str:
    """Ask until something was written, or the author skips, undoes or quits."""
    while True:
        line = click.prompt("  where", prompt_suffix="? ").strip()
        head, _, rest = line.partition(" ")
        if line in ("k", "q", "u"):
            return str(line)
        if line == "?":
            click.echo(_HELP)
            continue
        lang = language_of(one.reading.document.ast["meta"])
        read = read_answer(line, lang)
        kind: Kind
        if head in _KINDS and not _is_page_label(head, rest, lang):
            kind, what = _KINDS[head]
            value = rest.strip() or click.prompt(f"  {what}", prompt_suffix=": ")
        elif _PAGES.fullmatch(line):
            kind, value = "page", line
        elif read is not None:
            kind, value = read
        elif _is_page_label(head, rest, lang):
            kind, value = "page", rest.strip()
        else:
            click.echo("  begin with p, s, a or t, such as: p 12")
            continue
        if _write(one, cited, kind, value):
            return "written"


def _is_page_label(head: str, rest: str, lang: str | None) -> bool:
    """Return whether `s 12` means a page: in a language whose pages are called so (`S. 12`)."""
    label = labels_for(lang).get(f"{head.casefold()}.")
    return (
        label == "page"
        and head != "p"
        and re.fullmatch(r"\d[\d–, -]*(?:ff?\.?)?", rest.strip()) is not None
    )


def _write(one: _Walk, cited: Unanchored, kind: Kind, value: str) -> bool:
    try:
        anchor: Anchor = written_anchor(
            kind, value.strip().strip('“”"'), cited.finding.citation.key
        )
        path, before, after = write_anchor(one.reading, cited, anchor)
    except ArsError as error:
        click.echo("  " + printable_lines(str(error)).replace("\n", "\n  "))
        return False
    one.reading = after
    one.done.append((path, before, after.texts[path], cited.index))
    click.echo(f"  written: {shown(_added(before, after.texts[path]), 200)}")
    return True


def _added(before: str, after: str) -> str:
    """Return what a change put into a text."""
    pairs = zip(before, after, strict=False)
    start = next((n for n, (old, new) in enumerate(pairs) if old != new), len(before))
    behind = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    end = next((n for n, (old, new) in enumerate(behind) if old != new), len(before) - start)
    return after[start : len(after) - end].strip(" ,")


def _undo(one: _Walk, source: Source) -> None:
    if one.done:
        path, before, after, index = one.done[-1]
        replace_text(path, after, before)
        one.done.pop()
        one.passed.discard(index)
        one.reading = read(source)
        click.echo("  undone")
    elif one.passed:
        one.passed.clear()
        click.echo("  what was skipped comes again")
    else:
        click.echo("  there is nothing to undo")

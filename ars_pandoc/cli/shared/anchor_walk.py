"""The walk of `ars anchor --interactive`: source by source, what is cited most often first.

Where the source is pinned, the passages that the sentence most likely rests on stand below it, and
a number takes one. What is written is the person's choice, never the program's.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, printable, printable_lines, shown
from ars_pandoc.citations.citation import Kind
from ars_pandoc.citations.cited_metadata import language_of
from ars_pandoc.citations.labels import labels_for
from ars_pandoc.citations.writing_anchors import read_answer, written_anchor
from ars_pandoc.cli.shared.document_options import named_documents
from ars_pandoc.cli.shared.layout import echo
from ars_pandoc.documents.inputs import Source
from ars_pandoc.positions.position import Position
from ars_pandoc.rewriting.insert_anchor import Reading, Unanchored, read, write_anchors
from ars_pandoc.rewriting.manuscript_texts import replace_text

if TYPE_CHECKING:
    from ars_pandoc.cli.shared.pinned_suggestions import Offer
    from ars_pandoc.suggesting.suggest import Suggester, Suggestion

_KINDS: dict[str, tuple[Kind, str]] = {
    "p": ("page", "page, range or list"),
    "s": ("section", "section, by name or number"),
    "a": ("paragraph", "paragraph, counted in its section"),
    "t": ("quote", "text, 3 to 25 words to the letter"),
}
_HELP = (
    "  p 12-14     a page, range or list",
    "  s Results   a section, by name or number",
    "  a 3         a paragraph of its section",
    "  t words …   a quote of 3 to 25 words",
    "  2           suggestion 2: its quote and printed page",
    "              (2 t: its quote, 2 p: its page,",
    "              2 s: its section, 2 a: its paragraph)",
    "  Enter       suggestion 1",
    "  w           the source as a whole: the quote of its claim",
    "  k  skip    u  undo the last step    q  quit    ?  help",
)
_ITEM = r"[ \t>]*(?:[-*+\u2022]|\(?(?:\d{1,3}|[a-z]|#|@\w*)[.)]|\\item\b)[ \t]+"
_SENTENCE_END = re.compile(rf"[.!?][”\"')\]]*\s+(?=[^\W\d_a-z])|\n[ \t]*\n|\n(?={_ITEM})")
_ITEM_HEAD = re.compile(_ITEM)
_PAGES = re.compile(r"[\dA-Za-z]?\d[\w–,. -]*")
_TAKEN = re.compile(r"(\d+)(?:\s*([psat]))?")
_MOST = 5


@dataclass(slots=True)
class _Document:
    """A document of the walk, as it was named and as it is now."""

    source: Source
    reading: Reading


@dataclass(frozen=True, slots=True)
class _Step:
    """What was written: the document's number, its file before and after, the citation's index."""

    document: int
    path: Path
    before: str
    after: str
    index: int


@dataclass(slots=True)
class _Walk:
    """Where the walk stands.

    Attributes:
        documents: Those that were named.
        environment: To read them in.
        file: The only file whose citations are asked about, or None.
        ranks: The place of each key: that of most citations first.
        passed: The citations that were skipped: the document's number and their index.
        done: What was written.
        asked: The key that was asked about last, with its source.
    """

    documents: list[_Document]
    environment: Mapping[str, str]
    file: Path | None = None
    ranks: dict[str | None, int] = field(default_factory=dict)
    passed: set[tuple[int, int]] = field(default_factory=set)
    done: list[_Step] = field(default_factory=list)
    asked: tuple[str | None, Suggester | Offer] | None = None

    def left(self) -> list[tuple[int, Unanchored]]:
        """Return the citations without a locator, in the order of the documents."""
        return [
            (number, one)
            for number, document in enumerate(self.documents)
            for one in document.reading.unanchored
            if self.file is None or (one.position and one.position.path.resolve() == self.file)
        ]

    def next(self) -> tuple[int, Unanchored] | None:
        """Return the next citation to ask about with the number of its document, or None."""
        return min(
            (
                (number, one)
                for number, one in self.left()
                if (number, one.index) not in self.passed
            ),
            key=lambda pair: (self.ranks.get(pair[1].finding.citation.key, 0), pair[0]),
            default=None,
        )


def walk(names: Sequence[str], corpus: str | None, file: str | None = None, **given: Any) -> int:
    """Walk the citations without a locator, and write what the author says.

    Args:
        names: Files, folders.
        corpus: The sidecar that `--corpus` names, or None.
        file: The only file to walk, of a document that has many.
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
    documents = [_Document(source, read(source, environment)) for source in sources]
    one = _Walk(documents, environment, None if file is None else _known_file(file, documents))
    often = Counter(cited.finding.citation.key for _, cited in one.left())
    one.ranks = {key: rank for rank, (key, _) in enumerate(often.most_common())}
    try:
        for line in _HELP:
            echo(line)
        _walk(one, often)
    except click.Abort:
        click.echo("\nStopped; what was written stays written.", err=True)
        return 130
    click.echo(
        f"{plural(len(one.done), 'locator')} written; "
        f"{plural(len(one.left()), 'citation')} still without one"
    )
    return 0


def _known_file(name: str, documents: Sequence[_Document]) -> Path:
    """Return the path of `--file`, which must be a file of the documents.

    Raises:
        ArsError: It is none.
    """
    files = {path for document in documents for path in document.reading.texts}
    wanted = Path(name).resolve()
    if wanted not in {path.resolve() for path in files}:
        raise ArsError(
            f"{name} is no file of the documents that were named",
            steps=[f"name one of {', '.join(sorted(map(str, files)))}"],
        )
    return wanted


def _walk(one: _Walk, often: Counter[str | None]) -> None:
    """Walk until nothing is left, or the author quits."""
    while (found := one.next()) is not None:
        number, cited = found
        document = one.documents[number]
        if cited.position is None:
            _tell_unplaced(cited, document.source)
            one.passed.add((number, cited.index))
            continue
        _show(one, cited, cited.position, document.reading, often)
        offered = _offered(one, cited, document.reading)
        answer = _ask(one, number, cited, offered)
        if answer == "q":
            return
        if answer == "k":
            one.passed.add((number, cited.index))
        elif answer == "u":
            _undo(one)


def _tell_unplaced(cited: Unanchored, source: Source) -> None:
    key = shown(cited.finding.citation.key)
    click.echo(f"\n{shown(source.name, 200)}: where the citation of {key} stands cannot be told")


def _show(
    one: _Walk, cited: Unanchored, position: Position, reading: Reading, often: Counter[str | None]
) -> None:
    """Show a citation in its sentence, and of a new source how many citations it settles."""
    from ars_pandoc.cli.shared.pinned_suggestions import Offer, source_of

    citation = cited.finding.citation
    key, sources = citation.key, reading.judged.sources
    number = len(one.done) + len(one.passed) + 1
    of = len(one.done) + len(one.left())
    where = f"{shown(str(position.path), 200)}:{position.line}:{position.column}"
    click.echo()
    echo(f"[{number} of {of}] {where}  {click.style(shown(key), bold=True)}")
    entry = None
    if sources is not None and sources.corpus is not None and key is not None:
        entry = sources.corpus.entries.get(key)
    if entry is not None:
        echo(f"    {shown(entry.byline)}. {shown(entry.title, 200)}")
    if one.asked is None or one.asked[0] != key:
        lang = language_of(reading.document.ast["meta"])
        one.asked = (key, source_of(sources, key, lang))
        source = one.asked[1]
        if isinstance(source, Offer) and source.fetch:
            echo(f"    its text is not pinned; an open copy: {printable(source.fetch)}")
        if often[key] > 1:
            echo(f"    {often[key]} citations of it lack a locator")
    echo(f"  {shown(_sentence(reading.texts[position.path], position.whole), 600)}")
    for anchor in citation.anchors:
        if anchor.fault is not None:
            echo(f"  now: {shown(anchor.fault.reason, 200)}")


def _sentence(text: str, whole: tuple[int, int]) -> str:
    """Return the sentence that a citation stands in, as it is written, on one line.

    Of a list the item alone.
    """
    start = 0
    for found in _SENTENCE_END.finditer(text, 0, whole[0]):
        start = found.end()
    if head := _ITEM_HEAD.match(text, start, whole[0]):
        start = head.end()
    behind = _SENTENCE_END.search(text, whole[1])
    return " ".join(text[start : behind.end() if behind else None].split())


def _offered(
    one: _Walk, cited: Unanchored, reading: Reading
) -> tuple[list[Suggestion], Suggestion | None]:
    """Show what the source offers to the sentence, and return it: passages, and the whole work."""
    from ars_pandoc.citations.claim import claim_in_context
    from ars_pandoc.cli.shared.pinned_suggestions import offer

    if one.asked is None:
        return [], None
    place = reading.judged.findings[cited.index][1]
    found = offer(one.asked[1], claim_in_context(place), _MOST)
    if found.suggestions is None:
        if found.outcome != "not-pinned":
            echo(f"  {printable(found.reason)}")
        return [], None
    from ars_pandoc.cli.shared.suggestion_lines import short_lines

    if found.reason:
        echo(f"  {printable(found.reason)}")
    passages, whole = list(found.suggestions.passages), found.suggestions.whole_work
    for number, passage in enumerate(passages, 1):
        for line in short_lines(str(number), passage):
            echo(f"  {line}")
    if whole is not None:
        for line in short_lines("w", whole):
            echo(f"  {line}")
    return passages, whole


def _ask(
    one: _Walk,
    number: int,
    cited: Unanchored,
    offered: tuple[list[Suggestion], Suggestion | None],
) -> str:
    """Ask until something was written, or the author skips, undoes or quits."""
    passages, whole = offered
    # What is likeliest takes one key; where nothing is offered Enter does nothing.
    first, default = ("[Enter: 1] ", "1") if passages else ("", None)
    while True:
        prompt = f"  {first}where"
        line = click.prompt(prompt, default=default, show_default=False, prompt_suffix="? ").strip()
        if line in ("k", "q", "u"):
            return str(line)
        if line == "?":
            for shown_line in _HELP:
                echo(shown_line)
            continue
        taken = _TAKEN.fullmatch(line)
        chosen: Sequence[tuple[Kind, str]]
        if line == "w" and whole is not None:
            chosen = _of_suggestion(whole, "t")
        elif taken is not None and 0 < int(taken[1]) <= len(passages):
            chosen = _of_suggestion(passages[int(taken[1]) - 1], taken[2] or "")
        else:
            words = _of_words(line, language_of(one.documents[number].reading.document.ast["meta"]))
            chosen = () if words is None else (words,)
        if chosen and _write(one, number, cited, chosen):
            return "written"


def _of_suggestion(taken: Suggestion, letter: str) -> Sequence[tuple[Kind, str]]:
    """Return what a suggestion says: quote and page, which a reader sees, or what a letter asks for."""
    place = taken.place
    values: dict[Kind, str | None] = {
        "quote": taken.quote,
        "page": place.page,
        "section": place.section,
        "paragraph": str(place.paragraph) if place.paragraph else None,
    }
    if letter:
        kind, _ = _KINDS[letter]
        value = values[kind]
        if value is None:
            click.echo(f"  the source tells no {kind} there")
            return ()
        return ((kind, value),)
    if place.page is not None and taken.quote is not None:
        return (("page", place.page), ("quote", taken.quote))
    # What cannot be quoted without doubt has a page or section.
    best = next(((kind, value) for kind, value in values.items() if value is not None), None)
    if best is None:
        click.echo("  the source tells no place there")
    return () if best is None else (best,)


def _of_words(line: str, lang: str | None) -> tuple[Kind, str] | None:
    """Return what an author's words mean."""
    head, _, rest = line.partition(" ")
    if head in _KINDS and not _is_page_label(head, rest, lang):
        kind, what = _KINDS[head]
        return kind, rest.strip() or click.prompt(f"  {what}", prompt_suffix=": ")
    if _PAGES.fullmatch(line):
        return "page", line
    meant = read_answer(line, lang)
    if meant is not None:
        return meant
    if _is_page_label(head, rest, lang):
        return "page", rest.strip()
    click.echo("  begin with p, s, a or t, such as: p 12")
    return None


def _is_page_label(head: str, rest: str, lang: str | None) -> bool:
    """Return whether `s 12` means a page: in a language whose pages are called so (`S. 12`)."""
    label = labels_for(lang).get(f"{head.casefold()}.")
    return (
        label == "page"
        and head != "p"
        and re.fullmatch(r"\d[\d–, -]*(?:ff?\.?)?", rest.strip()) is not None
    )


def _write(one: _Walk, number: int, cited: Unanchored, chosen: Sequence[tuple[Kind, str]]) -> bool:
    """Write anchors into one citation; where the document takes not all, the first alone.

    LaTeX, Org and Typst have no place for a quote beside a page.
    """
    document = one.documents[number]
    try:
        anchors = [
            written_anchor(kind, value.strip().strip('“”"'), cited.finding.citation.key)
            for kind, value in chosen
        ]
        path, before, after = write_anchors(document.reading, cited, anchors)
    except ArsError as error:
        if len(chosen) > 1:
            return _write(one, number, cited, chosen[:1])
        for line in printable_lines(str(error)).split("\n"):
            echo(f"  {line}")
        return False
    document.reading = after
    one.done.append(_Step(number, path, before, after.texts[path], cited.index))
    echo(f"  written: {shown(_added(before, after.texts[path]), 200)}")
    return True


def _added(before: str, after: str) -> str:
    """Return what a change put into a text."""
    pairs = zip(before, after, strict=False)
    start = next((n for n, (old, new) in enumerate(pairs) if old != new), len(before))
    # Of `[[@key]]` the first bracket stood there before; it is shown as one piece.
    while start and after[start - 1] == "[" and after[start] in "[@":
        start -= 1
    behind = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    end = next((n for n, (old, new) in enumerate(behind) if old != new), len(before) - start)
    return after[start : len(after) - end].strip(" ,")


def _undo(one: _Walk) -> None:
    if one.done:
        step = one.done[-1]
        replace_text(step.path, step.after, step.before)
        one.done.pop()
        one.passed.discard((step.document, step.index))
        document = one.documents[step.document]
        document.reading = read(document.source, one.environment)
        click.echo("  undone")
    elif one.passed:
        one.passed.clear()
        click.echo("  what was skipped comes again")
    else:
        click.echo("  there is nothing to undo")

"""Which sidecar a command is about: `--corpus FILE`, `--for PAPER`, or the folder (contract §4)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.corpus.find_sidecar import (
    ENDINGS,
    Discovery,
    Rule,
    find_without_document,
    none_found,
)
from ars_pandoc.corpus.load_sidecar import LIST, Corpus, load_corpus, unite

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ars_pandoc.documents.read_source import Document
    from ars_pandoc.verdict.options import Options

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sidecars of a command.

    Attributes:
        paths: The files; empty if the corpus stands in the paper.
        inline: The corpus in the paper's metadata as plain data, or None.
    """

    paths: tuple[Path, ...]
    inline: Any = None


def sidecar_options(command: _Command) -> _Command:
    """Return a command the options `--corpus` and `--for`, as `corpus` and `paper`."""
    command = click.option(
        "--for",
        "paper",
        metavar="PAPER",
        help="The document whose sidecar is meant (its bibliography or ars.corpus names it).",
    )(command)
    return click.option(
        "--corpus",
        metavar="FILE",
        help="The sidecar. Default: $ARS_CORPUS, or the only one in this folder.",
    )(command)


def complete_key(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a citation key in a shell, from the sidecar that the command would take.

    What cannot be read completes nothing: an error would stand in the middle of a command line.
    """
    del param
    try:
        corpora = load_files(ctx.params.get("corpus"), ctx.params.get("paper"))
    except (ArsError, click.UsageError):
        return []
    return [key for corpus in corpora for key in corpus.entries if key.startswith(incomplete)]


def complete_key_or_file(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete a citation key in a shell as `complete_key` does, or else a file's name.

    Where nothing is typed yet, both are offered.
    """
    from click.shell_completion import CompletionItem

    keys = [*map(CompletionItem, complete_key(ctx, param, incomplete))]
    return keys if keys and incomplete else [*keys, CompletionItem(incomplete, type="file")]


def choose(corpus: str | None, paper: str | None) -> Chosen:
    """Find the sidecars that a command is about.

    Raises:
        click.UsageError: Both options are given.
        ArsError: None is there, or two could be meant.
    """
    if corpus is not None and paper is not None:
        raise click.UsageError("give --corpus or --for, not both")
    if paper is not None:
        return _of_paper(paper)
    return _found(discover_here(corpus))


def discover_here(corpus: str | None) -> Discovery:
    """Find the sidecar of a command that was given no document: `--corpus FILE`, or the folder's.

    Raises:
        ArsError: Two could be meant.
    """
    if corpus is not None:
        return Discovery(Rule.OPTION, (Path(corpus),))
    return find_without_document(Path(), os.environ)


def load_files(corpus: str | None, paper: str | None) -> list[Corpus]:
    """Load the sidecars that a command is about, each as a corpus of its own.

    Raises:
        click.UsageError: Both options are given.
        ArsError: As `choose` and `load_corpus`; or the corpus is no file but stands in the
            paper, which has no ledger.
    """
    chosen = choose(corpus, paper)
    if not chosen.paths:
        raise no_ledger(str(paper), "marks of reading, look-ups and pinned texts are recorded")
    return [load_corpus(path) for path in chosen.paths]


@dataclass(frozen=True, slots=True)
class Named:
    """What the words behind a command name.

    Attributes:
        sidecars: Files that are sidecars, or stand for one.
        papers: Documents, whose sidecars are meant.
        keys: Sources.
    """

    sidecars: tuple[str, ...]
    papers: tuple[str, ...]
    keys: tuple[str, ...]


def files_and_keys(words: Sequence[str]) -> Named:
    """Tell files from keys among the words behind a command; a file that is there is no key.

    Args:
        words: As they were given; `@KEY` is a key whatever lies in the folder.
    """
    sidecars: list[str] = []
    papers: list[str] = []
    keys: list[str] = []
    for word in words:
        if word.startswith("@"):
            keys.append(word[1:])
        elif word.lower().endswith(ENDINGS):
            sidecars.append(word)
        elif os.path.lexists(word) or os.sep in word:
            papers.append(word)
        else:
            keys.append(word)
    return Named(tuple(sidecars), tuple(papers), tuple(dict.fromkeys(keys)))


def load_named(
    words: Sequence[str], corpus: str | None, paper: str | None, command: str
) -> tuple[list[Corpus], str | None]:
    """Load the sidecars that a command is about, with the sources alone that it names.

    Args:
        words: Sidecars, a document, keys; none for all sources.
        corpus: The option `--corpus`, or None.
        paper: The option `--for`, or None.
        command: The command, for its errors.

    Returns:
        The sidecars, and the document whose options count, or None.

    Raises:
        click.UsageError: Options and words contradict each other.
        ArsError: As `load_files`; or a key is in none of them.
    """
    named = files_and_keys(words)
    given = [*named.sidecars, *named.papers]
    if given and (corpus is not None or paper is not None):
        raise click.UsageError("give FILE, or --corpus or --for, not both")
    if len(named.papers) > 1 or (named.papers and named.sidecars):
        raise click.UsageError("name one document, or sidecars")
    if named.papers:
        paper = named.papers[0]
    corpora = (
        [load_corpus(Path(name)) for name in dict.fromkeys(named.sidecars)]
        if named.sidecars
        else load_files(corpus, paper)
    )
    if not named.keys:
        return corpora, paper
    check_known(named.keys, unite(corpora), command)
    wanted = set(named.keys)
    chosen = [
        replace(one, entries={k: entry for k, entry in one.entries.items() if k in wanted})
        for one in corpora
    ]
    return [one for one in chosen if one.entries], paper


def no_ledger(paper: str, what: str = "marks of reading are kept") -> ArsError:
    """Make the error for a corpus that is no file but stands in the paper."""
    return ArsError(
        f"the sources stand in {paper} itself ({LIST} in its metadata)",
        why=f"{what} beside a sidecar, and there is none",
        steps=[f"move {LIST} to a file such as refs.ars.yaml beside the bibliography"],
    )


def _found(discovery: Discovery) -> Chosen:
    if discovery.rule is Rule.NONE:
        raise none_found(discovery)
    return Chosen(discovery.paths)


def _of_paper(paper: str) -> Chosen:
    from ars_pandoc.pandoc.metadata import plain_value
    from ars_pandoc.verdict.sources import discover

    paths: dict[Path, None] = {}
    for document, options in options_of(paper):
        meta = document.ast["meta"]
        discovery, _ = discover(meta, options, document.environment)
        if discovery.rule is Rule.INLINE:
            return Chosen((), plain_value(meta[LIST]))
        paths.update(dict.fromkeys(_found(discovery).paths))
    return Chosen(tuple(paths))


def options_of(paper: str) -> Iterator[tuple[Document, Options]]:
    """Return the documents that `--for PAPER` names, each with its options.

    Pandoc alone knows what a document's metadata is: it is asked, not imitated.

    Raises:
        ArsError: One cannot be read, or an option is none.
    """
    from ars_pandoc.documents.inputs import expand_inputs
    from ars_pandoc.documents.read_source import read_sources
    from ars_pandoc.verdict.options import read_options

    for document in read_sources(expand_inputs([paper])):
        yield document, read_options(document.ast["meta"], document.environment)


class UnknownKeyError(ArsError):
    """A key of the call is in no sidecar; nothing was written, also not for the other keys."""

    def __init__(self, keys: Sequence[str], corpus: Corpus, command: str) -> None:
        super().__init__(f"nothing was written: {len(keys)} unknown")
        from ars_pandoc.cli.shared.document_options import document_here

        self.lines: list[str] = []
        for key in keys:
            self.lines.append(
                f"[ARS-{command.upper()} ERROR: citation_key '{shown(key)}' not in literature_corpus[]]"
            )
            near = near_keys(key, corpus)
            guess = (
                f"did you mean {' or '.join(near)}?"
                if near
                else f"add an entry for it, with the document that cites it: ars init --update {document_here()}"
            )
            self.lines.append(f"  next: {guess}")
        self.lines.append(f"Nothing was written. The keys of {corpus.label} count.")

    def __str__(self) -> str:
        return "\n".join(self.lines)


def check_known(keys: Sequence[str], corpus: Corpus, command: str = "mark-read") -> None:
    """Refuse the call if a key is in no sidecar.

    Args:
        keys: The keys of the call.
        corpus: The sidecars.
        command: The command that was called, for the message (contract §5).

    Raises:
        UnknownKeyError: It names all of them, each with the keys that are near.
    """
    unknown = [key for key in keys if key not in corpus.entries]
    if unknown:
        raise UnknownKeyError(unknown, corpus, command)


def near_keys(key: str, corpus: Corpus) -> list[str]:
    """Return up to three keys of a sidecar that are written much like one that it does not hold."""
    from difflib import get_close_matches

    folded = {known.casefold(): known for known in corpus.entries}
    asked = key.removeprefix("@").casefold()
    if asked in folded:
        return [folded[asked]]
    return [folded[near] for near in get_close_matches(asked, folded, 3, 0.6)]

"""All that is known of a document's sources: sidecar, ledger, catalog, bibliography."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shell_paths, shell_word, shown
from ars_pandoc.citations.citation import Citation, Fault, Note
from ars_pandoc.citations.known_keys import KeyIndex
from ars_pandoc.citations.syntax import syntax_of
from ars_pandoc.corpus.find_sidecar import (
    Discovery,
    Rule,
    find_sidecars,
    none_found,
    search_folders,
)
from ars_pandoc.corpus.ledger import Ledger, load_ledger
from ars_pandoc.corpus.load_sidecar import Corpus, corpus_from_metadata, load_corpus, unite
from ars_pandoc.corpus.named_sources import bibliography_paths, references
from ars_pandoc.pandoc.metadata import plain_value
from ars_pandoc.pandoc.reader_options import reader_options
from ars_pandoc.verdict.matrix import Evidence, as_word
from ars_pandoc.verdict.named_works import NamedWorks
from ars_pandoc.verdict.options import Options
from ars_pandoc.verdict.printed import Difference, Printed, compare_printed
from ars_pandoc.verdict.recorded import by_identifier, forbidden, known_remarks, stated_by
from ars_pandoc.verdict.word_keys import WordKeys, word_keys
from ars_pandoc.works.stated_address import can_be_sought

if TYPE_CHECKING:
    from ars_pandoc.citations.known_keys import Bibliography
    from ars_pandoc.corpus.catalog import Catalog, Fact
    from ars_pandoc.corpus.judgements import Judgement
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.grounding.evidence import Grounded
    from ars_pandoc.grounding.text_cache import TextCache

INLINE = "literature_corpus"
_NOT_PINNED = Note(
    "not-pinned", "the source's file is named but not pinned, so that the quote was not looked up"
)
_OTHER_SOURCE = Note(
    "other-source",
    "the pinned file is not this source: title and author do not stand on its first pages",
)
_PART_READ = ("abstract_only", "toc_only")


@dataclass(frozen=True)
class Sources:
    """What is known of a document's sources.

    Attributes:
        discovery: Which sidecar was found, and where was looked.
        corpus: The sources, or None if there is no sidecar.
        keys: The keys that exist.
        catalog_folder: The folder of the catalog, if the option `sources` names one.
        word: What the ids of a word processor's references mean.
        environment: The process's environment, for the place of the cache.
        read_printed: Compares what the bibliography prints with a sidecar.
        works: The names and years of the sources.
    """

    discovery: Discovery
    corpus: Corpus | None
    keys: KeyIndex
    catalog_folder: Path | None = None
    word: WordKeys = field(default_factory=WordKeys)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    read_printed: Callable[[Corpus], Printed] = field(default=lambda corpus: Printed(), repr=False)
    works: NamedWorks = field(default_factory=lambda: NamedWorks(None, list), repr=False)
    _known: dict[str, Evidence] = field(default_factory=dict, repr=False)
    _grounded: dict[Citation, Grounded] = field(default_factory=dict, repr=False)
    _noted: dict[str, tuple[Note, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def ledger(self) -> Ledger:
        """The marks of reading.

        Raises:
            ArsError: A ledger is damaged.
        """
        return load_ledger(self.corpus.paths if self.corpus else ())

    @cached_property
    def catalog(self) -> Catalog:
        """What look-ups and pinning have recorded.

        Raises:
            ArsError: A catalog is damaged.
        """
        from ars_pandoc.corpus.catalog import load_catalog

        if self.corpus is None:
            return load_catalog((), self.catalog_folder)
        return load_catalog(self.corpus.paths, self.catalog_folder, self.corpus.entries)

    @cached_property
    def store_fault(self) -> str | None:
        """What is missing of what the store once recorded, or None (contract §8).

        Raises:
            ArsError: Its log is damaged.
        """
        from ars_pandoc.corpus.catalog_log import store_fault

        return store_fault(self.corpus.paths if self.corpus else (), self.catalog_folder)

    @cached_property
    def judgements(self) -> tuple[Judgement, ...]:
        """What people and programs said of sentences and their sources.

        Raises:
            ArsError: A file of judgements is damaged.
        """
        from ars_pandoc.corpus.judgements import load_judgements

        return load_judgements(self.corpus.paths if self.corpus else ())

    @cached_property
    def _slips(self) -> Mapping[str, Sequence[str]]:
        """The fields of each entry that were warned of."""
        slips: dict[str, list[str]] = {}
        for problem in () if self.corpus is None else self.corpus.warnings:
            if problem.key is not None:
                slips.setdefault(problem.key, []).append(problem.path.rpartition(".")[2])
        return slips

    def need_sidecar(self, citations: Sequence[Citation] = ()) -> None:
        r"""Insist on a sidecar.

        Args:
            citations: Those of the document: where none but bare `@name` stand that no
                bibliography knows, they may be no citations at all.

        Raises:
            ArsError: There is none; it names the places that were looked at.
        """
        if self.corpus is not None:
            return
        error = none_found(self.discovery, shell_paths(map(str, input_paths(self.environment))))
        names = [citation.key for citation in citations if self._may_be_a_name(citation)]
        if names and len(names) == len(citations) and names[0] is not None:
            name = shown(names[0])
            raise ArsError(
                f"'@{name}' is read as a citation, and no sidecar was found",
                where=error.where,
                steps=[f"write \\@{name} if it is no citation", *error.steps],
            )
        if citations and all(map(_may_be_a_note, citations)):
            raise _read_as_marker(citations[0], error)
        raise error

    def _may_be_a_name(self, citation: Citation) -> bool:
        bare = citation.in_text and not citation.anchors and citation.syntax == "markdown"
        return bare and citation.key not in self.keys.bibliography.keys

    def under_its_key(self, citation: Citation, *, strict: bool = True) -> Citation:
        """Return a citation of a word processor under its sidecar key (contract §3, Word).

        Args:
            citation: The citation as found.
            strict: Whether one that nothing resolves is an error, where there is a sidecar.

        Raises:
            ArsError: Nothing tells which source is meant.
        """
        if citation.key is None or citation.form != "native":
            return citation
        inputs = input_paths(self.environment)
        key = self.word.key_of(
            citation.key,
            strict=strict and self.corpus is not None,
            file=quote(str(inputs[0])) if inputs else "FILE.docx",
        )
        return citation if key == citation.key else replace(citation, key=key)

    def read_ahead(self, citations: Iterable[Citation]) -> None:
        """Read the pinned sources of citations that no run has read yet, several at once."""
        if self.corpus is None:
            return
        cited = dict.fromkeys(one.key for one in citations if one.key in self.corpus.entries)
        snapshots = [one for key in cited if key is not None for one in self.catalog.snapshots(key)]
        if snapshots:
            self.texts.read_ahead(snapshots)

    def evidence(self, citation: Citation) -> Evidence:
        """Return what is known of a citation's source."""
        known = self._of_source(citation)
        grounded = self.grounded(citation)
        if grounded is None or not any(grounded.groundings):
            return known
        return replace(
            known,
            quote_found=grounded.found,
            quote_reason=grounded.reason,
            groundings=grounded.groundings,
        )

    def grounded(self, citation: Citation) -> Grounded | None:
        """Return what the pinned source says to a citation's anchors; None where none is pinned.

        Raises:
            ArsError: The bytes of a snapshot are not those that were pinned.
        """
        key = citation.key
        if key is None or self.corpus is None or not self.catalog.pinned(key):
            return None
        if citation not in self._grounded:
            from ars_pandoc.grounding.evidence import ground

            pages = self.keys.bibliography.pages.get(key, "")
            self._grounded[citation] = ground(
                citation, self.catalog.snapshots(key), self.texts, pages
            )
        return self._grounded[citation]

    @cached_property
    def texts(self) -> TextCache:
        """The words of the pinned sources."""
        from ars_pandoc.corpus.store import store_of
        from ars_pandoc.grounding.text_cache import TextCache

        paths = self.corpus.paths if self.corpus else ()
        return TextCache(store_of(paths, self.catalog_folder), self.environment)

    def _of_source(self, citation: Citation) -> Evidence:
        key = citation.key
        if key is not None and key in self._known:
            return self._known[key]
        entry = (
            self.corpus.entries.get(key) if self.corpus is not None and key is not None else None
        )
        if key is None or entry is None:
            return Evidence(unknown=self.keys.explain_unknown(citation), corpus=self.keys.corpus)
        catalog, stated = self.catalog, stated_by(entry)
        acknowledgeable = "retraction" not in self._strict
        retraction = catalog.recorded_retraction(key, stated=stated)
        missing = catalog.missing_identifier(key, stated=stated)
        other_work = self._other_work(key, entry)
        known: list[tuple[str, object]] = [
            ("no-such-identifier", missing),
            ("other-work", other_work),
        ]
        if acknowledgeable:
            known.append(("retraction", retraction))
        cleared = {what for what, fact in known if fact and catalog.acknowledged(key, what)}
        slips = self._slips.get(key, ())
        found = Evidence(
            known=True,
            acquired=entry.source_acquired,
            verified=entry.source_verified_against_original,
            pinned=self.catalog.pinned(key),
            content_match=self._is_what_was_pinned(key, entry),
            bytes_absent=self._is_not_here(key),
            read=self.ledger.is_read(key),
            retracted=None
            if retraction is None or "retraction" in cleared
            else f"{retraction.service}, {retraction.at}",
            missing=None
            if missing is None or "no-such-identifier" in cleared
            else f"{missing.identifier}, says {missing.service}",
            other_work=None if "other-work" in cleared else other_work,
            forbidden=forbidden(entry, catalog, self._strict, self.keys.corpus),
            acknowledgeable=acknowledgeable,
            acknowledged=tuple(sorted(cleared)),
            contamination=entry.contamination_signals,
            ledger=bool(self.corpus is not None and self.corpus.paths),
            corpus=self.keys.corpus,
            sought=can_be_sought(entry),
            option=lambda: self.option(key),
            misspelt=_misspelt(entry, slips) if slips else None,
        )
        self._known[key] = found
        return found

    def option(self, key: str | None) -> str:
        """Return the option that a command about a source needs to find its sidecar from here.

        Without a document a command looks in the working folder; whatever it would find there in
        place of this sidecar must not be taken for it.

        Args:
            key: The source; with several sidecars it tells which.

        Returns:
            ` --corpus FILE`, quoted for a shell, or nothing where none is needed.
        """
        paths = () if self.corpus is None else self.corpus.paths
        if not paths or self._is_found_here:
            return ""
        home = paths[0]
        if len(paths) > 1:
            homes = (path for path in paths if key in load_corpus(path).entries)
            home = next(homes, home)
        return f" --corpus {shell_word(str(home))}"

    @cached_property
    def _is_found_here(self) -> bool:
        """Whether a command without a document finds this sidecar, and no other."""
        from ars_pandoc.corpus.find_sidecar import find_without_document

        try:
            # The shell's own variables: `--corpus` sets one of ours for this run alone.
            here = find_without_document(Path(), os.environ).paths
        except ArsError:
            return False
        own = self.corpus.paths if self.corpus is not None else ()
        return list(map(os.path.realpath, here)) == list(map(os.path.realpath, own))

    @property
    def _strict(self) -> frozenset[str]:
        return self.corpus.strict if self.corpus is not None else frozenset()

    @cached_property
    def printed(self) -> Printed:
        """How what the bibliography prints differs from the sidecar (contract §4)."""
        return Printed() if self.corpus is None else self.read_printed(self.corpus)

    @cached_property
    def _names(self) -> Mapping[str, Sequence[str]]:
        """The keys that the bibliography has for a source, beside its own."""
        names: dict[str, list[str]] = {}
        for name, key in self.word.known.items():
            names.setdefault(key, []).append(name)
        return names

    def _differences(self, key: str) -> list[Difference]:
        found = self.printed.differences
        if not found:
            return []
        return [one for name in (key, *self._names.get(key, ())) for one in found.get(name, ())]

    def _other_work(self, key: str, entry: Entry) -> Fault | None:
        """Return what shows that an entry is another work's (row 4b)."""
        told = by_identifier(key, entry, self.catalog, self.keys.corpus)
        if told is not None:
            return told
        for one in self._differences(key):
            if one.kind == "other-work":
                return Fault(
                    f"the bibliography prints another work: {one.message}",
                    f"correct '{key}' in {one.where} or in {self.keys.corpus}, so that both name "
                    "one work",
                )
        return self._other_file(key, entry)

    def _other_file(self, key: str, entry: Entry) -> Fault | None:
        """Return what shows that the pinned file is another work, or a work about this one (§8)."""
        identities = [
            found
            for snapshot in self.catalog.snapshots(key)
            if (found := self.texts.identity(snapshot, entry)) is not None
        ]
        # One file that is the source, or may be, is enough.
        if not identities or any(one.other is None for one in identities):
            return None
        return Fault(
            f"the pinned file is another work: {identities[0].other}; it begins "
            f"“{shown(identities[0].read, 200)}”, in {self.keys.corpus} “{shown(entry.title, 200)}”",
            f"pin the right file: ars pin {as_word(key)} FILE{self.option(key)}",
        )

    def _is_what_was_pinned(self, key: str, entry: Entry) -> bool:
        """Return whether a pinned file is this source; two entries may have been swapped (contract §8)."""
        return any(
            self.texts.is_source(snapshot, entry) is not False
            for snapshot in self.catalog.snapshots(key)
            if snapshot.content_match
        )

    def _is_not_here(self, key: str) -> bool:
        """Return whether no bytes of a source are here whose content matched."""
        matched = [one for one in self.catalog.snapshots(key) if one.content_match]
        return bool(matched) and not any(self.texts.holds(one) for one in matched)

    def read_in_part(self, keys: Iterable[str | None]) -> tuple[str, ...]:
        """Return those of some keys of whose source no more than abstract or contents was read."""
        levels = {key: self.ledger.mark(key) for key in keys if key is not None}
        return tuple(
            key for key, mark in levels.items() if mark is not None and mark.level in _PART_READ
        )

    def _remarks_on(self, key: str, entry: Entry) -> tuple[Note, ...]:
        """Return the notes on a source, whoever cites it where."""
        if key not in self._noted:
            self._noted[key] = known_remarks(key, entry, self.catalog, self._strict) + tuple(
                Note("printed-otherwise", one.message)
                for one in self._differences(key)
                if one.kind == "printed-otherwise"
            )
        return self._noted[key]

    @cached_property
    def _together(self) -> tuple[tuple[str, ...], ...]:
        return self.ledger.marked_together()

    def notes(self, citation: Citation) -> tuple[Note, ...]:
        """Return the notes that rest on what is known of the source (contract §6, notes)."""
        key = citation.key
        entry = (
            self.corpus.entries.get(key) if self.corpus is not None and key is not None else None
        )
        if key is None or entry is None:
            return ()
        from ars_pandoc.verdict.notes import notes_on_source

        grounded = self.grounded(citation)
        pages = None if grounded is not None else self.keys.bibliography.pages.get(key)
        said = notes_on_source(
            citation, year=entry.year, pages=pages, ledger=self.ledger, together=self._together
        )
        said += tuple(map(_notice, self.catalog.notices(key, stated=stated_by(entry))))
        said += self._remarks_on(key, entry)
        if grounded is not None:
            if self.catalog.content_match(key) and not self._of_source(citation).content_match:
                said = (*said, _OTHER_SOURCE)
            return said + grounded.notes
        quoted = any(anchor.kind == "quote" and anchor.fault is None for anchor in citation.anchors)
        if quoted and entry.fields.get("source_acquisition_path"):
            return (*said, _NOT_PINNED)
        return said


def load_sources(
    meta: Mapping[str, Any], options: Options, environment: Mapping[str, str]
) -> Sources:
    """Find and load the sidecar of a document, in the order of contract §4.

    Args:
        meta: The document's metadata, as Pandoc hands it to a JSON filter.
        options: The document's options.
        environment: The process's environment.

    Raises:
        ArsError: A named sidecar is not there, or one that was found cannot be used.
    """
    discovery, folders = discover(meta, options, environment)
    corpus: Corpus | None = None
    if discovery.rule is Rule.INLINE:
        corpus = corpus_from_metadata(plain_value(meta[INLINE]), f"{INLINE} in the metadata")
    elif discovery.paths:
        corpus = unite([load_corpus(path) for path in discovery.paths])
    keys = KeyIndex(
        frozenset(corpus.entries if corpus else ()),
        "the sidecar" if corpus is None else corpus.label,
        lambda: _bibliography(meta, folders),
        _named(environment),
        lambda: _begun(() if corpus is None else corpus.paths),
    )
    folder = None if options.sources is None else _catalog_folder(options.sources)
    word = WordKeys()
    if "references" in meta:
        in_word = syntax_of(reader_options(environment)) == "word"
        word = word_keys(references(meta), corpus, in_word=in_word)

    def read_printed(known: Corpus) -> Printed:
        return compare_printed(meta, folders, known, environment)

    def entries() -> list[str] | None:
        from ars_pandoc.corpus.bibliography_keys import read_entries

        return read_entries(meta, folders)

    works = NamedWorks(corpus, entries)
    return Sources(discovery, corpus, keys, folder, word, environment, read_printed, works)


def discover(
    meta: Mapping[str, Any], options: Options, environment: Mapping[str, str]
) -> tuple[Discovery, list[Path]]:
    """Find the sidecar of a document, in the order of contract §4.

    Args:
        meta: The document's metadata, as Pandoc hands it to a JSON filter.
        options: The document's options.
        environment: The process's environment.

    Returns:
        What was found, and the folders in which relative paths were tried.

    Raises:
        ArsError: A named sidecar is not there, or two could be meant.
    """
    inputs = input_paths(environment)
    folders = search_folders(inputs[0].parent if inputs else None, environment)
    discovery = find_sidecars(
        explicit=options.corpus,
        inline_present=INLINE in meta and not options.locked,
        environment=environment.get("ARS_CORPUS"),
        bibliographies=bibliography_paths(meta),
        folders=folders,
        locked=options.locked,
    )
    return discovery, folders


def _may_be_a_note(citation: Citation) -> bool:
    """Return whether a comment that is read as a citation may be a note of its writer's."""
    return citation.form == "marker" and (citation.fault is not None or not citation.anchors)


def _read_as_marker(citation: Citation, error: ArsError) -> ArsError:
    """Return the error for a document that cites by comments alone, which may be notes."""
    what = (
        f"the comment <!--ref:{shown(citation.key)}--> is read as a citation"
        if citation.fault is None
        else shown(citation.fault.reason, 200)
    )
    return ArsError(
        f"{what}, and no sidecar was found",
        where=error.where,
        steps=[
            "if the comment is a note of your own, begin it with 'note:': "
            "<!-- note: the style guide says so -->",
            *error.steps,
        ],
    )


def _notice(fact: Fact) -> Note:
    """Return what a service said beside a verdict: a correction, an expression of concern (§8)."""
    return Note("correction-or-concern", f"{fact.note} ({fact.service}, {fact.at[:10]})")


def _begun(sidecars: Sequence[Path]) -> Mapping[str, str]:
    """Return the keys whose entries are comments in sidecars, each with what it lacks."""
    from ars_pandoc.base.text_file import read_text
    from ars_pandoc.ingest.sidecar_yaml import unfinished_entries

    return {
        str(one.fields["citation_key"]): " and ".join(one.missing)
        for path in sidecars
        for one in unfinished_entries(read_text(path).replace("\r\n", "\n"))
    }


def _misspelt(entry: Entry, names: Sequence[str]) -> Mapping[str, str]:
    """Return how an entry spells its trust fields, where it does so wrongly."""
    import difflib  # only where a field was warned of

    found = {}
    for meant in ("source_acquired", "source_verified_against_original"):
        near = difflib.get_close_matches(meant, names, 1, 0.8)
        if near and meant not in entry.fields:
            found[meant] = near[0]
    return found


def input_paths(environment: Mapping[str, str]) -> list[Path]:
    """Return the documents that are rendered, where `ars render` says so in `ARS_INPUT`.

    Pandoc itself tells a filter no file names.
    """
    return [Path(name) for name in environment.get("ARS_INPUT", "").split(os.pathsep) if name]


def _named(environment: Mapping[str, str]) -> str:
    """Return how the documents are named for the next command: with the options of this one."""
    options = environment.get("ARS_READING", "")
    # The inputs of a defaults file are named by it.
    has_inputs = "-d" in options.split()
    paths = "" if has_inputs else shell_paths(map(str, input_paths(environment)))
    return f"{options} {paths}".strip()


def _catalog_folder(name: str) -> Path:
    """Insist that a named folder is there: without it, what it records would count for nothing."""
    folder = Path(name)
    try:
        if folder.is_dir():
            return folder
    except OSError:
        pass  # what cannot be looked at is no folder to read from
    raise ArsError(
        f"the option 'sources' names a folder that is not there: {shown(name, 200)}",
        steps=["correct the path, or remove the option: the folder .ars beside the sidecar counts"],
    )


def _bibliography(meta: Mapping[str, Any], folders: Sequence[Path]) -> Bibliography:
    from ars_pandoc.corpus.bibliography_keys import read_bibliography

    return read_bibliography(meta, folders)

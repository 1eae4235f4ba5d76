"""Check documents: read, judge as the gate does, and tell where each citation stands."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.told import told
from ars_pandoc.base.wording import shell_paths
from ars_pandoc.checking.checked import Checked, CitedSource, Item, Part, UnmarkedCallOut
from ars_pandoc.checking.rows import ROW_NAMES, judge_by
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.out_of_sight import OnlyCallOutsError
from ars_pandoc.citations.raw_formats import unread_warnings
from ars_pandoc.citations.syntax import PLAIN_LATEX, is_plain_latex
from ars_pandoc.citations.words_around import Surroundings
from ars_pandoc.documents.formats import extensions_of, pandoc_for
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.quarto import project_file
from ars_pandoc.documents.read_source import Document
from ars_pandoc.documents.repository import repository_path
from ars_pandoc.pandoc.reader_options import reader_options
from ars_pandoc.positions.scan import can_scan
from ars_pandoc.verdict.judge_source import judge_source, manuscript_of
from ars_pandoc.verdict.recorded import stated_by
from ars_pandoc.verdict.resolve import Judged

Look = Callable[[Document, Judged, tuple[Item, ...]], tuple[Part, ...]]
"""Tells what the verdict on a document rests on."""


@dataclass(frozen=True, slots=True)
class Job:
    """One document to check.

    Attributes:
        source: What to read.
        environment: The `ARS_…` variables and the rest of the environment.
        rows: Keys of `ROW_NAMES` to judge by, or none for all.
        text: What stands on standard input, if that is the document.
        look: Tells what a verdict rests on, beside the findings, for `ars audit`; a function of
            a module, since processes hand it on.
    """

    source: Source
    environment: Mapping[str, str]
    rows: tuple[str, ...] = ()
    text: bytes | None = None
    look: Look | None = None


def check_documents(jobs: Sequence[Job]) -> Iterator[Checked]:
    """Check documents on all cores and give them in their order; none stops the others.

    They are one set: one that cites in plain words alone is counted beside others with citations.
    """
    cites = False
    waiting: list[Checked] = []
    for one in _checked_in_order(jobs):
        cites = cites or bool(one.items)
        waiting.append(one)
        if cites or (one.counted is None and len(waiting) == 1):
            yield from (_of_set(each, cites=cites) for each in waiting)
            waiting = []
    yield from waiting


def _of_set(one: Checked, *, cites: bool) -> Checked:
    return one.counted if cites and one.counted is not None else one


def _checked_in_order(jobs: Sequence[Job]) -> Iterator[Checked]:
    if len(jobs) == 1:
        yield check_document(jobs[0])
        return
    from ars_pandoc.base.in_order import on_all_cores  # a third of what is imported for one paper

    for reader in {job.source.reader for job in jobs}:
        with suppress(ArsError):  # each document says so itself
            extensions_of(reader, pandoc_for(reader))  # asked once, not by each process
    yield from on_all_cores(check_document, jobs, lost)


def check_document(job: Job) -> Checked:
    """Check one document.

    Returns:
        What was found; where it cannot be judged, its `error` says why.
    """
    source = job.source
    try:
        document, judged = judge_source(
            source, job.environment, job.text, need_sidecar=not job.rows
        )
        return _checked(document, judged, job)
    except OnlyCallOutsError as error:
        return _only_callouts(job, error)
    except Exception as error:  # what is wrong with one document stops no other
        return failed(source, str(told(error, job.environment, file=source.name)))


def lost(job: Job) -> Checked:
    """Return a document whose process was ended while it was judged."""
    error = ArsError(
        f"{job.source.name} is not judged: the process that judged it was ended from outside",
        why="the memory of this machine may not do for it",
        steps=[f"check it by itself: ars check {shell_paths([job.source.name])}"],
    )
    return failed(job.source, str(error))


def _only_callouts(job: Job, error: OnlyCallOutsError) -> Checked:
    """Return a document that has call-outs alone, and how it counts in a set whose others cite."""
    try:
        document, judged = judge_source(
            job.source, job.environment, job.text, need_sidecar=not job.rows, in_set=True
        )
        counted = _checked(document, judged, job)
    except Exception:  # it was changed meanwhile, or its other look failed
        return failed(job.source, str(error))
    places = [f"{counted.place_of(one)}: '{one.text}'" for one in counted.callouts]
    return replace(failed(job.source, str(error.placed(places))), counted=counted)


def failed(source: Source, error: str) -> Checked:
    """Return a document that could not be judged."""
    return Checked(
        source.name, _path(source), error, watched=_watched(source), files=_files(source)
    )


def _watched(source: Source, *others: Sequence[Path]) -> tuple[str, ...]:
    """Name the files that a verdict rests on: its texts, its settings, its sidecars."""
    paths = [*source.paths, *(path for group in others for path in group)]
    if source.project is not None and (file := project_file(source.project)) is not None:
        paths.append(file)
    named = [
        str(name)
        for setting in ("metadata-files", "bibliography")
        for name in source.settings.get(setting, ())
    ]
    return tuple(dict.fromkeys([*map(str, paths), *named]))


def _files(source: Source) -> tuple[str, ...]:
    return tuple(map(str, source.paths))


def _path(source: Source) -> str | None:
    return str(source.paths[0]) if len(source.paths) == 1 else None


def _checked(document: Document, judged: Judged, job: Job) -> Checked:
    source = document.source
    positions = judged.positions
    if positions is None:
        positions = manuscript_of(document, job.text).positions(judged)
    items = []
    seen: Counter[str] = Counter()
    around = Surroundings()
    # However a file was named and from wherever: a baseline must know it again.
    name = "/".join(_named(path) for path in source.paths)
    for verdict, place in judged.findings:
        finding = verdict
        known: tuple[Note, ...] = ()
        if judged.sources is not None:
            known = judged.sources.notes(finding.citation)
            if job.rows:
                evidence = judged.sources.evidence(finding.citation)
                finding = judge_by(finding, evidence, judged.options.policy, job.rows)
        context = around.words_around(place)
        print_ = _fingerprint(name, finding.citation.key, finding.status, context)
        seen[print_] += 1
        items.append(
            Item(
                finding,
                finding.notes + known,
                positions.of(place),
                context,
                f"{print_}:{seen[print_]}",
            )
        )
    for unseen in judged.unseen if _wants_markers(job) else ():
        finding = unseen.finding
        print_ = _fingerprint(name, finding.citation.key, finding.status, unseen.context)
        seen[print_] += 1
        items.append(
            Item(
                finding, finding.notes, unseen.position, unseen.context, f"{print_}:{seen[print_]}"
            )
        )
    if judged.unseen:
        items = _in_order(items, source)
    corpus = None if judged.sources is None else judged.sources.corpus
    return Checked(
        source.name,
        _path(source),
        None,
        tuple(items),
        _callouts(document, judged, job),
        judged.options.refuse_unmarked,
        judged.corpus,
        judged.options.mode,
        judged.options.locked,
        # Chosen rows need no sidecar, so that its absence is nothing to warn of.
        (() if job.rows and corpus is None else judged.warnings)
        + document.warnings
        + unread_warnings(judged.found.unread)
        + ((PLAIN_LATEX,) if is_plain_latex(reader_options(document.environment)) else ()),
        _cited(judged),
        places=bool(source.paths or job.text is not None) and can_scan(source.reader),
        watched=_watched(
            source,
            [] if document.assembly is None else [*document.assembly.files],
            [] if corpus is None else corpus.paths,
        ),
        audit=() if job.look is None else job.look(document, judged, tuple(items)),
        files=_files(source),
        looked_up=_looked_up(judged),
        options=_options(judged),
    )


def _options(judged: Judged) -> dict[str, str]:
    """Return what a command about a cited source needs to find its sidecar, where it needs anything."""
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return {}
    keys = {finding.citation.key for finding in judged.all_findings}
    cited = [key for key in sources.corpus.entries if key in keys]
    return {key: option for key in cited if (option := sources.option(key))}


def _callouts(document: Document, judged: Judged, job: Job) -> tuple[UnmarkedCallOut, ...]:
    """Return the call-outs that no citation follows, with their places."""
    found = judged.found.callouts
    if not found:
        return ()
    places = judged.callout_positions or manuscript_of(document, job.text).callouts(judged)
    return tuple(
        UnmarkedCallOut(one.text, place, one.section)
        for one, place in zip(found, places, strict=True)
    )


def _wants_markers(job: Job) -> bool:
    """Return whether the rows that were chosen are all, or row 0 is among them."""
    return not job.rows or any("0" in ROW_NAMES[name] for name in job.rows)


def _in_order(items: list[Item], source: Source) -> list[Item]:
    """Return citations by their place in the text; one without stays behind the one before it."""
    files = {str(path): number for number, path in enumerate(source.paths)}
    keys: list[tuple[int, int, int]] = []
    last = (-1, 0, 0)
    for item in items:
        position = item.position
        if position is not None:
            file = files.get(str(position.path), last[0])
            last = (file, position.line, position.column)
        keys.append(last)
    return [item for _, item in sorted(zip(keys, items, strict=True), key=lambda pair: pair[0])]


def _looked_up(judged: Judged) -> dict[str, str]:
    """Return when the retraction of each cited source was last asked for, "" for never."""
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return {}
    entries = sources.corpus.entries
    keys = dict.fromkeys(finding.citation.key for finding, _ in judged.findings)
    return {
        key: sources.catalog.last_asked(key, stated=stated_by(entries[key])) or ""
        for key in keys
        if key is not None and key in entries
    }


def _cited(judged: Judged) -> dict[str, CitedSource]:
    sources = judged.sources
    if sources is None or sources.corpus is None:
        return {}
    keys = dict.fromkeys(finding.citation.key for finding, _ in judged.findings)
    return {
        key: CitedSource(
            entry.byline,
            entry.title,
            entry.venue,
            entry.doi,
            entry.year,
            held=entry.source_acquired or bool(sources.catalog.pinned(key)),
            read=sources.ledger.is_read(key),
        )
        for key in keys
        if key is not None and (entry := sources.corpus.entries.get(key)) is not None
    }


def _fingerprint(name: str, key: str | None, status: str, context: str) -> str:
    """Return what tells a finding from others and stays when lines move (SARIF, baselines)."""
    words = "".join(filter(str.isalnum, context))
    return hashlib.sha256("\0".join((name, key or "", status, words)).encode()).hexdigest()[:32]


def _named(path: Path) -> str:
    name = Path(repository_path(str(path)))
    folder = Path.cwd()
    return (name.relative_to(folder) if name.is_relative_to(folder) else name).as_posix()

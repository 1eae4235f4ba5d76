"""Resolve the citations of a document against what is known of its sources (contract §4 to §6).

One way for all who judge: the filter, and every command that asks what the gate would say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.find import find_citations
from ars_pandoc.citations.found import Found, MarkerElement, Place
from ars_pandoc.citations.known_keys import is_citation, whole_key, with_tail
from ars_pandoc.citations.out_of_sight import check_comments, check_left, check_unseen
from ars_pandoc.citations.syntax import syntax_of
from ars_pandoc.pandoc.reader_options import reader_options
from ars_pandoc.verdict.matrix import Finding, judge
from ars_pandoc.verdict.options import Options, read_options
from ars_pandoc.verdict.other_chapters import cites_elsewhere
from ars_pandoc.verdict.sources import Sources, load_sources
from ars_pandoc.verdict.word_keys import check_repeated

if TYPE_CHECKING:
    from ars_pandoc.positions.locate import Positions
    from ars_pandoc.positions.position import Position


@dataclass(frozen=True, slots=True)
class UnseenFinding:
    """The verdict on a citation that the text holds and the AST does not.

    Attributes:
        finding: Row 0, with a citation of form `text`.
        position: Where it stands in the text.
        context: The words around it.
    """

    finding: Finding
    position: Position
    context: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A document with its verdicts.

    Attributes:
        options: What the document or the caller asked for.
        found: What finding gave.
        findings: Each citation's verdict and place, in document order.
        marker_elements: What stripping removes: markers that are citations.
        sources: What is known of the sources, or None if nothing was asked of them.
        warnings: What is odd and stops nothing.
        unseen: What the text holds beyond what was found (contract §3, census).
        names: Words such as `@openai` in the text that Pandoc does not take for citations, and
            that no source bears.
        positions: Where the citations stand in the text, if that was asked for already.
        callout_positions: Where the call-outs of a refused document stand in the text, if that was
            at hand.
        is_compared: Whether the text was at hand, so that `unseen` is all there is.
    """

    options: Options
    found: Found
    findings: tuple[tuple[Finding, Place], ...]
    marker_elements: tuple[MarkerElement, ...]
    sources: Sources | None
    warnings: tuple[str, ...] = ()
    unseen: tuple[UnseenFinding, ...] = ()
    names: tuple[str, ...] = ()
    positions: Positions | None = None
    callout_positions: tuple[Position | None, ...] = ()
    is_compared: bool = False

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """The verdicts on what was found, then those on what the text holds beyond it."""
        return (
            *(finding for finding, _ in self.findings),
            *(unseen.finding for unseen in self.unseen),
        )

    @property
    def corpus(self) -> str | None:
        """How the sidecar is called, or None if none was needed or found."""
        corpus = None if self.sources is None else self.sources.corpus
        return None if corpus is None else corpus.label

    @property
    def noted(self) -> Iterator[tuple[Finding, tuple[Note, ...]]]:
        """Each finding with all its notes: on the citation and on its source."""
        for finding, _ in self.findings:
            known = () if self.sources is None else self.sources.notes(finding.citation)
            yield finding, finding.notes + known

    @property
    def refused(self) -> bool:
        """Whether the gate refuses the document, in draft mode too."""
        unmarked = self.options.refuse_unmarked and bool(self.found.unmarked)
        return unmarked or bool(self.unseen) or any(finding.refused for finding, _ in self.findings)


def resolve_document(
    document: dict[str, Any],
    environment: Mapping[str, str],
    *,
    need_sidecar: bool = True,
    in_set: bool = False,
) -> Judged:
    """Judge every citation of a document.

    Args:
        document: The AST, as Pandoc hands it to a JSON filter.
        environment: The process's environment.
        need_sidecar: Whether a missing sidecar is an error; else it counts as an empty one, as
            for a draft.
        in_set: Whether it is one of several documents of which another has citations: call-outs
            alone are then counted (contract §3).

    Raises:
        ArsError: It cannot be judged: no sidecar, an invalid one, a bad option, citations that
            this reader leaves as text, comments that were stripped.
    """
    meta = document["meta"]
    options = read_options(meta, environment)
    reader = reader_options(environment)
    found = find_citations(document, markdown=reads_markdown(reader), syntax=syntax_of(reader))
    check_comments(found, reader)
    if not found.citations and not found.unmarked:
        if need_sidecar:
            check_unseen(document, found, reader)
        return Judged(options, found, (), found.marker_elements, None)
    sources = load_sources(meta, options, environment)
    if need_sidecar:
        check_repeated(found.citations)
    settled = []
    for candidate, place in found.citations:
        citation = sources.under_its_key(candidate, strict=need_sidecar)
        if citation.tail:
            citation = with_tail(citation, sources.keys)
        if is_citation(citation, sources.keys):
            settled.append((whole_key(citation, sources.keys), place))
    if not settled and not need_sidecar:
        pass  # init, status and read stop for nothing that a verdict stops for (contract §3)
    elif not settled:
        counted = in_set or cites_elsewhere(environment, sources.keys.names)
        check_unseen(document, found, reader, None if counted else sources.works.has)
    else:
        if need_sidecar and options.mode != "draft":
            sources.need_sidecar([citation for citation, _ in settled])
        check_left(document, reader, sources.keys.names)
    if sources.judgements:
        from ars_pandoc.verdict.cited_passage import hash_of_passage
        from ars_pandoc.verdict.judged_claims import with_judgements

        settled = with_judgements(
            settled, sources.judgements, lambda citation: hash_of_passage(citation, sources)
        )
    corpus = sources.corpus
    warnings = (
        [] if corpus is None else [f"{corpus.label}: {problem}" for problem in corpus.warnings]
    )
    if settled:
        warnings += sources.printed.warnings
        warnings += sources.ledger.warnings
        fault = sources.store_fault
        if fault is not None:
            if options.locked or options.policy.trust == "pinned":
                raise ArsError(
                    fault,
                    why="what it recorded may have refused a source",
                    steps=["restore it from version control, or look everything up: ars signals"],
                )
            warnings.append(f"{fault}; what it recorded may have refused a source")
    if corpus is None and settled:
        warnings.append("no sidecar was found: the draft is judged as if it were empty")
    sources.read_ahead(citation for citation, _ in settled)
    findings = tuple(
        (judge(citation, sources.evidence(citation), options.policy), place)
        for citation, place in settled
    )
    marker_elements = tuple(
        marked
        for marked in found.marker_elements
        if marked.only_if_known is None or marked.only_if_known in sources.keys.sidecar
    )
    return Judged(options, found, findings, marker_elements, sources, tuple(warnings))


def reads_markdown(reader: Mapping[str, Any]) -> bool:
    """Return whether keys were written as `@key`; so it is taken where Pandoc does not tell."""
    return "citations" in reader.get("extensions", ["citations"])

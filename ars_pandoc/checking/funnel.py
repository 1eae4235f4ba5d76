"""How far a document has come: cited, anchored, held, cross-checked, read (contract §6).

Each stage is what one or more rows of the matrix ask for; the counts are of the gate's own
verdicts, so that what is full here passes there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ars_pandoc.pandoc.elements import stringify
from ars_pandoc.verdict.matrix import Finding

STAGES = ("anchored", "held", "cross_checked", "read")
"""The stages behind `cited`, in the order of the matrix."""
ORDER = ("entry", "completed", "marker", *STAGES[:2], "source", *STAGES[2:])
"""The steps, in the order in which they are best done."""

_REFUSED_BY = {
    "anchored": {"HIGH-WARN-MALFORMED-MARKER", "MED-WARN-NO-LOCATOR"},
    "held": {"HIGH-WARN-NO-ORIGINAL"},
    "cross_checked": {"MED-WARN-NOT-CROSS-CHECKED"},
    "read": {"LOW-WARN"},
    # No stage on the way: what is wrong with a source that somebody holds.
    "source": {
        "HIGH-WARN-RETRACTED",
        "HIGH-WARN-NO-SUCH-IDENTIFIER",
        "HIGH-WARN-OTHER-WORK",
        "HIGH-WARN-QUOTE-NOT-FOUND",
        "MED-WARN-NOT-GROUNDED",
        "HIGH-WARN-CLAIM-NOT-SUPPORTED",
        "HIGH-WARN-POLICY",
    },
    "passed": {"ok"},
}
PLACED = frozenset().union(*_REFUSED_BY.values())
"""The statuses that the counts know what to do with; there must be no other."""


@dataclass(slots=True)
class Tally:
    """Counts of citations and sources at each stage.

    Attributes:
        cited: How many citations there are.
        passing: How many the gate would pass.
        citations: By stage, how many citations have come so far.
        sources: By stage, the keys of the sources that have; `cited` holds all keys.
    """

    cited: int = 0
    passing: int = 0
    citations: Counter[str] = field(default_factory=Counter)
    sources: dict[str, set[str]] = field(
        default_factory=lambda: {stage: set() for stage in ("cited", *STAGES)}
    )

    def add(self, finding: Finding) -> None:
        """Count one citation."""
        self.cited += 1
        self.passing += not finding.refused
        key = finding.citation.key
        if key is not None:
            self.sources["cited"].add(key)
        for stage in STAGES:
            if has_reached(finding, stage):
                self.citations[stage] += 1
                if key is not None:
                    self.sources[stage].add(key)

    def as_data(self) -> dict[str, Any]:
        """Return the counts as plain data for JSON."""
        return {
            "cited": self.cited,
            "passing": self.passing,
            "citations": {stage: self.citations[stage] for stage in STAGES},
            "sources": {stage: len(keys) for stage, keys in self.sources.items()},
        }


def has_reached(finding: Finding, stage: str) -> bool:
    """Return whether nothing that the stage asks for stands against a citation.

    Args:
        finding: The verdict on the citation.
        stage: One of `STAGES`.
    """
    if stage != "anchored" and finding.trust is None:
        return False  # no entry: nothing is known of its source
    against = _against(finding)
    if finding.accepted:
        if stage == "read":
            return False  # passed knowingly, though nobody has read it
        against.discard(finding.status)
    return not against & _REFUSED_BY[stage]


def _against(finding: Finding) -> set[str]:
    """Return the statuses of a citation; each must have its stage, or the counts would lie."""
    against = {finding.status, *finding.also}
    if unplaced := against - PLACED:
        raise LookupError(f"no stage of the funnel holds {', '.join(sorted(unplaced))}")
    return against


@dataclass(frozen=True, slots=True)
class Step:
    """What remains to be done at one stage.

    Attributes:
        stage: `entry`, `completed` for an entry that lacks a field, `marker`, one of `STAGES`, or `source` for what is wrong with a source.
        citations: How many citations it would bring on.
        keys: The sources that it is about, the most cited first.
        cited: How often the first of them is cited among those citations.
        sought: Those of which no text is pinned, and an open copy can be sought.
    """

    stage: str
    citations: int
    keys: tuple[str, ...]
    cited: int
    sought: tuple[str, ...] = ()


def steps(findings: Iterable[Finding]) -> list[Step]:
    """Return what remains to be done, in the order in which it is best done.

    A source without an entry stands first, since every later step needs one; the rest follows
    the matrix.
    """
    waiting: dict[str, Counter[str]] = {}
    sought: set[str] = set()
    for finding in findings:
        if not finding.refused:
            continue
        key = finding.citation.key or ""
        if finding.sought:
            sought.add(key)
        for stage in _missing(finding):
            waiting.setdefault(stage, Counter())[key] += 1
    found = []
    for stage in ORDER:
        if counts := waiting.get(stage):
            keys = tuple(key for key, _ in counts.most_common() if key)
            first = counts[keys[0]] if keys else 0
            open_ones = tuple(key for key in keys if key in sought)
            found.append(Step(stage, counts.total(), keys, first, open_ones))
    return found


def stage_of(finding: Finding) -> str | None:
    """Return the first step that a refused citation waits for, as `steps` names it; None if it passes."""
    if not finding.refused:
        return None
    missing = set(_missing(finding))
    return next((stage for stage in ORDER if stage in missing), None)


def _missing(finding: Finding) -> Iterator[str]:
    against = _against(finding)
    if "HIGH-WARN-MALFORMED-MARKER" in against:
        yield "marker"
    if "MED-WARN-NO-LOCATOR" in against:
        yield "anchored"
    if finding.citation.key is None:
        return
    if finding.trust is None:
        if "HIGH-WARN-NO-ORIGINAL" in against:
            yield "completed" if finding.begun else "entry"
        return
    for stage in STAGES[1:]:
        if against & _REFUSED_BY[stage]:
            yield stage
    if against & _REFUSED_BY["source"]:
        yield "source"


def by_chapter(
    document: dict[str, Any], findings: Sequence[Finding]
) -> list[tuple[str | None, Tally]]:
    """Count a document's citations chapter by chapter.

    A chapter begins at each heading of the highest level that has more than one: the only one
    of its level is the title.

    Args:
        document: The AST.
        findings: Its verdicts in document order; each knows the heading that it stands under.

    Returns:
        Each chapter's heading with its counts, those without a citation left out; None is what
        stands before the first heading.
    """
    headings = list(_headings(document["blocks"]))
    levels = Counter(level for level, _ in headings)
    top = min((level for level, count in levels.items() if count > 1), default=0)
    tallies: list[tuple[str | None, Tally]] = [(None, Tally())]
    reached = 0  # how many headings lie at or before the last citation
    for finding in findings:
        section = finding.citation.section
        if section is not None and (not reached or headings[reached - 1][1] != section):
            # Both are in document order: the next heading of that name is the one meant.
            place = next(
                (n for n in range(reached, len(headings)) if headings[n][1] == section), None
            )
            if place is not None:
                for level, text in headings[reached : place + 1]:
                    if level == top:
                        tallies.append((text, Tally()))
                reached = place + 1
        tallies[-1][1].add(finding)
    return [(title, tally) for title, tally in tallies if tally.cited]


def _headings(blocks: Iterable[dict[str, Any]]) -> Iterator[tuple[int, str]]:
    for block in blocks:
        if block["t"] == "Header":
            yield block["c"][0], stringify(block["c"][2]).strip()
        elif block["t"] == "Div":
            yield from _headings(block["c"][1])


def total(tallies: Iterable[Tally]) -> Tally:
    """Add counts up; a source that several chapters cite counts once."""
    whole = Tally()
    for tally in tallies:
        whole.cited += tally.cited
        whole.passing += tally.passing
        whole.citations += tally.citations
        for stage in chain(("cited",), STAGES):
            whole.sources[stage] |= tally.sources[stage]
    return whole

"""The report of the gate on stderr: a count, then each refused citation (contract §7)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO, TypeVar

from ars_pandoc.base.terminal import wants_colour
from ars_pandoc.base.wording import plural, printable
from ars_pandoc.citations.citation import Note
from ars_pandoc.citations.syntax import PLAIN_LATEX
from ars_pandoc.verdict.advisories import Advisory
from ars_pandoc.verdict.matrix import ROWS, Finding

_CLOSING = (
    "What a status means: ars explain STATUS. To see the places in the text: -M ars-mode=draft"
)


Line = list[tuple[str, str]]
"""One line of a report: pieces of text with their styles."""


SHOWN = 20
"""How many things to mend are shown, and places of each; the rest is counted (contract §7)."""


_NAMED = 3


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Located:
    """Refused findings that one remedy mends, with the words they stand among.

    Attributes:
        findings: All of them; they differ in their place alone.
        contexts: The words around the first `SHOWN` of them.
        notes: Their notes, each once.
    """

    findings: tuple[Finding, ...]
    contexts: tuple[str, ...]
    notes: tuple[Note, ...] = ()


def group_refused(findings: Iterable[tuple[Finding, T]]) -> list[list[tuple[Finding, T]]]:
    """Put together what is refused for one reason and has one remedy.

    A thesis cites one source without a locator many times: that is one thing to say, with many
    places. Groups stand in the order of their first place; what has no key stays alone.
    """
    groups: dict[object, list[tuple[Finding, T]]] = {}
    for number, (finding, place) in enumerate(findings):
        if not finding.refused:
            continue
        key = finding.citation.key
        same = number if key is None else (key, finding.status, finding.reason, finding.fix)
        groups.setdefault(same, []).append((finding, place))
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class Summary:
    """What a report says of a document as a whole.

    Attributes:
        findings: All of them, in document order.
        corpus: How the sidecar is called, or None without one.
        unmarked: Call-outs that no citation follows.
        examples: How many numbered example lists there are.
        read_in_part: Cited sources of which no more than abstract or contents was read.
        compared: Whether the text itself was counted too (contract §3, census).
        plain_latex: Whether the reader drops TeX commands that it does not know.
        advisories: What refuses nothing and must reach the reader.
        places: Where each of these call-outs stands, if they stop the document.
        lost: What is missing of what the store once recorded, or None (contract §8).
    """

    findings: tuple[Finding, ...]
    corpus: str | None
    unmarked: tuple[str, ...] = ()
    examples: int = 0
    read_in_part: tuple[str, ...] = ()
    compared: bool = False
    plain_latex: bool = False
    advisories: tuple[Advisory, ...] = ()
    places: tuple[str, ...] = ()
    lost: str | None = None

    @property
    def refused(self) -> int:
        """How many citations cannot pass."""
        return sum(finding.refused for finding in self.findings)


def _sidecar(corpus: str | None) -> str:
    return "no sidecar" if corpus is None else f"sidecar {printable(corpus)}"


def passed_line(summary: Summary) -> str:
    """Say on one line what a pass rests on (contract §1)."""
    findings = summary.findings
    if not findings:
        return f"ars-gate: no citations{_extras(summary)}"
    accepted = sum(finding.accepted for finding in findings)
    # A citation whose quote was found rests on more than the author's word (contract §1).
    found = sum(finding.is_found and not finding.accepted for finding in findings)
    parts = [f"{len(findings) - accepted - found} on the author's word", *_accepted(summary)]
    if found:
        where = "quote found in its source" if found == 1 else "quotes found in their sources"
        parts.insert(0, f"{found} {where}")
    return (
        f"ars-gate: {plural(len(findings), 'citation')} ok: {', '.join(parts)}{_extras(summary)} "
        f"({_sidecar(summary.corpus)})"
    )


def _accepted(summary: Summary) -> list[str]:
    """Count what passes only because the document accepts it (contract §6)."""
    accepted = sum(finding.accepted for finding in summary.findings)
    if not accepted:
        return []
    return [f"{accepted} accepted though no person has read the source (LOW-WARN)"]


def _extras(summary: Summary) -> str:
    parts = [one.line for one in summary.advisories]
    if summary.read_in_part:
        sources = plural(len(summary.read_in_part), "source")
        parts.append(
            f"{sources} read in part (abstract or contents): {_some(summary.read_in_part)}"
        )
    if summary.unmarked:
        parts.append(
            f"{plural(len(summary.unmarked), 'unmarked call-out')} such as "
            f"“{printable(summary.unmarked[0])}”"
        )
    if summary.examples:
        lists = plural(summary.examples, "example list")
        parts.append(f"{lists} (@key), whose keys print as numbers and are no citations")
    if summary.plain_latex:
        parts.append(PLAIN_LATEX)
    if summary.lost is not None:
        parts.append(printable(summary.lost))
    if not summary.compared and not summary.refused:
        parts.append("the text was not compared")
    return "".join(f"; {part}" for part in parts)


def _some(keys: Sequence[str]) -> str:
    """Name the first few keys and count the rest."""
    rest = len(keys) - _NAMED
    more = f" and {rest} more" if rest > 0 else ""
    return ", ".join(printable(key) for key in keys[:_NAMED]) + more


def draft_line(summary: Summary) -> str:
    """Say on one line what a draft holds."""
    findings = summary.findings
    refused = summary.refused
    if not refused:
        return f"{passed_line(summary)}, draft mode"
    shown = sum(finding.refused and finding.marker is not None for finding in findings)
    unread = refused - shown
    tail = f", {unread} not read by a person (LOW-WARN, not shown)" if unread else ""
    tail += "".join(f", {part}" for part in _accepted(summary))
    return (
        f"ars-gate: draft: {shown} of {plural(len(findings), 'citation')} marked as unverified"
        f"{tail}{_extras(summary)} ({_sidecar(summary.corpus)}); "
        "the gate would refuse this document"
    )


def write_refusal(
    summary: Summary, located: Sequence[Located], refuse_unmarked: bool, stream: TextIO
) -> None:
    """Write the report of a refusal.

    Args:
        summary: What is to say of the document.
        located: The first `SHOWN` groups of citations that stop the render.
        refuse_unmarked: Whether unmarked call-outs stop it too; else they are listed as counted.
        stream: Where to; colour as `wants_colour` has it.
    """
    total = plural(len(summary.findings), "citation")
    lines: list[Line] = [
        [
            ("ars-gate: ", "bold"),
            ("refused", "bold red"),
            (
                f": {', '.join([f'{summary.refused} of {total} cannot pass', *_accepted(summary)])}"
                f"{_extras(summary)} "
                f"({_sidecar(summary.corpus)})",
                "",
            ),
        ]
    ]
    counts = Counter(finding.status for finding in summary.findings if finding.refused)
    width = max(map(len, counts), default=0)
    for row in ROWS:
        if counts[row.status]:
            status = (f"{row.status:<{width}}", _style(row.status))
            lines.append([(f"  {counts[row.status]:>5}  ", ""), status, (f"  {row.short}", "")])
    for number, one in enumerate(located, 1):
        lines += [[], *_lines(number, one)]
    lines.append([])
    rest = summary.refused - sum(len(one.findings) for one in located)
    if rest > 0:
        lines += [[(f"… and {plural(rest, 'more citation')}.", "")], []]
    if summary.unmarked:
        places = summary.places or summary.unmarked
        lines += [[(line, "")] for line in _unmarked_lines(places, refuse=refuse_unmarked)]
    lines.append([(_CLOSING, "")])
    _write(lines, stream)


def _write(lines: Sequence[Line], stream: TextIO) -> None:
    """Write lines, in colour only on a terminal; elsewhere rich is not even imported."""
    wanted = wants_colour(os.environ)
    if wanted is False or not (wanted or stream.isatty()):
        stream.write("".join("".join(text for text, _ in line) + "\n" for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=stream,
        highlight=False,
        soft_wrap=True,
        emoji=False,
        markup=False,
        force_terminal=wanted,
    )
    for line in lines:
        console.print(Text.assemble(*((text, style) for text, style in line)))


def _unmarked_lines(unmarked: Sequence[str], *, refuse: bool) -> list[str]:
    counted = "" if refuse else ", counted and not refused (unmarked: refuse does that)"
    lines = [f"{plural(len(unmarked), 'call-out')} without a citation behind{counted}:"]
    lines += [f"     {printable(text)}" for text in unmarked[:SHOWN]]
    if len(unmarked) > SHOWN:
        lines.append(f"     … and {len(unmarked) - SHOWN} more")
    lines.append(
        "     do:    put [@key, p. 12] there, or <!--ref:KEY--><!--anchor:page:12--> behind it"
    )
    return [*lines, ""]


def _lines(number: int, located: Located) -> list[Line]:
    finding = located.findings[0]
    key = printable(finding.citation.key or "(no key)")
    count = len(located.findings)
    lines: list[Line] = [
        [
            (f"{number:>3}. ", ""),
            (key, "bold"),
            ("  ", ""),
            (finding.label, _style(finding.status)),
            (f"  ({count} citations)" if count > 1 else "", ""),
        ],
        *([(line, "")] for line in _places(located)),
        [(f"     why:   {printable(finding.reason)}", "")],
        [("     do:    ", ""), (printable(finding.fix), "green")],
    ]
    lines += [[(f"     note:  {printable(note.message)}", "")] for note in located.notes]
    also = dict.fromkeys(status for one in located.findings for status in one.also)
    if also:
        lines.append([(f"     also:  {', '.join(also)}", "")])
    return lines


def _places(located: Located) -> list[str]:
    """Say where each of them stands, a line each."""
    lines: list[str] = []
    for finding, context in zip(located.findings, located.contexts, strict=False):
        section = finding.citation.section
        place = f"in “{printable(section)}”: " if section else "before any heading: "
        if finding.citation.form == "text":
            place = ""  # the context names file and line
        lines.append(f"{' ' * 12 if lines else '     where: '}{place}{printable(context)}")
    rest = len(located.findings) - len(located.contexts)
    if rest > 0:
        lines.append(f"{' ' * 12}… and {plural(rest, 'more place')}")
    return lines


def _style(status: str) -> str:
    if status.startswith("HIGH"):
        return "red"
    return "yellow" if status.startswith("MED") else "cyan"

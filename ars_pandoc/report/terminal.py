"""The report of the gate on stderr: a count, then each refused citation (contract §7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from ars_pandoc.matrix import ROWS, Finding

if TYPE_CHECKING:
    from rich.text import Text

SHOWN = 20
"""How many citations are shown in full; the rest is counted (contract §7)."""


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with the words it stands among."""

    finding: Finding
    context: str


def plural(count: int, noun: str) -> str:
    """Give `1 citation` or `2 citations`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def printable(text: str) -> str:
    """Make text from a document safe for a terminal: one line, no control characters."""
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "\ufffd" for char in text
    )


def _sidecar(corpus: str | None) -> str:
    return "no sidecar" if corpus is None else f"sidecar {printable(corpus)}"


def passed_line(findings: Sequence[Finding], corpus: str | None) -> str:
    """Say on one line what a pass rests on (contract §1)."""
    if not findings:
        return "ars-gate: no citations"
    accepted = sum(finding.accepted for finding in findings)
    parts = [f"{len(findings) - accepted} on the author's word"]
    if accepted:
        parts.append(f"{accepted} accepted though no person has read the source (LOW-WARN)")
    return (
        f"ars-gate: {plural(len(findings), 'citation')} ok: {', '.join(parts)} ({_sidecar(corpus)})"
    )


def draft_line(findings: Sequence[Finding], corpus: str | None) -> str:
    """Say on one line what a draft holds."""
    refused = sum(finding.refused for finding in findings)
    shown = sum(finding.refused and finding.marker is not None for finding in findings)
    if not refused:
        return f"{passed_line(findings, corpus)}, draft mode"
    unread = refused - shown
    tail = f", {unread} not read by a person (LOW-WARN, not shown)" if unread else ""
    return (
        f"ars-gate: draft: {shown} of {plural(len(findings), 'citation')} marked as unverified"
        f"{tail} ({_sidecar(corpus)}); the gate would refuse this document"
    )


def write_refusal(
    findings: Sequence[Finding], refused: Sequence[Located], corpus: str | None, stream: TextIO
) -> None:
    """Write the report of a refusal.

    Args:
        findings: All findings of the document, in order.
        refused: Those that stop the render, of which the first `SHOWN` are written in full.
        corpus: How the sidecar is called.
        stream: Where to; colour only if it is a terminal and `NO_COLOR` is not set.
    """
    from rich.console import Console  # only a refusal pays for it
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True, emoji=False, markup=False)
    console.print(
        Text.assemble(
            ("ars-gate: ", "bold"),
            ("refused", "bold red"),
            f": {len(refused)} of {plural(len(findings), 'citation')} "
            f"cannot pass ({_sidecar(corpus)})",
        )
    )
    counts = Counter(located.finding.status for located in refused)
    width = max(len(status) for status in counts)
    for row in ROWS:
        if counts[row.status]:
            console.print(
                Text.assemble(
                    f"  {counts[row.status]:>5}  ",
                    (f"{row.status:<{width}}", _style(row.status)),
                    f"  {row.short}",
                )
            )
    for number, located in enumerate(refused[:SHOWN], 1):
        console.print()
        for line in _lines(number, located):
            console.print(line)
    rest = len(refused) - SHOWN
    console.print()
    if rest > 0:
        console.print(f"… and {plural(rest, 'more citation')}.")
    console.print(
        "What a status means: ars explain STATUS. To see the places in the text: -M ars-mode=draft"
    )


def _lines(number: int, located: Located) -> list[Text]:
    from rich.text import Text

    finding = located.finding
    citation = finding.citation
    head = Text.assemble(
        f"{number:>3}. ",
        (printable(citation.key or "(no key)"), "bold"),
        "  ",
        (finding.label, _style(finding.status)),
    )
    place = f"in “{printable(citation.section)}”" if citation.section else "before any heading"
    lines = [head, Text(f"     where: {place}: {printable(located.context)}")]
    lines.append(Text(f"     why:   {printable(finding.reason)}"))
    lines.append(Text.assemble("     do:    ", (printable(finding.fix), "green")))
    if finding.also:
        lines.append(Text(f"     also:  {', '.join(finding.also)}"))
    return lines


def _style(status: str) -> str:
    if status.startswith("HIGH"):
        return "red"
    return "yellow" if status.startswith("MED") else "cyan"

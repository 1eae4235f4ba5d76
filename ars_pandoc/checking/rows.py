"""Judge by some rows of the matrix alone: for an editor with neither ledger nor PDFs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ars_pandoc.verdict.matrix import ROWS, Evidence, Finding, Policy

ROW_NAMES: dict[str, tuple[str, ...]] = {
    "locator": ("0", "1"),
    "retraction": ("3",),
    "identifier": ("4",),
    "other-work": ("4b",),
    "quote": ("5", "5b"),
    "claim": ("5c",),
    "policy": ("5d",),
}
"""What `--rows` takes, and the rows of contract §6 that it means."""


def judge_by(finding: Finding, evidence: Evidence, policy: Policy, names: Sequence[str]) -> Finding:
    """Return the finding that some rows alone would give; `ok` if none of them applies.

    Args:
        finding: The verdict of all rows.
        evidence: What it rests on.
        policy: What the document asks for.
        names: Keys of `ROW_NAMES`.
    """
    numbers = {number for name in names for number in ROW_NAMES[name]}
    chosen = [row for row in ROWS if row.number in numbers]
    if evidence.unknown is not None and evidence.unknown.escaped is None:
        # Whether a sidecar knows the source is a row of its own, which was not chosen.
        evidence = replace(evidence, unknown=None)
    applying = [
        (row, fault)
        for row in chosen
        if row.status in (finding.status, *finding.also)
        and (fault := row.applies(finding.citation, evidence, policy)) is not None
    ]
    if not applying:
        last = ROWS[-1]
        return replace(
            finding,
            status=last.status,
            refused=False,
            accepted=False,
            also=(),
            reason=f"none of the chosen rows applies ({', '.join(names)})",
            fix="",
        )
    row, fault = applying[0]
    reason = fault.reason
    if row.number == "1" and evidence.unknown is not None:
        reason = f"{evidence.unknown.reason}; {reason}"
    return replace(
        finding,
        status=row.status,
        refused=True,
        accepted=False,
        also=tuple(later.status for later, _ in applying[1:]),
        contamination=(),
        reason=reason,
        fix=fault.fix,
    )

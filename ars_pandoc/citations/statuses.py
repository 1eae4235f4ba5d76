"""The statuses of the matrix, and what else an earlier pass may leave behind a key (contract §2, §6)."""

from __future__ import annotations

STATUSES = (
    "HIGH-WARN-MALFORMED-MARKER",
    "MED-WARN-NO-LOCATOR",
    "HIGH-WARN-NO-ORIGINAL",
    "HIGH-WARN-RETRACTED",
    "HIGH-WARN-NO-SUCH-IDENTIFIER",
    "HIGH-WARN-OTHER-WORK",
    "HIGH-WARN-QUOTE-NOT-FOUND",
    "MED-WARN-NOT-GROUNDED",
    "HIGH-WARN-CLAIM-NOT-SUPPORTED",
    "HIGH-WARN-POLICY",
    "MED-WARN-NOT-CROSS-CHECKED",
    "LOW-WARN",
    "ok",
)
"""In the order of the rows."""

RESULTS = frozenset(
    (
        *STATUSES,
        "LOW-WARN-CONTAMINATED-SOURCE",
        "LOW-WARN-PARTIAL-COVERAGE",
        "READ-LEDGER-INVALID",
        "TERMINAL-BLOCK",
    )
)
"""Words that an earlier pass may have left behind the key; never trusted."""

"""What no verdict shows (contract §11)."""

from __future__ import annotations

NOT_SHOWN = (
    "that a quote supports the claim, or is read the right way",
    "that a page or section is right where no full text is at hand",
    "retractions after the recorded dates",
    "anything outside the pinned snapshots",
    "that a mark of reading is honest",
)

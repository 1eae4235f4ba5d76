"""What variables of the environment say to every room."""

from __future__ import annotations

from collections.abc import Mapping


def is_locked(environment: Mapping[str, str]) -> bool:
    """Return whether `ARS_LOCKED` is set to anything but empty or 0 (contract §7)."""
    return environment.get("ARS_LOCKED", "") not in ("", "0")

"""The control characters that say in a source's text what plain characters cannot say."""

from __future__ import annotations

RAISED = "\x11"
LOWERED = "\x12"
OPEN = "\x0e"
CLOSE = "\x0f"
WILD = "\x02"
SOFT = "\x1d"
HARD = "\x1e"
UNKNOWN = "\ufffd"
DOUBTFUL = "\x13"

CONTROL = RAISED + LOWERED + OPEN + CLOSE + WILD + SOFT + HARD + DOUBTFUL

"""The citation gate for people who write with Pandoc.

The public names are imported when they are asked for: the filter starts in milliseconds.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ars_pandoc.base.errors import ArsError
    from ars_pandoc.base.version import __version__
    from ars_pandoc.checking.checked import Checked, Item
    from ars_pandoc.citations.citation import Anchor, Citation, Note
    from ars_pandoc.library import as_report, check, from_panflute, judge, strip, to_panflute
    from ars_pandoc.positions.position import Position
    from ars_pandoc.verdict.matrix import Finding
    from ars_pandoc.verdict.resolve import Judged

__all__ = [
    "Anchor",
    "ArsError",
    "Checked",
    "Citation",
    "Finding",
    "Item",
    "Judged",
    "Note",
    "Position",
    "__version__",
    "as_report",
    "check",
    "from_panflute",
    "judge",
    "strip",
    "to_panflute",
]

_HOMES = {
    "Anchor": "citations.citation",
    "ArsError": "base.errors",
    "Checked": "checking.checked",
    "Citation": "citations.citation",
    "Finding": "verdict.matrix",
    "Item": "checking.checked",
    "Judged": "verdict.resolve",
    "Note": "citations.citation",
    "Position": "positions.position",
    "__version__": "base.version",
    "as_report": "library",
    "check": "library",
    "from_panflute": "library",
    "judge": "library",
    "strip": "library",
    "to_panflute": "library",
}


def __getattr__(name: str) -> object:
    """Import a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted({*globals(), *__all__})

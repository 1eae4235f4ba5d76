"""A citation in raw code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawCite:
    """One key of a raw citation.

    Attributes:
        key: The citation key.
        locator: What the citation gives as its locator (TeX's last optional argument), or "".
        whole: Where the command or tag stands in the code, up to the end of its keys.
        place: Where the key stands in the code.
        sure: It is a citation whatever else the document defines; else the key may be a label.
    """

    key: str
    locator: str = ""
    whole: tuple[int, int] = (0, 0)
    place: tuple[int, int] = (0, 0)
    sure: bool = True

"""Captions that Pandoc repeats as the description of the figure's image (contract §2)."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.pandoc.elements import Element


def repeats_caption(block: Element, caption: Sequence[Element]) -> bool:
    """Return whether a block of a figure shows its image with the caption as description.

    Citations count once: those of the description are the caption's.

    Args:
        block: A block of the figure's body.
        caption: The blocks of its caption.
    """
    if block["t"] not in ("Plain", "Para") or not block["c"]:
        return False
    image = block["c"][0]
    return image["t"] == "Image" and any(
        image["c"][1] == part["c"] for part in caption if part["t"] in ("Plain", "Para")
    )

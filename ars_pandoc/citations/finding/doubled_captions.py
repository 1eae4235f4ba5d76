"""Captions that Pandoc repeats as the description of the figure's image (contract §2)."""

from __future__ import annotations

from collections.abc import Sequence

from ars_pandoc.pandoc.elements import Element


def caption_twin(block: Element, caption: Sequence[Element]) -> Element | None:
    """Return the image of a figure's block whose description repeats the caption, or None.

    Citations count once: those of the description are the caption's. What stands beside the image
    is text of its own.

    Args:
        block: A block of the figure's body.
        caption: The blocks of its caption.
    """
    if block["t"] not in ("Plain", "Para") or not block["c"]:
        return None
    captions = [part["c"] for part in caption if part["t"] in ("Plain", "Para")]
    image = block["c"][0]
    return image if image["t"] == "Image" and image["c"][1] in captions else None

"""The fields of YAML metadata that print (contract §2, everywhere)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.base.lazy_pattern import lazy_pattern

_PRINTED = lazy_pattern(
    r"title|subtitle|abstract(?:-.*)?|thanks|dedication|acknowledgements|description|author"
    r"|include-before|include-after|reference-section-title"
)
_FIELD = lazy_pattern(
    r"^(?P<quote>[\"']?)(?P<name>[\w.-]+)(?P=quote)[ \t]*:(?P<value>[^\n]*)", re.M
)
_OPENS = lazy_pattern(r"---[ \t]*\n(?=[\"']?[A-Za-z_][\w .-]*[\"']?[ \t]*:|[ \t]*#|\{)")
_ENDS = lazy_pattern(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
# Of an author's fields these print no citation: `twitter: "@ann"`.
_ABOUT_AUTHORS = (
    r"^[^\S\n]*(?:-[ \t]*)?(?!name|given|family|literal|affiliations?|note|department|title)"
    r"[\w.-]+[ \t]*:[^\n]*$"
)
_AUTHOR_COMMENT = lazy_pattern(rf"^[ \t]*#[^\n]*$|{_ABOUT_AUTHORS}", re.MULTILINE)
_COMMENT = lazy_pattern(r"^[ \t]*#[^\n]*$", re.MULTILINE)


def block_end(text: str, start: int) -> tuple[int, int] | None:
    """Return where the fields of a YAML block that begins at `start` end, and where the block does.

    Args:
        text: The text.
        start: Where a line begins.

    Returns:
        None if no block of metadata begins there.
    """
    if not text.startswith("---", start):
        return None
    opening = _OPENS.match(text, start)
    if opening is None:
        return None
    closing = _ENDS.search(text, opening.end())
    return None if closing is None else (closing.start(), closing.end())


def printed_fields(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Find the stretches of the fields that print; comments of YAML are none."""
    fields = list(_FIELD.finditer(text, start, end))
    for number, hit in enumerate(fields):
        if not _PRINTED.fullmatch(hit["name"]):
            continue
        stop = fields[number + 1].start() if number + 1 < len(fields) else end
        if hit["value"].strip()[:1] in ("|", ">"):
            yield hit.end(), stop
            continue
        place = hit.start("value")
        skipped = _AUTHOR_COMMENT if hit["name"] == "author" else _COMMENT
        for comment in skipped.finditer(text, hit.end(), stop):
            yield place, comment.start()
            place = comment.end()
        yield place, stop

"""Is a file that was brought the article itself? Its supplement or its abstract is not (contract §12).

`ars pin` takes what a person names; what a program brings must be more than a file that bears the
title.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.foreign_xml import parse_xml
from ars_pandoc.base.scripts import is_dense
from ars_pandoc.pinning.pin_file import Opened, open_file
from ars_pandoc.texts.extract import JATS, PDF, read_bounded
from ars_pandoc.texts.kept_text import extract_kept
from ars_pandoc.texts.unreadable import Unreadable
from ars_pandoc.works.title_page import identify
from ars_pandoc.works.title_similarity import fold

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry

FEWEST_WORDS = 400
"""An abstract has some 250 words, a page of a journal 600; with its head and its references a
one-page letter has more than this."""

_BESIDE = re.compile(
    r"\b(?:supplement(?:ary|al|s)?|supporting|additional|online|electronic)\s+"
    r"(?:online\s+)?(?:information|material|materials|data|file|files|appendix|methods|text)\b"
    r"|\bsupplement to\b|\bappendix to\b|\bcorrigendum\b",
    re.I,
)
_HEAD = 400
"""A supplement says so above the title, or right below it."""


def article_in(entry: Entry, path: Path) -> Opened | str:
    """Open a file that was brought for an entry, or say why it is not the entry's article.

    Args:
        entry: The entry.
        path: The file.
    """
    try:
        file = open_file(path)
    except Unreadable as error:
        return error.reason
    except ArsError as error:
        return error.why or error.what
    if file.found is None:
        return f"its words cannot be read: {file.unreadable}"
    found = identify(entry, file.found)
    if not found.match:
        read = f"; it begins “{found.read}”" if found.read else ""
        return f"it is another text: {found.reason}{read}"
    if file.media_type not in (PDF, JATS):
        return "it is neither a PDF nor an article in JATS"
    why = _part(entry, file)
    return file if why is None else why


def _part(entry: Entry, file: Opened) -> str | None:
    """Say which part of the article a file is, or None if it is the whole."""
    data = read_bounded(file.path)
    if file.media_type == JATS:
        return None if _has_body(data) else "it is the abstract alone"
    text = extract_kept(data, file.path.name, file.media_type)
    if _is_beside(entry, text.first_words(4 * _HEAD)):
        return "it is the supplement, not the article"
    words = text.text.split()
    dense = sum(map(is_dense, text.text[: 20 * FEWEST_WORDS]))
    if len(words) < FEWEST_WORDS and dense < FEWEST_WORDS:
        return f"it has {len(words)} words: hardly more than an abstract"
    return None


def _has_body(data: bytes) -> bool:
    try:
        root = parse_xml(data)
    except ValueError:
        return False
    return any("".join(body.itertext()).strip() for body in root.iter("{*}body"))


def _is_beside(entry: Entry, words: str) -> bool:
    """Return whether a file calls itself a supplement above its title or right below it."""
    found = _BESIDE.search(words)
    if found is None or _BESIDE.search(entry.title):
        return False
    # The article itself points to its supplement in its text, and seldom above its title.
    title = fold(entry.title)
    before = fold(words[: found.start()])
    return title not in before or len(before) - before.find(title) - len(title) < 40

"""Is a file the source that an entry describes? Title and an author's name tell (contract §8)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ars_pandoc.base.scripts import is_dense
from ars_pandoc.works.about_works import leads_to_title
from ars_pandoc.works.author_names import Name, named, surnames_agree
from ars_pandoc.works.title_similarity import fold

if TYPE_CHECKING:
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.texts.source_text import SourceText
    from ars_pandoc.works.front_matter import FrontMatter

_TYPED = frozenset(("text/plain", "text/markdown"))
"""Kinds that anyone can type: what stands in them shows nothing."""

_HTML = "text/html"
_RAISED = re.compile(r"[\^_][-+\u2212]?[0-9]+[-+\u2212]?")
_READ = 100
_NEAR_TOP = 600
_SHORT = 16


@dataclass(frozen=True, slots=True)
class Identified:
    """What a look at the first pages of a file gave.

    Attributes:
        title: The entry's title stands there.
        author: The surname of an author, or a body that is one, stands there.
        typed: Anyone can have typed the file, so that it proves nothing.
        read: What stands at the beginning, in a few words.
        doubt: Why title and author do not count, or "".
        other: Why it is surely another work, or None where it is not sure.
    """

    title: bool
    author: bool
    typed: bool
    read: str
    doubt: str = ""
    other: str | None = None

    @property
    def match(self) -> bool:
        """The file is the source: a content match."""
        return self.title and self.author and not self.typed and not self.doubt

    @property
    def reason(self) -> str:
        """Why the file is no content match, in a few words; "" if it is one."""
        if self.doubt:
            return self.doubt
        if not self.title and not self.author:
            return "neither title nor author stand on its first pages"
        if not self.title:
            return "the title does not stand on its first pages"
        if not self.author:
            return "no author's name stands on its first pages"
        return "anyone can have typed such a file" if self.typed else ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """The first pages of a file, folded once to be compared with many entries.

    Attributes:
        media_type: Of the file.
        words: What stands there, as it is read.
        folded: The same without case, accents and punctuation.
        squashed: The same without spaces: headings are set with letters apart.
        dois: That the file states as its own.
        unraised: As `squashed`, without what is raised or lowered: indexes drop it from titles.
    """

    media_type: str
    words: str
    folded: str
    squashed: str
    dois: tuple[str, ...]
    unraised: str = ""


def candidate(source: SourceText, front: FrontMatter) -> Candidate:
    """Take what identifies a source from its words and its head."""
    words = source.first_words()
    # A PDF's own title field is often a file name: the page counts, not the field.
    if source.media_type != "application/pdf":
        words = " ".join(filter(None, (source.title, front.words, words)))
    folded = _fold(words)
    dois = front.dois + tuple(
        one.removeprefix("doi:") for one in source.identifiers if one.startswith(("doi:", "10."))
    )
    squashed = folded.replace(" ", "")
    unraised = _fold(_RAISED.sub("", words)).replace(" ", "") if _RAISED.search(words) else ""
    return Candidate(source.media_type, words, folded, squashed, dois, unraised)


def identify(entry: Entry, found: Candidate) -> Identified:
    """Look for an entry's title and an author on the first pages of a file."""
    doi = None if entry.doi is None else entry.doi.casefold()
    typed = found.media_type in _TYPED or (found.media_type == _HTML and not found.dois)
    title, about = _title(entry.title, found)
    doubt, other = "", None
    if about:
        doubt = other = "it is about this work, as what stands before the title says"
    elif found.media_type == _HTML and doi and found.dois and doi not in found.dois:
        doubt = f"it states another DOI: {found.dois[0]}"
    author = _author(entry, found)
    if doi and found.dois and doi not in found.dois and not title and not author:
        other = f"its own DOI is {found.dois[0]}, and neither title nor author stands on its first pages"
    return Identified(title, author, typed, _read(found.words), doubt, other)


def may_be(entry: Entry, found: Candidate) -> bool:
    """Tell quickly if a file is worth a look for an entry."""
    return _title(entry.title, found)[0] or states_doi(entry, found)


def states_doi(entry: Entry, found: Candidate) -> bool:
    """Return whether the DOI of an entry stands in the head or on the first pages of a file."""
    if entry.doi is None:
        return False
    doi = entry.doi.casefold()
    if doi in found.dois:
        return True
    words = _lowered(found.words)
    # Another DOI may begin with this one.
    return doi in words and re.search(re.escape(doi) + r"(?![\w/-])", words) is not None


def title_place(entry: Entry, found: Candidate) -> tuple[int, int]:
    """Tell how far from the top an entry's title stands and how much of the text it takes.

    For entries whose title stands there: a work's own title stands above those that it cites, and
    is longer than one that it holds. Both are in letters.
    """
    squashed = _fold(entry.title).replace(" ", "")
    return found.squashed.find(squashed), len(squashed)


# A whole folder is compared with each title.
@lru_cache(maxsize=100)
def _lowered(words: str) -> str:
    return words.casefold()


@lru_cache(maxsize=50_000)
def _fold(text: str) -> str:
    return fold(text.replace("&", " and "))


def _title(title: str, found: Candidate) -> tuple[bool, bool]:
    """Return whether a title stands there, and if so, whether as the subject of another work."""
    folded = _fold(title)
    squashed = folded.replace(" ", "")
    if not squashed:
        return False, False
    # A short title is any text's words: it must stand at the top, as words of its own.
    short = len(squashed) < _SHORT
    text = found.folded[:_NEAR_TOP] if short else found.folded
    place = f" {text} ".find(f" {folded} ")
    if (place < 0) if short else (squashed not in found.squashed):
        return (not short and squashed in found.unraised), False
    return True, place > 0 and leads_to_title(text[:place].split())


def _author(entry: Entry, found: Candidate) -> bool:
    if surnames_agree(entry.authors, [Name(found.words)]):
        return True
    for author in named(entry.authors):
        family, given = (_fold(str(author.get(part, ""))) for part in ("family", "given"))
        # Scripts without spaces: one character is no name, the whole of it is one.
        if given and any(map(is_dense, family)):
            names = (family + given, given + family)
            if any(name.replace(" ", "") in found.squashed for name in names):
                return True
    return False


def _read(words: str) -> str:
    start = " ".join(words[: 4 * _READ].split())
    return start if len(start) <= _READ else start[: _READ - 1] + "…"

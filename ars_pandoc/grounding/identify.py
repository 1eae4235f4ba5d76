"""Is this file the source that an entry describes? Title and an author on its first pages (§8)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property

from ars_pandoc.corpus.entry import Entry
from ars_pandoc.grounding.front_matter import FrontMatter
from ars_pandoc.grounding.text import SourceText

_TYPED_BY_ANYONE = frozenset({"text/plain", "text/markdown", "text/html"})
_SHORTEST_TITLE = 12
"""Letters of a title below which it stands in texts of others."""

_AT_ONCE = 400
_READ = 120
# A text about the work names its title too, behind such words.
_ABOUT = (
    "commenton", "commentson", "commentaryon", "replyto", "responseto", "correctionto",
    "correctionof", "corrigendumto", "erratumto", "erratumfor", "reviewof", "retractionof",
    "supplementto", "supplementarymaterialfor", "supportinginformationfor",
)  # fmt: skip


@dataclass(frozen=True)
class Look:
    """What a file shows of itself.

    Attributes:
        text: Its words.
        front: What its markup says of authors and DOIs.
    """

    text: SourceText
    front: FrontMatter = FrontMatter()  # noqa: RUF009 (frozen)

    @cached_property
    def letters(self) -> str:
        """The letters of its title, of the authors in its markup, and of its first pages."""
        return letters(f"{self.text.title} {self.front.words} {self.text.first_words()}")

    @cached_property
    def dois(self) -> frozenset[str]:
        """The DOIs that it states as its own, lower case."""
        own = (identifier.removeprefix("doi:") for identifier in self.text.identifiers)
        return frozenset((*own, *self.front.dois))


@dataclass(frozen=True, slots=True)
class Identified:
    """How a file compares with an entry.

    Attributes:
        title: The title, or the entry's DOI as the file's own, was found.
        author: An author's name was found.
        doubt: The file may be about the source: a comment, a review, a correction.
        typed: It is of a kind that anyone can type.
        read: What stands at the beginning of the file.
    """

    title: bool
    author: bool
    doubt: bool
    typed: bool
    read: str

    @property
    def match(self) -> bool:
        """Whether this is a content match: the file is the source that the entry describes."""
        return self.title and self.author and not self.doubt and not self.typed

    @property
    def reason(self) -> str:
        """Why it is none, in a few words; empty for a match."""
        if not self.title and not self.author:
            return "neither the title nor an author stands on its first pages"
        if not self.title:
            return "the title does not stand on its first pages"
        if not self.author:
            return "no author of the entry stands on its first pages"
        if self.doubt:
            return "it may be a comment on the work, or a correction of it"
        return "a file of its kind can be typed by anyone" if self.typed else ""


def identify(entry: Entry, look: Look) -> Identified:
    """Compare a file with an entry.

    Text, Markdown and HTML without a DOI of its own can be typed by anyone: such a file is held,
    never a content match.

    Args:
        entry: The entry.
        look: What the file shows of itself.
    """
    own = states_doi(entry, look)
    places = _places(entry, look)
    names = [
        letters(str(name.get("family") or name.get("literal") or "")) for name in entry.authors
    ]
    about = [look.letters[:place].endswith(_ABOUT) for place in places]
    return Identified(
        title=own or bool(places),
        author=any(len(name) > 1 and name in look.letters for name in names),
        doubt=not own and bool(about) and about[0],
        typed=not look.dois and look.text.media_type in _TYPED_BY_ANYONE,
        read=" ".join(look.text.first_words().split())[:_READ],
    )


def may_be(entry: Entry, look: Look) -> bool:
    """Tell if a file has the title or the DOI of an entry."""
    return states_doi(entry, look) or bool(_places(entry, look))


def states_doi(entry: Entry, look: Look) -> bool:
    """Tell if a file states the entry's DOI as its own."""
    return entry.doi is not None and entry.doi.casefold() in look.dois


def _places(entry: Entry, look: Look) -> list[int]:
    """Give where the title begins among the file's letters, whole or without its subtitle."""
    whole = letters(entry.title)
    main = letters(entry.title.partition(":")[0])
    for form in (whole, main):
        if len(form) >= _SHORTEST_TITLE:
            place = look.letters.find(form)
        elif form == whole and form:
            place = look.letters[:_AT_ONCE].find(form)
        else:
            continue
        if place >= 0:
            return [place]
    return []


def letters(text: str) -> str:
    """Give letters and digits alone, without accents: line ends and hyphens count for nothing."""
    apart = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in apart if char.isalnum())

"""A place where a work's full text may be had, and which of several is better (contract §12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Form = Literal["jats", "pdf"]
Version = Literal["published", "unknown", "accepted", "preprint"]

_VERSIONS: tuple[Version, ...] = ("published", "unknown", "accepted", "preprint")
_FORMS: tuple[Form, ...] = ("jats", "pdf")


@dataclass(frozen=True, slots=True)
class Location:
    """A place where a full text may be had.

    Attributes:
        url: Its address.
        form: What is to be had there.
        version: Of the work: as published, the accepted manuscript, a preprint.
        licence: As `licences.licence_of` writes it, or None where nobody says.
        service: Who told of it, for people.
        for_programs: A service publishes the address for programs, which `robots.txt` is not about.
    """

    url: str
    form: Form
    version: Version
    licence: str | None
    service: str
    for_programs: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """The smaller the better: the version of record, and of one version JATS."""
        return _VERSIONS.index(self.version), _FORMS.index(self.form)


@dataclass(frozen=True, slots=True)
class Found:
    """What a service says about one work.

    Attributes:
        locations: Where it may be had.
        pmcid: The PMCID that it told of, or None.
        arxiv: The arXiv id that it told of, or None.
    """

    locations: tuple[Location, ...] = ()
    pmcid: str | None = None
    arxiv: str | None = None

"""The interface of a service that knows where full texts may be had (contract §12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ars_pandoc.signals.open_texts.location import Found
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.transport import MAILTO, Service, Transport


@dataclass(frozen=True, slots=True)
class Wanted:
    """A work whose full text is wanted.

    Attributes:
        work: What its entry says; identifiers that services told of are filled in.
        pointer: The entry's `source_pointer`.
        server: The preprint server that the entry itself stands on, or None.
        addresses: The address of each service, by its name.
        mailto: The user's address, or "".
    """

    work: Work
    pointer: str
    server: str | None
    addresses: Mapping[str, str]
    mailto: str = ""


class Finder(Protocol):
    """One service.

    Attributes:
        service: Where it answers.
    """

    service: Service

    def read(self, status: int, body: bytes) -> Any:
        """Read a body in the service's form; None for "there is no such record".

        Raises:
            BadAnswerError: It is in no such form.
        """

    def knows(self, wanted: Wanted) -> bool:
        """Return whether it can be asked about a work: it has an identifier that is its own."""

    def find(self, wanted: Wanted, transport: Transport) -> Found:
        """Say where a work may be had.

        Raises:
            UnavailableError, FailedError, NotCachedError, StoppedError: As `Transport.get`.
        """


def mailto_of(environment: Mapping[str, str]) -> str:
    """Return the user's address, for services that ask for one, or ""."""
    return environment.get(MAILTO, "").strip()


has_locations: Callable[[Any], bool] = bool
"""What is kept long: an answer that says where a work is. That it is nowhere may change."""

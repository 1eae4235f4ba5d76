"""`preprint_post_llm_inflection`: a preprint of 2024 or later (contract §9, the seed's L3-2 A).

The list of servers is closed and stands in one data file, `preprint_servers.json`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from ars_pandoc.corpus.entry import INFLECTION_YEAR, Entry
from ars_pandoc.signals.identifiers import arxiv_in, doi_in

# What may stand before a server's name in a venue that means the server.
_NEUTRAL = re.compile(
    r"(?:(?:pre-?prints?|e-?prints?|posted|available|in|on|at|the|cornell|university|library"
    r"|cold|spring|harbor|laboratory|cshl|elsevier)\b[\s:,.()\[\]–—-]*)*",
    re.I,
)

_ABS = re.compile(r"[\s,]+abs/")


@dataclass(frozen=True, slots=True)
class Server:
    """A preprint server.

    Attributes:
        name: Its name for people.
        names: How venues name it, in lower case.
        whole: Names that count only as the whole venue.
        hosts: Hosts, or host and path, of its pages.
        dois: Patterns of its DOIs.
    """

    name: str
    names: tuple[str, ...]
    whole: tuple[str, ...]
    hosts: tuple[str, ...]
    dois: tuple[re.Pattern[str], ...]


@cache
def servers() -> tuple[Server, ...]:
    """Give the closed list."""
    text = files("ars_pandoc.signals").joinpath("preprint_servers.json").read_text("utf-8")
    listed: list[dict[str, Any]] = json.loads(text)["servers"]
    return tuple(
        Server(
            one["name"],
            tuple(one["names"]),
            tuple(one.get("whole", ())),
            tuple(one["hosts"]),
            tuple(re.compile(pattern, re.I) for pattern in one["dois"]),
        )
        for one in listed
    )


def is_post_inflection_preprint(entry: Entry) -> bool:
    """Tell if the entry is a preprint of 2024 or later."""
    return entry.year >= INFLECTION_YEAR and preprint_server(entry) is not None


def preprint_server(entry: Entry) -> str | None:
    """Name the preprint server that an entry stands on, or None.

    The venue decides: a preprint that has come out in a journal names the journal. Where there
    is no venue, the source pointer does, then the DOI.
    """
    if entry.venue is not None:
        return _server_of_venue(entry.venue)
    found = _server_of_pointer(entry.source_pointer)
    return found or _server_of_doi(entry.doi)


def _server_of_venue(venue: str) -> str | None:
    text = " ".join(venue.casefold().split())
    start = _NEUTRAL.match(text)
    behind = text[start.end() :] if start else text
    for server in servers():
        # `Preprints` is a neutral word and a server's name; dblp writes `CoRR abs/1709.00103`.
        if _ABS.split(text)[0].strip(" .,") in server.whole:
            return server.name
        for name in server.names:
            for place in (text, behind):
                if place.startswith(name) and not place[len(name) : len(name) + 1].isalnum():
                    return server.name
    return None


def _server_of_pointer(pointer: str) -> str | None:
    if arxiv_in(pointer):
        return "arXiv"
    parts = urlsplit(pointer.strip()) if "://" in pointer else None
    if parts is not None:
        host = (parts.hostname or "").removeprefix("www.")
        for server in servers():
            for known in server.hosts:
                known_host, _, path = known.partition("/")
                if (host == known_host or host.endswith(f".{known_host}")) and (
                    not path or parts.path.strip("/").startswith(path)
                ):
                    return server.name
    return _server_of_doi(doi_in(pointer))


def _server_of_doi(doi: str | None) -> str | None:
    if doi is None:
        return None
    return next(
        (s.name for s in servers() for pattern in s.dois if pattern.fullmatch(doi)),
        None,
    )

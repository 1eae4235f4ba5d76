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

from ars_pandoc.corpus.sidecar_entry import INFLECTION_YEAR, Entry
from ars_pandoc.works.identifiers import arxiv_in, doi_in
from ars_pandoc.works.title_similarity import plain

# What may stand before a server's name in a venue that means the server: what it is, whose it is.
_NEUTRAL = re.compile(
    r"(?:(?:pre-?prints?|e-?prints?|posted|available|in|on|at|the|tech(?:nical)?|rep(?:ort)?"
    r"|cornell|university|library|cold|spring|harbor|laboratory|cshl|openrxiv|elsevier|california"
    r"|digital|cdl|ieee|mdpi|ag|authorea|cambridge|open|engage|center|for|science|cos)\b"
    r"[\s:,.()/\[\]–—-]*)*",
    re.I,
)

# What may stand behind a name that counts only as the whole venue: numbers, dblp's `abs/…`, a place.
_BEHIND = re.compile(r"(?:[\s,.:;()/-]|\d+v?|abs/|basel)*")


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
    """Return the closed list."""
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
    """Return whether the entry is a preprint of 2024 or later."""
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
    if venue.strip().startswith(("https://", "http://")):
        return _server_of_pointer(venue)
    text = plain(venue).casefold()
    start = _NEUTRAL.match(text)
    behind = text[start.end() :] if start else text
    for server in servers():
        # `Preprints` is a neutral word and a server's name.
        if any(_begins(text, name) and _BEHIND.fullmatch(text, len(name)) for name in server.whole):
            return server.name
        if any(_begins(place, name) for name in server.names for place in (text, behind)):
            return server.name
    return None


def _begins(text: str, name: str) -> bool:
    """Return whether a text begins with a name; numbers may be glued to it (`arXiv2401.01234`)."""
    return text.startswith(name) and not text[len(name) : len(name) + 1].isalpha()


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

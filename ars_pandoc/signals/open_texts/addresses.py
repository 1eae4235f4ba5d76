"""Which addresses are followed: https, and public ones alone (contract §12).

Where a text stands is said by others: an address within a company's network, or of this machine,
must not be asked. A variable that names a mirror or a test server lifts this for that one alone.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit, urlunsplit

_PORTS = {"http": 80, "https": 443}


class BarredAddressError(Exception):
    """An address is not followed; its text says why."""


def origin_of(url: str) -> tuple[str, str, int | None]:
    """Return what a server is told apart by: scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").casefold(), parts.port or _PORTS.get(parts.scheme)


def followed(url: str, exempt: Iterable[str], *, proxied: bool = False) -> str:
    """Return the address to ask in the place of one that was given.

    Args:
        url: The address; `http` is asked for by `https`.
        exempt: Addresses of servers that the user's variables name.
        proxied: A proxy resolves names; this machine may not be able to.

    Raises:
        BarredAddressError: It is not followed.
    """
    try:
        parts = urlsplit(url)
        origin = origin_of(url)
    except ValueError:
        raise BarredAddressError("what was named is no web address") from None
    host = parts.hostname
    if parts.username is not None or not host:
        raise BarredAddressError("what was named is no web address")
    if origin in map(origin_of, exempt):
        return url
    if parts.scheme == "http" and parts.port in (None, 80):
        parts = parts._replace(scheme="https", netloc=host)
    if parts.scheme != "https":
        raise BarredAddressError("it leads to an address that is not https")
    for address in _resolved(host, parts.port or 443, proxied=proxied):
        if not is_public(address):
            raise BarredAddressError("it leads to an address that is not public")
    return urlunsplit(parts)


def is_public(address: str) -> bool:
    """Return whether a numeric address is one of the public Internet."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    if mapped is not None and not mapped.is_global:
        return False
    return found.is_global and not found.is_multicast


def _resolved(host: str, port: int, *, proxied: bool) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        if proxied:
            return []
        raise BarredAddressError(f"the host {host} is not known") from None
    return [str(one[4][0]) for one in found]


def guarded_adapter() -> Any:
    """Return an adapter for `requests` that looks whom it is connected to before it sends a byte.

    A name may resolve to one address when it is looked at, and to another when it is asked.
    """
    from requests.adapters import HTTPAdapter
    from urllib3.connection import HTTPSConnection
    from urllib3.connectionpool import HTTPSConnectionPool

    class Connection(HTTPSConnection):
        """A connection to a public address."""

        def _new_conn(self) -> socket.socket:
            found: socket.socket = super()._new_conn()
            if not is_public(str(found.getpeername()[0])):
                found.close()
                raise BarredAddressError("it leads to an address that is not public")
            return found

    class Pool(HTTPSConnectionPool):
        """Connections to public addresses."""

        ConnectionCls = Connection

    class Guarded(HTTPAdapter):
        """Asks public addresses alone."""

        def init_poolmanager(self, *arguments: Any, **named: Any) -> None:
            super().init_poolmanager(*arguments, **named)
            self.poolmanager.pool_classes_by_scheme = {"https": Pool}

    return Guarded()

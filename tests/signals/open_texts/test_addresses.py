from __future__ import annotations

import socket
from typing import Any

import pytest
import requests

from ars_pandoc.signals.open_texts.addresses import (
    BarredAddressError,
    followed,
    guarded_adapter,
    is_public,
)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True),
        ("2606:4700:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - nothing is bound
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("no address", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def known(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", known)


def test_http_is_asked_for_by_https(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "1.1.1.1")
    assert followed("http://example.org/a.pdf?x=1", ()) == "https://example.org/a.pdf?x=1"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org:8080/a.pdf",
        "ftp://example.org/a.pdf",
        "file:///etc/passwd",
        "https://user:word@example.org/a.pdf",
        "https://[bad/a.pdf",
        "//example.org/a.pdf",
        "",
    ],
)
def test_what_is_never_followed(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, "1.1.1.1")
    with pytest.raises(BarredAddressError):
        followed(url, ())


def test_a_name_of_which_one_address_is_within_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolving(monkeypatch, "1.1.1.1", "10.0.0.1")
    with pytest.raises(BarredAddressError, match="not public"):
        followed("https://example.org/a.pdf", ())


def test_a_variables_server_alone_is_exempt() -> None:
    exempt = ["http://127.0.0.1:8080/europepmc"]
    assert followed("http://127.0.0.1:8080/x", exempt) == "http://127.0.0.1:8080/x"
    for other in ("http://127.0.0.1:8081/x", "http://127.0.0.2:8080/x", "https://127.0.0.1:8080/"):
        with pytest.raises(BarredAddressError):
            followed(other, exempt)


def test_a_name_that_resolves_to_another_address_when_it_is_asked() -> None:
    # What was looked at is not what is connected to: the connection itself is looked at.
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        session = requests.Session()
        session.mount("https://", guarded_adapter())
        with pytest.raises(BarredAddressError, match="not public"):
            session.get(f"https://127.0.0.1:{listening.getsockname()[1]}/", timeout=5)
        connection, _ = listening.accept()
        with connection:
            assert connection.recv(1) == b""

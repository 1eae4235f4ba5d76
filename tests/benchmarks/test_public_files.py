"""Files of public repositories, asked of a server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from benchmarks.public_files import UnreachableError, public_file

COMMIT = "1" * 40
THERE = f"/owner/name/raw/{COMMIT}/of%20papers/%C3%A9tude.pdf"


class Answer(BaseHTTPRequestHandler):
    """Has one file."""

    def do_GET(self) -> None:
        there = self.path == THERE
        self.send_response(200 if there else 404)
        self.end_headers()
        if there:
            self.wfile.write(b"%PDF-1.7")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host() -> Iterator[str]:
    """Give the address of the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_path_with_spaces_and_accents_is_asked_for_and_answered(host: str) -> None:
    assert public_file("owner/name", COMMIT, "of papers/étude.pdf", host) == b"%PDF-1.7"


def test_a_file_that_is_not_there_is_none(host: str) -> None:
    assert public_file("owner/name", "2" * 40, "of papers/étude.pdf", host) is None


def test_no_answer_is_told_from_no_file(host: str) -> None:
    with pytest.raises(UnreachableError, match="cannot be reached"):
        public_file("owner/name", COMMIT, "a.pdf", "http://127.0.0.1:1")

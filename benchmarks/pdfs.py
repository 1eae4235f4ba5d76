"""The bench of real PDFs: quotes typed from rendered pages, true and made false by rule.

python -m benchmarks.pdfs [--set tuned|judged|last] [--folder FOLDER] [NAME …]

Three sets of PDFs are counted apart: `tuned`, on which rules grew, `judged`, on which none had
grown when they were judged once and some did later, and `last`, the latest that were judged so.
Writes table.md, failures.md and summary.json into the folder. What failed on the last ones is
written only when they are asked for by name, so that nobody learns from it in passing.
PDFs that lie as `<sha256>.pdf` in `bench-pdfs` of the cache folder (`ARS_CACHE_DIR`) are not fetched.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ars_pandoc.base.cache_folder import cache_folder
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.grounding.result import Grounding
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.unreadable import Unreadable
from benchmarks.pdf_alterations import alterations, splices
from benchmarks.pdf_files import JUDGED, SETS, TUNED, Document, Typed, fetch, load
from benchmarks.wilson import wilson

FOLDER = Path("build/pdfs")


@dataclass(slots=True)
class Counts:
    """How often each came out, by kind of quote or by rule."""

    genuine: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    false: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    without_text: Counter[str] = field(default_factory=Counter)
    documents: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    pages: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    pdf_pages: int = 0


def main() -> None:
    """Fetch, judge and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--set", choices=SETS, help="only this one")
    parser.add_argument("names", nargs="*", help="only these documents")
    options = parser.parse_args()
    documents = [
        one
        for one in load()
        if (not options.names or one.name in options.names) and options.set in (None, one.half)
    ]
    files = fetch(documents, options.folder, cache_folder(os.environ, "bench-pdfs"))
    counts = {half: Counts() for half in SETS}
    for number, document in enumerate(documents, 1):
        path = files.get(document.sha256)
        if path is not None:
            judge(document, path.read_bytes(), counts[document.half])
        if sys.stderr.isatty():
            print(f"\r{number} of {len(documents)} PDFs", end="", file=sys.stderr, flush=True)
    counts = {half: one for half, one in counts.items() if one.documents}
    if not counts:
        sys.exit("none of the PDFs can be had")
    table = as_tables(counts)
    (options.folder / "table.md").write_text(table, encoding="utf-8")
    (options.folder / "failures.md").write_text(
        "\n".join(shown_failures(counts, options.set)), encoding="utf-8"
    )
    (options.folder / "summary.json").write_text(as_json(counts), encoding="utf-8")
    print(table)


def shown_failures(counts: Mapping[str, Counts], asked: str | None) -> list[str]:
    """Return what failed: on the tuned set, and on the one asked for by name."""
    shown = {TUNED, JUDGED, asked}
    return [line for half, one in counts.items() if half in shown for line in one.failures]


def judge(document: Document, data: bytes, counts: Counts) -> None:
    """Check the quotes of one PDF, and the false ones made from them."""
    started = time.perf_counter()
    try:
        matcher: Matcher | None = Matcher(extract(data, "a.pdf"))
    except Unreadable as unreadable:
        matcher, reason = None, unreadable.reason
    if matcher is not None:
        counts.seconds += time.perf_counter() - started
        counts.pdf_pages += len(matcher.source.pages)

    def check(text: str) -> Grounding:
        if matcher is None:
            return Grounding("unreadable", reason=reason)
        return check_quote(matcher, text)

    own = counts.documents[document.name]
    for quote in document.quotes:
        found = check(quote.text)
        own[found.result] += 1
        if document.unreadable:
            counts.without_text[found.result] += 1
            if found.result in ("found", "not-found"):
                counts.failures.append(_failure(document, quote, found))
            continue
        counts.genuine[quote.kind][found.result] += 1
        if found.result != "found":
            counts.failures.append(_failure(document, quote, found))
        else:
            _count_page(document, quote, found, counts)
    if not document.unreadable:
        for rule, text in false_quotes(document, data):
            found = check(text)
            counts.false[rule][found.result] += 1
            if found.result == "found":
                counts.failures.append(f"- {document.name}, ACCEPTED, {rule}: “{text}”")


def _count_page(document: Document, quote: Typed, found: Grounding, counts: Counts) -> None:
    if quote.printed is None:
        return
    right = found.page == quote.printed
    counts.pages["right" if right else "none" if found.page is None else "wrong"] += 1
    if not right:
        counts.failures.append(
            f"- {document.name}, PAGE: printed {quote.printed}, file's {quote.page}; "
            f"said {found.page}, file's {found.pdf_page}: “{quote.text}”"
        )


def _failure(document: Document, quote: Typed, found: Grounding) -> str:
    near = found.nearest or (found.passage.text if found.passage else "")
    return (
        f"- {document.name}, page {quote.page}, {quote.kind}, {found.result} ({found.reason}): "
        f"“{quote.text}”" + (f"\n  there: {near!r}" if near else "")
    )


def false_quotes(document: Document, data: bytes) -> Iterable[tuple[str, str]]:
    """Return false quotes of a document with the name of the rule that made each."""
    quotes = document.quotes
    for index, quote in enumerate(quotes):
        # The quote farthest off, in a circle, lends words: as a rule it stands on another page.
        other = quotes[(index + max(1, len(quotes) // 2)) % len(quotes)]
        yield from alterations(quote, other).items()
    yield from splices(data, [quote.page for quote in quotes], document.columns)


def as_tables(counts: Mapping[str, Counts]) -> str:
    """Return the results of each set as Markdown, under its name."""
    return "\n".join(f"## {half}\n\n{as_table(one)}" for half, one in counts.items())


def as_table(counts: Counts) -> str:
    """Return the results as Markdown."""
    lines = [
        "| genuine quotes | records | found (Wilson 95%) | review | unreadable | not found |",
        "|:--|--:|--:|--:|--:|--:|",
    ]
    total = _sum(counts.genuine.values())
    for name, row in (*sorted(counts.genuine.items()), ("**all**", total)):
        lines.append(
            f"| {name} | {row.total()} | {_rate(row['found'], row.total())} | {row['review']} | "
            f"{row['unreadable']} | {_rate(row['not-found'], row.total())} |"
        )
    if counts.without_text:
        row = counts.without_text
        lines.append(
            f"| pages without a text layer | {row.total()} | {row['found']} | {row['review']} | "
            f"{row['unreadable']} | {row['not-found']} |"
        )
    lines += [
        "",
        "| false quotes | records | accepted (Wilson 95%) | review | refused |",
        "|:--|--:|--:|--:|--:|",
    ]
    total = _sum(counts.false.values())
    for name, row in (*sorted(counts.false.items()), ("**all**", total)):
        review = row["review"] + row["unreadable"]
        lines.append(
            f"| {name} | {row.total()} | {_rate(row['found'], row.total())} | {review} | "
            f"{row['not-found']} |"
        )
    pages = counts.pages
    lines += [
        "",
        f"Printed page, of {pages.total()} quotes found on a page that bears a number: right for "
        f"{_rate(pages['right'], pages.total())}, none said for {pages['none']}, "
        f"wrong for {pages['wrong']}.",
        "",
        f"{len(counts.documents)} PDFs with {counts.pdf_pages} pages; their text was taken in "
        f"{counts.seconds:.1f} s.",
        "",
    ]
    return "\n".join(lines)


def as_json(counts: Mapping[str, Counts]) -> str:
    """Return the counts of each set as JSON, the same bytes for the same outcomes."""
    shown: Mapping[str, Any] = {
        half: {
            "genuine": one.genuine,
            "false": one.false,
            "without_text": one.without_text,
            "documents": one.documents,
            "printed_page": one.pages,
        }
        for half, one in counts.items()
    }
    return json.dumps(shown, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _sum(rows: Iterable[Counter[str]]) -> Counter[str]:
    return sum(rows, Counter())


def _rate(hits: int, records: int) -> str:
    interval = wilson(hits, records)
    if interval is None:
        return "0"
    low, high = (100 * end for end in interval)
    return f"{hits} = {100 * hits / records:.1f}% ({low:.1f}–{high:.1f}%)"


if __name__ == "__main__":
    main()

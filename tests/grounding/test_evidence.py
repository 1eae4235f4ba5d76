"""What several snapshots of one source say together of a citation."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.citations.citation import Anchor, Citation, Fault
from ars_pandoc.corpus.catalog import Snapshot
from ars_pandoc.corpus.store import Store
from ars_pandoc.grounding.evidence import Grounded, ground
from ars_pandoc.grounding.text_cache import TextCache

RIGHT = b"The gate refused every third citation in the first week of all.\n"
OTHER = b"Quite another text, which speaks of apples and of pears alone.\n"
QUOTE = Anchor("quote", "The gate refused every third citation")
BAD = Anchor("quote", "accepted every third citation")


def grounded(folder: Path, anchors: tuple[Anchor, ...], *texts: bytes | None) -> Grounded:
    store = Store((folder,))
    snapshots = []
    for text in texts:
        sha256 = "0" * 64 if text is None else store.write(text, ".txt")
        kind = "application/pdf" if text and text.startswith(b"%PDF") else "text/plain"
        snapshots.append(Snapshot(sha256, kind))
    cache = TextCache(store, {"ARS_CACHE_DIR": str(folder / "cache")})
    return ground(Citation("smith2024", "native", anchors), snapshots, cache, "")


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ((RIGHT,), True),
        ((OTHER,), False),
        ((OTHER, RIGHT), True),  # found in any of them
        ((RIGHT, OTHER), True),
        ((None,), None),  # the bytes are not here
        ((None, RIGHT), True),
        ((None, OTHER), False),
        ((b"%PDF-1.4 damaged",), None),  # no program can read it: nobody is accused
        ((b"%PDF-1.4 damaged", RIGHT), True),
    ],
)
def test_found_in_any_snapshot_is_found(
    tmp_path: Path, texts: tuple[bytes | None, ...], found: bool | None
) -> None:
    outcome = grounded(tmp_path, (QUOTE,), *texts)
    assert outcome.found is found
    assert (outcome.reason == "") is (found is True)


def test_one_quote_that_is_not_there_is_one_too_many(tmp_path: Path) -> None:
    outcome = grounded(tmp_path, (QUOTE, BAD), RIGHT)
    assert outcome.found is False
    assert [one and one.result for one in outcome.groundings] == ["found", "not-found"]
    assert "nearest" in outcome.reason
    assert "word replaced" in outcome.reason


def test_the_reason_gives_no_more_than_a_line_of_the_source(tmp_path: Path) -> None:
    words = " ".join(f"word{n}" for n in range(25))
    changed = words.replace("word12", "other12")
    outcome = grounded(tmp_path, (Anchor("quote", changed),), f"{words}.\n".encode())
    assert outcome.found is False
    nearest = outcome.reason.partition("nearest: “")[2]
    assert len(nearest) == 161
    assert nearest.endswith("…”")


def test_bytes_that_are_not_here_are_said_to_be_so(tmp_path: Path) -> None:
    outcome = grounded(tmp_path, (QUOTE, Anchor("page", "3")), None)
    assert outcome.reason == "the pinned file is not here"
    assert [note.code for note in outcome.notes] == ["no-full-text"]
    assert [one and one.result for one in outcome.groundings] == ["review", None]


def test_what_is_no_good_quote_is_not_looked_up(tmp_path: Path) -> None:
    short = Anchor("quote", "apples", Fault("too short", "quote more"))
    outcome = grounded(tmp_path, (short, Anchor("section", "1")), RIGHT)
    assert outcome.groundings == (None, None)
    assert outcome.found is None
    assert outcome.reason == ""

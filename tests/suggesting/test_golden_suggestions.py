"""Golden cases: a folder with a source, a sentence and perhaps a language; expected.txt came out.

To add a case is to add a folder; ARS_UPDATE_GOLDEN=1 writes what came out. `source.typ` is set as a
PDF first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import typst

from ars_pandoc.citations.claim import ClaimInContext
from ars_pandoc.cli.shared.suggestion_lines import place_of
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.suggesting.suggest import Suggester, Suggestion
from ars_pandoc.texts.extract import extract

FOLDER = Path(__file__).parent / "golden"


def _lines(name: str, one: Suggestion) -> Iterator[str]:
    yield f"[{name}] {place_of(one)} ({one.part.value})"
    yield f"    {one.passage}"
    yield f"    quote: {one.quote}"
    yield f"    words: {', '.join(one.words)}"


@pytest.mark.parametrize("case", sorted(FOLDER.iterdir()), ids=lambda case: case.name)
def test_what_is_suggested(case: Path) -> None:
    [path] = case.glob("source.*")
    data, name = path.read_bytes(), path.name
    if path.suffix == ".typ":
        made = typst.compile(data)
        assert isinstance(made, bytes)
        data, name = made, "source.pdf"
    lang = (case / "lang.txt").read_text("utf-8").strip() if (case / "lang.txt").exists() else None
    suggester = Suggester(extract(data, name), lang)
    sentence = (case / "sentence.txt").read_text("utf-8").strip()
    found = suggester.suggest(ClaimInContext(sentence, "", "", None), 3)
    whole = [("whole work", found.whole_work)] if found.whole_work else []
    offered = [(str(number), one) for number, one in enumerate(found.passages, 1)] + whole
    shown = [found.reason] if found.reason else []
    shown += [line for label, one in offered for line in _lines(label, one)]
    for _, one in offered:
        if one.quote is not None:
            grounding = check_quote(suggester.matcher, one.quote)
            assert (grounding.result, grounding.page) == ("found", one.place.page)
    text = "\n".join(shown) + "\n"
    expected = case / "expected.txt"
    if os.environ.get("ARS_UPDATE_GOLDEN"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text("utf-8")

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ars_pandoc.checking.checked import Checked
from ars_pandoc.report.markdown import checklist, escape
from tests.checking.papers import check_text
from tests.pandoc_documents import read_document


def test_sources_that_wait_stand_once_with_a_box_and_all_their_places(tmp_path: Path) -> None:
    text = "\n".join(checklist([check_text(tmp_path)]))
    boxes = [line for line in text.splitlines() if line.startswith("- [ ]")]
    assert len(boxes) == 1
    assert boxes[0].startswith("- [ ] **unread**")
    assert boxes[0].endswith(" Cited: line 9 \\(page 3); line 13 \\(“three \\<b>words here”)")
    assert "### Introduction" in text


def test_no_text_of_a_document_is_markup(tmp_path: Path) -> None:
    document = read_document("\n".join(checklist([check_text(tmp_path)])), "gfm")
    assert "RawInline" not in str(document)
    assert "RawBlock" not in str(document)


def test_escape_keeps_the_words() -> None:
    hard = (
        "- > <b> *x* [y](z) `c` #1 a_b _c_ @key $m$ | & \\ ! ![z](z) x-y +1 ~~o~~ ^s^ a__b__ (@a)"
    )
    for reader in ("gfm", "markdown"):
        (block,) = read_document(escape(hard), reader)["blocks"]
        assert {inline["t"] for inline in block["c"]} <= {"Str", "Space"}
        assert "".join(inline.get("c", " ") for inline in block["c"]) == hard
    assert escape("High-resolution key_of_2016") == "High-resolution key_of_2016"


def test_nothing_waits(tmp_path: Path) -> None:
    lines = list(checklist([check_text(tmp_path, "Good [@read, p. 1].\n")]))
    assert lines[-1] == "No source waits for a reader."


def test_what_was_not_judged_is_not_called_read() -> None:
    text = "\n".join(checklist([Checked("a.md", "a.md", "broken\nmore")]))
    assert "could not be judged: broken" in text
    assert "No source waits" not in text
    assert "|" not in text


def test_a_summary_is_below_what_github_takes(tmp_path: Path) -> None:
    """A MiB is refused whole: the rest is counted, and what stands there is whole lines."""
    checked = check_text(tmp_path)
    many = [replace(checked, name=f"{number:04}.md", sidecar=str(number)) for number in range(9000)]
    text = "\n".join(checklist(many))
    assert 900_000 < len(text.encode()) < 2**20
    boxes = text.count("- [ ] ")
    assert text.splitlines()[-1] == (
        f"… the rest does not fit here: {9000 - boxes} more sources; `ars check` names them all."
    )


def test_a_source_that_is_cited_everywhere_takes_one_short_line(tmp_path: Path) -> None:
    text = "Good [@unread, p. 1].\n\n" * 300
    (line,) = [one for one in checklist([check_text(tmp_path, text)]) if one.startswith("- [ ]")]
    assert line.endswith("; and 250 more")

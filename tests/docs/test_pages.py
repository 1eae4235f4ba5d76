"""What the pages say of markers, locators and options is what the gate does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from ars_pandoc.lsp.state import Cited, judge_text
from ars_pandoc.verdict.options import NAMES
from docs.site_pages import FOLDERS
from tests.conftest import ROOT, clean_environment
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.docs.blocks import pages, read

MARKERS = read("docs/markers.md")
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.M)


def rows(header: str) -> list[tuple[str, str]]:
    """Give the rows of all tables of the page with this header."""
    parts = MARKERS.split(f"| written | {header} |")[1:]
    tables = [part.split("\n\n")[0] for part in parts]
    return [(hit[1], hit[2]) for table in tables for hit in ROW.finditer(table)]


def judged(folder: Path, text: str) -> tuple[Cited, ...]:
    sound = {
        "source_acquired": True,
        "source_verified_against_original": True,
        "source_verification_method": "manual_grep",
    }
    write_sidecar(
        folder / "literature_corpus.yaml",
        raw_entry("smith2024", **sound),
        raw_entry("jones2023", **sound),
    )
    (folder / "literature_corpus_human_read_log.yaml").write_text(
        "human_read: [{citation_key: smith2024, marked_at: 2026-01-01},"
        " {citation_key: jones2023, marked_at: 2026-02-01}]\n",
        encoding="utf-8",
    )
    state = judge_text(folder / "paper.md", f"{text}\n", clean_environment())
    assert state.error is None
    return state.cited


@pytest.mark.parametrize(("written", "anchors"), rows("anchor"))
def test_what_is_written_gives_the_anchor(written: str, anchors: str, tmp_path: Path) -> None:
    cited = judged(tmp_path, f"As was shown {written}.")
    shown = [
        f"{anchor.kind} {anchor.value}" for one in cited for anchor in one.finding.citation.anchors
    ]
    assert "; ".join(shown) == anchors
    assert {one.finding.status for one in cited} == {"ok"}


@pytest.mark.parametrize(("written", "why"), rows("why it is refused"))
def test_what_is_refused_is_refused(written: str, why: str, tmp_path: Path) -> None:
    cited = judged(tmp_path, f"As was shown {written}.")
    assert any(one.finding.refused for one in cited)
    for form in re.findall("`([^`]+)`", why):
        fixes = [one.finding.fix.replace("\u00a0", " ") for one in cited]
        assert any(form in fix for fix in fixes), fixes


def test_the_documented_quote_passes(tmp_path: Path) -> None:
    (text,) = re.findall(r"^```markdown\n(.*?)^```", MARKERS, re.M | re.S)
    (one,) = judged(tmp_path, text)
    assert one.finding.status == "ok"
    assert one.finding.citation.anchors[0].kind == "quote"


def test_every_option_has_its_row() -> None:
    page = read("docs/options.md")
    for name in NAMES:
        (row,) = re.findall(rf"^\| `{name}: .*$", page, re.M)
        assert f"`-M ars-{name}" in row
        assert (f"`ARS_{name.upper()}`" in row) is (name != "appendix")


def test_every_variable_that_is_read_is_documented() -> None:
    page = read("docs/options.md")
    read_names = set()
    for path in (ROOT / "ars_pandoc").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        read_names |= set(re.findall(r"[\"'](ARS_[A-Z_]+|S2_API_KEY)[\"']", source))
    inner = {"ARS_INPUT", "ARS_LAUNCHED", "ARS_READER", "ARS_READING"}
    assert {name for name in read_names - inner if not re.search(f"`{name}[`=]", page)} == set()


@pytest.mark.parametrize("page", pages())
def test_settings_and_files_that_a_page_shows_can_be_read(page: str) -> None:
    for language, text in re.findall(r"^ *```(json|yaml)\n(.*?)^ *```", read(page), re.M | re.S):
        value = json.loads(text) if language == "json" else yaml.safe_load(text)
        assert isinstance(value, dict | list), text


def test_the_makefile_takes_the_generated_pages_away() -> None:
    (line,) = re.findall(r"^\trm -rf build .*$", read("Makefile"), re.M)
    assert {f"docs/{name}" for name in FOLDERS} <= set(line.split())

"""Places that a found quote contradicts, corrected byte-exactly (contract §8)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from ars_pandoc.cli import main
from ars_pandoc.documents.inputs import Source
from ars_pandoc.rewriting.fix_places import fix_place, read_places
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar

QUOTE = "mortality fell by a third in the treated group"
JATS = (
    "<article><front><article-meta><title-group><article-title>Gates and citations in old cities"
    "</article-title></title-group><contrib-group><contrib><name><surname>Smith</surname>"
    "<given-names>Jane</given-names></name></contrib></contrib-group></article-meta></front><body>"
    "<sec><title>Introduction</title><p>Nobody knew it before.</p></sec>"
    f"<sec><title>Results</title><p>It was cold.</p><p>In the end {QUOTE}, as was hoped.</p></sec>"
    "</body></article>"
)
MARK = f"<!--anchor:quote:{quote(QUOTE)}-->"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    write_sidecar(
        tmp_path / "literature_corpus.yaml",
        raw_entry("a", title="Gates and citations in old cities"),
    )
    (tmp_path / "a.xml").write_text(JATS)
    assert main(["pin", "a", "a.xml"]) == 0
    return tmp_path


FALSE = [
    (f"As is so <!--ref:a-->{MARK}<!--anchor:section:Introduction-->, \u2028and on.\r\n",
     "Introduction", "Results"),
    (f"As is so [@a]{MARK}<!--anchor:paragraph:9-->.\n", "9", "2"),
    (f"As is so [@a, sec. Introduction]{MARK}.\n\nIntroduction [@a, p. 3].\n",
     "sec. Introduction", "sec. Results"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "false", "true"), FALSE)
def test_the_true_place_is_written_and_no_other_byte(
    folder: Path, text: str, false: str, true: str
) -> None:
    paper = folder / "paper.md"
    paper.write_bytes(text.encode())
    places = read_places(Source((paper,), "markdown"))
    (one,) = places.misplaced
    done = fix_place(places, one)
    assert done is not None
    assert paper.read_bytes() == text.replace(false, true, 1).encode()
    assert done[2].misplaced == ()


def test_a_place_that_is_true_and_a_quote_that_is_not_found_are_left(folder: Path) -> None:
    paper = folder / "paper.md"
    paper.write_text(
        f"A [@a]{MARK}<!--anchor:section:Results-->.\n\n"
        f"B [@a]<!--anchor:quote:{quote('no such words stand there at all')}-->"
        "<!--anchor:section:Introduction-->.\n"
    )
    assert read_places(Source((paper,), "markdown")).misplaced == ()


def test_of_two_places_of_a_kind_nobody_can_tell_which_is_meant(folder: Path) -> None:
    paper = folder / "paper.md"
    paper.write_text(f"A [@a]{MARK}<!--anchor:paragraph:8--><!--anchor:paragraph:9-->.\n")
    assert read_places(Source((paper,), "markdown")).misplaced == ()


def test_the_author_is_asked_and_u_undoes_it(folder: Path) -> None:
    paper = folder / "paper.md"
    text = FALSE[0][0] + FALSE[1][0]
    paper.write_bytes(text.encode())
    turns = [("write Results?", b"y\n"), ("write 2?", b"u\n"), ("write Results?", b"k\n"),
             ("write 2?", b"y\n")]  # fmt: skip
    code, shown = converse(["anchor", "--fix-places", "paper.md"], folder, turns)
    assert code == 0
    assert "undone" in shown
    assert "1 place corrected; 1 left as they are" in shown
    assert paper.read_bytes() == text.replace("paragraph:9", "paragraph:2").encode()


def test_without_a_terminal_nobody_is_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "paper.md").write_text(FALSE[0][0])
    before = (folder / "paper.md").read_bytes()
    assert main(["anchor", "--fix-places", "paper.md"]) == 2
    assert "nobody can be asked" in capsys.readouterr().err
    assert main(["anchor", "--fix-places", "--interactive", "paper.md"]) == 2
    assert main(["anchor", "--fix-places"]) == 2
    assert (folder / "paper.md").read_bytes() == before

from __future__ import annotations

from pathlib import Path

import click
import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.writing_anchors import written_anchor
from ars_pandoc.cli import main
from ars_pandoc.cli.shared.layout import columns
from ars_pandoc.documents.inputs import expand_inputs
from ars_pandoc.rewriting.insert_anchor import read, write_anchor
from tests.cli.terminal import converse
from tests.corpus.sidecars import raw_entry, write_sidecar
from tests.suggesting.articles import CLAIM, JATS, NIGHT, german_pdf, pinned

ASKS = "where? "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("ARS_CORPUS", "ARS_LOCKED", "ARS_MODE"):
        monkeypatch.delenv(name, raising=False)
    write_sidecar(tmp_path / "literature_corpus.yaml", raw_entry("a"), raw_entry("b"))
    return tmp_path


def answered(folder: Path, text: str, *answers: str) -> tuple[str, str]:
    """Give the file after the walk, and what was shown; a walk ends when nothing is left."""
    path = folder / "paper.md"
    path.write_bytes(text.encode("utf-8"))
    turns = [(ASKS, f"{answer}\n".encode()) for answer in answers]
    code, shown = converse(["anchor", "-i", "paper.md"], folder, turns)
    assert code == 0, shown
    return path.read_bytes().decode("utf-8"), shown


@pytest.mark.parametrize(
    ("before", "answer", "after"),
    [
        ("See [@a].\n", "p 12", "See [@a, p. 12].\n"),
        ("See [@a].\n", "12-14", "See [@a, pp. 12-14].\n"),
        ("See [e.g. @a and passim].\n", "p 12", "See [e.g. @a, p. 12 and passim].\n"),
        ("See [@a; @b, p. 3].\n", "p 12", "See [@a, p. 12; @b, p. 3].\n"),
        # "secs. Section 3" was printed.
        ("See [@a].\n", "s Section 3", "See [@a, sec. 3].\n"),
        ("See [@a, p. 2; @b].\n", "s Results", "See [@a, p. 2; @b, {sec. Results}].\n"),
        ("See @a here.\n", "p 12", "See @a [p. 12] here.\n"),
        ("See [@{a}].\n", "p 12", "See [@{a}, p. 12].\n"),
        ("See [Smith2005; @a].\n", "p 12", "See [Smith2005; @a [p. 12]].\n"),
        ("See [-@a].\n", "a 3", "See [-@a, para. 3].\n"),
        ("See [@a].\n", "t one two  three", 'See [[@a]]{quote="one two three"}.\n'),
        (
            "See @a here.\n",
            "t one two three",
            "See @a<!--anchor:quote:one%20two%20three--> here.\n",
        ),
        (
            "See [@a; @b, p. 3].\n",
            "t one two three",
            "See [@a; @b, p. 3]<!--ref:a--><!--anchor:quote:one%20two%20three-->.\n",
        ),
        ("A (2020) <!--ref:a-->.\n", "p 12", "A (2020) <!--ref:a--><!--anchor:page:12-->.\n"),
        (
            "A (2020) <!--ref:a--><!--anchor:none-->.\n",
            "p 12",
            "A (2020) <!--ref:a--><!--anchor:page:12-->.\n",
        ),
        ("See \\citep{a}.\n", "p 12", "See \\citep[p.~12]{a}.\n"),
        (
            "\ufeff# T\r\n\r\n`@a` and $[@a]$ <!-- note: @a --> but *[@a]*.\r\n",
            "p 12",
            "\ufeff# T\r\n\r\n`@a` and $[@a]$ <!-- note: @a --> but *[@a, p. 12]*.\r\n",
        ),
    ],
)
def test_the_form_of_the_citation_is_kept_and_nothing_else_changes(
    folder: Path, before: str, answer: str, after: str
) -> None:
    assert answered(folder, before, answer)[0] == after


def test_source_by_source_the_most_cited_first_with_skips(folder: Path) -> None:
    text = "Two [@b].\n\nOne [@a].\n\nThree @a.\n\nFour [@a, p. 9].\n"
    changed, shown = answered(folder, text, "p 1", "k", "p 3")
    assert changed == "Two [@b, p. 3].\n\nOne [@a, p. 1].\n\nThree @a.\n\nFour [@a, p. 9].\n"
    assert "[1 of 3] paper.md:3:6  " in shown
    assert "[2 of 3] paper.md:5:7  " in shown
    assert "[3 of 3] paper.md:1:6  " in shown
    assert shown.count("2 citations of it lack a locator") == 1
    assert "Smith 2024. Gates and citations" in shown
    assert "2 locators written; 1 citation still without one" in shown


def test_the_sentence_is_shown(folder: Path) -> None:
    text = "Before it. Here,\n*as* e.g. found [@a],\nit stands. After it.\n\nNext.\n"
    _, shown = answered(folder, text, "q")
    assert "\n  Here, *as* e.g. found [@a], it stands.\n" in shown


def test_a_step_is_undone(folder: Path) -> None:
    text = "One [@a].\n\nTwo [@b].\n"
    changed, shown = answered(folder, text, "p 1", "u", "p 2", "q")
    assert changed == "One [@a, p. 2].\n\nTwo [@b].\n"
    assert "undone" in shown
    changed, shown = answered(folder, text, "u", "k", "u", "q")
    assert changed == text
    assert "there is nothing to undo" in shown
    assert "what was skipped comes again" in shown


def test_what_is_no_locator_is_asked_again(folder: Path) -> None:
    changed, shown = answered(folder, "See [@a].\n", "hello", "p here", "t two words", "?", "p 3")
    assert changed == "See [@a, p. 3].\n"
    assert "begin with p, s, a or t" in shown
    assert "'here' is no page" in shown
    assert "2 words" in shown


def test_a_kind_alone_asks_for_the_value(folder: Path) -> None:
    (folder / "paper.md").write_text("See [@a].\n", encoding="utf-8")
    turns = [(ASKS, b"p\n"), ("page, range or list: ", b"7\n")]
    code, _ = converse(["anchor", "-i", "paper.md"], folder, turns)
    assert code == 0
    assert (folder / "paper.md").read_text("utf-8") == "See [@a, p. 7].\n"


def test_ctrl_c_keeps_what_was_written(folder: Path) -> None:
    (folder / "paper.md").write_text("See [@a] and [@b].\n", encoding="utf-8")
    turns = [(ASKS, b"p 1\n"), (ASKS, b"\x03")]
    code, shown = converse(["anchor", "-i", "paper.md"], folder, turns)
    assert code == 130
    assert "what was written stays written" in shown
    assert (folder / "paper.md").read_text("utf-8") == "See [@a, p. 1] and [@b].\n"


def test_a_file_that_somebody_else_changed_is_left_alone(folder: Path) -> None:
    path = folder / "paper.md"
    path.write_text("See [@a].\n", encoding="utf-8")
    reading = read(expand_inputs(["paper.md"])[0])
    path.write_text("See [@a] now.\n", encoding="utf-8")
    with pytest.raises(ArsError, match="changed by another program"):
        write_anchor(reading, reading.unanchored[0], written_anchor("page", "3", "a"))
    assert path.read_text("utf-8") == "See [@a] now.\n"


def test_several_files_and_a_folder(folder: Path) -> None:
    for name in ("1.md", "2.md"):
        (folder / "chapters").mkdir(exist_ok=True)
        (folder / "chapters" / name).write_text("See [@a].\n", encoding="utf-8")
    turns = [(ASKS, b"p 1\n"), (ASKS, b"p 2\n")]
    code, shown = converse(["anchor", "-i", "chapters"], folder, turns)
    assert code == 0
    assert "2 locators written; 0 citations still without one" in shown
    assert (folder / "chapters" / "2.md").read_text("utf-8") == "See [@a, p. 2].\n"


def test_without_a_terminal_nothing_is_asked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "paper.md").write_text("See [@a].\n", encoding="utf-8")
    assert main(["anchor", "-i", "paper.md"]) == 2
    assert "without a terminal nobody can be asked" in capsys.readouterr().err
    assert main(["anchor", "-i", "gone.md"]) == 2


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("12", "[S. 12]"),
        ("S. 12", "[S. 12]"),
        ("s 12", "[S. 12]"),
        ("p 12-14", "[S. 12-14]"),
        ("s Kapitel 3", "[Kap. 3]"),
        ("s 3.2", "[Abschn. 3.2]"),
    ],
)
def test_a_german_document_got_an_english_label(folder: Path, answer: str, written: str) -> None:
    text = "---\nlang: de\n---\n\nSo @poe2020 sagt.\n"
    after, said = answered(folder, text, answer)
    assert after == text.replace("@poe2020", f"@poe2020 {written}")
    assert f"written: {written}" in said


SEALS = "Half of the tagged seals slept under water at night [@a]. Bees dance in hives [@a].\n"


@pytest.fixture
def seals(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARS_CACHE_DIR", str(folder / "cache"))
    sidecar = folder / "literature_corpus.yaml"
    pinned(sidecar, "a", JATS.encode(), ".xml", "application/jats+xml")
    pinned(sidecar, "b", german_pdf(), ".pdf", "application/pdf")
    return folder


def test_a_number_takes_a_suggestion(seals: Path) -> None:
    changed, shown = answered(seals, SEALS, "1", "q")
    assert f'water at night [[@a]]{{quote="{NIGHT}"}}. Bees' in changed
    assert "[1]" in shown
    assert "“Results”, paragraph 1" in shown
    # Of the second nothing is offered, and that is said.
    assert "nothing in this source looks like it" in shown


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("1 s", "[@a, {sec. Results}]"),
        ("1 a", "[@a, para. 1]"),
        ("w", f'[[@a]]{{quote="{CLAIM}"}}'),
        ("12", "[@a, p. 12]"),
        ("p 1", "[@a, p. 1]"),
    ],
)
def test_what_an_answer_takes_of_it(seals: Path, answer: str, written: str) -> None:
    changed, _ = answered(seals, SEALS, answer, "q")
    assert f"at night {written}. Bees" in changed


def test_a_page_that_the_source_does_not_tell_is_asked_for_again(seals: Path) -> None:
    changed, shown = answered(seals, SEALS, "1 p", "p 3", "q")
    assert "the source tells no page there" in shown
    assert "at night [@a, p. 3]" in changed


def test_a_printed_page_in_the_documents_language(seals: Path) -> None:
    text = "---\nlang: de\n---\n\nGedeckte Brücken verfaulen seltener als offene [@b].\n"
    changed, shown = answered(seals, text, "1 p")
    assert changed.endswith("als offene [@b, S. 312].\n")
    assert "[1] p. 312, “Ergebnisse”" in shown


def test_one_key_takes_the_first_suggestion_with_its_printed_page(seals: Path) -> None:
    text = "---\nlang: de\n---\n\nGedeckte Brücken verfaulen seltener als offene [@b].\n"
    changed, shown = answered(seals, text, "")
    quote = "Gedeckte Brücken verfaulten dreimal seltener als offene."
    assert f'[[@b, S. 312]]{{quote="{quote}"}}' in changed
    assert "[Enter: 1] where? " in shown
    assert answered(seals, text, "1 t")[0].endswith(f'[[@b]]{{quote="{quote}"}}.\n')
    assert 'written: [[@b, S. 312]]{quote="' in shown
    twice = text + "\nBienen tanzen [@b].\n"
    assert answered(seals, twice, "", "u", "q")[0] == twice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("So auch @b: {}", "So auch @b [S. 312]{quote}: {}"),
        ("So [-@b] auch: {}", "So [[-@b, S. 312]]{span} auch: {}"),
        ("So [@b; @a, S. 1] auch: {}", "So [@b, S. 312; @a, S. 1]{ref}{quote} auch: {}"),
        ("So <!--ref:b--> auch: {}", "So <!--ref:b-->{page}{quote} auch: {}"),
    ],
)
def test_a_quote_came_between_a_key_and_its_page(seals: Path, before: str, after: str) -> None:
    text = "Gedeckte Brücken verfaulen seltener als offene.\n"
    quote = "Gedeckte Brücken verfaulten dreimal seltener als offene."
    encoded = "Gedeckte%20Br%C3%BCcken%20verfaulten%20dreimal%20seltener%20als%20offene."
    head = "---\nlang: de\n---\n\n"
    changed, shown = answered(seals, head + before.format(text), "")
    for name, value in {
        "{quote}": f"<!--anchor:quote:{encoded}-->",
        "{span}": f'{{quote="{quote}"}}',
        "{ref}": "<!--ref:b-->",
        "{page}": "<!--anchor:page:312-->",
        "{}": text,
    }.items():
        after = after.replace(name, value)
    assert changed == head + after, shown


def test_a_document_that_takes_no_quote_got_no_page_either(seals: Path) -> None:
    before = (
        "\\documentclass{article}\n\\begin{document}\n"
        "Gedeckte Brücken verfaulen seltener als offene \\citep{b}.\n\\end{document}\n"
    )
    (seals / "paper.tex").write_text(before, "utf-8")
    code, shown = converse(["anchor", "-i", "paper.tex"], seals, [(ASKS, b"\n")])
    assert code == 0, shown
    after = (seals / "paper.tex").read_text("utf-8")
    assert after == before.replace("\\citep{b}", "\\citep[p.~312]{b}")


def test_enter_alone_takes_nothing_where_nothing_is_offered(seals: Path) -> None:
    changed, shown = answered(seals, "Bees dance in hives [@a].\n", "", "q")
    assert changed == "Bees dance in hives [@a].\n"
    assert "[Enter" not in shown


def test_a_taken_suggestion_is_undone(seals: Path) -> None:
    changed, shown = answered(seals, SEALS, "1", "u", "q")
    assert changed == SEALS
    assert "undone" in shown


def test_of_a_list_the_cited_item_alone_is_shown(folder: Path) -> None:
    text = "Three things:\n\n- one thing\n- another thing [@a]\n- a third thing\n\n1. *last* [@b]\n"
    _, shown = answered(folder, text, "k", "k")
    assert "\n  another thing [@a]\n" in shown
    assert "\n  *last* [@b]\n" in shown


def test_nothing_is_wider_than_sixty_columns(seals: Path) -> None:
    (seals / "paper.md").write_text(SEALS, "utf-8")
    turns = [(ASKS, b"?\n"), (ASKS, b"k\n"), (ASKS, b"q\n")]
    code, shown = converse(["anchor", "-i", "paper.md"], seals, turns, columns=60)
    assert code == 0
    assert max(columns(click.unstyle(line)) for line in shown.splitlines()) <= 60


def test_one_chapter_of_a_book(folder: Path) -> None:
    chapters = folder / "chapters"
    chapters.mkdir()
    for number in (1, 2):
        (chapters / f"{number}.md").write_text(f"In chapter {number} [@a].\n", "utf-8")
    arguments = ["anchor", "-i", "chapters", "--file", "chapters/2.md"]
    code, shown = converse(arguments, folder, [(ASKS, b"p 4\n")])
    assert code == 0, shown
    assert "[1 of 1] chapters/2.md" in shown
    assert "1 locator written; 0 citations still without one" in shown
    assert (chapters / "1.md").read_text("utf-8") == "In chapter 1 [@a].\n"
    assert (chapters / "2.md").read_text("utf-8") == "In chapter 2 [@a, p. 4].\n"
    arguments[-1] = "chapters/3.md"
    code, shown = converse(arguments, folder, [])
    assert code == 2
    assert "chapters/3.md is no file of the documents that were named" in " ".join(shown.split())


def test_the_most_cited_source_of_all_chapters_comes_first(folder: Path) -> None:
    (folder / "1.md").write_text("One [@b]. Two [@a].\n", "utf-8")
    (folder / "2.md").write_text("Three [@a].\n", "utf-8")
    turns = [(ASKS, b"p 1\n"), (ASKS, b"u\n"), (ASKS, b"p 2\n"), (ASKS, b"p 3\n"), (ASKS, b"k\n")]
    code, _ = converse(["anchor", "-i", "1.md", "2.md"], folder, turns)
    assert code == 0
    assert (folder / "1.md").read_text("utf-8") == "One [@b]. Two [@a, p. 2].\n"
    assert (folder / "2.md").read_text("utf-8") == "Three [@a, p. 3].\n"

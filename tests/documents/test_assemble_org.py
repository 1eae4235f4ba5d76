"""What `#+include:` reads in, and where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.documents.assemble_org import assemble_org
from tests.documents.pieces import each_character_stands_there, put_together

PART = "One\n* Two [cite:@b]\n:PROPERTIES:\n:CUSTOM_ID: here\n:END:\nIn two\n** Below\n* Three\n"


def read(folder: Path, main: str, part: str = PART, **files: str) -> str:
    text, warnings = put_together(
        assemble_org, folder, "main.org", {"main.org": main, "part.org": part, **files}
    )
    assert warnings == ()
    each_character_stands_there(text)
    return text.text


@pytest.mark.parametrize(
    "line",
    [
        "#+include: part.org",
        '#+INCLUDE: "part.org"',
        "  #+Include: part.org :minlevel 1",
        '#+include: "part.org::"',
    ],
)
def test_a_line_of_its_own_reads_a_file_in(tmp_path: Path, line: str) -> None:
    assert read(tmp_path, f"A\n{line}\nZ") == f"A\n{PART.rstrip()}\nZ"


@pytest.mark.parametrize(
    "line", ["# #+include: part.org", "A #+include: part.org", "#+includes: x"]
)
def test_other_lines_do_not(tmp_path: Path, line: str) -> None:
    assert read(tmp_path, f"A\n{line}\nZ") == f"A\n{line}\nZ"


@pytest.mark.parametrize("kind", ["src", "SRC", "example", "comment", "export"])
def test_in_a_block_of_code_it_is_a_word(tmp_path: Path, kind: str) -> None:
    text = f"#+begin_{kind} x\n#+include: part.org\n#+end_{kind}\n#+include: part.org\n"
    assert read(tmp_path, text, "B") == f"#+begin_{kind} x\n#+include: part.org\n#+end_{kind}\nB\n"


@pytest.mark.parametrize("kind", ["quote", "center", "verse"])
def test_in_a_block_of_prose_it_reads(tmp_path: Path, kind: str) -> None:
    text = f"#+begin_{kind}\n#+include: part.org\n#+end_{kind}\n"
    assert read(tmp_path, text, "B") == f"#+begin_{kind}\nB\n#+end_{kind}\n"


def test_a_block_that_is_never_closed_hides_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "#+begin_src x\n#+include: part.org", "B") == "#+begin_src x\nB"


def test_a_block_within_another_ends_with_the_outer_one(tmp_path: Path) -> None:
    text = "#+begin_example\n#+end_src\n#+include: part.org\n#+end_example"
    assert read(tmp_path, text) == text


@pytest.mark.parametrize("kind", ["src", "example", "comment", "src python", "EXAMPLE"])
def test_a_file_that_is_shown_as_code_is_no_prose(tmp_path: Path, kind: str) -> None:
    assert read(tmp_path, f"A\n#+include: part.org {kind}\nZ") == "A\n\nZ"


@pytest.mark.parametrize(("kind", "of"), [("export html", "html"), ("export latex", "latex"),
                                          ("export", "html")])  # fmt: skip
def test_a_file_that_is_exported_is_raw(tmp_path: Path, kind: str, of: str) -> None:
    said = read(tmp_path, f"#+include: part.org {kind}", "<b>B</b>\n")
    assert said == f"#+begin_export {of}\n<b>B</b>\n#+end_export"


@pytest.mark.parametrize("target", ["*Two [cite:@b]", "* two [CITE:@b]", "#here"])
def test_a_section_by_its_title_or_its_id(tmp_path: Path, target: str) -> None:
    said = read(tmp_path, f'#+include: "part.org::{target}"')
    assert said.startswith("* Two")
    assert said.endswith("** Below")


def test_the_last_section_goes_to_the_end(tmp_path: Path) -> None:
    assert read(tmp_path, '#+include: "part.org::*Three"', "* A\n* Three\nB\n") == "* Three\nB"


@pytest.mark.parametrize("target", ["*None", "#none", "#her"])
def test_a_section_that_cannot_be_told_is_the_whole(tmp_path: Path, target: str) -> None:
    assert read(tmp_path, f'#+include: "part.org::{target}"') == PART.rstrip()


@pytest.mark.parametrize(
    ("lines", "said"),
    [("1-3", "a\nb"), ("2-3", "b"), ("-2", "a"), ("3-", "c"), ("2-2", ""), ("9-12", ""),
     ("0-2", "a"), ("2-99", "b\nc"), ("3-1", "")],
)  # fmt: skip
def test_the_last_line_that_is_named_is_the_first_left_out(
    tmp_path: Path, lines: str, said: str
) -> None:
    assert read(tmp_path, f'#+include: "part.org" :lines "{lines}"', "a\nb\nc\n") == said


def test_a_part_reads_parts_from_its_own_folder_and_from_the_top(tmp_path: Path) -> None:
    files = {"one/a.org": "A\n#+include: b.org\n#+include: top.org\n", "one/b.org": "B",
             "top.org": "T", "b.org": "wrong"}  # fmt: skip
    assert read(tmp_path, "#+include: one/a.org", **files) == "A\nB\nT"


def test_a_part_that_is_not_there_is_told_and_its_line_goes(tmp_path: Path) -> None:
    said, warnings = put_together(
        assemble_org, tmp_path, "main.org", {"main.org": "A\n#+include: none.org\nZ"}
    )
    assert said.text == "A\n\nZ"
    assert len(warnings) == 1
    assert "none.org is not there" in warnings[0]
    assert "main.org:2" in warnings[0]


def test_a_byte_order_mark_stays_behind(tmp_path: Path) -> None:
    assert read(tmp_path, "#+include: part.org", "\ufeffB\r\n") == "B"

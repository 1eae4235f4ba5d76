"""What the Lua filter tells `ars-gate` in arguments stands for what Pandoc says in variables."""

from __future__ import annotations

import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.pandoc.filter_arguments import read_arguments
from tests.conftest import GATE, clean_environment

NAMES = st.text(st.characters(exclude_characters=os.pathsep + "\0"), min_size=1, max_size=20)


def test_pandoc_itself_gives_the_format_alone() -> None:
    environment = {"PANDOC_READER_OPTIONS": "{}"}
    assert read_arguments(["docx"], environment) == ("docx", environment)
    assert read_arguments([], environment) == ("", environment)


@given(st.lists(NAMES, max_size=4), NAMES)
def test_arguments_win_over_variables_and_change_no_other(names: list[str], folder: str) -> None:
    arguments = ["html", *(word for name in names for word in ("--input", name))]
    before = {"ARS_INPUT": "old.md", "QUARTO_PROJECT_DIR": "/old", "HOME": "/home"}
    _, after = read_arguments([*arguments, "--project", folder], before)
    expected = {**before, "QUARTO_PROJECT_DIR": folder}
    if names:
        expected["ARS_INPUT"] = os.pathsep.join(names)
    assert after == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["html", "--inptu", "a.md"], "'--inptu' is no argument"),
        (["html", "paper.md"], "'paper.md' is no argument"),
        (["html", "--input"], "a value is missing behind --input"),
        (["html", "--reader-options", "[]"], "no JSON object"),
        (["html", "--reader-options", "{"], "no JSON object"),
    ],
)
def test_what_cannot_be_read_is_exit_2(arguments: list[str], words: str) -> None:
    with pytest.raises(ArsError, match=words.replace("[", r"\[")):
        read_arguments(arguments, {})
    done = subprocess.run(
        [GATE, *arguments],
        input="",
        capture_output=True,
        text=True,
        check=False,
        env=clean_environment(),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert "next: " in done.stderr

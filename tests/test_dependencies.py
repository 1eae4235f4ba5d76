"""What the package stands on is named with a reason, and its licences are told as they are."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import metadata

import pytest

from ars_pandoc.pandoc.executable import bundled_pandoc
from tests.conftest import ROOT

PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
LINES = re.findall(
    r'^  "([\w.-]+)>=([^"]+)",?\s*(#.*)?$',
    PROJECT[PROJECT.index("dependencies = [") : PROJECT.index("[project.optional")],
    re.MULTILINE,
)
OTHERS = {"orjson": "MPL-2.0"}
"""What is not as permissive as the project itself; `pypandoc_binary` says nothing of its Pandoc."""


def licence(name: str) -> str:
    data = metadata(name)
    told = [*(data.get_all("License-Expression") or data.get_all("License") or ())]
    kinds = [one for one in data.get_all("Classifier") or () if one.startswith("License")]
    return " ".join([*told, *kinds])


@pytest.mark.parametrize(("name", "bounds", "reason"), LINES, ids=[line[0] for line in LINES])
def test_each_has_bounds_a_reason_and_a_licence_that_is_told(
    name: str, bounds: str, reason: str
) -> None:
    assert ",<" in bounds
    assert len(reason) > 10
    told = licence(name)
    assert re.search(r"MIT|BSD|Apache|Unlicense", told), told
    assert ("MPL" in told) is (name in OTHERS), told
    assert "GPL" not in told


@pytest.mark.parametrize("file", ["pyproject.toml", "README.md"])
def test_packagers_are_told_of_what_is_stricter(file: str) -> None:
    text = " ".join((ROOT / file).read_text("utf-8").replace("#", " ").split())
    assert "orjson is MPL-2.0 and (Apache-2.0 or MIT)" in text
    assert "certifi" in text
    assert re.search(r"Pandoc, GPL-2.0-or-later, which is started as a program", text)


def test_the_pandoc_that_comes_along_says_the_same_of_itself() -> None:
    path = bundled_pandoc().path
    done = subprocess.run([str(path), "--version"], capture_output=True, text=True, check=True)
    assert "GPL" in done.stdout or "copying conditions" in done.stdout


def test_a_draft_is_written_without_panflute() -> None:
    """Six dicts need no object model."""
    program = (
        "import sys; sys.modules['panflute'] = None\n"
        "from ars_pandoc.render.draft_spans import show_markers; print(show_markers.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout == "show_markers\n", done.stderr


def extra(name: str) -> list[str]:
    found = re.search(rf"^{name} = (.*)$", PROJECT, re.M)
    assert found is not None, name
    return re.findall(r'"([^"]+)"', found[1])


def test_what_the_small_distribution_leaves_out_is_the_same_in_both() -> None:
    """core/metadata.py takes these requirements out of the list of the whole one, letter by letter."""
    whole = PROJECT[PROJECT.index("dependencies = [") : PROJECT.index("[project.optional")]
    for name in ("pandoc", "typst", "watch"):
        (package,) = extra(name)
        assert f'"{package}"' in whole


def test_all_is_every_extra_that_a_user_may_want() -> None:
    names = re.findall(r"^(\w+) = \[", PROJECT[PROJECT.index("[project.optional") :], re.M)
    extras = set(names[: names.index("dev")]) - {"all", "docs"}
    (all_of_them,) = extra("all")
    assert set(all_of_them.partition("[")[2].rstrip("]").split(",")) == extras
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "'.[all,dev]'" in makefile

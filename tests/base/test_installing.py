"""How to install is said in one place, and the command that a message prints works here."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.base import installing
from ars_pandoc.base.installing import SOURCE, install_step
from tests.conftest import ROOT

EXTENSION = "editors/vscode/src/executable.ts"
HERE = ("README.md", "docs/install.md", "ars_pandoc/base/installing.py", EXTENSION)
"""Where it may be said how ars-pandoc is installed; everything else leads there."""


class _Installed:
    def __init__(self, told: str | None) -> None:
        self.told = told

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self.told


def told(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    monkeypatch.setattr(installing, "_installed", lambda: _Installed(text))


def test_no_other_place_says_how_to_install() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    ).stdout.splitlines()  # fmt: skip
    names = listed or [str(path.relative_to(ROOT)) for path in ROOT.glob("docs/*.md")]
    said = []
    for name in names:
        path = ROOT / name
        if name.startswith("tests/") or name in HERE or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        said += [name for _ in re.finditer(r"pip install[^\n]*ars[-_]pandoc", text)]
    assert said == []


def test_the_extension_says_what_the_page_says() -> None:
    (said,) = re.findall(r"'(pip install [^']*)'", (ROOT / EXTENSION).read_text("utf-8"))
    where = said.partition("[")[0]
    assert f'`{where}[lsp]"`' in (ROOT / "docs" / "install.md").read_text("utf-8")


def test_it_names_the_checkout_that_this_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    told(monkeypatch, json.dumps({"url": folder.as_uri(), "dir_info": {"editable": True}}))
    words = shlex.split(install_step("lsp"))
    assert words[1:] == ["-m", "pip", "install", "--editable", f"{folder}[lsp]"]
    told(monkeypatch, json.dumps({"url": folder.as_uri(), "dir_info": {}}))
    assert shlex.split(install_step()) == [sys.executable, "-m", "pip", "install", str(folder)]


def test_a_repository_is_named_as_pip_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "https://example.org/ars-pandoc"
    told(monkeypatch, json.dumps({"url": url, "vcs_info": {"vcs": "git"}}))
    assert shlex.split(install_step("typst"))[-1] == f"ars-pandoc[typst] @ git+{url}"
    assert shlex.split(install_step())[-1] == f"git+{url}"


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"url": 1}', '{"url": "file:///gone"}'])
def test_where_nothing_is_known_the_place_is_left_to_fill_in(
    text: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, text)
    assert install_step("pandoc").endswith(f"'{SOURCE}[pandoc]'")


def test_the_command_is_one_that_pip_understands() -> None:
    words = shlex.split(install_step("watch"))
    done = subprocess.run(
        [*words, "--dry-run", "--no-index", "--no-build-isolation", "--help"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr

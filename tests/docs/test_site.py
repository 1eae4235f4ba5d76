"""The site builds without a warning, and tells what the program tells."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ars_pandoc.cli import COMMANDS
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES
from ars_pandoc.verdict.matrix import ROWS
from docs.site_pages import FOLDERS, site_links, site_pages, write_pages
from tests.conftest import ROOT
from tests.docs.blocks import pages, read


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    # A copy: the pages that a build writes are not to meet those of another one.
    source = folder / "source"
    left_out = shutil.ignore_patterns(*FOLDERS, "man", "__pycache__")
    shutil.copytree(ROOT / "docs", source, ignore=left_out)
    options = ["-W", "--keep-going", "-q", "-c", "docs"]
    command = [sys.executable, "-m", "sphinx", *options, str(source), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def words(page: Path) -> str:
    bare = re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8"))
    return " ".join(html.unescape(bare).split())


def test_it_builds_with_a_page_for_each_status_command_and_file(site: Path) -> None:
    for row in ROWS:
        shown = words(site / "statuses" / f"{row.status.lower()}.html")
        for text in (row.what, row.why, row.example, row.remedy, row.marker or ""):
            assert " ".join(text.replace("`", "").split()) in shown
    for one in (*SUFFIXES, *NOTES):
        page = "notes" if one.kind == "note" else "contamination"
        shown = words(site / "statuses" / f"{page}.html")
        for text in (one.name, one.what, one.why, one.example, one.remedy):
            assert " ".join(text.split()) in shown
    for name in COMMANDS:
        assert f"ars {name}" in words(site / "commands" / f"ars-{name}.html")
    for name in ("sidecar", "ledger", "catalog", "report"):
        assert name.capitalize() in words(site / "files" / f"{name}.html")


def test_every_page_that_people_write_is_in_it(site: Path) -> None:
    for page in pages():
        if page.startswith("docs/"):
            assert (site / page.removeprefix("docs/")).with_suffix(".html").exists()


def test_the_api_documents_every_public_name(site: Path) -> None:
    import ars_pandoc

    shown = (site / "api.html").read_text(encoding="utf-8")
    for name in ars_pandoc.__all__:
        assert name == "__version__" or f'id="ars_pandoc.{name}"' in shown


def test_quotes_and_hyphens_can_be_pasted(site: Path) -> None:
    shown = words(site / "statuses" / "med-warn-no-locator.html")
    assert '[[@smith2024]]{quote="three or more words"}' in shown
    assert "<!--ref:smith2024--><!--anchor:page:12-->" in shown


def test_generated_pages_are_not_kept() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert {f"docs/{name}/" for name in FOLDERS} <= set(ignored)
    assert {name.split("/")[0] for name in site_pages()} == set(FOLDERS)


def test_a_page_that_is_no_more_is_taken_away(tmp_path: Path) -> None:
    write_pages(tmp_path)
    old = tmp_path / "statuses" / "gone.md"
    old.write_text("# Gone\n", encoding="utf-8")
    kept = tmp_path / "statuses" / "ok.md"
    written = kept.stat().st_mtime_ns
    write_pages(tmp_path)
    assert not old.exists()
    assert kept.stat().st_mtime_ns == written


@pytest.mark.parametrize(
    ("link", "leads_to"),
    [
        ("[a](../examples/thesis)", "[a](/examples/thesis.md)"),
        ("[a](../README.md#install)", "[a](/index.md)"),
        (
            "[a](../ars_pandoc/report/schema/report.schema.json)",
            "[a](/files/report.md)",
        ),
        ("[a](editors.md)", "[a](editors.md)"),
        ("[a](https://pandoc.org)", "[a](https://pandoc.org)"),
        ("[a](../LICENSE)", "[a](../LICENSE)"),
    ],
)
def test_links_out_of_the_documentation_lead_to_its_pages(link: str, leads_to: str) -> None:
    assert site_links(link, "quarto") == leads_to


_LINK = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", pages())
def test_the_links_of_a_page_lead_somewhere_in_the_repository(page: str) -> None:
    """Pages are read in the repository too, where no site is built."""
    text = re.sub(r"^( *)```.*?^\1```", "", read(page), flags=re.M | re.S)
    for target in _LINK.findall(re.sub(r"`[^`]*`", "", text)):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            assert target.startswith(("https://", "http://"))
            continue
        if page == "docs/index.md" and path.split("/")[0] in FOLDERS:
            continue  # the site's own first page
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), f"{page}: {target}"
        if anchor and there.suffix == ".md":
            assert anchor in _anchors(there.read_text(encoding="utf-8")), f"{page}: {target}"


def _anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", pages())
def test_pictures_are_small_and_described(page: str) -> None:
    for words_, target in re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", read(page)):
        assert words_.strip()
        picture = (ROOT / page).parent / target
        assert picture.stat().st_size < 300_000, target

"""The start page: six ways in, each of at most five commands, and it can be read on a phone.

That the commands run is tested with those of all pages, in tests/docs/test_commands.py.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import SHELLS, blocks

PAGE = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
WAYS = (
    "I write Markdown",
    "I write with Quarto",
    "I write LaTeX",
    "I write in Word",
    "I judge others' work",
    "My agent drafts",
)
NARROW = 360


def ways() -> dict[str, str]:
    parts = re.split(r"^## (.+)\n", PAGE, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_table_leads_to_each_way() -> None:
    assert tuple(ways()) == WAYS
    table = PAGE.partition("## ")[0]
    for name in WAYS:
        slug = re.sub(r"[^a-z -]", "", name.lower()).replace(" ", "-")
        assert f"(#{slug})" in table, slug


@pytest.mark.parametrize("name", WAYS)
def test_a_way_is_at_most_five_commands_and_leads_on(name: str) -> None:
    text = ways()[name]
    shown = re.findall(rf"^```(?:{'|'.join(SHELLS)})\n(.*?)^```", text, re.M | re.S)
    commands = [line for block in shown for line in block.splitlines() if line]
    assert 1 <= len(commands) <= 5
    assert all(line.startswith(("ars ", "quarto ")) for line in commands)
    assert re.search(r"\]\([\w-]+\.md", text), "where to read on"


def test_all_commands_of_the_page_are_run_by_the_test_of_all_pages() -> None:
    assert sum(len(block.commands) for block in blocks("docs/index.md")) >= len(WAYS) * 3


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    left_out = shutil.ignore_patterns("man", "__pycache__")
    shutil.copytree(ROOT / "docs", folder / "source", ignore=left_out)
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-c", "docs", str(folder / "source"), str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_a_search_and_pictures_for_both_schemes(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'action="search.html"' in page
    assert (site / "searchindex.js").stat().st_size > 10_000
    for scheme in ("light", "dark"):
        assert re.search(rf'<img[^>]*class="only-{scheme}"[^>]*report-{scheme}\.png', page)
        assert (site / "_images" / f"report-{scheme}.png").is_file()
    desk = (site / "desk.html").read_text(encoding="utf-8")
    for scheme, name in (("light", "desk-opened"), ("dark", "desk-1440-dark")):
        assert re.search(rf'<img[^>]*class="only-{scheme}"[^>]*{name}\.png', desk)
        assert (site / "_images" / f"{name}.png").is_file()


@pytest.mark.slow
@pytest.mark.skipif(
    not (shutil.which("chromedriver") and shutil.which("chromium")), reason="no browser is here"
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_phone(site: Path, scheme: str) -> None:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    service = Service(shutil.which("chromedriver") or "chromedriver")
    driver = webdriver.Chrome(options=options, service=service)
    try:
        emulated = {"width": NARROW, "height": 740, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", emulated)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        wide = {}
        pages = [path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]
        assert site / "pictures" / "README.html" in pages
        for path in pages:
            driver.get(path.as_uri())
            width = driver.execute_script("return document.documentElement.scrollWidth")
            if width > NARROW:
                wide[str(path.relative_to(site))] = width
        assert wide == {}
        driver.get((site / "index.html").as_uri())
        seen = driver.execute_script(
            "return [...document.querySelectorAll('img')].filter(one => one.offsetWidth)"
            ".map(one => one.src.split('/').pop())"
        )
        assert seen == [f"report-{scheme}.png"]
    finally:
        driver.quit()

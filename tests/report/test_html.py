"""The HTML report, read by its text and in a real browser where one is installed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ars_pandoc.checking.checked import Checked
from ars_pandoc.report.html import build_html
from tests.checking.papers import check_quotes, check_text

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()


def test_the_page_needs_no_network_and_escapes_all_text(tmp_path: Path) -> None:
    page = build_html([check_text(tmp_path)])
    assert re.findall(r"(?:src|href)=\"(?!#)", page) == []
    assert "default-src 'none'" in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Results &amp; more" in page or "Results &amp; &lt;b&gt;more" in page


def test_a_document_that_was_not_judged_is_named() -> None:
    page = build_html([Checked("a.md", "a.md", "no <text>")])
    assert "not judged" in page
    assert "no &lt;text&gt;" in page


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chrome]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("no chromium with its driver is installed")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={tmp_path / 'profile'}"):
        options.add_argument(flag)
    options.binary_location = CHROMIUM
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


def test_in_a_browser(tmp_path: Path, browser: Chrome) -> None:
    page = tmp_path / "report.html"
    page.write_text(build_html([check_text(tmp_path)]), encoding="utf-8")
    browser.get(page.as_uri())
    assert _shown(browser) == ["1", "2", "3", "4", "5", "6"]

    search = browser.find_element("id", "search")
    search.send_keys("more results")
    assert _shown(browser) == ["5", "6"]
    assert browser.find_element("id", "shown").text == "2 of 6 citations"
    browser.find_element("css selector", "#tools button").send_keys("\n")
    assert _wait(browser, 6)

    # By keyboard: the heads of the table are buttons.
    head = browser.find_element("css selector", "button[data-sort=key]")
    head.send_keys("\n")
    assert _shown(browser)[0] == "6"
    head.send_keys("\n")
    assert _shown(browser)[-1] == "6"

    for width in (1280, 390):
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(page.as_uri())
        inner: list[int] = browser.execute_script(
            "return [document.documentElement.scrollWidth, window.innerWidth]"
        )
        assert inner[0] <= inner[1]
    log: list[dict[str, Any]] = browser.execute("getLog", {"type": "browser"})["value"]
    assert log == []


def test_what_the_sources_say_to_the_quotes(tmp_path: Path, browser: Chrome) -> None:
    page = tmp_path / "report.html"
    page.write_text(build_html([check_quotes(tmp_path)]), encoding="utf-8")
    browser.get(page.as_uri())
    assert _texts(browser, "#by-quote + ul li") == [
        "found in the source 2", "not in the source 2", "not checked: no full text at hand 1",
    ]  # fmt: skip
    assert _texts(browser, "#by-trust + ul li") == [
        "pinned: its bytes are held 1", "on the author's word 1",
    ]  # fmt: skip
    assert "1 of 6 citations with an anchor (17 %) rests on an abstract alone." in _texts(
        browser, "header p"
    )
    found, altered, invented, abstract = _texts(browser, ".grounding")
    assert found == (
        "found in the source section “Results”, paragraph 1 When publishers bypass peer review, "
        "the share of wrong references rises to 25.4 per cent within two years."
    )
    assert altered.startswith("not in the source (word replaced) section “Results”, paragraph 1 ")
    assert "When publishers bypass respect peer review" in altered
    assert _texts(browser, "ins") == ["bypass", "the source has"]
    assert _texts(browser, "del") == ["respect", "the quote has"]
    assert _texts(browser, "mark") == [
        "When publishers bypass peer review", "We counted errors in forty",
    ]  # fmt: skip
    assert invented.startswith("not in the source (other text)")
    assert "section “Abstract”" in abstract


def _texts(browser: Chrome, selector: str) -> list[str]:
    return [
        " ".join(element.text.split())
        for element in browser.find_elements("css selector", selector)
    ]


def _shown(browser: Chrome) -> list[str]:
    shown: list[str] = browser.execute_script(
        "return [...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden)"
        ".map((row) => row.dataset.number)"
    )
    return shown


def _wait(browser: Chrome, count: int) -> bool:
    from selenium.webdriver.support.ui import WebDriverWait

    return bool(WebDriverWait(browser, 5).until(lambda one: len(_shown(one)) == count))

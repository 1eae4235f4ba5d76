"""The desk in a real browser: from a refusal to a PDF by keyboard alone, and open to everybody.

`ARS_DESK_PICTURES=1` writes the pictures of the docs anew.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from tests.conftest import ROOT
from tests.desk.desks import CHROMIUM, DRIVER, Served, browser, run, served, tutorial

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None, reason="no chromium with its driver is installed"
    ),
]

AXE = Path(__file__).with_name("axe") / "axe-core-4.14.1.min.js"
PICTURES = ROOT / "docs" / "pictures"
QUOTES = {
    "ioannidis2005": "the smaller the studies of a field are",
    "merton1968": "recognition accrues to those who are known already",
    "porter1980": "we found few cases of addiction",
    "simkin2003": "only about a fifth of those who cite a paper",
}

CURRENT = "return document.querySelector('[aria-current]').dataset.id"


class Page:
    """The page of a desk, used as a person at a keyboard does."""

    def __init__(self, driver: Chrome, desk: Served) -> None:
        self.driver = driver
        driver.get(desk.file.as_uri())
        self.until(lambda: self.run("return document.body.dataset.ready") == "yes")
        self.settled()
        self.logged()  # what a desk before this one ended with is not this one's

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def until(self, holds: Callable[[], object], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, {
                name: self.text(name) for name in ("chosen", "said", "wrong", "verdict")
            }
            time.sleep(0.03)

    def leaves(self, script: str, before: object) -> None:
        """Wait until something is no longer as it was."""
        self.until(lambda: self.run(script) != before)

    def text(self, identifier: str) -> str:
        return str(self.run("return document.getElementById(arguments[0]).textContent", identifier))

    def keys(self, *keys: str) -> None:
        """Press keys, whatever has the focus; no mouse, and no element is looked for."""
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def settled(self) -> None:
        """Wait until the source of the chosen citation is shown."""
        self.until(
            lambda: self.run(
                "return !document.getElementById('why').hidden"
                " || document.querySelector('#page img, #text') !== null"
            )
        )

    def size(self, width: int, height: int = 900, *, dark: bool = False) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})

    def faults(self) -> list[str]:
        """Return what axe-core finds that is serious."""
        if not self.run("return 'axe' in window"):
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(found.violations"
            ".map((one) => `${one.impact} ${one.id}: ${one.nodes.map((node) => node.target).join()}`)))"
        )
        return [one for one in found if one.startswith(("serious", "critical"))]

    def logged(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def picture(self, name: str) -> None:
        if os.environ.get("ARS_DESK_PICTURES"):
            time.sleep(0.3)
            self.driver.save_screenshot(str(PICTURES / f"desk-{name}.png"))


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return tutorial(tmp_path / "first-hour")


def test_from_a_refusal_to_a_pdf_by_keyboard_alone(paper: Path, driver: Chrome) -> None:
    folder = paper.parent
    render = ("render", "paper.md", "--citeproc", "-o", "paper.pdf")
    assert run(folder, *render, check=False).returncode == 1
    with served(paper) as desk:
        page = Page(driver, desk)
        page.size(1440)
        page.picture("opened")
        for _ in range(20):
            if page.text("count").startswith("5 of 5"):
                break
            advice = page.text("advice")
            current = page.run(CURRENT)
            wanted = page.run(
                "return [...document.querySelectorAll('.cite')].map((one) => one.dataset.id)"
            )
            assert current in wanted
            key = page.text("title").split(":")[0]
            before = page.text("verdict")
            if "quote or locator" in before:
                page.keys("/", QUOTES[key])
                page.keys("\ue007")
                page.until(lambda: page.text("chosen").startswith("Chosen, "))
                if key == "merton1968":
                    page.picture("chosen")
                page.keys("q")
            elif "not read" in before:
                page.keys("r")
            elif "It passes" in before:
                page.keys("n")
                page.leaves(CURRENT, current)
                page.settled()
                continue
            else:
                pytest.fail(f"{key}: {before}, {advice}")
            page.leaves("return document.getElementById('verdict').textContent", before)
            page.until(lambda: page.text("said").startswith("Written"))
        assert page.text("count") == "5 of 5 citations pass"
        assert page.text("advice") == "Every citation passes: render the document."
        # The passage is marked where the quote was found.
        page.until(
            lambda: page.run("return document.querySelectorAll('#words .passage').length") > 4
        )
        page.picture("passing")
        # A judgement, and its undoing.
        page.keys("1")
        page.until(lambda: "You judged: supports" in page.text("judged"))
        page.picture("judged")
        page.keys("u")
        page.until(lambda: page.text("judged") == "")
        assert page.logged() == []
    assert run(folder, *render).returncode == 0
    assert (folder / "paper.pdf").read_bytes().startswith(b"%PDF-")
    text = unquote(paper.read_text("utf-8"))
    assert all(quote in text for quote in QUOTES.values())


def test_words_are_chosen_by_arrow_keys_and_the_quote_is_found(paper: Path, driver: Chrome) -> None:
    with served(paper) as desk:
        page = Page(driver, desk)
        page.size(1440)
        page.keys("]")
        page.until(lambda: "(2 of 3)" in page.text("where"))
        page.until(
            lambda: (
                "page 270" in (page.run("return document.querySelector('#page img')?.alt") or "")
            )
        )
        page.run("document.getElementById('page').focus()")
        page.keys("\ue014", "\ue014")
        from selenium.webdriver import ActionChains, Keys

        chain = ActionChains(driver).key_down(Keys.SHIFT)
        for _ in range(6):
            chain.send_keys(Keys.ARROW_RIGHT)
        chain.key_up(Keys.SHIFT).perform()
        # A word that is broken at a line end is drawn in two.
        page.until(lambda: re.match("Chosen, [67] words", page.text("chosen")))
        assert "p. 270" in page.text("chosen")


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious(paper: Path, driver: Chrome, width: int, dark: bool) -> None:
    with served(paper) as desk:
        page = Page(driver, desk)
        page.size(width, dark=dark)
        time.sleep(0.3)
        assert page.faults() == []
        page.picture(f"{width}-{'dark' if dark else 'light'}")
        wide = page.run("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        page.keys("e")
        page.until(lambda: not page.run("return document.getElementById('entry').hidden"))
        page.settled()
        assert page.faults() == []
        if width == 1440 and not dark:
            page.picture("entry")
        page.keys("?")
        page.until(lambda: page.run("return document.getElementById('keys').open"))
        assert page.faults() == []
        page.keys("\ue00c")
        page.run("document.getElementById('filters').open = true")
        assert page.faults() == []


def test_what_somebody_else_writes_is_shown_and_not_overwritten(
    paper: Path, driver: Chrome
) -> None:
    with served(paper) as desk:
        page = Page(driver, desk)
        changed = paper.read_text("utf-8").replace("Most published", "Nearly all published")
        paper.write_text(changed, "utf-8")
        page.until(lambda: "Nearly all published" in page.text("manuscript"))
        assert "read again" in page.text("said")
        assert paper.read_text("utf-8") == changed


def test_keys_and_quotes_are_never_markup(tmp_path: Path, driver: Chrome) -> None:
    from tests.checking.papers import write_quotes

    folder = tmp_path / "paper"
    folder.mkdir()
    paper = write_quotes(folder)
    hostile = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    paper.write_text(
        f"{paper.read_text('utf-8')}\n\n{hostile}\n\nA word [@unread, p. 3].\n", "utf-8"
    )
    with served(paper) as desk:
        page = Page(driver, desk)
        page.keys(*"jjjjjj")
        page.until(lambda: "<script>alert(1)</script>" in page.text("title"))
        assert hostile in page.text("manuscript")
        assert page.driver.title.startswith("ars desk")
        assert page.run("return document.querySelectorAll('main img:not([src^=blob])').length") == 0


def test_without_the_file_the_page_shows_nothing(paper: Path, tmp_path: Path) -> None:
    with served(paper) as desk, browser(tmp_path / "stranger") as stranger:
        stranger.get(desk.address)
        end = time.monotonic() + 10
        while not stranger.find_element("id", "wrong").text:
            assert time.monotonic() < end
        assert "Open the desk by the file" in stranger.find_element("id", "wrong").text
        assert "findings" not in stranger.page_source
        # A page that frames it shows nothing either.
        frame = tmp_path / "frame.html"
        frame.write_text(f'<iframe id="f" src="{desk.address}/"></iframe>', "utf-8")
        stranger.get(frame.as_uri())
        time.sleep(0.5)
        stranger.switch_to.frame("f")
        assert stranger.find_elements("id", "advice") == []


def test_it_ends_when_its_last_tab_was_closed_for_a_while(paper: Path, tmp_path: Path) -> None:
    with served(paper, "--wait", "2") as desk, browser(tmp_path / "profile") as one:
        page = Page(one, desk)
        first = one.current_window_handle
        one.switch_to.new_window("tab")
        second = one.current_window_handle
        Page(one, desk)
        # One of two is closed: the other is still looked at.
        one.close()
        one.switch_to.window(first)
        time.sleep(5)
        assert second not in one.window_handles
        assert desk.process.poll() is None
        page.keys("j")
        one.switch_to.new_window("tab")
        blank = one.current_window_handle
        one.switch_to.window(first)
        one.close()
        one.switch_to.window(blank)
        assert desk.process.wait(30) == 0
        assert not desk.file.exists()


def test_a_suggestion_is_taken_with_one_key(paper: Path, driver: Chrome) -> None:
    with served(paper) as desk:
        page = Page(driver, desk)
        page.size(1440)
        for _ in range(6):
            if page.text("title").startswith("simkin2003") and "locator" in page.text("verdict"):
                break
            before = page.run(CURRENT)
            page.keys("j")
            page.leaves(CURRENT, before)
        page.until(lambda: not page.run("return document.getElementById('suggested').hidden"))
        assert "about a fifth of those who cite a paper" in page.text("suggestions")
        assert page.faults() == []
        assert "simkin2003" in paper.read_text("utf-8")
        page.keys("x")
        page.until(lambda: page.text("chosen").startswith("Chosen, "))
        page.until(lambda: "Suggestion 1 of" in page.text("said"))
        page.picture("suggested")
        page.keys("t")
        page.until(lambda: page.text("said").startswith("Written: quote for simkin2003"))
        assert "about a fifth of those who cite a paper" in unquote(paper.read_text("utf-8"))
        page.until(lambda: page.run("return document.getElementById('suggested').hidden"))
        page.until(
            lambda: page.run("return document.querySelectorAll('#words .passage').length") > 4
        )
        page.keys("u")
        page.until(lambda: page.text("said").startswith("Taken back"))
        assert "about a fifth of those" not in unquote(paper.read_text("utf-8"))
        assert page.logged() == []


@pytest.mark.parametrize(
    ("place", "words", "all_of_it"),
    [("p. 270", "2 of 3", True), ('section "Results"', "1 of 3", False)],
)
def test_a_named_place_is_shown_and_marked(
    paper: Path, driver: Chrome, place: str, words: str, all_of_it: bool
) -> None:
    paper.write_text(
        f"---\nbibliography: refs.bib\n---\n\nMisprints spread [@simkin2003, {place}].\n"
    )
    with served(paper) as desk:
        page = Page(driver, desk)
        page.size(1440)
        page.until(lambda: "The place that the citation names" in page.text("place"))
        assert words in page.text("where")
        marked = page.run("return document.querySelectorAll('#words .place').length")
        drawn = page.run("return document.querySelectorAll('#words span').length")
        # A frame around the page says that all of it is meant.
        assert marked == 0 if all_of_it else 0 < marked < drawn
        assert page.run("return document.querySelector('#page.named') !== null")
        assert page.faults() == []
        if all_of_it:
            page.picture("place")
        page.keys("]")
        if all_of_it:
            page.until(lambda: "3 of 3" in page.text("where"))
            page.until(lambda: page.text("place") == "")

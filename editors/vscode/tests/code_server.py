"""A real VS Code in a real browser: the extension installed from its package, driven by keyboard."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.conftest import ROOT, clean_environment

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

TOOLS = Path(os.environ.get("ARS_CODE_SERVER") or ROOT / "build" / "code-server")
ENTRY = TOOLS / "node_modules" / "code-server" / "out" / "node" / "entry.js"
NODE = TOOLS / "node_modules" / "node" / "bin" / "node"
PACKAGE = ROOT / "build" / "ars-pandoc.vsix"
ARS = ROOT / ".venv" / "bin" / "ars"

_SETTINGS = {
    "chat.disableAIFeatures": True,
    "editor.accessibilitySupport": "off",
    "editor.fontFamily": "monospace",
    "editor.minimap.enabled": False,
    "editor.wordWrap": "on",
    "explorer.autoReveal": False,
    "files.autoSave": "off",
    "window.commandCenter": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}
_LONGEST = 60


@contextmanager
def served(folder: Path, ars: Path = ARS) -> Iterator[str]:
    """Give the address of a VS Code that has the extension, until the block ends.

    Args:
        folder: Where it keeps its own files.
        ars: What the setting `ars.path` names.
    """
    data, extensions = folder / "data", folder / "extensions"
    (data / "User").mkdir(parents=True)
    (data / "Machine").mkdir()
    settings = json.dumps({**_SETTINGS, "ars.path": str(ars)})
    (data / "User" / "settings.json").write_text(settings, encoding="utf-8")
    (data / "Machine" / "settings.json").write_text(settings, encoding="utf-8")
    home = folder / "home"
    home.mkdir()
    environment = clean_environment(
        {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "ARS_CACHE_DIR": str(folder / "cache")}
    )
    command = [
        str(NODE), str(ENTRY), "--user-data-dir", str(data), "--extensions-dir", str(extensions),
    ]  # fmt: skip
    subprocess.run(
        [*command, "--install-extension", str(PACKAGE)],
        env=environment, check=True, capture_output=True, timeout=_LONGEST,
    )  # fmt: skip
    port = _free_port()
    log = (folder / "code-server.log").open("w", encoding="utf-8")
    process = subprocess.Popen(
        [
            *command, "--auth", "none", "--disable-workspace-trust", "--disable-telemetry",
            "--disable-update-check", "--bind-addr", f"127.0.0.1:{port}",
        ],
        env=environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        _until(lambda: _answers(f"{address}/healthz"), "code-server does not answer")
        yield address
    finally:
        os.killpg(process.pid, 15)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
        log.close()


class Window:
    """A window with one file open, used as a person at a keyboard does."""

    def __init__(self, driver: Chrome, address: str, path: Path) -> None:
        self.driver = driver
        host = address.removeprefix("http://")
        payload = json.dumps([["openFile", f"vscode-remote://{host}{path}"]])
        driver.get("about:blank")
        driver.get(f"{address}/?folder={quote(str(path.parent))}&payload={quote(payload)}")
        self.one(f".tab[data-resource-name='{path.name}']")
        self.one(".monaco-editor .view-line")

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements("css selector", selector)

    def one(self, selector: str, words: str = "") -> WebElement:
        """Wait for an element that shows these words."""
        found: list[WebElement] = []

        def holds() -> bool:
            found[:] = [one for one in self.all(selector) if words in self.text_of(one)]
            return bool(found)

        self.until(holds, f"{selector} with “{words}”")
        return found[0]

    def text_of(self, element: WebElement) -> str:
        text = self.driver.execute_script(
            "return arguments[0].isConnected ? arguments[0].textContent : ''", element
        )
        return str(text).replace("\xa0", " ")

    def until(self, holds: Callable[[], object], what: str, seconds: float = _LONGEST) -> None:
        try:
            _until(lambda: self._quietly(holds), what, seconds)
        except AssertionError:
            self.picture("failed.png", ROOT / "build")
            raise

    def _quietly(self, holds: Callable[[], object]) -> object:
        from selenium.common.exceptions import StaleElementReferenceException

        try:
            return holds()
        except StaleElementReferenceException:
            return False  # it was drawn anew meanwhile

    def press(self, *keys: str) -> None:
        """Press keys at once: modifiers first."""
        from selenium.webdriver import ActionChains

        chain = ActionChains(self.driver)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            chain.key_up(key)
        chain.perform()

    def type(self, words: str) -> None:
        from selenium.webdriver import ActionChains

        for char in words:
            ActionChains(self.driver).send_keys(char).perform()

    def go(self, line: int, column: int) -> None:
        """Put the cursor at a place, both from 1."""
        from selenium.webdriver.common.keys import Keys

        self.press(Keys.CONTROL, "g")
        self.one(".quick-input-widget input")
        self.type(f"{line}:{column}")
        time.sleep(0.3)
        self.press(Keys.ENTER)
        self.one(".statusbar-item", f"Ln {line}, Col {column}")

    def holds(self, selector: str, words: str) -> None:
        """Wait until a field has the focus and holds some words."""
        script = (
            "const field = document.querySelector(arguments[0]);"
            "return field !== null && field === document.activeElement ? field.value : null"
        )
        self.until(
            lambda: self.driver.execute_script(script, selector) == words,
            f"“{words}” in {selector}",
        )

    def command(self, title: str) -> None:
        """Choose a command from the palette."""
        from selenium.webdriver.common.keys import Keys

        self.press(Keys.F1)
        self.one(".quick-input-widget input")
        self.type(title)
        self.one(".quick-input-list .monaco-list-row.focused", title)
        self.press(Keys.ENTER)

    def shows(self, words: str) -> None:
        """Wait until the text in view has some words; long lines are wrapped."""
        script = (
            "return [...document.querySelectorAll('.view-line')]"
            ".sort((one, other) => parseFloat(one.style.top) - parseFloat(other.style.top))"
            ".map((line) => line.textContent).join('')"
        )
        self.until(
            lambda: words in str(self.driver.execute_script(script)).replace("\xa0", " "),
            f"“{words}” in the text",
        )

    def status(self) -> str:
        """Return what the status bar says of the manuscript."""
        found = [self.text_of(one).strip() for one in self.all(".statusbar-item[id*='ars.count']")]
        return found[0] if found else ""

    def squiggles(self) -> int:
        return len(self.all(".view-overlays .squiggly-error"))

    def picture(self, name: str, folder: Path) -> None:
        (folder / name).write_bytes(self.driver.get_screenshot_as_png())


def missing() -> str | None:
    """Return what these tests need and is not there, or None."""
    needs: dict[str, Any] = {
        "chromium": shutil.which("chromium"),
        "chromedriver": shutil.which("chromedriver"),
        "code-server (make build/code-server)": ENTRY.is_file() and NODE.is_file(),
        "the extension's package (make vscode)": PACKAGE.is_file(),
    }
    gone = [name for name, there in needs.items() if not there]
    return ", ".join(gone) or None


def _until(holds: Callable[[], object], what: str, seconds: float = _LONGEST) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])

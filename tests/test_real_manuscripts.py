"""A manuscript as people write them: in the manner of Manubot's deep-review, always the same one.

Keys are identifiers (`doi:…`, `tag:…`, `url:…`, `pmcid:…`), groups hold up to twelve, nothing has
a locator; figures and tables are referred to with the same `@`; between all that stand tables,
footnotes, comments, code, formulas and addresses.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.citations.quotes import encode_quote
from ars_pandoc.pandoc.executable import Pandoc
from tests.conftest import run_pandoc
from tests.corpus.sidecars import raw_entry, write_sidecar

KEYS = [
    key
    for n in range(16)
    for key in (
        f"doi:10.1038/nature{14539 + n}",
        f"tag:Smith{2000 + n}_deep_x{n}",
        f"pmcid:PMC{5574000 + n}",
        f"url:https://example.org/2016/0{n % 9 + 1}/post-{n}.html",
        f"doi:10.1186/s13059-016-{1029 + n}-6",
        f"arxiv:1409.{1556 + n}v{n % 3 + 1}",
        f"pmid:{24574118 + n}",
        f"doi:10.1145/{2939672 + n}.{2939785 + n}",
    )
] + ["doi:10.1016/S0140-6736(95)90120-5", "doi:10.1002/(SICI)1097-0258"]
"""As Manubot has them; the last two need Pandoc's braces."""

GROUPS = [1, 1, 2, 1, 3, 1, 1, 5, 1, 2, 1, 12, 1, 4]
HEADINGS = [
    ("##", "Introduction"),
    ("##", "Deep learning and patient categorization"),
    ("###", "Imaging applications in healthcare"),
    ("####", "Radiology & *ab initio* models"),
    ("##", "Treatment"),
    ("###", "Drug–target interaction, 2015–2017"),
    ("##", "Discussion"),
]
TITLES = dict(zip(HEADINGS, [title.replace("*", "") for _, title in HEADINGS], strict=True))
LOCATORS = ["p. {}", "pp. {}-99", "sec. {}", "fig. {}", "{}", "ch. {}", "para. {}", "tbl. {}"]
ASIDES = [
    "See @fig:overview and @tbl:tools, or write to lab@example.org.",
    "<!-- TODO: cite the newer one -->\n\nThe loss $L_{i}$ is `@keras.loss` in code.",
    "```python\n@property\ndef cite(self): return '[@doi:10.1/none]'\n```",
    "Discussed on https://example.org/@someone/posts and in @fig:overview (left).",
    "<!-- Refactor this -->\n\n![**Overview.** Of the field.](overview.png){#fig:overview width=50%}",
    "| Tool | Kind |\n|:--|:--|\n| A | net |\n| B | tree |\n\n: The tools of the field. {#tbl:tools}",
]


def written(key: str) -> str:
    return f"@{{{key}}}" if "(" in key else f"@{key}"


@dataclass
class Manuscript:
    """A manuscript under way.

    Attributes:
        located: Whether each citation has a locator.
        parts: Its blocks as text.
        cited: Each citation's key and heading, in document order.
    """

    located: bool
    parts: list[str] = field(default_factory=list)
    cited: list[tuple[str, str | None]] = field(default_factory=list)
    heading: str | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(self.parts) + "\n"

    def locator(self) -> str:
        number = len(self.cited)
        return LOCATORS[number % len(LOCATORS)].format(number % 90 + 1)

    def cite(self, key: str) -> str:
        self.cited.append((key, self.heading))
        return f"{written(key)}, {self.locator()}" if self.located else written(key)

    def group(self, keys: list[str]) -> str:
        return f"[{'; '.join(map(self.cite, keys))}]"

    def in_text(self, key: str) -> str:
        self.cited.append((key, self.heading))
        return f"{written(key)} [{self.locator()}]" if self.located else written(key)

    def quoted(self, key: str) -> str:
        self.cited.append((key, self.heading))
        if not self.located:
            return f"[{written(key)}]"
        if len(self.cited) % 2:
            return f'[[{written(key)}]]{{quote="a quarter of the patients"}}'
        return f"[{written(key)}]<!--anchor:quote:{encode_quote('well-known in the field')}-->"


def manuscript(*, located: bool) -> Manuscript:
    """Write the manuscript, bare or with a locator in each citation."""
    made = Manuscript(located)
    keys, groups = cycle(KEYS), cycle(GROUPS)
    made.parts.append("---\ntitle: Opportunities and obstacles\nauthor: [A. Author]\n---")
    for number in range(42):
        if number % 6 == 0:
            level, title = head = HEADINGS[number // 6]
            made.heading = TITLES[head]
            made.parts.append(f"{level} {title} {{#sec:part-{number}}}")
        first, second = (made.group(list(islice(keys, next(groups)))) for _ in range(2))
        made.parts.append(
            f"Neural networks found use early {first}.\nThey did well {second}, as "
            f"{made.in_text(next(keys))} says, though *not everywhere {made.quoted(next(keys))}*."
        )
        if number % 5 == 0:
            note = made.group([next(keys)])
            made.parts.append(f"A claim with a note.[^n{number}]\n\n[^n{number}]: So {note}.")
        if number % 7 == 0:
            rows = [f"| tool {n} | {made.group([next(keys)])} |" for n in range(2)]
            made.parts.append("\n".join(["| Tool | Source |", "|:--|:--|", *rows]))
        if number % 4 == 0:
            items = [f"- Item {n} {made.group([next(keys)])}" for n in range(2)]
            made.parts.append("\n".join(items))
        made.parts.append(ASIDES[number % len(ASIDES)])
    return made


BARE, LOCATED = manuscript(located=False), manuscript(located=True)
HELD: dict[str, Any] = {
    "source_acquired": True,
    "source_verified_against_original": True,
    "source_verification_method": "manual_grep",
}


def hold(folder: Path, *keys: str) -> None:
    """Write a sidecar in which these sources are held and checked, and a ledger: all are read."""
    write_sidecar(folder / "passport.yaml", *(raw_entry(key, **HELD) for key in keys))
    marks = [{"citation_key": key, "marked_at": "2026-05-12T10:00:00Z"} for key in keys]
    log = {"session_id": "s", "created_at": "2026-05-12T10:00:00Z", "human_read": marks}
    (folder / "passport_human_read_log.yaml").write_text(json.dumps(log), encoding="utf-8")


def render(
    pandoc: Pandoc, folder: Path, text: str, *arguments: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Any]]:
    options = ["-t", "markdown", "-M", "ars-report=report.json", *arguments]
    done = run_pandoc(pandoc, options, folder=folder, text=text)
    (document,) = json.loads((folder / "report.json").read_bytes())["documents"]
    return done, document


def places(document: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(citation["key"], citation["section"]) for citation in document["citations"]]


def test_it_is_a_manuscript_of_size() -> None:
    assert BARE.cited == LOCATED.cited
    assert 300 < len(BARE.cited) < 500
    assert {key for key, _ in BARE.cited} == set(KEYS)
    assert manuscript(located=True).text == LOCATED.text


def test_with_a_small_sidecar_each_citation_lacks_its_locator(
    pandoc: Pandoc, tmp_path: Path
) -> None:
    hold(tmp_path, *KEYS[:2])
    done, document = render(pandoc, tmp_path, BARE.text)
    assert (done.returncode, done.stdout) == (83, "")
    assert "Filter returned error status 1" in done.stderr
    # Each with its heading; no cross-reference, no address and no code among them.
    assert places(document) == BARE.cited
    assert document["counts"] == {"MED-WARN-NO-LOCATOR": len(BARE.cited)}
    for citation in document["citations"]:
        known = citation["key"] in KEYS[:2]
        assert citation["reason"].startswith("no source has the key") is not known
        assert ("HIGH-WARN-NO-ORIGINAL" in citation["also"]) is not known
        assert written(citation["key"]) in citation["fix"]
    assert f"refused: {len(BARE.cited)} of {len(BARE.cited)} citations" in done.stderr
    # Twenty sources are shown with all their places; the rest is counted.
    shown = re.findall(r"^ {1,3}\d+\. .*?(?: \((\d+) citations\))?$", done.stderr, re.M)
    assert len(shown) == 20
    rest = re.search(r"^… and (\d+) more citations\.$", done.stderr, re.M)
    assert rest is not None
    assert sum(int(count or 1) for count in shown) + int(rest[1]) == len(BARE.cited)


def test_a_filled_sidecar_alone_clears_nothing(pandoc: Pandoc, tmp_path: Path) -> None:
    hold(tmp_path, *KEYS)
    done, document = render(pandoc, tmp_path, BARE.text)
    assert done.returncode == 83
    assert document["counts"] == {"MED-WARN-NO-LOCATOR": len(BARE.cited)}
    assert all(citation["also"] == [] for citation in document["citations"])


def test_locators_and_a_filled_sidecar_and_ledger_pass(pandoc: Pandoc, tmp_path: Path) -> None:
    hold(tmp_path, *KEYS)
    done, document = render(pandoc, tmp_path, LOCATED.text)
    assert done.returncode == 0, done.stderr
    assert places(document) == LOCATED.cited
    assert document["counts"] == {"ok": len(LOCATED.cited)}
    kinds = Counter(a["kind"] for c in document["citations"] for a in c["anchors"])
    assert set(kinds) == {"page", "section", "paragraph", "quote"}
    assert kinds["quote"] == 42
    assert f"ars-gate: {len(LOCATED.cited)} citations ok" in done.stderr
    assert "anchor:" not in done.stdout
    assert "quote=" not in done.stdout
    assert done.stdout.count("<!-- TODO: cite the newer one -->") == 7


@pytest.mark.parametrize("missing", [KEYS[5], KEYS[-1]])
def test_one_source_that_nobody_holds_stops_it(
    missing: str, pandoc: Pandoc, tmp_path: Path
) -> None:
    hold(tmp_path, *(key for key in KEYS if key != missing))
    done, document = render(pandoc, tmp_path, LOCATED.text)
    assert done.returncode == 83
    times = sum(key == missing for key, _ in LOCATED.cited)
    assert document["counts"]["HIGH-WARN-NO-ORIGINAL"] == times > 0
    assert document["counts"]["ok"] == len(LOCATED.cited) - times


def test_a_draft_marks_each_and_keeps_the_references(pandoc: Pandoc, tmp_path: Path) -> None:
    hold(tmp_path, *KEYS[:2])
    done, _ = render(pandoc, tmp_path, BARE.text, "-M", "ars-mode=draft", "--wrap=none")
    assert done.returncode == 0, done.stderr
    marker = "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]"
    assert done.stdout.count(marker) == len(BARE.cited)
    assert "See @fig:overview and @tbl:tools" in done.stdout

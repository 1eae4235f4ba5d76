"""Ask a real Pandoc how its citeproc reads locators, and which labels its locales have.

Nothing here knows the rules: a CSL style prints what citeproc found, and the answers are read
back from Pandoc's AST. `python -m tests.citations.locator_oracle` writes the label table of the
package anew from the bundled Pandoc.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pypandoc

TABLE = Path(__file__).parents[2] / "ars_pandoc" / "citations" / "labels.tsv"
MONTHS = TABLE.with_name("months.tsv")

_TERMS = """
act appendix article-locator book canon chapter column elocation equation figure folio issue line
note number-of-pages opus page paragraph part rule scene section sub-verbo supplement table
timestamp title-locator verse volume
"""

TERMS = _TERMS.split()
"""The locator terms of CSL 1.0.2, as the attribute `locator` spells them."""

# Private-use characters, since citeproc changes none of them and no suffix holds them.
FIELD, END = "\ue001", "\ue002"

STYLE = """<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>oracle</title><id>oracle</id><updated>2020-01-01T00:00:00Z</updated></info>
<citation><layout>{layout}</layout></citation></style>"""


@dataclass(frozen=True, slots=True)
class Reading:
    """What citeproc made of one suffix.

    Attributes:
        suffix: The plain text of the suffix, as it stands in the AST.
        label: The CSL term, or None if citeproc found no locator.
        value: The locator as printed (citeproc turns hyphens into en dashes).
        rest: What is printed behind the locator.
    """

    suffix: str
    label: str | None
    value: str
    rest: str


def pandocs() -> list[str]:
    """The bundled Pandoc, and another one on the PATH if there is one."""
    bundled = pypandoc.get_pandoc_path()
    other = shutil.which("pandoc")
    if other is None or Path(other).resolve() == Path(bundled).resolve():
        return [bundled]
    return [bundled, other]


def version(pandoc: str) -> str:
    """The version of a Pandoc."""
    out = subprocess.run([pandoc, "--version"], capture_output=True, text=True, check=True).stdout
    return out.split()[1]


@lru_cache(maxsize=2)
def locales(pandoc: str) -> list[str]:
    """The CSL locales that a Pandoc carries, read from the XML inside its executable."""
    data = Path(pandoc).read_bytes()
    found = re.findall(rb'<locale xmlns="[^"]*/csl"[^>]*xml:lang="([\w-]+)"', data)
    return sorted({name.decode() for name in found})


def plain(inlines: Iterable[dict[str, Any]]) -> str:
    """The text of inlines that are strings and spaces only."""
    out = []
    for inline in inlines:
        if inline["t"] == "Str":
            out.append(inline["c"])
        elif inline["t"] in {"Space", "SoftBreak"}:
            out.append(" ")
        else:
            msg = f"a suffix of the oracle holds a {inline['t']}"
            raise ValueError(msg)
    return "".join(out)


def inlines_of(text: str) -> list[dict[str, Any]]:
    """Text as a reader of Pandoc delivers it: strings, and one Space for each space."""
    parts = re.split("( )", text)
    return [{"t": "Space"} if part == " " else {"t": "Str", "c": part} for part in parts if part]


def _cite(suffix: str) -> dict[str, Any]:
    citation = {
        "citationId": "a",
        "citationPrefix": [],
        "citationSuffix": inlines_of(suffix),
        "citationMode": {"t": "NormalCitation"},
        "citationNoteNum": 0,
        "citationHash": 0,
    }
    return {"t": "Para", "c": [{"t": "Cite", "c": [[citation], [{"t": "Str", "c": "a"}]]}]}


def _run(pandoc: str, layout: str, lang: str, text: str, source: str) -> list[dict[str, Any]]:
    """The blocks after citeproc, with a style of this layout."""
    with tempfile.TemporaryDirectory() as folder:
        style = Path(folder) / "oracle.csl"
        style.write_text(STYLE.format(layout=layout), encoding="utf-8")
        entries = Path(folder) / "entries.json"
        entries.write_text('[{"id": "a", "type": "book", "title": "A"}]', encoding="utf-8")
        command = [pandoc, "-f", source, "-t", "json", "--citeproc", "--csl", str(style)]
        command += [
            "--bibliography",
            str(entries),
            "-M",
            f"lang={lang}",
            "-M",
            "suppress-bibliography",
        ]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    blocks: list[dict[str, Any]] = json.loads(done.stdout)["blocks"]
    return blocks


def _readings(pandoc: str, lang: str, text: str, source: str) -> list[Reading]:
    branches = "".join(
        f'<{"else-if" if n else "if"} locator="{term}"><text value="{term}"/></{"else-if" if n else "if"}>'
        for n, term in enumerate(TERMS)
    )
    layout = (
        f"<choose>{branches}</choose>"
        f'<text value="{FIELD}"/><text variable="locator"/><text value="{END}"/>'
    )
    readings = []
    for block in _run(pandoc, layout, lang, text, source):
        for inline in block["c"]:
            if inline["t"] != "Cite":
                continue
            found, rest = plain(inline["c"][1]).split(END, 1)
            label, value = found.split(FIELD, 1)
            suffix = plain(inline["c"][0][0]["citationSuffix"])
            # Without a value nothing was found; Pandoc before 3 prints `page` even then.
            readings.append(Reading(suffix, label if value else None, value, rest))
    return readings


def read(suffixes: Sequence[str], lang: str, pandoc: str) -> list[Reading]:
    """How a Pandoc reads suffixes that are given as the plain text of the AST."""
    if not suffixes:
        return []
    document = {
        "pandoc-api-version": _api(pandoc),
        "meta": {},
        "blocks": [_cite(suffix) for suffix in suffixes],
    }
    readings = _readings(pandoc, lang, json.dumps(document), "json")
    if len(readings) != len(suffixes):
        msg = f"{len(suffixes)} suffixes, {len(readings)} answers"
        raise ValueError(msg)
    return readings


def read_markdown(suffixes: Sequence[str], lang: str, pandoc: str) -> list[Reading]:
    """How a Pandoc reads `[@a, SUFFIX]` written in Markdown; what is no Cite then is left out."""
    text = "\n\n".join(f"[@a{suffix}]" for suffix in suffixes)
    return _readings(pandoc, lang, text, "markdown")


def _api(pandoc: str) -> list[int]:
    done = subprocess.run(
        [pandoc, "-t", "json"], input="", capture_output=True, text=True, check=True
    )
    api: list[int] = json.loads(done.stdout)["pandoc-api-version"]
    return api


def labels(pandoc: str, lang: str) -> dict[str, list[str]]:
    """Every label that a locale prints: CSL term to its forms, long and short, one and many."""
    forms = [(form, many) for form in ("long", "short", "symbol") for many in ("false", "true")]
    layout = "".join(
        f'<text prefix="{FIELD}{term}{END}" term="{_term(term)}" form="{form}" plural="{many}"/>'
        for term in TERMS
        for form, many in forms
    )
    table: dict[str, list[str]] = {}
    blocks = _run(pandoc, layout, lang, "[@a]", "markdown")
    for field in plain(blocks[0]["c"][0]["c"][1]).split(FIELD)[1:]:
        term, label = field.split(END, 1)
        # Typeset on the way out: the locale itself, and so citeproc's reading, has the plain one.
        label = label.replace("’", "'").strip()
        seen = table.setdefault(term, [])
        if label and label not in seen:
            seen.append(label)
    return {term: seen for term, seen in table.items() if seen}


def _term(locator: str) -> str:
    # Pandoc 2.17 knows the term under its older name only, 3.9 under both.
    return "sub verbo" if locator == "sub-verbo" else locator


def build_table(pandoc: str) -> str:
    """The label table of the package: `locale TAB term=label|label TAB …`, one locale a line."""
    lines = [f"# The locator labels of the CSL locales of Pandoc {version(pandoc)}"]
    for name in locales(pandoc):
        terms = (f"{term}={'|'.join(forms)}" for term, forms in labels(pandoc, name).items())
        lines.append("\t".join([name, *terms]))
    return "\n".join(lines) + "\n"


def build_months(pandoc: str) -> str:
    """The months and seasons of the locales, from the XML inside the executable."""
    whole = r'<locale xmlns="[^"]*/csl"[^>]*xml:lang="([\w-]+)"(.*?)</locale>'
    names = r'<term name="(?:month|season)-\d\d"(?![^>]*form=)[^>]*>([^<]*)</term>'
    data = Path(pandoc).read_bytes()
    found = {
        hit[1].decode(): dict.fromkeys(re.findall(names, hit[2].decode()))
        for hit in re.finditer(whole.encode(), data, re.DOTALL)
    }
    lines = [f"# Months and seasons of the CSL locales of Pandoc {version(pandoc)}"]
    lines += ["\t".join([name, "|".join(found[name])]) for name in sorted(found)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for table, build in ((TABLE, build_table), (MONTHS, build_months)):
        table.write_text(build(pandocs()[0]), encoding="utf-8")
        sys.stdout.write(f"{table.name} written\n")

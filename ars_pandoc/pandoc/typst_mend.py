"""Let a document render in Typst although some links and citations lead nowhere.

Other formats of Pandoc print a link without a target as it is, and a source that no bibliography
has as its key; Typst refuses the whole document. A draft that cites an unknown source, and a paper
without a bibliography, must become a PDF all the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that the document points to and lacks.

    Attributes:
        what: A label that is linked or referred to, a cited source, or any bibliography.
        label: Typst's code for it, such as `<ref-a>` or `label("b c")`; empty for a bibliography.
    """

    what: Literal["label", "source", "bibliography"]
    label: str = ""

    def __str__(self) -> str:
        if self.what == "bibliography":
            return "there is no bibliography: citations are printed as keys (see --citeproc)"
        return f"no place and no bibliography of the document has the {self.what} {self.label}"


def read_missing(diagnostic: str) -> frozenset[Missing]:
    """Read from Typst's errors what the document lacks.

    Args:
        diagnostic: All that Typst says.

    Returns:
        What is missing; empty if anything else is wrong too, since then nothing is to be hidden.
    """
    found = set()
    for error in re.findall(r"^error: (.*)", diagnostic, re.M):
        label = re.fullmatch(r"label `(<.+>|label\(.+\))` does not exist in the document", error)
        source = re.fullmatch(r"citation key `(.+)` is not present in the bibliography", error)
        if label:
            found.add(Missing("label", label[1]))
        elif source:
            key = source[1].replace("\\", "\\\\").replace('"', '\\"')
            found.add(Missing("source", f'label("{key}")'))
        elif error == "the document does not contain a bibliography":
            found.add(Missing("bibliography"))
        else:
            return frozenset()
    return frozenset(found)


def mend(source: str, missing: frozenset[Missing]) -> str:
    """Rewrite Typst code so that it compiles without what is missing.

    Citations show their key in brackets, as Pandoc prints them in other formats; links lead to the
    end of the document.

    Args:
        source: The whole Typst code.
        missing: What `read_missing` found.

    Returns:
        The code; its lines keep their numbers.
    """
    rules, targets = "", ""
    for item in sorted(missing, key=str):
        if item.what == "bibliography":
            rules += f"#show cite: it => {_as_key('str(it.key)')};"
            continue
        name = f"str({item.label})"
        rules += f"#show cite.where(key: {item.label}): it => {_as_key(name)};"
        rules += f"#show ref.where(target: {item.label}): it => {_as_key(name)};"
        if f"link({item.label})" in source:
            targets += f"\n#metadata(none){'' if item.label[0] == '<' else '#'}{item.label}\n"
    return rules + source + targets


def _as_key(name: str) -> str:
    """Typst code for `[@key, p. 3]`."""
    locator = "#if it.supplement not in (none, auto) [, #it.supplement]"
    return f"[\\[\\@#{name}{locator}\\]]"

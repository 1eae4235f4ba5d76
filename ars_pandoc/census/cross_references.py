"""Keys that are cross-references and no citations (contract §3, no citations)."""

from __future__ import annotations

import re
import unicodedata

from ars_pandoc.base.lazy_pattern import lazy_pattern

_COLON = frozenset("fig tbl eq sec lst thm ch".split())
_DASH = _COLON | frozenset("lem cor prp cnj def exm exr sol rem alg tip nte wrn imp cau".split())
_PREFIX = lazy_pattern(r"(?P<prefix>[^\W\d_]\w*)(?P<sign>[:-])[^\s]")
_IDS = lazy_pattern(
    r"\{[^{}\n]*?#(?P<attribute>[\w:.-]+)|^[ \t]*(?:#|//|%%)\|[ \t]*label:[ \t]*[\"']?(?P<option>[\w:.-]+)"
    r"|\bid\s{0,9}=\s{0,9}[\"'](?P<id>[^\"'\n]+)[\"']|\\label\{(?P<tex>[^{}\n]+)\}"
    r"|^[ \t]*`{3,}\{\w+[ ,]+(?:label[ ]*=[ ]*)?[\"']?(?P<chunk>[\w:.-]+)|^\((?P<target>[\w:.-]+)\)="
    r"|<(?P<label>[A-Za-z][\w:.-]*)>",
    re.MULTILINE,
)
_HEADING = lazy_pattern(r"^#{1,6}[ \t]+(?P<heading>[^\n]+)", re.MULTILINE)
_UNDERLINED = lazy_pattern(r"^(?P<heading>\S[^\n]*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
_ATTRIBUTES = lazy_pattern(r"\{[^{}]*\}\s*\Z")
_UNKEPT = lazy_pattern(r"[^\w\s.-]")


def is_listed(key: str) -> bool:
    """Say whether a key begins as pandoc-crossref's and Quarto's references do, `fig:`, `tbl-`."""
    hit = _PREFIX.match(key)
    if hit is None:
        return False
    return hit["prefix"].lower() in (_COLON if hit["sign"] == ":" else _DASH)


def may_refer(key: str) -> bool:
    """Say whether a key has the form `word:…` or `word-…`."""
    return _PREFIX.match(key) is not None


def defined_ids(text: str) -> frozenset[str]:
    """Return all identifiers that a Markdown document defines, those of headings too."""
    found = {hit[hit.lastgroup or 0] for hit in _IDS.finditer(text)}
    for pattern in (_HEADING, _UNDERLINED):
        found.update(_slug(hit["heading"]) for hit in pattern.finditer(text))
    return frozenset(found)


def _slug(heading: str) -> str:
    """Return the identifier that Pandoc makes of a heading."""
    plain = unicodedata.normalize("NFC", _ATTRIBUTES.sub("", heading)).strip(" #")
    words = "-".join(_UNKEPT.sub("", plain).lower().split())
    return re.sub(r"\A[\W\d_]+", "", words)


def is_defined(key: str, ids: frozenset[str]) -> bool:
    """Say whether a document defines the id of a key; `@Fig-x` begins a sentence."""
    return key in ids or key[:1].lower() + key[1:] in ids

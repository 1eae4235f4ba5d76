"""The citations of Org: org-cite, and the links of org-ref 2 and 3 (contract §3).

https://orgmode.org/manual/Citations.html, https://github.com/jkitchin/org-ref. Pandoc knows
org-cite and some of the links; the others print as they stand.
"""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.raw_cite import RawCite

_TYPE = r"(?P<type>[A-Za-z]*[cC]ite[A-Za-z]*|[a-z]*cquote|bibentry)\*?"
_NO_CITATION = lazy_pattern(r"nocite|(?:ex|in|re|soli)cite[drs]?", re.IGNORECASE)
_KEY = r"[\w\-.:/+?!'*@|^~%$#]*\w"
_TARGET = lazy_pattern(rf"{_TYPE}:(?P<rest>.+)\Z", re.DOTALL)
_EVENT = lazy_pattern(
    rf"(?<!\[)\[cite(?P<style>/[\w/-]+)?:(?P<cite>[^\[\]]*)\]"
    rf"|(?<![\w/.:]){_TYPE}:(?P<bare>&?[\w\-./+:]*\w(?:[,;]&?[\w\-./+:]*\w)*)",
    re.DOTALL,
)
_LINK = lazy_pattern(rf"\[\[{_TYPE}:(?P<rest>[^\[\]]+)\](?:\[(?P<words>[^\[\]]*)\])?\]")
_AND_KEY = lazy_pattern(rf"&(?P<key>{_KEY})(?P<suffix>[^;]*)")
_AT_KEY = lazy_pattern(rf"@(?P<key>{_KEY})(?P<suffix>[^;]*)")
_MORE = lazy_pattern(rf"[;,]&?(?P<key>{_KEY})")
_NO_CITE_STYLE = ("/n", "/nocite")
# A line that prints nothing, but for a caption with a short form, which Pandoc does not read.
_KEYWORD = lazy_pattern(
    r"^[ \t]*#\+(?!caption|title|subtitle)[\w-]+(?:\[[^\]\n]*\])?:[^\n]*", re.I | re.M
)


def target_cites(target: str, words: str = "") -> list[RawCite]:
    """Return what a link cites, `cite:&key p. 3` or `citep:a,b`; nothing if it is none that cites.

    Args:
        target: The address of the link.
        words: The description of the link: where org-ref 2 puts the locator.
    """
    hit = _TARGET.match(target)
    if hit is None or _NO_CITATION.fullmatch(hit["type"]):
        return []
    return _of_link(hit["rest"], hit.start("rest"), hit.span(), words)


def org_cites(text: str) -> list[RawCite]:
    """Find the citations of a piece of Org, in order: a word, or a keyword with its text."""
    text = _KEYWORD.sub(lambda hit: " " * len(hit[0]), text) if "#+" in text else text
    cites: list[RawCite] = []
    place = 0
    links = _LINK.search(text)
    while links is not None:
        cites += _between(text, place, links.start())
        if not _NO_CITATION.fullmatch(links["type"]):
            cites += _of_link(
                links["rest"], links.start("rest"), links.span(), links["words"] or ""
            )
        place = links.end()
        links = _LINK.search(text, place)
    return cites + _between(text, place, len(text))


def more_keys(text: str) -> list[RawCite]:
    """Return the keys that go on behind a link, `;&b` behind `cite:&a`, of which Pandoc reads one."""
    cites: list[RawCite] = []
    place = 0
    while (hit := _MORE.match(text, place)) is not None:
        cites.append(RawCite(hit["key"], "", hit.span(), hit.span("key")))
        place = hit.end()
    return cites


def _between(text: str, start: int, end: int) -> list[RawCite]:
    cites: list[RawCite] = []
    for hit in _EVENT.finditer(text, start, end):
        if hit["cite"] is not None:
            if hit["style"] is None or not hit["style"].startswith(_NO_CITE_STYLE):
                cites += _named(_AT_KEY, hit["cite"], hit.start("cite"), hit.span())
        elif not _NO_CITATION.fullmatch(hit["type"]):
            cites += _of_link(hit["bare"], hit.start("bare"), hit.span(), "")
    return cites


def _of_link(rest: str, offset: int, whole: tuple[int, int], words: str) -> list[RawCite]:
    if "&" in rest:
        found = _named(_AND_KEY, rest, offset, whole)
    else:
        listed, _, locator = rest.partition("::")
        found = []
        place = 0
        for part in listed.split(","):
            key = part.strip()
            start = offset + place + len(part) - len(part.lstrip())
            if key and not re.search(r"\s", key) and not key.startswith("//"):
                found.append(RawCite(key, locator, whole, (start, start + len(key))))
            place += len(part) + 1
    if len(found) == 1 and not found[0].locator.strip():
        # org-ref 2: `[[cite:key][see::p. 3]]`.
        one = found[0]
        return [RawCite(one.key, words.rpartition("::")[2], whole, one.place)]
    return found


def _named(
    pattern: re.Pattern[str], text: str, offset: int, whole: tuple[int, int]
) -> list[RawCite]:
    return [
        RawCite(
            hit["key"],
            hit["suffix"].strip(),
            whole,
            (offset + hit.start("key"), offset + hit.end("key")),
        )
        for hit in pattern.finditer(text)
    ]

"""The grammar of the hidden markers: what one HTML comment says (contract §2).

This module reads a comment alone. What an anchor's value is worth stands in `anchor_values`, to
which citation it belongs in `finding.comments`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ars_pandoc.base.characters import ZERO_WIDTH
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.citation import Fault, Kind

KINDS: tuple[Kind, ...] = ("quote", "page", "section", "paragraph", "none")


@dataclass(frozen=True, slots=True)
class Comment:
    """One HTML comment.

    Attributes:
        start: Where `<!--` begins.
        end: Where `-->` ends.
        text: What stands between.
    """

    start: int
    end: int
    text: str


def find_comments(code: str) -> Iterator[Comment]:
    """Find the closed comments of raw HTML, in order."""
    start = code.find("<!--")
    while start >= 0:
        end = code.find("-->", start + 4)
        if end < 0:
            return
        yield Comment(start, end + 3, code[start + 4 : end])
        start = code.find("<!--", end + 3)


def only_comment(code: str) -> str | None:
    """Return the text of the comment that a piece of raw HTML begins with, or None."""
    first = next(find_comments(code), None)
    return None if first is None or first.start > 0 else first.text


def without_comments(code: str, drop: Callable[[str], bool] = lambda _: True) -> str:
    """Return raw HTML without its comments, or without those whose text `drop` chooses."""
    kept: list[str] = []
    place = 0
    for comment in find_comments(code):
        if drop(comment.text):
            kept.append(code[place : comment.start])
            place = comment.end
    kept.append(code[place:])
    return "".join(kept)


@dataclass(frozen=True, slots=True)
class Ref:
    """`<!--ref:KEY-->`.

    Attributes:
        key: The citation key, as written.
        only_if_known: It is a marker only if the key is known: `<!-- ref: https://… -->` is
            mostly a comment of another tool.
        tail: Words of capitals behind the key that this version does not know: results of
            another pass, unless they are a part of a key that there is.
    """

    key: str
    only_if_known: bool = False
    tail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnchorMark:
    """`<!--anchor:KIND:VALUE-->`, the value as written."""

    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class FaultyMarker:
    """A marker attempt that misses the grammar.

    Attributes:
        fault: What is wrong with it and the form that works.
        key: The key it speaks of, if one can be read.
        only_if_known: It is an attempt only if the key is known (`<!-- ref smith -->`).
        pair: The name of an mdBook anchor that this may be; it is none of ours if the document
            ends an anchor of that name.
    """

    fault: Fault
    key: str | None = None
    only_if_known: bool = False
    pair: str | None = None


@dataclass(frozen=True, slots=True)
class PairEnd:
    """mdBook's `<!-- ANCHOR_END: x -->`: no marker, but it shows what `ANCHOR: x` was."""

    name: str


Marker = Ref | AnchorMark | FaultyMarker | PairEnd

_REF = re.compile(r"\s*ref\s*([:=：])\s*(.*?)\s*\Z", re.IGNORECASE | re.DOTALL)
_UNCLOSED = lazy_pattern(
    r"\s*(?:ref\s*[:=]\s*(?P<key>[^\s<]+)|anchor\s*[:=]\s*\w+\s*:[^\s<]*)", re.IGNORECASE
)
# `ref smith`, `ref @smith`, `ref smith, p. 3`: an attempt if the word is a key.
_BARE_REF = re.compile(r"\s*ref\s+[@\[{]*([^\s:=@\[{,;\]}]+)[^:=]*\Z", re.IGNORECASE)
# What a hand or another tool may put before the first word: R Markdown's third dash, a character
# that nobody sees.
_BEFORE = "-" + ZERO_WIDTH
_ANCHOR = re.compile(r"\s*anchor(?P<rest>.*)\Z", re.IGNORECASE | re.DOTALL)
_ANCHOR_BODY = re.compile(
    r"\s*(?P<sep>[:=：])\s*(?P<word>[\w-]+)?\s*(?P<colon>[:])?(?P<value>.*)\Z", re.DOTALL
)
_PAIR_END = re.compile(r"\s*(?:ANCHOR_END|/\s*ANCHOR)\s*:\s*(\S+)\s*\Z", re.IGNORECASE)
# A result of newer ARS: `LOW-WARN-PARTIAL-COVERAGE`.
_TOKEN = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+(?:\+[A-Z0-9]+)*)+")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_PAIR = lazy_pattern(r"[A-Za-z][\w.-]*=\S*\Z")

_FORMS = (
    "<!--anchor:page:12-14-->, <!--anchor:section:3.2-->, <!--anchor:paragraph:3--> or "
    "<!--anchor:quote:three%20or%20more%20words-->"
)


def read_comment(text: str, *, behind: bool) -> Marker | None:
    """Read the text of one HTML comment, without `<!--` and `-->`.

    Args:
        text: What stands between the delimiters.
        behind: Whether the comment stands right behind a ref or a Cite; there any `anchor…` is
            an attempt.

    Returns:
        What it says, or None for a comment that is no marker attempt.
    """
    opening = text.lstrip()
    if opening[:1] in _BEFORE and opening:
        return _read_behind(text, opening, behind=behind)
    if "<!--" in text and (hit := _UNCLOSED.match(text)) is not None:
        swallowed = _shown(text[hit.end() : text.index("<!--")])
        fault = Fault(
            f"the comment '<!--{hit[0].strip()}' is not closed and swallows the text up to the "
            f"next comment: '{swallowed}'",
            f"close it: <!--{hit[0].strip()}-->",
        )
        return FaultyMarker(fault, hit["key"])
    if (hit := _REF.match(text)) is not None:
        return _read_ref(hit[1], hit[2])
    if (hit := _BARE_REF.match(text)) is not None:
        fault = Fault(
            f"the marker '<!--{_shown(text)}-->' lacks the colon behind 'ref'",
            f"write <!--ref:{hit[1]}-->",
        )
        return FaultyMarker(fault, hit[1], only_if_known=True)
    if (hit := _PAIR_END.match(text)) is not None:
        return PairEnd(hit[1])
    if (hit := _ANCHOR.match(text)) is not None:
        return _read_anchor(text, hit["rest"], behind=behind)
    return None


def _read_behind(text: str, opening: str, *, behind: bool) -> Marker | None:
    """Read a marker that something stands before, `<!---ref:smith-->`: never a good one."""
    inner = read_comment(opening.lstrip(_BEFORE + " \t\n").rstrip("- \t\n"), behind=behind)
    if inner is None or isinstance(inner, (FaultyMarker, PairEnd)):
        return inner
    good = (
        f"<!--ref:{inner.key}-->"
        if isinstance(inner, Ref)
        else f"<!--anchor:{inner.kind}:{inner.value}-->"
    )
    fault = Fault(
        f"something stands before the first word of the marker '<!--{_shown(text)}-->'",
        f"write {good}, with nothing before its first word",
    )
    key = inner.key if isinstance(inner, Ref) else None
    return FaultyMarker(fault, key, only_if_known=isinstance(inner, Ref) and inner.only_if_known)


def _read_ref(separator: str, body: str) -> Marker | None:
    words = body.split()
    if not words:
        return FaultyMarker(
            Fault("the marker names no citation key", "write <!--ref:KEY-->, or delete the comment")
        )
    key, rest = words[0], words[1:]
    url = _URL.match(key) is not None
    if separator != ":":
        key = key.lstrip("@")
        fault = Fault(
            f"the marker '<!--ref{separator}{_shown(body)}-->' has '{separator}' where ':' belongs",
            f"write <!--ref:{key}-->",
        )
        return FaultyMarker(fault, key, only_if_known=url)
    others = [word for word in rest if not _is_result(word)]
    tail = tuple(word for word in others if _TOKEN.fullmatch(word))
    strange = [word for word in others if word not in tail]
    if strange:
        fault = Fault(
            f"the marker '<!--ref:{_shown(body)}-->' has a space in its key",
            "write one key without spaces, <!--ref:KEY-->; if this is your own note, begin it "
            f"with 'note:': <!-- note: {_shown(body)} -->",
        )
        return FaultyMarker(fault, key, only_if_known=url)
    if (reason := key_fault(key)) is not None:
        fault = Fault(f"the marker '<!--ref:{key}-->' {reason}", "write <!--ref:KEY-->")
        if key.startswith("@"):
            fault = Fault(fault.reason, f"write <!--ref:{key[1:]}-->")
        return FaultyMarker(fault, key, only_if_known=url)
    return Ref(key, only_if_known=url, tail=tail)


def key_fault(key: str) -> str | None:
    """Return why a text cannot be the KEY of a marker, or None if it can (contract §2)."""
    if "--" in key or ">" in key:
        return "has '--' or '>' in its key"
    if key.startswith("@"):
        return "begins its key with '@'"
    if not any(char.isalnum() for char in key):
        return "has a key without a letter or digit"
    if any(not char.isprintable() for char in key):
        return "has an invisible character in its key"
    return None


def _is_result(word: str) -> bool:
    from ars_pandoc.citations.statuses import RESULTS

    return word in RESULTS or word.startswith("CONTAMINATED-") or _PAIR.match(word) is not None


def _read_anchor(text: str, rest: str, *, behind: bool) -> Marker | None:
    body = _ANCHOR_BODY.match(rest)
    word = (body["word"] or "") if body else ""
    if body is not None and word:
        kind = word.lower()
        value = body["value"]
        # mdBook's anchors may bear any such name, and may stand behind a citation.
        name = f"{word}{value}".strip()
        pair = name if body["sep"] == ":" and not body["colon"] and " " not in name else None
        if body["sep"] == ":" and kind in KINDS:
            if body["colon"] or (kind == "none" and not value.strip()):
                return AnchorMark(kind, value)
            given = value.lstrip(" =：").strip()
            return FaultyMarker(
                Fault(
                    f"the marker '<!--{_shown(text)}-->' has no ':' and value behind its kind",
                    f"write <!--anchor:{kind}:{_encoded(given) if given else 'VALUE'}-->",
                ),
                pair=pair,
            )
        attempt = behind or kind in KINDS or (body["colon"] and not value.startswith("//"))
        if attempt:
            return FaultyMarker(_unknown_kind(text, kind, body["sep"], value), pair=pair)
        return None
    if behind:
        return FaultyMarker(
            Fault(
                f"the marker '<!--{_shown(text)}-->' is not of the form anchor:KIND:VALUE", _forms()
            )
        )
    return None


def _forms() -> str:
    return f"write {_FORMS}"


def _unknown_kind(text: str, kind: str, separator: str, value: str) -> Fault:
    from ars_pandoc.citations.anchor_words import NEAR_KINDS, OF_A_WHOLE, PLACES, SOURCES, WHOLES

    value = value.strip(" .：=").strip()
    if separator != ":" and kind in KINDS:
        return Fault(
            f"the marker '<!--{_shown(text)}-->' has '{separator}' where ':' belongs",
            f"write <!--anchor:{kind}:{_encoded(value)}-->",
        )
    reason = f"'{kind}' is no kind of anchor in '<!--{_shown(text)}-->'"
    if kind in SOURCES:
        return Fault(f"{reason}; it says which source, not where in it", _forms())
    if kind in WHOLES:
        return Fault(
            f"{reason}; a work as a whole is no place that can be looked up",
            f"name {OF_A_WHOLE}: <!--anchor:section:Implementation-->",
        )
    if kind == "abstract":
        return Fault(reason, "write <!--anchor:section:Abstract-->")
    if kind in PLACES and value:
        place = f"{kind.capitalize()} {value}"
        return Fault(reason, f"write <!--anchor:section:{_encoded(place)}-->")
    if kind in NEAR_KINDS and value:
        return Fault(reason, f"write <!--anchor:{NEAR_KINDS[kind]}:{_encoded(value)}-->")
    return Fault(reason, _forms())


def _encoded(value: str) -> str:
    """Make a value safe to paste: no space, no `--`; what is encoded already stays."""
    return "%20".join(value.split()).replace("--", "%2D%2D").replace(">", "%3E")


def _shown(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"

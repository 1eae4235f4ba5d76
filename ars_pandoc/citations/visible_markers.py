"""Markers and keys that stand in the visible text, where no reader of Pandoc sees them.

`<!–ref:a–>` where raw HTML is off, `<!-ref:a-->` and `[ref:a]` that are no comments,
`vgl.@wang2020`, which is no Cite, and `@{wang 2020}`, which is no key (contract §2, §3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ars_pandoc.base.characters import ZERO_WIDTH
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import UNSPACED
from ars_pandoc.citations.citation import Fault, Syntax
from ars_pandoc.citations.markers import Ref, find_comments, read_comment
from ars_pandoc.citations.raw_formats import written_in
from ars_pandoc.pandoc.elements import Element, stringify

_REACH = 40
_ATTEMPT = r"\s*(?P<kind>ref|anchor)\s*[:=]\s*(?P<key>(?:(?!--)[^\s<>–—])*)"
_VISIBLE = lazy_pattern(rf"<(?:\s*!(?:\s*[-–—]){{0,8}}|-{{2,}}|[–—]){_ATTEMPT}", re.IGNORECASE)
_COMMENT_START = lazy_pattern(r"<!(?:--|[–—])")
_VISIBLE_END = lazy_pattern(r"[-–—]+>")
_GLUED = lazy_pattern(r"(?<=[\w.])@(?P<key>[^\W_][\w:.#$%&+?<>~/-]*)")
_WHOLE = lazy_pattern(r"@(?P<key>[^\W_][\w:.#$%&+?<>~/-]*)")
_STRANGE_SIGN = lazy_pattern(
    rf"(?:[＠﹫][{ZERO_WIDTH}]*|@[{ZERO_WIDTH}]+)(?P<key>[^\W_][\w:.#$%&+?<>~/-]*)"
)
_BRACKETED_REF = lazy_pattern(
    r"[\[{]ref\s*[:=]\s*(?P<key>[^\W_][\w:.#$%&+?~/-]*)[\]}]", re.IGNORECASE
)
_DOMAIN = lazy_pattern(r"@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?![\w@])")
_URL = lazy_pattern(r"://|\bwww\.")
_TRAILING = lazy_pattern(rf"(?:{UNSPACED}|[^\w]).*\Z", re.DOTALL)
_ASCII = lazy_pattern(r"[\x21-\x7e]*\d")
_SIGNS = ":.#$%&-+?<>~/"
_BRACED = lazy_pattern(r"@\{(?P<key>[^{}]*\s[^{}]*)\}")
_HAS_YEAR = lazy_pattern(r"\d{4}")


_PRINTS = {
    "markdown": (
        "do not escape the comment, and read raw HTML: -f markdown, not -f markdown-raw_html"
    ),
    # The reader in use is not recommended.
    "word": (
        "Word holds no such comments: cite with Zotero's or EndNote's plug-in, or write the "
        "document in Markdown"
    ),
    "other": (
        "write the comment in Markdown, not escaped; in Word cite with Zotero's or EndNote's "
        "plug-in, and read it with -f docx+citations"
    ),
}


def visible_markers(
    inlines: list[Element], index: int, syntax: Syntax = "markdown"
) -> Iterator[tuple[str | None, Fault]]:
    """Find markers that begin in the word at `index` and would print.

    Args:
        inlines: The list that holds the word.
        index: Its place in the list.
        syntax: What the document is written in, for the remedy.

    Returns:
        The key of each, if it is a ref, and what is wrong.
    """
    text = stringify(inlines[index : index + _REACH])
    own = len(inlines[index]["c"])
    for hit in _VISIBLE.finditer(text):
        if hit.start() >= own:
            return
        if _is_of_another_tool(text[hit.start("kind") :]):
            continue
        kind = hit["kind"].lower()
        key = hit["key"] if kind == "ref" else None
        good = f"<!--ref:{key or 'KEY'}-->" if kind == "ref" else "<!--anchor:page:12-->"
        fix = (
            _PRINTS.get(syntax, _PRINTS["markdown"])
            if _COMMENT_START.match(hit[0])
            else f"write a comment, {good}: '<!--' without a space and with two hyphens"
        )
        reason = f"the {kind} marker stands in the text as words and would print: '{hit[0]}…'"
        yield key or None, Fault(reason, fix)


def _is_of_another_tool(text: str) -> bool:
    """Return whether a comment that stands in the text as words is none of ours (contract §2).

    `<!– ref: https://… –>` and mdBook's `<!– ANCHOR: x –>` print too, but nobody cites with them.
    """
    end = _VISIBLE_END.search(text)
    close = end.start() if end is not None else text.find(">")
    if close < 0:
        return False
    marker = read_comment(text[:close], behind=False)
    return marker is None or (isinstance(marker, Ref) and marker.only_if_known)


def glued_keys(word: str, *, behind_text: bool = False) -> Iterator[str]:
    """Find keys glued to the text before them; they count if the key is known (contract §3).

    Pandoc reads no key behind a letter, a digit or a full stop.

    Args:
        word: The word; an address, `local@domain.tld` or a URL, holds none.
        behind_text: Whether an element that is no word stands right before it: `*et al.*@a`.
    """
    for hit in _GLUED.finditer(word):
        if _DOMAIN.match(word, hit.start()) or _URL.search(word, 0, hit.start()):
            continue
        yield from _written_keys(hit["key"])
    if behind_text and (first := _WHOLE.match(word)) is not None:
        yield from _written_keys(first["key"])


def keys_behind_strange_signs(word: str) -> Iterator[str]:
    """Find keys behind what only looks like an @: a wide one, or one with an unseen sign behind.

    They count if the key is known.
    """
    for hit in _STRANGE_SIGN.finditer(word):
        yield from _written_keys(hit["key"])


def bracketed_refs(word: str) -> Iterator[tuple[str, str]]:
    """Find `[ref:key]` and `{ref:key}` in a word, each with its key; they count if it is known."""
    for hit in _BRACKETED_REF.finditer(word):
        yield hit[0], hit["key"]


def _written_keys(text: str) -> Iterator[str]:
    """Return the keys that a text begins with: whole, and up to where another script begins."""
    key = text.rstrip(_SIGNS)
    yield key
    if key.isascii():
        return
    shorter = {_TRAILING.sub("", key).rstrip(_SIGNS)}
    if (plain := _ASCII.match(key)) is not None:
        shorter.add(plain[0].rstrip(_SIGNS))
    yield from sorted(shorter - {key, ""})


def spaced_keys(inlines: list[Element], index: int) -> Iterator[tuple[str, bool]]:
    """Find `@{two words}` that begins in the word at `index`: it is no key and prints as it stands.

    Returns:
        Each with whether it surely was meant as one: it stands in brackets, or holds a year.
    """
    text = stringify(inlines[index : index + _REACH])
    own = len(inlines[index]["c"])
    for hit in _BRACED.finditer(text):
        if hit.start() >= own:
            return
        if text[: hit.start()][-1:].isalnum():
            continue  # HEAD@{2 days ago}
        before = stringify(inlines[max(0, index - _REACH) : index]) + text[: hit.start()]
        bracketed = before.rfind("[") > before.rfind("]")
        yield hit["key"], bracketed or _HAS_YEAR.search(hit["key"]) is not None


def raw_markers(style: str, code: str) -> Iterator[tuple[str | None, Fault]]:
    """Find marker comments in raw code that is not HTML: there they are no comments, and print.

    Args:
        style: The format of the code.
        code: Its text.
    """
    tex = written_in(style) == "tex"
    if tex:
        from ars_pandoc.citations.raw_tex import without_verbatim

        code = without_verbatim(code)
    ref_ended = -1
    for comment in find_comments(code):
        marker = read_comment(comment.text, behind=False)
        if marker is None or (isinstance(marker, Ref) and marker.only_if_known):
            continue
        key = getattr(marker, "key", None)
        if isinstance(marker, Ref):
            ref_ended = comment.end
        elif comment.start == ref_ended:
            ref_ended = comment.end  # the ref was named, and its anchor is part of it
            continue
        said = " ".join(comment.text.split())[:_REACH]
        fix = "put it behind words outside of the raw code"
        if tex:
            fix += f", or cite with a command: \\cite[p.~12]{{{key or 'KEY'}}}"
        reason = f"the marker '<!--{said}-->' stands in raw {style}, where it would print"
        yield key, Fault(reason, fix)

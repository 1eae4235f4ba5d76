"""Pandoc's own citations: locators, cut keys, cross-references and near misses (contract §3)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.characters import ZERO_WIDTH
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.base.scripts import is_unspaced
from ars_pandoc.citations.anchor_values import judge_locator
from ars_pandoc.citations.citation import Anchor, Condition, Fault, Syntax
from ars_pandoc.citations.locators import is_labelled, parse_suffix
from ars_pandoc.citations.syntax import with_locator
from ars_pandoc.pandoc.elements import Element, stringify

_PREFIX = lazy_pattern(r"([^\W\d_]\w*)([:-]).")
_QUOTE_AS_TEXT = lazy_pattern(r"\]?\s*\{\s*(?:data-)?quotes?\s*=", re.IGNORECASE)
# `=b` of `[@a=b]`, `–key` of `[@dup--key]`; an apostrophe is mostly a genitive's.
_GOES_ON = lazy_pattern(r"[=–|*^!\"“”]+\w|['’]\w*\d")
_TYPED = str.maketrans({"–": "--", "—": "---", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})
_LABELLED = lazy_pattern(
    r"[\s,;:]*[(\[]?\s*(?=(?:(?:pp?|ch|chap|sec|sect|fig|eq|para|nn?|chapter|section|page)s?\.?"
    r"|§+)\s*[\divxlcIVXLC])"
)


_LEAD = lazy_pattern(r"(?:[\s,;:]*[(\[]\s*|[\s,;:]+)(?=\S)")

ENDS_A_KEY = frozenset(" ,;:.)]}?\xa0")
"""Characters that surely end a key."""


@dataclass(frozen=True, slots=True)
class CutKey:
    """A key that Pandoc cut short.

    Attributes:
        fault: What to say of it.
        rest: The part of the suffix that belongs to the key; empty if it stands in the text.
    """

    fault: Fault
    rest: str


def read_locator(
    suffix: str, key: str, language: str | None, syntax: Syntax = "markdown"
) -> Anchor | None:
    """Read the locator of a citation's suffix as an anchor.

    Args:
        suffix: The text of a Cite's suffix, or the locator argument of a TeX command.
        key: The citation key, for the message.
        language: The document's `lang`, whose labels count beside the English ones.
        syntax: What the citation was written in, for the message.

    Returns:
        The anchor, or None if the suffix names no place in the source.
    """
    locator = parse_suffix(suffix, language)
    if locator is None and not suffix.isascii():
        # `，第３頁` as a Chinese or Japanese keyboard writes it.
        locator = parse_suffix(unicodedata.normalize("NFKC", suffix), language)
    return None if locator is None else judge_locator(locator, key, syntax)


def cross_reference(
    key: str, ids: set[str], anchors: Sequence[Anchor], kinds: frozenset[str] = frozenset()
) -> Condition:
    """Return under which condition a Cite is a citation, or a cross-reference such as `@fig:x`.

    Args:
        key: The key as written.
        ids: All identifiers that the document defines.
        anchors: What stands by; a page locator speaks for a citation.
        kinds: Prefixes that the document's metadata defines for kinds of its own.
    """
    hit = _PREFIX.match(key)
    if hit is None:
        return Condition.ALWAYS
    from ars_pandoc.citations.cross_reference_prefixes import (
        COLON_PREFIXES,
        CROSS_REFERENCE_PREFIXES,
    )

    page = any(anchor.kind == "page" for anchor in anchors)
    prefix = hit[1].lower()
    listed = prefix in (COLON_PREFIXES if hit[2] == ":" else CROSS_REFERENCE_PREFIXES)
    listed = listed or (hit[2] == "-" and prefix in kinds)
    if key in ids or key[:1].lower() + key[1:] in ids:
        # The id that Pandoc makes of a heading, `# Smith 2020`, must hide no `[@smith-2020, p. 3]`.
        if listed:
            return Condition.DEFINED_CROSS_REFERENCE
        return Condition.ALWAYS if page else Condition.LIKELY_CROSS_REFERENCE
    if listed and not page:
        return Condition.LIKELY_CROSS_REFERENCE
    return Condition.ALWAYS


def cut_key(
    citation: dict[str, Any], inlines: list[Element], index: int, *, glued: bool = True
) -> CutKey | None:
    """Find a key that Pandoc cut short: the rest stands directly behind it (contract §3).

    `@müller2020` with a decomposed umlaut parses as `mu`, `@10.1016/S0140-6736(95)90120-5` as
    `10.1016/S0140-6736`.

    Args:
        citation: One member of the Cite's list.
        inlines: The list that holds the Cite.
        index: The Cite's place in it.
        glued: Whether a letter or digit directly behind a key is a sign of it.
    """
    mode = citation["citationMode"]["t"]
    suffix = citation["citationSuffix"]
    if mode == "AuthorInText":
        # A suffix in brackets of its own, `@a [p. 3]`, stands apart; so does what follows it.
        behind = [] if suffix else inlines[index + 1 : index + 2]
        parenthesis = False
    else:
        behind = suffix[:1]
        parenthesis = True
    if not behind or behind[0]["t"] != "Str":
        return None
    text: str = stringify(suffix) if parenthesis else behind[0]["c"]
    if not text:
        return None
    first = text[0]
    invisible = unicodedata.combining(first) > 0 or first in ZERO_WIDTH
    glued = glued and (
        (first.isalnum() and not is_unspaced(first))
        or (parenthesis and (first == "(" or _GOES_ON.match(text) is not None))
    )
    # Behind `-@a` a suffix that begins with a letter may have had brackets of its own,
    # `-@a [p. 3]`, and once citeproc has run nothing tells the two apart.
    if not (invisible or (glued and mode != "SuppressAuthor")):
        return None
    key = citation["citationId"]
    rest = re.split(r"[\s,;]", text, maxsplit=1)[0]
    whole = as_typed(key + rest)
    without = " without invisible characters," if invisible else ""
    fix = f"write the whole key{without} in braces: @{{{whole}}}"
    if not invisible:
        fix += f"; or put a space behind @{key} if '{rest}' is no part of it"
    fault = Fault(f"Pandoc reads the key as '{key}': '{rest}' stands directly behind it", fix)
    return CutKey(fault, rest if parenthesis else "")


def text_behind(citation: dict[str, Any], inlines: list[Element], index: int) -> str:
    """Return what stands directly behind a key and may be the rest of it, as far as a space.

    Args:
        citation: One member of the Cite's list.
        inlines: The list that holds the Cite.
        index: The Cite's place in it.
    """
    suffix = citation["citationSuffix"]
    if citation["citationMode"]["t"] == "AuthorInText":
        suffix = [] if suffix else inlines[index + 1 : index + 2]
    if not suffix or suffix[0]["t"] != "Str" or not suffix[0]["c"]:
        return ""
    text: str = suffix[0]["c"]
    if text[0] in ENDS_A_KEY:
        return ""
    rest = re.split(r"[\s,;]", text, maxsplit=1)[0]
    while rest and not rest[-1].isalnum():
        rest = rest[:-1]
    return rest


def as_typed(text: str) -> str:
    """Return text as it was typed, before Pandoc made its quotes and dashes typographic."""
    text = unicodedata.normalize("NFC", text).translate(_TYPED)
    return "".join(char for char in text if char not in ZERO_WIDTH)


def is_quote(attribute: str) -> bool:
    """Return whether a span's attribute holds a quote; a slip of the pen must not lose it."""
    from ars_pandoc.citations.anchor_words import QUOTE_ATTRIBUTES

    return attribute.lower().removeprefix("data-") in QUOTE_ATTRIBUTES


def is_literal_suffix(suffix: str) -> bool:
    """Return whether a suffix is a visible marker of an earlier pass, its brackets taken off."""
    text = suffix.lstrip()
    if not text.startswith("UNVERIFIED"):
        return False
    from ars_pandoc.citations.literal_marker import LITERAL  # most documents have none of these

    return LITERAL.fullmatch(f"[{text}]") is not None


def near_miss(span: Element, quote: str) -> Fault | None:
    """Find `[@a]{quote="…"}`, which Pandoc reads as a span around a bare `@a` (contract §3)."""
    bare = _bare_cite(span)
    if bare is None:
        return None
    written, rest = bare
    fixed = rest.replace(";", ",", 1)
    escaped = quote.replace("\\", "\\\\").replace('"', '\\"')
    return Fault(
        f"[{written}{rest}]{{quote=…}} loses its brackets: Pandoc reads a bare {written}",
        f'write [[{written}{fixed}]]{{quote="{escaped}"}}',
    )


def lost_quote(citation: dict[str, Any], inlines: list[Element], index: int) -> Fault | None:
    """Find `{quote="…"}` that stands behind a citation as text: it would print (contract §3)."""
    if index + 1 >= len(inlines):
        return None
    behind = stringify(inlines[index + 1 : index + 4])
    if _QUOTE_AS_TEXT.match(behind) is None:
        return None
    key = citation["citationId"]
    return Fault(
        f"the quote stands behind @{key} as plain text and would print",
        f'write [[@{key}]]{{quote="…"}}: two brackets, no space, straight quotation marks',
    )


def _bare_cite(span: Element) -> tuple[str, str] | None:
    """Return the in-text citation that a span begins with and the text behind it, or None.

    Such a span was meant to hold a citation in brackets, `[@a, p. 3]{…}`, if nothing or a comma
    or semicolon follows.
    """
    inner = span["c"][1]
    dash = ""
    if len(inner) > 1 and inner[0]["t"] == "Str" and inner[0]["c"] == "-":
        # Pandoc 2 does not read a bare -@key.
        dash, inner = "-", inner[1:]
    if not inner or inner[0]["t"] != "Cite" or not inner[0]["c"][0]:
        return None
    citation = inner[0]["c"][0][0]
    mode = citation["citationMode"]["t"]
    suffix = stringify(citation["citationSuffix"])
    rest = stringify(inner[1:])
    if mode == "NormalCitation" or (suffix and not is_literal_suffix(suffix)):
        return None
    if rest and rest[0] not in ",;":
        return None
    if mode == "SuppressAuthor":
        if not rest:
            # [[-@a]]{…} looks the same: its brackets are there.
            return None
        dash = "-"
    return f"{dash}@{citation['citationId']}", rest


def misplaced_locator(
    citations: list[dict[str, Any]],
    place: int,
    language: str | None,
    syntax: Syntax = "markdown",
) -> Fault | None:
    """Find a locator that Pandoc gave to another key of the same brackets (contract §3, traps).

    In `[@a, @b]` the second key stands in the suffix of the first; in `@a [p. 3, cf. @b]` the
    locator of the first is the prefix of the second.

    Args:
        citations: All members of the Cite's list.
        place: Which of them lacks a locator.
        language: The document's `lang`.
        syntax: What the citation was written in, for the message.
    """
    citation = citations[place]
    key = citation["citationId"]
    inner = [part for part in citation["citationSuffix"] if part["t"] == "Cite"]
    if inner:
        other = inner[0]["c"][0][0]["citationId"]
        return Fault(
            f"'@{other}' stands in the suffix of @{key}: keys are parted by ';', not by ','",
            f"write [@{key}, p. 12; @{other}, p. 12] with your pages",
        )
    if place + 1 < len(citations):
        other = citations[place + 1]
        prefix = stringify(other["citationPrefix"])
        locator = parse_suffix(prefix, language) if prefix else None
        if locator is not None and locator.kind is not None:
            text = prefix.removesuffix(locator.rest).strip()
            return Fault(
                f"'{text}' became the prefix of @{other['citationId']}, not the locator of @{key}",
                f"{with_locator(syntax, key, text, in_text=True)}, and "
                f"{'@' if syntax == 'markdown' else ''}{other['citationId']} "
                f"in {'brackets' if syntax == 'markdown' else 'a citation'} of its own",
            )
    return None


def lost_brackets(span: Element) -> Fault | None:
    """Find `[@a, p. 3]{.c}`, which Pandoc reads as a span around a bare `@a` (contract §3)."""
    bare = _bare_cite(span)
    if bare is None or not bare[1]:
        return None
    written, rest = bare
    identifier, classes, pairs = span["c"][0]
    parts = [f"#{identifier}"] if identifier else []
    parts += [f".{name}" for name in classes]
    parts += [f'{name}="{value}"' for name, value in pairs]
    return Fault(
        f"[{written}{rest}]{{…}} loses its brackets: Pandoc reads a bare {written}",
        f"write [[{written}{rest.replace(';', ',', 1)}]]{{{' '.join(parts)}}}",
    )


def lost_locator(
    citation: dict[str, Any],
    inlines: list[Element],
    index: int,
    language: str | None,
    syntax: Syntax = "markdown",
) -> Fault | None:
    """Find a locator that stands by a citation but is no part of it (contract §3, traps).

    `@a, p. 3` and `@a (p. 3)` print the page as plain text; `[@a; p. 3]` and
    `[@a, p. 3; see also Poe]` are no citations in brackets at all.

    Args:
        citation: The only member of the Cite's list.
        inlines: The list that holds the Cite.
        index: The Cite's place in it.
        language: The document's `lang`.
        syntax: What the citation was written in, for the message.
    """
    if citation["citationMode"]["t"] != "AuthorInText" or citation["citationSuffix"]:
        return None
    following = stringify(inlines[index + 1 : index + 16])
    lead = _LEAD.match(following)
    label = _LABELLED.match(following)
    if label is None and (lead is None or not is_labelled(following[lead.end() :], language)):
        return None
    begin = label.end() if label is not None else lead.end() if lead is not None else 0
    text = re.split(r"[;\])]", following[begin:])[0]
    locator = parse_suffix(text, language)
    if locator is None:
        return None
    text = text.removesuffix(locator.rest).strip().rstrip(".,")
    key = citation["citationId"]
    before = stringify(inlines[index - 1 : index]) if index else ""
    if before.endswith("["):
        return Fault(
            f"the brackets around @{key} make no citation: what stands behind ';' must be one",
            f"write [@{key}, {text}], and further remarks outside the brackets",
        )
    return Fault(
        f"'{text}' stands beside the citation, not in it",
        with_locator(syntax, key, text, in_text=True),
    )

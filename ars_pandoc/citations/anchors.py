"""What the value of an anchor is worth: good, or none for a stated reason (contract §2)."""

from __future__ import annotations

from ars_pandoc.citations.locators import Locator, is_placeholder, page_value
from ars_pandoc.citations.model import Anchor, Fault, Kind, Note
from ars_pandoc.citations.quotes import (
    MAX_WORDS,
    MIN_WORDS,
    count_words,
    decode_quote,
)

_ABSTRACT = Note("abstract-only", "the anchor is the abstract alone")


def judge_anchor(kind: Kind, value: str, key: str | None) -> Anchor:
    """Judge the value of an anchor comment or of a `quote` attribute.

    Args:
        kind: One of the closed list.
        value: As written, percent-encoded or not.
        key: The citation's key; a value that only repeats it is no anchor.
    """
    if kind == "none":
        return _bad(
            kind,
            "",
            "the anchor says 'none': nothing tells where in the source the support stands",
            "put a quote, page, section or paragraph there: <!--anchor:page:12-->",
        )
    try:
        text = decode_quote(value.strip()).strip()
    except UnicodeDecodeError:
        return Anchor(
            kind,
            value.strip(),
            Fault(
                "the anchor's value is not UTF-8 when decoded",
                "percent-encode the text as UTF-8 ('é' is %C3%A9), or put the page instead: "
                "<!--anchor:page:12-->",
            ),
            fatal=True,
        )
    if not text:
        return _bad(kind, "", f"the anchor's {kind} is empty", f"write {_form(kind)}")
    if is_placeholder(text, kind):
        return _bad(
            kind, text, f"the anchor's {kind} '{text}' is a placeholder", f"write {_form(kind)}"
        )
    if key is not None and text == key:
        return _bad(kind, text, f"the anchor's {kind} only repeats the key", f"write {_form(kind)}")
    if kind == "quote":
        return _judge_quote(text)
    if kind == "page" and (page := page_value(text)) is not None:
        return Anchor(kind, page)
    if kind == "page":
        return _bad(
            kind,
            text,
            f"'{text}' is no page",
            f"write <!--anchor:page:12-->, or <!--anchor:section:{_encode_spaces(text)}--> if it "
            "names a section",
        )
    if kind == "paragraph" and not any(char.isdigit() for char in text):
        return _bad(
            kind, text, f"'{text}' is no paragraph number", "write <!--anchor:paragraph:3-->"
        )
    notes = (_ABSTRACT,) if kind == "section" and text.casefold() == "abstract" else ()
    return Anchor(kind, text, notes=notes)


def judge_locator(locator: Locator, key: str) -> Anchor | None:
    """Turn the locator of a citation with this key into an anchor; None where it says no place."""
    kind = locator.kind
    if kind is None:
        return None
    if is_placeholder(locator.value, kind):
        return _bad(
            kind,
            locator.value,
            f"the locator '{locator.label} {locator.value}' is a placeholder",
            f"write the page, or section, where the support stands: [@{key}, p. 12]",
        )
    return Anchor(kind, locator.anchor_value, notes=locator.notes)


def _judge_quote(text: str) -> Anchor:
    words = count_words(text)
    if words > MAX_WORDS:
        return Anchor(
            "quote",
            text,
            Fault(
                f"the quote has {words} words, {MAX_WORDS} are allowed",
                "shorten the quote, or put the page or section instead: <!--anchor:page:12-->",
            ),
            fatal=True,
        )
    if words < MIN_WORDS:
        return _bad(
            "quote",
            text,
            f"the quote '{text}' has {words} word{'' if words == 1 else 's'}, at least "
            f"{MIN_WORDS} are needed",
            "quote more of the sentence, or put the page: <!--anchor:page:12-->",
        )
    return Anchor("quote", text)


def _bad(kind: Kind, value: str, reason: str, fix: str) -> Anchor:
    return Anchor(kind, value, Fault(reason, fix))


def _form(kind: Kind) -> str:
    example = {"quote": "three%20or%20more%20words", "page": "12", "section": "3.2"}
    return f"<!--anchor:{kind}:{example.get(kind, '3')}-->"


def _encode_spaces(text: str) -> str:
    return "%20".join(text.split())

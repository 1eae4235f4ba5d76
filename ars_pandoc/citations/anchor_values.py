"""What the value of an anchor is worth: good, or none for a stated reason (contract §2)."""

from __future__ import annotations

import unicodedata

from ars_pandoc.citations.anchor_words import OF_A_WHOLE
from ars_pandoc.citations.citation import Anchor, Fault, Kind, Note, Syntax
from ars_pandoc.citations.locators import Locator, is_placeholder, page_value, parse_suffix
from ars_pandoc.citations.quotes import (
    MAX_WORDS,
    MIN_WORDS,
    count_words,
    decode_quote,
)
from ars_pandoc.citations.syntax import in_markdown, with_locator

_EXAMPLES: dict[Kind, str] = {
    "quote": "three%20or%20more%20words",
    "page": "12",
    "section": "3.2",
    "paragraph": "3",
    "none": "",
}
_ABSTRACT = Note("abstract-only", "the anchor is the abstract alone")


def judge_anchor(kind: Kind, value: str, key: str | None, *, wrapped: bool = False) -> Anchor:
    """Judge the value of an anchor comment or of a `quote` attribute.

    Args:
        kind: One of the closed list.
        value: As written, percent-encoded or not.
        key: The citation's key; a value that only repeats it is no anchor.
        wrapped: It is a `quote` attribute, `[[@key]]{quote="…"}`, and its fix is written so.
    """
    form = _wrapped_form(key) if wrapped and key else f"<!--anchor:{kind}:{_EXAMPLES[kind]}-->"
    if kind == "none":
        return _bad(
            kind,
            "",
            "the anchor says 'none': nothing tells where in the source the support stands",
            "put a quote, page, section or paragraph there: <!--anchor:page:12-->; of a work that is "
            f"meant as a whole, {OF_A_WHOLE}",
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
                f"{_page_form(key, wrapped)}",
            ),
            fatal=True,
        )
    if not text:
        return _bad(kind, "", f"the anchor's {kind} is empty", f"write {form}")
    if is_placeholder(text, kind):
        return _bad(kind, text, f"the anchor's {kind} '{text}' is a placeholder", f"write {form}")
    if key is not None and (text == key or set(text.split()) == {key}):
        return _bad(kind, text, f"the anchor's {kind} only repeats the key", f"write {form}")
    if kind != "quote" and not any(char.isalnum() for char in text):
        return _bad(kind, text, f"the anchor's {kind} '{text}' says nothing", f"write {form}")
    if kind == "quote":
        return _judge_quote(text, form, _page_form(key, wrapped))
    if kind == "page":
        # Digits as a Chinese or Japanese keyboard writes them are digits.
        page = page_value(text if text.isascii() else unicodedata.normalize("NFKC", text))
        if page is not None:
            return Anchor(kind, page if text.isascii() else page_value(text) or page)
    if kind == "page":
        return _bad(kind, text, f"'{text}' is no page", _page_fix(text))
    if kind == "paragraph" and not any(char.isdigit() for char in text):
        return _bad(
            kind, text, f"'{text}' is no paragraph number", "write <!--anchor:paragraph:3-->"
        )
    return Anchor(kind, text, notes=_abstract_note(kind, text))


def _abstract_note(kind: Kind, value: str) -> tuple[Note, ...]:
    return (_ABSTRACT,) if kind == "section" and value.casefold() == "abstract" else ()


def judge_locator(locator: Locator, key: str, syntax: Syntax = "markdown") -> Anchor | None:
    """Turn the locator of a citation with this key into an anchor; None where it says no place."""
    kind = locator.kind
    if kind is None:
        return None
    if is_placeholder(locator.value, kind):
        return _bad(
            kind,
            locator.value,
            f"the locator '{f'{locator.label} {locator.value}'.strip()}' is a placeholder",
            f"{with_locator(syntax, key)} with the page or section where the support stands",
        )
    value = locator.value
    repeats = key in value and {*value.split()} == {key}
    if repeats or not (value[0].isalnum() or any(map(str.isalnum, value))):
        shown = f"{locator.label} {value}".strip()
        odd = f"the locator '{shown}' {'only repeats the key' if repeats else 'says nothing'}"
        fix = f"{with_locator(syntax, key)} with the page or section where the support stands"
        return _bad(kind, locator.value, odd, fix)
    notes = locator.notes + _abstract_note(kind, locator.value)
    return Anchor(kind, locator.anchor_value, notes=notes)


def _judge_quote(text: str, form: str, page: str) -> Anchor:
    if all(is_placeholder(word, "quote") for word in text.split()):
        return _bad("quote", text, "the quote is a placeholder", f"write {form}")
    words = count_words(text)
    if words > MAX_WORDS:
        return Anchor(
            "quote",
            text,
            Fault(
                f"the quote has {words} words, {MAX_WORDS} are allowed",
                f"shorten the quote, or put the page or section instead: {page}",
            ),
            fatal=True,
        )
    # A sign between spaces counts as it does in the source, `p < 0.05`; signs alone say nothing.
    said = count_words(" ".join(word for word in text.split() if any(map(str.isalnum, word))))
    if said < MIN_WORDS - 1:
        words = said
    if words < MIN_WORDS:
        return _bad(
            "quote",
            text,
            f"the quote '{text}' has {words} word{'' if words == 1 else 's'}, at least "
            f"{MIN_WORDS} are needed",
            f"quote more of the sentence, {form}, or put the page: {page}",
        )
    return Anchor("quote", text)


def _page_fix(text: str) -> str:
    """Return what to write for a value that is no page: another label's page, or a section."""
    locator = parse_suffix(text.lstrip(". "))
    if locator is not None and locator.kind == "page":
        return f"write <!--anchor:page:{_encode_spaces(locator.value)}-->"
    if locator is not None and locator.kind == "section":
        return f"write <!--anchor:section:{_encode_spaces(locator.anchor_value)}-->"
    if len(text) > 3 and text[0].isupper() and not text.isupper():
        section = f"<!--anchor:section:{_encode_spaces(text)}-->"
        return f"write <!--anchor:page:12--> with the page, or {section} if it names a section"
    return "write <!--anchor:page:12--> with the page"


def _bad(kind: Kind, value: str, reason: str, fix: str) -> Anchor:
    return Anchor(kind, value, Fault(reason, fix))


def _page_form(key: str | None, wrapped: bool) -> str:
    return f"[{in_markdown(key)}, p. 12]" if wrapped and key else "<!--anchor:page:12-->"


def _wrapped_form(key: str) -> str:
    return f'[[{in_markdown(key)}]]{{quote="three or more words"}}'


def _encode_spaces(text: str) -> str:
    return "%20".join(text.split())

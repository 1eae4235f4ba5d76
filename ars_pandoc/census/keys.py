"""Citation keys as Pandoc's Markdown writes them."""

from __future__ import annotations

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.model import Form

KEY = r"\w(?:\w|[:.#$%&\-+?<>~/](?=\w)|[:/](?=/))*"
"""A letter, digit or `_`, then more of them, with single punctuation characters inside."""

KEY_AT = lazy_pattern(rf"@(?:\{{(?P<braced>[^{{}}\n]+)\}}|(?P<plain>{KEY}))")
"""`@key` or `@{any key}`."""

_YEAR = lazy_pattern(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DOMAIN = lazy_pattern(r"@[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?![\w@])")
_LOCAL = frozenset(".+-_'%")
# A key right behind one of these is no part of another word: `("@a`, `–@a`, `*@a*`, `|@a`.
_OPENING = frozenset("([{\"'“‘„‚«‹「『（【《〈*_~^–—-|>;,:¿¡…&/$=<!")


def is_email(text: str, at: int) -> bool:
    """Say whether the `@` at this offset stands in `local@domain.tld`."""
    before = text[at - 1 : at]
    if not (before.isalnum() or before in _LOCAL) or not before:
        return False
    return _DOMAIN.match(text, at) is not None


def is_glued(text: str, at: int, start: int = 0) -> bool:
    """Say whether the `@` at this offset is glued to a word, or part of an address."""
    if at <= start:
        return False
    before = text[at - 1]
    if before.isspace():
        return False
    if before not in _OPENING:
        return True
    if before in "/=:&-_$~#?":
        return _begins_address(text, at, start)
    return False


def _begins_address(text: str, at: int, start: int) -> bool:
    words = text[max(start, at - 300) : at].rsplit(None, 1)
    before = words[-1] if words else ""
    if "://" in before or before.startswith("www."):
        return True
    # `npmjs.com/package/@types/node`, `x=@y`, `and/or/@bad`.
    return before[-1:] in ("/", "=", "#", "?", "&") and before[-2:-1].isalnum()


def read_foreign_key(
    out: Collector, at: int, start: int, end: int, *, in_markdown: bool = False
) -> int:
    """Add the `@key` of Markdown at `at`, which stands in another syntax and prints as it is.

    Args:
        out: Where it goes.
        at: Where the `@` stands.
        start: Where the stretch of that syntax begins.
        end: Where it ends.
        in_markdown: The stretch is raw code in Markdown, where `[@key]` was surely meant.

    Returns:
        Where to go on.
    """
    text = out.text
    hit = KEY_AT.match(text, at, end)
    if hit is None or hit["plain"] is None or is_email(text, at):
        return at + 1
    bracketed = at > start and text[at - 1] == "["
    form: Form = "bracketed" if bracketed else "bare"
    if bracketed or not is_glued(text, at, start):
        # `[@roe2021]` is meant as a citation in every syntax; `[@{}l]` and `[@5]` are others' signs.
        meant = bracketed and (in_markdown or _YEAR.search(hit["plain"]) is not None)
        out.cite(hit["plain"], at, hit.end(), form, doubt=not meant)
    return hit.end()

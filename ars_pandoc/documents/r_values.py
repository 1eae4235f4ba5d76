"""The strings in R code, with the place of each character: `fig.cap = c("One.", 'Two.')`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ars_pandoc.positions.traced import Run, Traced

_RAW = re.compile(r"[rR](?P<quote>[\"'])(?P<dashes>-*)(?P<open>[\[({])")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9A-Fa-f]{1,2})|u\{?(?P<u>[0-9A-Fa-f]{1,4})\}?"
    r"|U\{?(?P<U>[0-9A-Fa-f]{1,8})\}?|(?P<one>.))",
    re.DOTALL,
)
_CONTROL = {"n": "\n", "r": "\n", "t": " ", "a": "", "b": "", "f": "", "v": "", "0": ""}
_NAMED = re.compile(r"(?<![\w.])[A-Za-z.][\w.]*\s*=(?!=)")
_PLAIN = re.compile(
    r"(?:(?:c|list)\(,*\)|TRUE|FALSE|T|F|true|false|NULL|NA(?:_character_)?|[-+]?[\d.]+L?)?"
)


@dataclass(frozen=True, slots=True)
class Value:
    """A value in R code.

    Attributes:
        end: Where it ends.
        strings: The strings in it, decoded.
        plain: It is nothing but strings, a vector of them, a number or a constant: what it
            stands for can be told without R.
        words: It as written.
    """

    end: int
    strings: tuple[Traced, ...]
    plain: bool
    words: str


def read_value(code: Traced, start: int) -> Value:
    """Read the value that begins at an offset and ends with a comma, a bracket or the code."""
    text = code.text
    place = start
    depth = 0
    strings: list[Traced] = []
    rest: list[str] = []
    while place < len(text):
        sign = text[place]
        raw = _RAW.match(text, place) if sign in "rR" else None
        if raw is not None:
            closing = _CLOSING[raw["open"]] + raw["dashes"] + raw["quote"]
            close = text.find(closing, raw.end())
            close = len(text) if close < 0 else close
            strings.append(code.cut(raw.end(), close))
            place = close + len(closing)
            continue
        if sign in "\"'":
            close = _string_end(text, place)
            strings.append(Traced(decode(code, place + 1, close, _ESCAPE, _escaped)))
            place = close + 1
            continue
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        if depth < 0 or (sign == "," and depth == 0):
            break
        rest.append(sign)
        place += 1
    bare = re.sub(r"\s+", "", _NAMED.sub("", "".join(rest)))
    plain = _PLAIN.fullmatch(bare) is not None
    return Value(min(place, len(text)), tuple(strings), plain, text[start:place].strip())


def _string_end(text: str, start: int) -> int:
    """Return where the quote stands that ends a string, or the end of the text."""
    quote = text[start]
    place = start + 1
    while place < len(text):
        if text[place] == "\\":
            place += 2
        elif text[place] == quote:
            return place
        else:
            place += 1
    return len(text)


def _escaped(hit: re.Match[str]) -> str:
    for group in ("x", "u", "U"):
        if hit[group]:
            return character(hit[group])
    return _CONTROL.get(hit["one"], hit["one"])


def character(digits: str) -> str:
    """Return the character of a hexadecimal number; empty for what is none."""
    number = int(digits, 16)
    return "" if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF else chr(number)


def decode(
    code: Traced,
    start: int,
    end: int,
    escape: re.Pattern[str],
    meaning: Callable[[re.Match[str]], str],
) -> Iterator[Run]:
    """Return the runs of `code[start:end]` with each escape replaced by its meaning.

    Args:
        code: What holds the text.
        start: Where the text begins.
        end: Where it ends.
        escape: What an escape looks like.
        meaning: Tells what a hit of it stands for.
    """
    place = start
    for hit in escape.finditer(code.text, start, end):
        yield from code.cut(place, hit.start()).runs
        where = code.origin(hit.span())
        said = meaning(hit)
        if where is None:
            yield Run(said)
        else:
            # Never as long as its place, so that it is one place as a whole.
            yield Run(said, where[0], *where[1])
        place = hit.end()
    yield from code.cut(place, end).runs

"""The rules by which Pandoc's citeproc takes a locator out of a suffix.

Held to Pandoc's own answers by the oracle of the tests. Text is cut into tokens, and each token
gets one letter that says what sort it is; the rules are then regular expressions on these letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """What citeproc takes out of a suffix.

    Attributes:
        label: The CSL term; empty for braces without a label, where versions of Pandoc differ.
        value: The locator, stripped; empty for `{}`, which says that there is none.
        rest: What stays in the suffix.
        explicit: The locator stood in braces.
    """

    label: str
    value: str
    rest: str
    explicit: bool = False


def citeproc_locator(suffix: str, labels: Mapping[str, str]) -> Found | None:
    """The locator that Pandoc's citeproc finds in a suffix.

    Args:
        suffix: The suffix as plain text.
        labels: Case-folded label to CSL term.

    Returns:
        What it finds, or None if it leaves all of the suffix alone.
    """
    plain = _PLAIN.fullmatch(suffix)
    if plain is not None:
        written, value = plain.groups()
        term = "page" if written is None else labels.get(written.casefold())
        return None if term is None else Found(term, value, "")
    scan = Scan(suffix)
    start = 1 if scan.sorts[:1] == "," and suffix[0] == "," else 0
    if scan.sorts[start : start + 1] == " ":
        start += 1
    return _in_braces(scan, start, labels) or _labelled_or_bare(scan, start, labels)


class Scan:
    """Text cut into tokens: each space and punctuation mark, and each run between them.

    Attributes:
        tokens: The tokens; joined they are the text again.
        sorts: One letter for each token: `0` a run with a digit, `r` a roman numeral, `x` any
            other run, a dash or an odd space, ` ` a space, `,` a comma or semicolon, `.` and
            brackets themselves, `!` any other punctuation. The colon is part of runs.
    """

    __slots__ = ("sorts", "tokens")

    def __init__(self, text: str) -> None:
        tokens: list[str] = []
        start = 0
        for place, char in enumerate(text):
            if _sort_of[char] != "x" or char in "-–":
                if start < place:
                    tokens.append(text[start:place])
                tokens.append(char)
                start = place + 1
        if start < len(text):
            tokens.append(text[start:])
        self.tokens = tokens
        self.sorts = "".join(map(_sort, tokens))

    def text(self, start: int, end: int | None = None) -> str:
        """The text of some tokens, as written."""
        return "".join(self.tokens[start:end])

    def words(self, at: int, *, digits: bool = False) -> tuple[int, str]:
        """As many words as hold numbers: `12`, `7A(2)(a)(i)-(iv), 3`, `[17]-[18]; xv`.

        Args:
            at: The token to begin at.
            digits: Roman numerals do not do.

        Returns:
            Where the words end (`at` itself if there are none), and their text with plain spaces.
        """
        number = _WITH_DIGIT if digits else _WITH_NUMBER
        end, word = at, _WORD.match(self.sorts, at)
        while word is not None and number.search(word[0]):
            end = word.end()
            word = _NEXT_WORD.match(self.sorts, end)
        return end, "".join(
            " " if sort == " " else token
            for token, sort in zip(self.tokens[at:end], self.sorts[at:end], strict=True)
        ).strip()

    def label(
        self, at: int, labels: Mapping[str, str], *, before_anything: bool = False
    ) -> tuple[int, str] | None:
        """The longest label that stands before a number.

        Args:
            at: The token to begin at.
            labels: Case-folded label to term.
            before_anything: It need not stand before a number, only not at the end.

        Returns:
            Where the label ends and its term, or None.
        """
        best: tuple[int, str] | None = None
        written = ""
        for end in range(at + 1, min(len(self.tokens), at + _LONGEST)):
            written += self.tokens[end - 1]
            term = labels.get(written.strip().casefold())
            if term is None:
                continue
            word = _WORD.match(self.sorts, end)
            if before_anything or (word and _WITH_NUMBER.search(word[0])):
                best = end, term
        return best


# By far the most: `, p. 12`, `, 12-14`. Nothing else can be read into these.
_PLAIN = re.compile(r",?[ \xa0]?(?:([^\W\d_]+\.?)[ \xa0])?([0-9]+(?:[-–][0-9]+)?)")

# `iiii` and `viv` are numerals to citeproc.
_ROMAN = re.compile("(?=.)M*(?:CM)?D?(?:CD)?C*(?:XC)?L?(?:XL)?X*(?:IX)?V?(?:IV)?I*")
_DIGIT = re.compile("[0-9]")

# No label has more than five tokens (`s. vv.`); some spaces may stand before it.
_LONGEST = 8

# On sorts. A bracket holds one such piece or nothing: `(iv)`, `(1.2)`, `[3-4]`, not `(iv-ix)`.
_PIECE = r"(?:r|[x0][rx0]*)"
_INSIDE = rf"(?:{_PIECE}(?:\.{_PIECE})*|\.{_PIECE})?"
_BODY = rf"(?:\.?[rx0]|\({_INSIDE}\)|\[{_INSIDE}\]|\{{{_INSIDE}\}})+"
_WORD = re.compile(f" ?{_BODY}")
_NEXT_WORD = re.compile(f",? ?{_BODY}")

_WITH_DIGIT = re.compile("0")
# A numeral behind a dash belongs to the word before the dash: `x-ray` is none, `a-iv` neither.
_WITH_NUMBER = re.compile("0|(?<![rx0])r")

# Brackets inside of braces hold one token at most, or citeproc takes the braces for prose.
_BRACES = re.compile(r"(?:[^][{}]|\{[^][{}]?\}|\[[^][{}]?\])*(?=\})")


class _SortOf(dict[str, str]):
    """The sort of a character that stands alone; `x` for what makes up runs."""

    def __missing__(self, char: str) -> str:
        category = unicodedata.category(char)
        sort = self[char] = "!" if category[0] == "P" else "s" if category == "Zs" else "x"
        return sort


_sort_of = _SortOf({char: char for char in " ,.()[]{}"} | dict.fromkeys("\xa0\t\n\r", " "))
_sort_of |= {";": ",", ":": "x", "-": "x", "–": "x"}


def _sort(token: str) -> str:
    sort = _sort_of[token] if len(token) == 1 else "x"
    if sort == "s":
        return "x"
    if sort != "x":
        return sort
    if _DIGIT.search(token):
        return "0"
    return "r" if _ROMAN.fullmatch(token.upper()) else "x"


def _labelled_or_bare(scan: Scan, at: int, labels: Mapping[str, str]) -> Found | None:
    label = scan.label(at, labels)
    begin, term = label or (at, "page")
    end, value = scan.words(begin, digits=label is None)
    return Found(term, value, scan.text(end)) if end > begin else None


def _in_braces(scan: Scan, at: int, labels: Mapping[str, str]) -> Found | None:
    if scan.sorts[at : at + 1] != "{":
        return None
    begin = at + 1
    while scan.sorts[begin : begin + 1] == " ":
        begin += 1
    begin, term = scan.label(begin, labels, before_anything=True) or (begin, "")
    inside = _BRACES.match(scan.sorts, begin)
    if inside is None:
        return None
    end = inside.end()
    return Found(term, scan.text(begin, end).strip(), scan.text(end + 1), explicit=True)

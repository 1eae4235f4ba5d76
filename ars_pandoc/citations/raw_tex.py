"""The cite commands of TeX: natbib, biblatex, apacite, jurabib, bibentry, csquotes (contract §3)."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.raw_cite import RawCite

# Every command whose name holds "cite" takes keys in braces, but for those that only list a source
# (nocite), set up or test citing, define commands, or wrap text in the brackets of a citation
# (citetext), and for words of science that end alike.
_CITES = lazy_pattern(
    r"(?:[A-Za-z]*(?:[cC]it(?:e|es|ation)|CITE)[A-Za-z]*|[A-Za-z]*cquote|bibentry|apud(?:online)?)\Z"
)
_NO_CITATION = lazy_pattern(
    r"nocites?|bibcite|citestyle|citesetup|citereset|citedash|citeleft|citeright|citepunct"
    r"|citenumfont|citeindextrue|citeindexfalse|citeform|citemid|citetrackerfalse|citetrackertrue"
    r"|citetext|defcitealias|newcites"
    r"|(?:renew|provide|declare|if|at(?:every|each|next|begin|end)|onmanual)\w*"
    r"|\w*(?:delim|reset|format|font|style|counter|macro|command|setup)"
    r"|(?:ex|in|re|soli|eli|resus|feli|expli)cit(?:e[drs]?|ing|ations?)",
    re.IGNORECASE,
)
# What stands in braces before the keys: the volume of \volcite, the language of \foreigntextcquote.
_BRACES_FIRST = lazy_pattern(
    r"[a-z]*volcites?|(?:foreign|hyphen)[a-z]*cquote|hybridblockcquote", re.IGNORECASE
)
# What TeX does not read as commands: comments, and what it prints as it stands. From left to right,
# since a verbatim in a comment begins nothing; and `\\verb` is a line break and a word. Listings
# are not among them: they can be told to run the commands inside. A percent sign of an address
# begins no comment.
_TOKEN = lazy_pattern(
    r"%[^\n]*"
    r"|\\(?:verb|Verb)\*?(?P<mark>[^A-Za-z\s*])[^\n]*?(?P=mark)"
    r"|\\lstinline\*?(?:\[[^\]\n]*\])?(?:\{[^{}\n]*\}|(?P<sign>[^A-Za-z\s*\[{])[^\n]*?(?P=sign))"
    r"|\\(?:url|nolinkurl|path|href)\s*\{[^{}\n]*\}"
    r"|\\begin\s*\{(?P<verbatim>(?:[BLS]?[vV]erbatim|comment)\*?)\}"
    r"|\\begin\s*\{(?P<display>[A-Za-z]*displaycquote)\*?\}"
    r"|\\(?P<name>[A-Za-z]+)|\\.|[\[\]{}]",
    re.DOTALL,
)
_SPACE = lazy_pattern(r"(?:\s|%[^\n]*(?:\n|\Z))*")
_EMPTY_LINE = lazy_pattern(r"\n[ \t]*\n")
_COMMENT = lazy_pattern(r"(?<!\\)%[^\n]*")
_KEY = lazy_pattern(r"[^,\s](?:[^,]*[^,\s])?")
_OPENING = ("[", "{", "(", "<")
_MOST_TRIED = 50
_LONGEST_SIMPLE = 2_000


def tex_cites(code: str, *, context: bool = False) -> list[RawCite]:
    """Find the citations of raw TeX, in the order of their commands.

    Of two optional arguments the second is the locator, a single one is it, as in natbib and
    biblatex. With several keys the locator goes to the last one, as Pandoc's LaTeX reader does.

    Args:
        code: The code.
        context: It is ConTeXt, whose keys stand in square brackets.
    """
    return _Tex(code).cites(context=context)


def without_verbatim(code: str) -> str:
    """Return raw TeX without comments and without what is printed as it stands."""
    kept: list[str] = []
    place = 0
    for start, end in _Tex(code).silent:
        kept.append(code[place:start])
        place = end
    return "".join(kept) + code[place:]


class _Tex:
    """TeX code with its commands and brackets, each found in one pass."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.commands: list[tuple[str, int, int]] = []
        # Where the brace that opens here closes; and for each square bracket that opens here the
        # number of the braces around it, with the places of `]` in each.
        self.braces: dict[int, int] = {}
        self.around: dict[int, int] = {}
        self.squares: list[list[int]] = [[]]
        # Comments, and what is printed as it stands.
        self.silent: list[tuple[int, int]] = []
        self._read()

    def _read(self) -> None:
        code = self.code
        open_braces: list[tuple[int, int]] = [(-1, 0)]
        unclosed: set[str] = set()
        place = 0
        while (hit := _TOKEN.search(code, place)) is not None:
            at, place = hit.span()
            if (name := hit["name"] or hit["display"]) is not None:
                if _CITES.match(name) and not _NO_CITATION.fullmatch(name):
                    self.commands.append((name, at, place))
            elif (name := hit["verbatim"]) is not None:
                closing = f"\\end{{{name}}}"
                # Behind the last end nothing is closed: it is not searched for again and again.
                end = -1 if closing in unclosed else code.find(closing, place)
                if end < 0:
                    unclosed.add(closing)
                else:
                    place = end + len(closing)
                    self.silent.append((at, place))
            elif hit[0][0] == "%" or hit["mark"] or hit["sign"]:
                self.silent.append((at, place))
            elif hit[0] == "{":
                open_braces.append((at, len(self.squares)))
                self.squares.append([])
            elif hit[0] == "}":
                if len(open_braces) > 1:
                    self.braces[open_braces.pop()[0]] = at
            elif hit[0] == "[":
                self.around[at] = open_braces[-1][1]
            elif hit[0] == "]":
                self.squares[open_braces[-1][1]].append(at)

    def cites(self, *, context: bool) -> list[RawCite]:
        cites: list[RawCite] = []
        for name, start, end in self.commands:
            cites += self._command(name.lower(), start, end, context=context)
        return cites

    def _command(self, name: str, start: int, place: int, *, context: bool) -> list[RawCite]:
        """Read `*[pre][post]{keys}`; for the `…cites` family as often as it stands there."""
        code = self.code
        many = name.endswith(("cites", "citetexts"))
        skip = 1 if _BRACES_FIRST.fullmatch(name) else 0
        lists = 2 if name in ("apud", "apudonline") else 1
        waiting = skip
        cites: list[RawCite] = []
        option: tuple[int, int] | None = None
        star = self._behind_space(place)
        if code.startswith("*", star):
            place = star + 1
        while True:
            at = self._behind_space(place)
            bracket = code[at : at + 1]
            close = self._closing(bracket, at, many=many)
            if close is None:
                break
            place = close + 1
            if bracket == "{":
                if waiting:
                    waiting -= 1
                    option = None
                    continue
                cites += self._keys(start, at + 1, close, option)
                option, waiting = None, skip
                lists -= 1
                if not many and lists <= 0:
                    break
            elif bracket == "[":
                option = (at + 1, close)
        if not cites and context and option is not None:
            return self._keys(start, *option, None)
        # The command ends with the last of its keys.
        whole = (start, cites[-1].whole[1]) if cites else (start, start)
        return [replace(cite, whole=whole) for cite in cites]

    def _keys(
        self, start: int, begin: int, end: int, option: tuple[int, int] | None
    ) -> list[RawCite]:
        argument = self.code[begin:end]
        if "%" in argument:
            argument = _COMMENT.sub(lambda hit: " " * len(hit[0]), argument)
        # A `#1` is the parameter of a macro that is being defined, no key.
        found = [hit for hit in _KEY.finditer(argument) if "#" not in hit[0]]
        locator = "" if option is None else plain(self.code[option[0] : option[1]])
        return [
            RawCite(
                hit[0],
                locator if number == len(found) else "",
                (start, end + 1),
                (begin + hit.start(), begin + hit.end()),
            )
            for number, hit in enumerate(found, start=1)
        ]

    def _behind_space(self, place: int) -> int:
        hit = _SPACE.match(self.code, place)
        end = place if hit is None else hit.end()
        # An empty line ends a command.
        return place if end > place and _EMPTY_LINE.search(self.code, place, end) else end

    def _closing(self, bracket: str, start: int, *, many: bool) -> int | None:
        """Return where the bracket that opens an argument at `start` closes, None if none opens."""
        if bracket == "{":
            return self.braces.get(start)
        if bracket == "[":
            return self._square(start)
        if bracket == "<" or (bracket == "(" and many):
            close = self.code.find(">" if bracket == "<" else ")", start, start + _LONGEST_SIMPLE)
            return None if close < 0 else close
        return None

    def _square(self, start: int) -> int | None:
        """Return the `]` that ends an optional argument.

        TeX takes the first outside of braces; where no argument follows it, one further on is
        what the writer meant: `[see [3]]{key}`.
        """
        group = self.around.get(start)
        if group is None:
            return None
        ends = self.squares[group]
        first = bisect_left(ends, start)
        tried = ends[first : first + _MOST_TRIED]
        for end in tried:
            behind = self._behind_space(end + 1)
            if self.code[behind : behind + 1] in _OPENING:
                return end
        return tried[0] if tried else None


def plain(tex: str) -> str:
    """Return the text of a locator argument: `pp.~3--4` is `pp. 3–4`."""
    tex = re.sub(r"\\S(?![A-Za-z])", "§", tex)
    tex = re.sub(r"\\P(?![A-Za-z])", "¶", tex)
    text = re.sub(r"\\[A-Za-z]+\s*|[{}]|\\(?=[^A-Za-z])", "", tex)
    return text.replace("~", "\u00a0").replace("--", "–").strip()

"""Citations in raw code: TeX's cite commands and HTML's `data-cites` (contract §3).

They render without Pandoc's help, so they are judged like any other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ars_pandoc.base.lazy_pattern import lazy_pattern


@dataclass(frozen=True, slots=True)
class RawCite:
    """One key of a raw citation.

    Attributes:
        key: The citation key.
        locator: What the command gives as its locator (TeX's last optional argument), or "".
    """

    key: str
    locator: str = ""


# natbib and biblatex: every command whose name holds "cite" takes keys in braces, but for those
# that only list a source (nocite), set up or test citing, define commands, or wrap text in the
# brackets of a citation (citetext), and for words of science that end alike.
_COMMAND = lazy_pattern(
    r"\\(?P<name>[A-Za-z]*[cC]it(?:e|es|ation)[A-Za-z]*|[A-Za-z]*cquote|bibentry)(?P<star>\*?)"
)
# What stands in braces before the keys: the volume of \volcite, the language of \foreigntextcquote.
_BRACES_FIRST = lazy_pattern(r"[a-z]*volcites?|(?:foreign|hyphen)[a-z]*cquote", re.IGNORECASE)
_NO_CITATION = lazy_pattern(
    r"nocite|bibcite|citestyle|citesetup|citereset|citedash|citeleft|citeright|citepunct"
    r"|citenumfont|citeindextrue|citeindexfalse|citeform|citemid|citetrackerfalse|citetrackertrue"
    r"|citetext|defcitealias|newcites"
    r"|(?:renew|provide|declare|if|at(?:every|each|next|begin|end)|onmanual)\w*"
    r"|\w*(?:delim|reset|format|font|style|counter|macro|command|field|setup)"
    r"|(?:ex|soli|eli|resus|feli|re)citations?",
    re.IGNORECASE,
)
# What TeX does not read as commands: comments, and what it prints as it stands. From left to right,
# since a verbatim in a comment begins nothing; and `\\verb` is a line break and a word. Listings
# are not among them: they can be told to run the commands inside.
_COMMENT_OR_VERB = r"(?<!\\)((?:\\\\)*)(?:%[^\n]*|\\verb\*?(?P<mark>[^A-Za-z\s*])[^\n]*?(?P=mark)"
_NO_COMMANDS = lazy_pattern(rf"{_COMMENT_OR_VERB})")
_VERBATIM_END = "\\end{verbatim"
_NO_COMMANDS_OR_VERBATIM = lazy_pattern(
    rf"{_COMMENT_OR_VERB}|\\begin\s*\{{verbatim\*?\}}.*?\\end\{{verbatim)", re.DOTALL
)
_BRACKETS = {"[": "]", "{": "}", "(": ")", "<": ">"}
# A bracket that is never closed must not be searched for to the end, again and again.
_LONGEST = 2_000
_DATA_CITES = lazy_pattern(
    r"""<[^<>]*?\sdata-cites\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE
)
_HTML_COMMENT = lazy_pattern(r"<!--.*?-->", re.DOTALL)


def tex_cites(code: str) -> list[RawCite]:
    """Find the citations of raw TeX, in order.

    Of two optional arguments the second is the locator, a single one is it, as in natbib and
    biblatex. With several keys the locator goes to the last one, as Pandoc's LaTeX reader does.
    """
    code = without_verbatim(code)
    cites: list[RawCite] = []
    place = 0
    while (hit := _COMMAND.search(code, place)) is not None:
        place = hit.end("star")
        if _NO_CITATION.fullmatch(hit["name"]):
            continue
        name = hit["name"].lower()
        skip = 1 if _BRACES_FIRST.fullmatch(name) else 0
        found, place = _arguments(code, place, many=name.endswith("cites"), skip=skip)
        cites += found
    return cites


def without_verbatim(code: str) -> str:
    """Return raw TeX without comments and without what is printed as it stands."""
    # Behind the last end nothing is closed, and a search for it would go on again and again.
    end = code.rfind(_VERBATIM_END) + len(_VERBATIM_END) if _VERBATIM_END in code else 0
    return _NO_COMMANDS_OR_VERBATIM.sub(r"\1", code[:end]) + _NO_COMMANDS.sub(r"\1", code[end:])


def _arguments(code: str, place: int, *, many: bool, skip: int) -> tuple[list[RawCite], int]:
    """Read `[pre][post]{keys}`; for the `…cites` family as often as it stands there.

    Of the arguments in braces the first `skip` are none of keys.
    """
    waiting = skip
    cites: list[RawCite] = []
    options: list[str] = []
    while True:
        start = place
        while start < len(code) and code[start].isspace():
            start += 1
        if start >= len(code) or code[start] not in _BRACKETS:
            return cites, place
        bracket = code[start]
        end = _closing(code, start)
        if end is None:
            return cites, place
        argument = code[start + 1 : end]
        place = end + 1
        if bracket == "[":
            options.append(argument)
        elif bracket == "{" and waiting:
            waiting -= 1
            options = []
        elif bracket == "{":
            # A `#1` is the parameter of a macro that is being defined, no key.
            keys = [key.strip() for key in argument.split(",") if key.strip() and "#" not in key]
            locator = _plain(options[-1]) if options else ""
            cites += [
                RawCite(key, locator if n == len(keys) - 1 else "") for n, key in enumerate(keys)
            ]
            options, waiting = [], skip
            if not many:
                return cites, place


def _closing(code: str, start: int) -> int | None:
    """Return the index of the bracket that closes the one at `start`, braces balanced."""
    if code[start] == "{":
        # A list of keys, however long, holds no brace of its own as a rule.
        end = code.find("}", start)
        if end < 0:
            return None
        if code.find("{", start + 1, end) < 0:
            return end
    depth = 0
    close = _BRACKETS[code[start]]
    for index in range(start + 1, min(len(code), start + _LONGEST)):
        char = code[index]
        if char == close and depth == 0:
            return index
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
    return None


def _plain(tex: str) -> str:
    """Return the text of a locator argument: `pp.~3--4` is `pp. 3–4`."""
    tex = re.sub(r"\\S(?![A-Za-z])", "§", tex)
    tex = re.sub(r"\\P(?![A-Za-z])", "¶", tex)
    text = re.sub(r"\\[A-Za-z]+\s*|[{}]|\\(?=[^A-Za-z])", "", tex)
    return text.replace("~", "\u00a0").replace("--", "–").strip()


def html_cites(code: str) -> list[RawCite]:
    """Find the keys of `data-cites` attributes in raw HTML, in order."""
    if "data-cites" not in code.lower():
        return []
    from html import unescape  # only raw HTML that cites pays for it

    cites: list[RawCite] = []
    for hit in _DATA_CITES.finditer(_HTML_COMMENT.sub("", code)):
        value = unescape(hit[1] or hit[2] or hit[3] or "")
        cites += [RawCite(key) for key in value.split()]
    return cites

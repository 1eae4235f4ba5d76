"""TeX's citations: the cite commands of LaTeX, natbib, biblatex, apacite, jurabib, csquotes.

Comments, what is printed as it stands, mathematics, and definitions of macros hold none.
"""

from __future__ import annotations

import re

from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.census.collect import Collector
from ars_pandoc.census.keys import read_foreign_key
from ars_pandoc.census.written_markers import Comments, read_attempt, read_comment

_KNOWN_COMMANDS = frozenset(
    # LaTeX, natbib, REVTeX, harvard, chicago, abntex2 and others in their manner
    "cite citet citep citealt citealp citeauthor citefullauthor citeyear citeyearpar citenum "
    "citetalias citepalias onlinecite citeonline textciteonline shortcite newcite mcite inlinecite "
    "citen citeyearn shortciten citeasnoun possessivecite citeaffixed citename apud apudonline upcite "
    # biblatex
    "cites parencite parencites footcite footcites footcitetext footcitetexts textcite textcites "
    "smartcite smartcites supercite supercites autocite autocites citetitle citedate citeurl "
    "fullcite fullcites footfullcite footfullcites notecite pnotecite fnotecite citefield citelist "
    "citeentry volcite volcites pvolcite pvolcites fvolcite fvolcites ftvolcite ftvolcites "
    "tvolcite tvolcites svolcite svolcites avolcite avolcites "
    # apacite
    "citea citenp citeauthornp citeyearnp fullcitea fullcitenp fullciteauthor fullciteauthornp "
    "shortcitea shortcitenp shortciteauthor shortciteauthornp maskcite maskcitea maskcitenp "
    "maskcitep maskfullcite maskshortcite maskciteauthor maskciteyear "
    # jurabib, bibentry, csquotes
    "footcitet footcitetitle fullfootcite bibentry textcquote blockcquote foreigntextcquote "
    "foreignblockcquote hyphentextcquote hyphenblockcquote hybridblockcquote displaycquote "
    "foreigndisplaycquote hyphendisplaycquote nptextcite npcite".split()
)
_NO_COMMAND = lazy_pattern(
    r"\w*nocite\w*|bibcite|citation|\w*citation[a-z]*"
    r"|cite(?:style|setup|reset|dash|left|right|punct|numfont|form|mid|text|index\w*|tracker\w*"
    r"|seeifnonempty|color|section|position|order|package|type|mode|sort|delim|prefix|postfix)"
    r"|defcitealias|newcites?|shortcites|citealias|nocites"
    r"|(?:renew|provide|declare|if|at(?:every|each|next|begin|end)|onmanual|new|set|use|define|let)"
    r"[a-z]*"
    r"|\w*cite\w*(?:delim|reset|format|font|style|counter|macro|command|field|setup|hook|punct)"
    r"|(?:ex|in|re|soli|eli|feli|resus|expli)cit(?:e[drs]?|ing|ation|ations)?",
    re.IGNORECASE,
)
_CITEFIELD = lazy_pattern(r"citefield|citelist|citename|citetitle|citeentry", re.IGNORECASE)
_BRACES_FIRST = lazy_pattern(
    r"\w*volcites?|(?:foreign|hyphen)\w*cquote|hybridblockcquote", re.IGNORECASE
)
_MULTIPLE = lazy_pattern(r"\w*cites|footcitetexts", re.IGNORECASE)
_TWO_KEYS = lazy_pattern(r"apud(?:online)?", re.IGNORECASE)
_IS_CITE = lazy_pattern(r"[cC]ite|CITE|cquote\Z|\Abibentry\Z|\Aapud(?:online)?\Z")
# Listings whose options print a caption or a label.
_WITH_OPTIONS = frozenset("lstlisting minted Verbatim BVerbatim LVerbatim SVerbatim".split())
_ALIAS_SIGNS = ("\\let", "CommandCopy", "CiteCommand", "\\LetLtxMacro", "DocumentCommand")
_ALIAS = lazy_pattern(
    r"\\(?:let|LetLtxMacro|(?:New|Renew|Declare)CommandCopy)\s*\{?\\(?P<new>[A-Za-z]+)\}?\s*=?\s*"
    r"\{?\\(?P<old>[A-Za-z]+)"
    r"|\\Declare(?:Multi)?CiteCommand\*?\s*\{\s*\\(?P<own>[A-Za-z]+)"
    # `\NewDocumentCommand{\mc}{O{}m}{\citep{#2}}`, which no Pandoc expands.
    r"|\\(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand\s*\{?\s*\\(?P<made>[A-Za-z]+)"
    r"\s*\}?\s*\{(?:[^{}\n]|\{[^{}\n]*\}){0,80}\}\s*"
    r"\{[^{}\n]{0,200}?\\(?P<by>[A-Za-z]+)\*?(?:\[[^\[\]\n]*\]){0,2}\{#\d\}"
)
# Nothing else in a key: no space inside, no command, no parameter of a macro, no braces.
_TEX_KEY = lazy_pattern(r"[^\s\\#{}%,]+(?: [^\s\\#{}%,]+)*\Z")

_EVENT = lazy_pattern(r"[\\%$<@]")
_NAME = lazy_pattern(r"\\(?P<name>[A-Za-z@]+)")
_RAW_ENVIRONMENT = lazy_pattern(
    r"\s*\{(?P<env>verbatim\*?|[BLS]?Verbatim\*?|lstlisting|minted|comment|filecontents\*?|alltt"
    r"|(?:tikz)?code|lstcode|pycode|sagesilent|sageblock|asy|luacode\*?|Highlighting|semiverbatim"
    r"|equation\*?|align(?:at|ed)?\*?|gather\*?|multline\*?|eqnarray\*?|flalign\*?"
    r"|displaymath|math|dmath\*?|(?P<display>(?:foreign|hyphen)?displaycquote\*?))\}"
)
_VERB = lazy_pattern(r"\*?(?P<mark>[^A-Za-z\s*{])[^\n]*?(?P=mark)")
_INLINE_CODE = frozenset({"verb", "lstinline", "mintinline", "Verb", "path", "SaveVerb", "code"})
ADDRESSES = frozenset(
    "url href nolinkurl hyperref label ref eqref autoref cref Cref pageref nameref input include "
    "includegraphics bibliography addbibresource usepackage documentclass RequirePackage hypertarget "
    "hyperlink bibitem newlabel index glsxtrnewsymbol".split()
)
DEFINITIONS = frozenset(
    "newcommand renewcommand providecommand DeclareRobustCommand CheckCommand newrobustcmd "
    "renewrobustcmd providerobustcmd NewDocumentCommand RenewDocumentCommand "
    "ProvideDocumentCommand DeclareDocumentCommand NewExpandableDocumentCommand newenvironment "
    "renewenvironment NewDocumentEnvironment RenewDocumentEnvironment ProvideDocumentEnvironment "
    "DeclareDocumentEnvironment def gdef edef xdef let futurelet DeclareCiteCommand "
    "DeclareMultiCiteCommand DeclareAutoCiteCommand newbibmacro renewbibmacro providebibmacro "
    "DeclareFieldFormat DeclareBibliographyDriver DeclareNameFormat DeclareListFormat patchcmd "
    "apptocmd pretocmd xpatchcmd xapptocmd xpretocmd AtEveryCite AtEveryCitekey AtEveryBibitem "
    "AtBeginDocument csdef csgdef defcitealias newcites DeclareMathOperator DeclareTextFontCommand "
    "newcolumntype DeclareCiteAlias ProvideTextCommand lstset MakeOuterQuote SetCiteCommand "
    "DeclareDelimFormat".split()
)
_SPACE = lazy_pattern(r"(?:\s|%[^\n]*\n)*")
_OPTIONAL_STEP = lazy_pattern(r"[\\\[\]{}]|\n[ \t]*\n")
_BRACE_STEP = lazy_pattern(r"[\\{}%]")
_ANY_BRACKET = lazy_pattern(r"\\.|[\[\]{}]", re.DOTALL)
_CLOSERS = {"(": ")", "<": ">"}
_CONDITIONAL = lazy_pattern(r"\\(?:if[A-Za-z@]*|fi|else)(?![A-Za-z@])|\\\\|%[^\n]*")
_NO_CONDITIONAL = lazy_pattern(r"\\(?:iff|ifthenelse|ifblank|ifdef\w+|ifstr\w*|ifcsname\w*)\b")


def looks_like_command(name: str) -> bool:
    """Say whether a command of this name may cite."""
    if name.lower() in _KNOWN_COMMANDS:
        return True
    return "@" not in name and _IS_CITE.search(name) is not None and not _NO_COMMAND.fullmatch(name)


def cite_aliases(text: str) -> frozenset[str]:
    r"""Return the names that a text gives to cite commands: `\let\mc\citep`, `\DeclareCiteCommand`.

    No reader of Pandoc's knows a command of such a name.
    """
    if not any(sign in text for sign in _ALIAS_SIGNS):
        return frozenset()
    return frozenset(
        hit["own"] or hit["new"] or hit["made"]
        for hit in _ALIAS.finditer(text)
        if hit["own"] or looks_like_command(hit["old"] or hit["by"])
    )


class TexScanner:
    """Find the citations of TeX, in a document or in raw code of another syntax."""

    def __init__(self, out: Collector) -> None:
        """Take where the citations go, and the text with it."""
        self.out = out
        self.text = out.text
        self._comments = Comments(out.text)
        # What nothing closes must not be looked for to the end again and again.
        self._unclosed: dict[str, tuple[int, int]] = {}
        self._budget = 2 * len(out.text) + 100_000
        self._closings: dict[int, int] | None = None
        self._conditionals: dict[int, int] | None = None
        # ConTeXt's `\cite[key]`.
        self._brackets_cite = False

    # -- a stretch of TeX --------------------------------------------------------------------

    def scan(
        self, start: int, end: int, *, in_markdown: bool = False, context: bool = False
    ) -> None:
        """Add the citations of a stretch of TeX.

        Args:
            start: Where it begins.
            end: Where it ends.
            in_markdown: It stands in Markdown, where `[@key]` was surely meant as a citation.
            context: It is ConTeXt, whose keys stand in square brackets.
        """
        self._brackets_cite = context
        text = self.text
        place = start
        code = False
        while place < end and (hit := _EVENT.search(text, place, end)) is not None:
            at = hit.start()
            place = hit.end()
            sign = hit[0]
            if sign == "%":
                newline = text.find("\n", place, end)
                place = end if newline < 0 else newline
            elif sign == "$":
                if text.startswith("$", place):
                    place += 1
                place = self._mathematics(text[at:place], place, end)
            elif sign == "<":
                place = self._tag(at, end)
            elif sign == "@":
                place = read_foreign_key(self.out, at, start, end, in_markdown=in_markdown)
            elif (command := _NAME.match(text, at, end)) is not None:
                name = command["name"]
                place = command.end()
                if name == "makeatletter":
                    code = True
                elif name == "makeatother":
                    code = False
                elif name == "end" and text.startswith("{document}", place):
                    return
                elif name == "endinput" and not in_markdown:
                    return  # TeX reads no further
                elif name == "begin" and text.startswith("{document}", place):
                    code = False
                place = self._named(name, at, place, end, code=code)
            else:
                place = at + 2
                if text[at + 1 : place] in ("(", "["):
                    place = self.until("\\)" if text[at + 1] == "(" else "\\]", place, end)

    def _named(self, name: str, start: int, place: int, end: int, *, code: bool) -> int:
        if name == "begin":
            return self._environment(start, place, end)
        if name in _INLINE_CODE:
            return self._inline_code(name, place, end)
        if name in ADDRESSES:
            return self.skip_address(place, end)
        if name in DEFINITIONS or (code and name.startswith("@")):
            return self.skip_definition(name, place, end)
        if name == "iffalse":
            return self.skip_false(place)
        if self.cites(name):
            after = self.command(name, start, place, end, doubt=code)
            return place if after is None else after
        return place

    def cites(self, name: str) -> bool:
        """Say whether a command of this name may cite, by itself or since the text says so."""
        return looks_like_command(name) or name in self.out.aliases

    def _environment(self, start: int, place: int, end: int) -> int:
        hit = _RAW_ENVIRONMENT.match(self.text, place, end)
        if hit is None:
            return place
        if hit["display"] is not None:
            after = self.command(hit["display"].rstrip("*"), start, hit.end(), end)
            return hit.end() if after is None else after
        if hit["env"] in _WITH_OPTIONS and self.text.startswith("[", hit.end()):
            close = self._optional(hit.end(), end)
            if close is not None:
                self.scan(hit.end() + 1, close - 1)
        return self.until(f"\\end{{{hit['env']}}}", hit.end(), end)

    def until(self, closing: str, place: int, end: int) -> int:
        """Return the place behind `closing`, or `place` itself if nothing closes."""
        if self._is_unclosed(closing, place, end):
            return place
        close = self.text.find(closing, place, end)
        if close < 0:
            self._unclosed[closing] = (place, end)
            return place
        return close + len(closing)

    def _is_unclosed(self, closing: str, place: int, end: int) -> bool:
        start, stop = self._unclosed.get(closing, (end, end))
        return start <= place and end <= stop and start < stop

    def _mathematics(self, sign: str, place: int, end: int) -> int:
        text = self.text
        at = place
        if self._is_unclosed(sign, place, end):
            return place
        while (close := text.find(sign, at, end)) >= 0:
            if text[close - 1] != "\\" or text[close - 2 : close] == "\\\\":
                # A formula holds no empty line: a stray sign opens none.
                return place if "\n\n" in text[place:close] else close + len(sign)
            at = close + 1
        self._unclosed[sign] = (place, end)
        return place

    def _tag(self, start: int, end: int) -> int:
        if self.text.startswith("<!--", start):
            close = self._comments.end(start)
            if close is not None:
                read_comment(self.out, start, close)
                return close
        attempt = read_attempt(self.out, start, end)
        return start + 1 if attempt is None else attempt

    def _inline_code(self, name: str, place: int, end: int) -> int:
        text = self.text
        while text.startswith("[", place):
            close = self._optional(place, end)
            if close is None:
                return place
            place = close
        if name == "mintinline" and text.startswith("{", place):
            place = self._braces(place, end, raw=True) or place
        if text.startswith("{", place):
            return self._braces(place, end, raw=True) or place
        hit = _VERB.match(text, place, min(end, place + 2_000))
        return place if hit is None else hit.end()

    def skip_address(self, place: int, end: int) -> int:
        """Skip the first argument, an address or a label, of a command whose name ends here."""
        text = self.text
        at = place + 1 if text.startswith("*", place) else place
        while text.startswith("[", at):
            close = self._optional(at, end)
            if close is None:
                return place
            at = close
        return (self._braces(at, end, raw=True) or place) if text.startswith("{", at) else place

    def skip_definition(self, name: str, place: int, end: int) -> int:
        """Skip what a macro is defined as: it is no citation before it is used."""
        text = self.text
        at = place + 1 if text.startswith("*", place) else place
        if name in ("let", "futurelet"):
            hit = re.compile(r"\s*\\[A-Za-z@]+\s*=?\s*\\[A-Za-z@]+").match(text, at, end)
            return place if hit is None else hit.end()
        hit = re.compile(r"\s*\\(?:[A-Za-z@]+|.)").match(text, at, end)
        if hit is not None:
            at = hit.end()
        if name in ("def", "gdef", "edef", "xdef") or name.startswith("@"):
            # The parameters, #1#2, up to the body.
            brace = text.find("{", at, min(end, at + 200))
            if brace < 0:
                return place
            return self._braces(brace, end) or place
        groups = 1 if hit is not None else 0  # the name is the first
        for _ in range(8):
            space = _SPACE.match(text, at, end)
            next_at = space.end() if space is not None else at
            opening = text[next_at : next_at + 1]
            if next_at >= end or opening not in ("{", "["):
                break
            if opening == "[" and groups > 1:
                break  # behind the body: `\newcommand{\x}{y} [@key]`
            groups += opening == "{"
            close = self._braces(next_at, end) if opening == "{" else self._optional(next_at, end)
            if close is None:
                break
            at = close
        return at

    def skip_false(self, place: int) -> int:
        r"""Return the place behind the `\fi` or `\else` of an `\iffalse` whose name ends here."""
        if self._conditionals is None:
            self._conditionals = {}
            waiting: list[int | None] = []
            for hit in _CONDITIONAL.finditer(self.text):
                if hit[0] in ("\\fi", "\\else"):
                    if waiting and (start := waiting[-1]) is not None:
                        self._conditionals[start] = hit.end()
                        waiting[-1] = None
                    if waiting and hit[0] == "\\fi":
                        waiting.pop()
                elif hit[0].startswith("\\if") and not _NO_CONDITIONAL.match(hit[0]):
                    waiting.append(hit.end() if hit[0] == "\\iffalse" else None)
        return self._conditionals.get(place, place)

    # -- a command and its arguments ---------------------------------------------------------

    def command(
        self, name: str, start: int, place: int, end: int, *, doubt: bool = False
    ) -> int | None:
        """Add the keys of a cite command; return where it ends, or None if it cites nothing.

        Args:
            name: Its name without backslash and star.
            start: Where its backslash stands.
            place: Behind its name.
            end: Where the TeX ends.
            doubt: It stands in the code of a package.
        """
        text = self.text
        at = self._skip_space(place, end)
        if text.startswith("*", at):
            at += 1
        sure = name.lower() in _KNOWN_COMMANDS or name in self.out.aliases
        many = _MULTIPLE.fullmatch(name) is not None
        lists = 2 if _TWO_KEYS.fullmatch(name) else 1
        waiting = 1 if _BRACES_FIRST.fullmatch(name) else 0
        keys: list[str] = []
        option: tuple[int, int] | None = None
        last = at
        while True:
            at = self._skip_space(at, end)
            opening = text[at : at + 1] if at < end else ""
            if opening == "[":
                close = self._optional(at, end)
            elif opening == "{":
                close = self._braces(at, end)
            elif opening in ("(", "<") and opening and (many or opening == "<"):
                close = self._simple(at, end)
            else:
                break
            if close is None:
                break
            if opening != "{":
                if opening == "[":
                    option = (at + 1, close - 1)
                at = close
                continue
            if waiting:
                waiting -= 1
            else:
                keys += self._keys(at + 1, close - 1)
                last = close
                lists -= 1
                waiting = 1 if _BRACES_FIRST.fullmatch(name) else 0
                if not many and lists <= 0:
                    break
            at = close
        if not keys and self._brackets_cite and option is not None:
            keys, last = self._keys(*option), option[1] + 1
        for key in keys:
            self.out.cite(key, start, last, "command", sure=sure, doubt=doubt)
        if keys:
            self.out.group(keys, last)
            if _CITEFIELD.fullmatch(name) and text.startswith("{", last):
                # `\citefield{key}{title}`
                return self._braces(last, end) or last
            return last
        return None

    def _keys(self, start: int, end: int) -> list[str]:
        argument = re.sub(r"%[^\n]*\n?", "", self.text[start:end])
        return [
            key
            for part in argument.split(",")
            if (key := part.strip()) and _TEX_KEY.match(key) and key != "*"
        ]

    def _skip_space(self, place: int, end: int) -> int:
        text = self.text
        if place < end and text[place] not in " \t\n%":
            return place
        hit = _SPACE.match(text, place, end)
        stop = place if hit is None else hit.end()
        # An empty line ends a command.
        return place if stop > place and re.search(r"\n[ \t]*\n", text[place:stop]) else stop

    def _optional(self, start: int, end: int) -> int | None:
        """Return the place behind the `]` of an optional argument, braces balanced.

        TeX takes the first `]`; where no argument follows it, brackets are taken in pairs.
        """
        if self._budget < 0:
            return self._closing(start, end)
        depth = nested = 0
        first: int | None = None
        at = start + 1
        while (hit := _OPTIONAL_STEP.search(self.text, at, end)) is not None:
            at = hit.end()
            sign = hit[0]
            if sign == "\\":
                at += 1
            elif sign == "{":
                depth += 1
            elif sign == "}":
                depth -= 1
                if depth < 0:
                    break
            elif sign == "[":
                nested += depth == 0
            elif sign == "]":
                if depth > 0:
                    continue
                if first is None:
                    first = at
                    if nested == 0 or self._goes_on(at, end):
                        return at
                if nested == 0:
                    return at
                nested -= 1
            else:
                break
        self._budget -= at - start
        return first

    def _goes_on(self, place: int, end: int) -> bool:
        at = self._skip_space(place, end)
        return self.text[at : at + 1] in ("[", "{")

    def _braces(self, start: int, end: int, *, raw: bool = False) -> int | None:
        """Return the place behind the `}` that closes the brace at `start`."""
        text = self.text
        if self._budget < 0:
            return self._closing(start, end)
        depth = 0
        at = start
        while (hit := _BRACE_STEP.search(text, at, end)) is not None:
            at = hit.end()
            sign = hit[0]
            if sign == "\\":
                at += 1
            elif sign == "{":
                depth += 1
            elif sign == "}":
                depth -= 1
                if depth == 0:
                    return at
            elif not raw:
                newline = text.find("\n", at, end)
                if newline < 0:
                    break
                at = newline
        self._budget -= at - start
        return None

    def _closing(self, start: int, end: int) -> int | None:
        """Return the place behind the bracket that closes the one at `start`.

        Where many are never closed, all are paired in one pass over the text.
        """
        if self._closings is None:
            self._closings = {}
            waiting: list[int] = []
            text = self.text
            for hit in _ANY_BRACKET.finditer(text):
                sign = hit[0]
                if sign in ("{", "["):
                    waiting.append(hit.start())
                elif sign == "}":
                    while waiting:
                        opened = waiting.pop()
                        if text[opened] == "{":
                            self._closings[opened] = hit.end()
                            break
                elif sign == "]":
                    while waiting and text[waiting[-1]] == "[":
                        self._closings[waiting.pop()] = hit.end()
        close = self._closings.get(start)
        return None if close is None or close > end else close

    def _simple(self, start: int, end: int) -> int | None:
        close = self.text.find(_CLOSERS[self.text[start]], start, min(end, start + 2_000))
        return None if close < 0 else close + 1


def scan_latex(out: Collector) -> None:
    """Add the citations of a LaTeX document."""
    TexScanner(out).scan(0, len(out.text))

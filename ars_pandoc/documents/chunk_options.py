"""What the options of a chunk say that a reader sees: captions, and documents read in its place.

Options stand in the opening line, as R code, `{r fig-one, fig.cap="From [@key]."}`, or in the
first lines of the code, `#| fig-cap: "From [@key]."`, as YAML or as R code.
https://quarto.org/docs/reference/cells/, https://yihui.org/knitr/options/
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ars_pandoc.documents.chunks import Chunk
from ars_pandoc.documents.r_values import read_value
from ars_pandoc.documents.yaml_values import compose, fields_of, lines_of, scalars_of, words_of
from ars_pandoc.positions.traced import Run, Traced

CAPTION = re.compile(
    r"(?:[a-z]+-)*(?:sub|s)?cap(?:tion)?s?|(?:apa|fig|figure|tbl|tab|table|lst)-notes?"
    r"|(?:code-)?summary|title"
)
"""The options whose text is printed, written with `-`: `fig.cap` is `fig-cap`, and `apa-note` the
note below a table. `fig-alt` is none: it becomes an attribute of the picture, and no citation is
made of it."""

_LINE = re.compile(r"[ \t>]*(?P<mark>#'?|//|%%?|--|;;?|!|'|\*|/\*|<!--)\|[ \t]?(?P<said>.*)$")
_CLOSING = {"/*": "*/", "<!--": "-->"}
_YAML = re.compile(r"^[ \t]*[\"']?[A-Za-z][\w.-]*[\"']?[ \t]*:(?:[ \t]|$)", re.MULTILINE)
_R_OPTION = re.compile(r"(?<![\w.\-])(?P<name>[A-Za-z][\w.\-]*)[ \t]*=(?!=)[ \t]*")
_NEAR = 500
_LONGEST = 300
_OFF = ("eval", "include")
_FALSE = frozenset({"false", "f"})


@dataclass(frozen=True, slots=True)
class Options:
    """What a chunk's options say.

    Attributes:
        captions: The texts that are printed.
        children: The documents that stand in its place.
        computed: The captions and children that code computes, so that nobody can read them here:
            each option with the offset of its value.
    """

    captions: tuple[Traced, ...]
    children: tuple[Traced, ...]
    computed: tuple[tuple[str, int], ...]


def read_options(path: Path, text: str, chunk: Chunk) -> Options:
    """Read the options of a chunk.

    Args:
        path: The file of the text.
        text: The text in which the chunk stands.
        chunk: A chunk that is run.
    """
    reading = _Reading(named=chunk.prose)
    start, end = chunk.header
    reading.read_r(Traced.of_file(path, text[start:end], start))
    lines = _option_lines(path, text, chunk)
    if lines.text:
        if _YAML.search(lines.text) is not None:
            reading.read_yaml(lines)
        else:
            reading.read_r(lines)
    start, end = chunk.body
    reading.read_children(Traced.of_file(path, text[start:end], start))
    return Options(
        tuple(reading.captions),
        () if reading.off else tuple(reading.children),
        tuple(reading.computed),
    )


def read_code(path: Path, code: str, start: int) -> Options:
    """Read what inline code reads in: `` `r knitr::knit_child("part.Rmd")` ``.

    Args:
        path: The file of the code.
        code: The code.
        start: Where it stands in the file.
    """
    reading = _Reading(named=False)
    reading.read_children(Traced.of_file(path, code, start))
    return Options((), tuple(reading.children), tuple(reading.computed))


def _option_lines(path: Path, text: str, chunk: Chunk) -> Traced:
    """Return the option lines at the head of a chunk, without what makes them comments."""
    parts: list[Run] = []
    place, end = chunk.body
    while place < end:
        following = text.find("\n", place, end)
        stop = end if following < 0 else following
        line = text[place:stop].rstrip("\r")
        hit = _LINE.match(line)
        if hit is not None:
            start = place + hit.start("said")
            said = hit["said"].rstrip(" \t")
            said = said.removesuffix(_CLOSING.get(hit["mark"], "\n")).rstrip(" \t")
            parts.append(Run(said, path, start, start + len(said)))
            parts.append(Run("\n"))
        elif line.strip():
            break
        place = stop + 1
    return Traced(parts)


class _Reading:
    def __init__(self, *, named: bool) -> None:
        # The name of a theorem is printed: `{theorem, name="Found by [@key]"}`.
        self.printed = re.compile(f"{CAPTION.pattern}|name") if named else CAPTION
        self.captions: list[Traced] = []
        self.children: list[Traced] = []
        self.computed: list[tuple[str, int]] = []
        self.off = False

    def read_children(self, code: Traced) -> None:
        """Read the calls in a chunk's code that read another document in."""
        place = 0
        while (place := code.text.find("knit_child(", place)) >= 0:
            begin = place + len("knit_child(")
            line = code.text[max(0, place - _NEAR) : place].rpartition("\n")[2]
            if "#" not in line:
                call = code.cut(begin, begin + _LONGEST)
                self.take_r("child", call, 0, read_value(call, 0).end)
            place = begin

    def read_r(self, code: Traced) -> None:
        place = 0
        while (hit := _R_OPTION.search(code.text, place)) is not None:
            value = read_value(code, hit.end())
            self.take_r(hit["name"], code, hit.end(), value.end)
            place = max(value.end, hit.end())

    def take_r(self, name: str, code: Traced, start: int, end: int) -> None:
        """Take an option that has R code as its value."""
        option = name.replace(".", "-").lower()
        if not (self.printed.fullmatch(option) or option == "child" or option in _OFF):
            return
        value = read_value(code.cut(start, end), 0)
        if option in _OFF:
            self.off |= value.words.lower() in _FALSE
            return
        if not value.plain:
            where = code.origin((start, start))
            self.computed.append((name, where[1][0] if where else 0))
        if option == "child":
            # What `paste0("parts/", name)` names is known to R alone.
            self.children += value.strings if value.plain else ()
        else:
            self.captions += (lines_of(string) for string in value.strings)

    def read_yaml(self, lines: Traced) -> None:
        node = compose(lines)
        if node is None:
            # No YAML: each line is taken as it stands, rather than none.
            for hit in re.finditer(r"^[ \t]*([\w.-]+)[ \t]*:[ \t]*(.+)$", lines.text, re.MULTILINE):
                if self.printed.fullmatch(hit[1].replace(".", "-").lower()):
                    self.captions.append(lines_of(lines.cut(*hit.span(2))))
            return
        for name, value in fields_of(node):
            option = name.replace(".", "-").lower()
            for scalar in scalars_of(value):
                if scalar.tag.startswith("!"):
                    # `!expr paste("From", source)`
                    start, end = scalar.start_mark.index, scalar.end_mark.index
                    tag = lines.text.find(scalar.tag, start, end)
                    start = tag + len(scalar.tag) if tag >= 0 else start
                    self.take_r(name, lines, start, end)
                elif self.printed.fullmatch(option):
                    self.captions.append(words_of(lines, scalar))
                elif option == "child":
                    self.children.append(words_of(lines, scalar))
                elif option in _OFF:
                    self.off |= scalar.value.lower() in _FALSE | {"no", "n", "off"}

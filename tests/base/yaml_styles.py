"""YAML texts of every style for given data: what people, editors and programs write."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st

PLAIN = re.compile(r"[A-Za-zéß研][A-Za-z0-9_./%éß-]*( [A-Za-z0-9_./%éß-]+)*")
WORDS = {"", "null", "true", "false", "yes", "no", "on", "off", "y", "n"}

KEYS = st.sampled_from(
    ["a", "title", "é", "0123", "1e3", "1984", "2021-05-01", "1908.08580", "a b", "x:y", "~", "<"]
)
TEXTS = st.sampled_from(
    [
        "x",
        "two words",
        "a: b",
        "# no",
        "it's",
        'say "x"',
        "-",
        "研究",
        "tab\there",
        "",
        " lead",
        "1e3",
    ]
) | st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-5, 3000) | TEXTS
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


class Writer:
    """Write data as YAML, each choice of style drawn."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.break_: str = draw(st.sampled_from(["\n", "\r\n"]))
        self.comments = self.names = 0
        self.anchors: dict[str, str] = {}

    def one_in(self, n: int) -> bool:
        return bool(self.draw(st.integers(1, n)) == 1)

    def comment(self) -> str:
        if not self.one_in(4):
            return ""
        self.comments += 1
        return f" # c{self.comments}."

    def gap(self, indent: int) -> str:
        if not self.one_in(6):
            return ""
        self.comments += 1
        pad = str(self.draw(st.sampled_from(["", " " * indent])))
        return pad + f"# c{self.comments}." + self.break_

    def key(self, text: str) -> str:
        is_plain = re.fullmatch(r"[\w.-]+", text) and text not in WORDS and text[0] not in "-."
        return text if is_plain and self.one_in(2) else self.quoted(text)

    def quoted(self, text: str) -> str:
        if text.isprintable() and self.one_in(2):
            return "'" + text.replace("'", "''") + "'"
        return (
            json.dumps(text, ensure_ascii=False)
            .replace("\x7f", "\\x7f")
            .replace("\ufeff", "\\ufeff")
        )

    def scalar(self, value: Any) -> str:
        if value is None:
            return str(self.draw(st.sampled_from(["null", "~"])))
        if isinstance(value, bool):
            return str(self.draw(st.sampled_from(["true", "yes"] if value else ["false", "No"])))
        if isinstance(value, int):
            return str(value)
        if PLAIN.fullmatch(value) and value.lower() not in WORDS and self.one_in(2):
            return str(value)
        return ("!!str " if self.one_in(12) else "") + self.quoted(value)

    def flow(self, value: Any) -> str:
        if isinstance(value, list):
            tail = "," if value and self.one_in(6) else ""
            return "[" + self.comma().join(map(self.flow, value)) + tail + "]"
        if isinstance(value, dict):
            pairs = [f"{self.key(name)}: {self.flow(item)}" for name, item in value.items()]
            return "{" + self.comma().join(pairs) + "}"
        return self.named(self.scalar(value), value)

    def comma(self) -> str:
        if self.one_in(5):
            return f",{self.break_}        "
        return str(self.draw(st.sampled_from([", ", ","]))) if self.one_in(3) else ", "

    def named(self, text: str, value: Any) -> str:
        """Name a value, or use the name of an equal one."""
        said = json.dumps(value, sort_keys=True)
        if said in self.anchors:
            return f"*{self.anchors[said]} " if self.one_in(2) else text
        if self.one_in(8) and text:
            self.anchors[said] = self.new_name()
            return f"&{self.anchors[said]} {text}"
        return text

    def block(self, value: Any, indent: int) -> str:
        """Return a list or map in lines, or another value behind a colon or dash."""
        if isinstance(value, str) and value and self.one_in(4) and _is_literal(value):
            return self.literal(value, indent)
        if not isinstance(value, list | dict) or not value or self.one_in(4):
            if value is None and self.one_in(2):
                return self.comment() + self.break_
            return " " + self.flow(value) + self.comment() + self.break_
        if self.one_in(10):
            said = json.dumps(value, sort_keys=True)
            if said in self.anchors:
                return f" *{self.anchors[said]}{self.comment()}{self.break_}"
            name = self.new_name()
            lines = self.comment() + self.break_ + self.lines(value, indent)
            self.anchors[said] = name
            # Parts in it were named after it began; YAML names by the end, so that is no matter.
            return f" &{name}{lines}"
        return self.comment() + self.break_ + self.lines(value, indent)

    def literal(self, value: str, indent: int) -> str:
        comment = self.comment()
        pad = " " * (indent + 1)
        chomp = "-"
        tail = ""
        if self.one_in(3):
            return f" >-{comment}{self.break_}{pad}{value}{self.break_}"
        if self.one_in(4):
            tail = self.break_
        return f" |{chomp}{comment}{self.break_}{pad}{value}{self.break_}{tail}"

    def lines(self, value: Any, indent: int) -> str:
        pad = " " * indent
        text = ""
        if isinstance(value, list):
            for item in value:
                text += self.gap(indent)
                if isinstance(item, list | dict) and item and self.one_in(2):
                    text += f"{pad}- {self.lines_compact(item, indent + 2)}"
                else:
                    text += f"{pad}-{self.block(item, indent + self.draw(st.integers(1, 3)))}"
            return text
        for name, item in value.items():
            text += self.gap(indent)
            key = self.key(name)
            deeper = indent + self.draw(st.integers(1, 4))
            if isinstance(item, list) and self.one_in(2):
                deeper = indent
            if self.one_in(12):
                text += (
                    f"{pad}? {key}{self.break_}{pad}:{self.block(item, max(deeper, indent + 1))}"
                )
            else:
                text += f"{pad}{key}:{self.block(item, deeper)}"
        return text

    def lines_compact(self, item: Any, indent: int) -> str:
        before = dict(self.anchors)
        lines = self.lines(item, indent)
        # The first line shares its line with the dash; a comment before it would not.
        if not lines.lstrip(" ").startswith("#"):
            return lines.lstrip(" ")
        self.anchors = before
        return self.flow(item) + self.break_

    def new_name(self) -> str:
        self.names += 1
        return f"n{self.names}"


def _is_literal(value: str) -> bool:
    return (
        value.isprintable()
        and value.strip(" \xa0\u3000") == value
        and "\t" not in value
        and not re.search(r"[\x85\u2028\u2029\ufeff]| $|^ ", value)
    )


@st.composite
def texts(draw: Any, data: st.SearchStrategy[Any] = DATA) -> tuple[str, Any, list[str]]:
    """Draw a text, what it says, and its comments."""
    value = draw(data)
    writer = Writer(draw)
    if isinstance(value, list | dict) and value and draw(st.booleans()):
        text = writer.lines(value, 0)
        if draw(st.integers(1, 6)) == 1:
            text = "---" + writer.break_ + text
    else:
        text = writer.flow(value) + writer.break_
    if draw(st.integers(1, 4)) == 1:
        text = text.rstrip("\r\n")
    return text, value, re.findall(r"# c\d+\.", text)

"""The shape of Pandoc's AST, element by element: for input that no Pandoc has written.

The gate walks a document without asking at each step whether it is one. Only if that fails, or if
the document is of a later Pandoc, its shape is looked at here: what is wrong and where, and which
elements nobody here knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_ATTR = ("text", ["text"], [("text", "text")])
_CAPTION = ("short", "blocks")
_ROW = ("any", [("any", "any", "any", "any", "blocks")])
_TARGET = ("text", "text")
_INLINES = "inlines"
_STYLE = frozenset({
    "DefaultStyle", "Example", "Decimal", "LowerRoman", "UpperRoman", "LowerAlpha", "UpperAlpha",
})  # fmt: skip
_DELIMITER = frozenset({"DefaultDelim", "Period", "OneParen", "TwoParens"})

# What stands in `c`: a name, a list of equal parts, a tuple of parts, an object whose `t` is one
# of a set, or nothing (None).
_BLOCKS: dict[str, Any] = {
    "Plain": _INLINES,
    "Para": _INLINES,
    "LineBlock": [_INLINES],
    "CodeBlock": (_ATTR, "text"),
    "RawBlock": ("text", "text"),
    "BlockQuote": "blocks",
    "OrderedList": (("number", _STYLE, _DELIMITER), ["blocks"]),
    "BulletList": ["blocks"],
    "DefinitionList": [(_INLINES, ["blocks"])],
    "Header": ("number", _ATTR, _INLINES),
    "HorizontalRule": None,
    "Table": (
        _ATTR,
        _CAPTION,
        "any",
        ("any", [_ROW]),
        [("any", "any", [_ROW], [_ROW])],
        ("any", [_ROW]),
    ),
    "Figure": (_ATTR, _CAPTION, "blocks"),
    "Div": (_ATTR, "blocks"),
    "Null": None,
}
_INLINE_KINDS: dict[str, Any] = {
    "Str": "text",
    **dict.fromkeys(
        ("Emph", "Underline", "Strong", "Strikeout", "Superscript", "Subscript", "SmallCaps"),
        _INLINES,
    ),
    "Quoted": (frozenset({"SingleQuote", "DoubleQuote"}), _INLINES),
    "Cite": ("citations", _INLINES),
    "Code": (_ATTR, "text"),
    "Space": None,
    "SoftBreak": None,
    "LineBreak": None,
    "Math": (frozenset({"InlineMath", "DisplayMath"}), "text"),
    "RawInline": ("text", "text"),
    "Link": (_ATTR, _INLINES, _TARGET),
    "Image": (_ATTR, _INLINES, _TARGET),
    "Note": "blocks",
    "Span": (_ATTR, _INLINES),
}
_META_KINDS: dict[str, Any] = {
    "MetaMap": "fields",
    "MetaList": ["meta"],
    "MetaBool": "truth",
    "MetaString": "text",
    "MetaInlines": _INLINES,
    "MetaBlocks": "blocks",
}
_CITATION = {
    "citationId": "text",
    "citationPrefix": _INLINES,
    "citationSuffix": _INLINES,
    "citationMode": frozenset({"AuthorInText", "SuppressAuthor", "NormalCitation"}),
}
_ELEMENTS = {"block": _BLOCKS, "inline": _INLINE_KINDS, "meta": _META_KINDS}
_LISTS = {"blocks": ["block"], _INLINES: ["inline"], "citations": ["citation"]}
_TYPES: dict[str, tuple[type, str]] = {
    "text": (str, "text"),
    "number": (int, "a number"),
    "truth": (bool, "true or false"),
}
_JUDGED = frozenset({"Cite", "RawInline", "RawBlock"})


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something in a document that is not as Pandoc has it.

    Attributes:
        where: Its place, such as `blocks[3].c[0]`.
        what: What is wrong there; for an unknown element its type.
        value: What stands there.
    """

    where: str
    what: str
    value: Any = None


def find_fault(document: dict[str, Any]) -> Oddity | None:
    """Find the first part of a document that Pandoc would not write; an unknown element is none."""
    return next((oddity for oddity, is_fault in _walk(document) if is_fault), None)


def find_unjudged(document: dict[str, Any]) -> Oddity | None:
    """Find an element of an unknown type that holds a citation or a comment.

    Other unknown elements pass as they are: there is nothing in them to judge.
    """
    return next(
        (o for o, is_fault in _walk(document) if not is_fault and _holds_citations(o.value)), None
    )


def _walk(document: dict[str, Any]) -> Iterator[tuple[Oddity, bool]]:
    """Return what is odd, each with whether it is a fault; a stack of our own, no recursion."""
    stack: list[tuple[Any, Any, str]] = [
        (document.get("blocks"), "blocks", "blocks"),
        (document.get("meta"), "fields", "meta"),
    ]
    while stack:
        value, form, where = stack.pop()
        if form == "citations" and value == []:
            yield Oddity(where, "a Cite holds no citation"), True
        if isinstance(form, str):
            form = _LISTS.get(form, form)
        if form == "any" or (form == "short" and value is None):
            continue
        if form == "short":
            form = ["inline"]
        if isinstance(form, (list, tuple)):
            yield from _listed(value, form, where, stack)
        elif form in _ELEMENTS:
            yield from _element(value, form, where, stack)
        elif form in _TYPES:
            kind, name = _TYPES[form]
            if not isinstance(value, kind):
                yield Oddity(where, f"{_name(value)} stands where {name} belongs"), True
        elif not isinstance(value, dict):
            yield Oddity(where, f"{_name(value)} stands where an object belongs"), True
        elif form == "fields":
            stack += [(part, "meta", f"{where}.{key}") for key, part in value.items()]
        elif isinstance(form, frozenset):
            if not isinstance(value.get("t"), str) or value["t"] not in form:
                yield Oddity(f"{where}.t", f"it is none of {', '.join(sorted(form))}"), True
        else:
            stack += [(value.get(key), part, f"{where}.{key}") for key, part in _CITATION.items()]


def _listed(
    value: Any, form: list[Any] | tuple[Any, ...], where: str, stack: list[tuple[Any, Any, str]]
) -> Iterator[tuple[Oddity, bool]]:
    if not isinstance(value, list):
        yield Oddity(where, f"{_name(value)} stands where a list belongs"), True
        return
    forms = form * len(value) if isinstance(form, list) else form
    if len(value) != len(forms):
        yield Oddity(where, f"a list of {len(value)} parts has to have {len(forms)}"), True
        return
    parts = zip(value, forms, strict=True)
    stack += [(part, its, f"{where}[{n}]") for n, (part, its) in enumerate(parts)][::-1]


def _element(
    value: Any, form: str, where: str, stack: list[tuple[Any, Any, str]]
) -> Iterator[tuple[Oddity, bool]]:
    if not isinstance(value, dict):
        yield Oddity(where, f"{_name(value)} stands where an element belongs"), True
        return
    kind = value.get("t")
    if not isinstance(kind, str):
        yield Oddity(where, "an element has no type (t)"), True
    elif kind not in _ELEMENTS[form]:
        others = set().union(*_ELEMENTS.values())
        yield Oddity(where, kind, value), kind in others
    elif _ELEMENTS[form][kind] is not None:
        if "c" in value:
            stack.append((value["c"], _ELEMENTS[form][kind], f"{where}.c"))
        else:
            yield Oddity(where, f"the element {kind} has no content (c)"), True


def _holds_citations(value: Any) -> bool:
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            if part.get("t") in _JUDGED:
                return True
            stack += part.values()
        elif isinstance(part, list):
            stack += part
    return False


def _name(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "an object"

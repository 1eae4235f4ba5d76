"""The words of an article in JATS XML (contract §8).

Super- and subscripts, call-outs, sections and the reference list are marked in JATS, so nothing
has to be guessed. Entities are not expanded and nothing is fetched.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import Any

from ars_pandoc.base.foreign_xml import parse_xml
from ars_pandoc.texts.marks import CLOSE, LOWERED, OPEN, RAISED, UNKNOWN
from ars_pandoc.texts.raised import unspaced
from ars_pandoc.texts.source_text import SourceText, TextBuilder
from ars_pandoc.texts.unreadable import Unreadable

MEDIA_TYPE = "application/jats+xml"

_BLOCKS = frozenset(
    "p title label td th disp-quote verse-line attrib list-item def term disp-formula caption "
    "boxed-text sec fig table-wrap list table tr thead tbody fn abstract trans-abstract app "
    "ack statement supplementary-material subtitle article-title preformat speech kwd".split()
)
_PROSE = frozenset("p disp-quote verse-line list-item def preformat".split())
_LEFT_OUT = frozenset(
    "ref-list journal-meta permissions contrib-group aff history self-uri pub-date "
    "article-categories tex-math processing-meta funding-group counts custom-meta-group object-id "
    "article-id alternatives-label author-notes related-article volume issue fpage lpage "
    "elocation-id graphic inline-graphic".split()
)
_CALLOUT = frozenset({"bibr", "ref"})
_TITLES = tuple(f"{{*}}{name}" for name in ("article-title", "chapter-title", "source", "comment"))
_APART = frozenset("break td th list-item p label title article-title subtitle".split())
_MARKED = _APART | frozenset("sup sub xref msup msubsup msub".split())


def extract_jats(data: bytes) -> SourceText:
    """Take the words out of an article.

    Args:
        data: The bytes of the XML file.

    Raises:
        Unreadable: It is no well-formed XML, or tries to expand entities.
    """
    if re.search(rb"<!ENTITY", data[:1_000_000]):
        raise Unreadable("the XML declares entities of its own, which are not expanded")
    try:
        root = parse_xml(data)
    except ValueError as error:
        raise Unreadable(f"the XML is damaged: {error}") from None
    article = root if _name(root) == "article" else next(_find(root, "article"), None)
    if article is None:
        raise Unreadable("the XML holds no article")
    builder = TextBuilder(MEDIA_TYPE)
    title = ""
    for front in _find(article, "title-group"):
        # The short title of the running head (`alt-title`) is no part of the title.
        parts = [_raw(part) for part in front if _name(part) in ("article-title", "subtitle")]
        title = "".join(parts).replace(OPEN, "").replace(CLOSE, "")
        builder.block("".join(parts), prose=False)
        break
    for meta in _find(article, "article-meta"):
        for part in meta:
            # Dates, addresses and numbers of the journal are nobody's words.
            if _name(part) in ("abstract", "trans-abstract", "kwd-group"):
                _walk(part, builder)
        break
    for part in article:
        if _name(part) in ("body", "back", "floats-group", "sub-article", "response"):
            _walk(part, builder)
    # Who was paid by whom stands in the notes on the authors.
    notes = [note for notes in _find(article, "author-notes") for note in notes]
    notes = [note for note in notes if _name(note) in ("fn", "p")]
    if notes:
        builder.section("Author notes")
    for note in notes:
        _walk(note, builder)
    identifiers = tuple(
        f"{found.get('pub-id-type')}:{(found.text or '').strip().lower()}"
        for meta in _find(article, "article-meta")
        for found in meta
        if _name(found) == "article-id" and found.text
    )
    return builder.build(title=title, identifiers=identifiers)


def _walk(element: Any, builder: TextBuilder) -> None:
    """Add the blocks of an element in order."""
    name = _name(element)
    if name == "ref-list":
        for reference in _find(element, "ref"):
            builder.reference(_reference(reference))
        return
    if name in _LEFT_OUT or name == "title-group":
        return
    if name in ("abstract", "trans-abstract") and not any(_name(e) == "title" for e in element):
        builder.section("Abstract")
    if name == "title" and _name(element.getparent()) not in ("caption", "list"):
        label = next((e for e in element.getparent() if _name(e) == "label"), None)
        prefix = f"{_raw(label)} " if label is not None else ""
        builder.section(f"{prefix}{_raw(element)}")
        return
    if name == "label":
        parent = element.getparent()
        if _name(parent) in ("fig", "table-wrap", "boxed-text"):
            builder.block(_raw(element), prose=False)
        return
    inner = [child for child in element if _name(child) in _BLOCKS]
    if not inner:
        if name in _BLOCKS or _name(element) not in _CONTAINERS:
            builder.block(_raw(element), prose=name in _PROSE)
            return
        for child in element:
            _walk(child, builder)
        return
    if name in _PROSE or name in ("td", "th", "caption", "disp-formula"):
        _mixed(element, builder, prose=name in _PROSE)
        return
    for child in element:
        _walk(child, builder)


_CONTAINERS = frozenset(
    "article front front-stub body back floats-group sub-article response article-meta sec "
    "abstract trans-abstract app-group app ack notes glossary fn-group list def-list def-item "
    "table-wrap table thead tbody tfoot tr fig fig-group boxed-text table-wrap-foot kwd-group "
    "statement supplementary-material media alternatives caption title-group disp-formula-group".split()
)


def _reference(element: Any) -> str:
    """Return the words of an item of the reference list: as printed, or its titles.

    Names and numbers that a file gives field by field are passed over: they are half of an
    article's elements, and nobody quotes them.
    """
    if next(_find(element, "mixed-citation"), None) is not None:
        return "".join(element.itertext())
    titles = element.iter(*_TITLES)
    return " ".join(map(_raw, titles)) or "".join(element.itertext())


def _mixed(element: Any, builder: TextBuilder, *, prose: bool) -> None:
    """Add a paragraph that holds blocks: its own words go on around a formula, list or table."""
    words = element.text or ""
    for child in element:
        if _name(child) in _BLOCKS and _name(child) not in ("label", "title"):
            if _name(child) == "disp-formula":
                words += f" {_raw(child)} "
            else:
                builder.block(words, prose=prose)
                words = ""
                _walk(child, builder)
        else:
            words += _raw(child)
        words += child.tail or ""
    builder.block(words, prose=prose)


def _raw(element: Any) -> str:
    """Return the characters of an element, with marks for what its markup says."""
    name = _name(element)
    if not name:
        # Entities that the DTD of the journal names, such as &alpha;, are those of HTML.
        return html5.get(str(element.text).removeprefix("&"), UNKNOWN)
    if name in _LEFT_OUT and name != "alternatives-label":
        return ""
    inner = element.text or ""
    for child in element:
        inner += _raw(child)
        tail = child.tail
        if tail:
            inner += tail
    if name not in _MARKED:
        return inner
    if name == "sup":
        return _raised(RAISED, inner) if OPEN not in inner else inner
    if name == "sub":
        return _raised(LOWERED, inner)
    if name == "xref" and element.get("ref-type") in _CALLOUT:
        return f"{OPEN}{inner}{CLOSE}"
    if name == "xref" and element.get("ref-type") in ("fn", "table-fn"):
        return f"{OPEN}{inner}{CLOSE}"
    if name in _APART:
        return f" {inner} "
    if name in ("msup", "msubsup"):
        return _script(element, RAISED)
    if name == "msub":
        return _script(element, LOWERED)
    return inner


def _raised(mark: str, inner: str) -> str:
    """Mark what is raised or lowered; white space at its ends stands outside of it."""
    bare = inner.strip()
    end = " " if inner[-1:].isspace() else ""
    return f"{mark}{unspaced(bare) if mark == RAISED else bare}{end}"


def _script(element: Any, mark: str) -> str:
    parts = [_raw(child).strip() for child in element]
    return parts[0] + "".join(mark + part for part in parts[1:]) if parts else ""


def _name(element: Any) -> str:
    tag = element.tag if element is not None else ""
    name = _NAMES.get(tag)
    if name is None:
        # What is no element, such as an entity, has a function for its tag.
        name = tag.rpartition("}")[2] if isinstance(tag, str) else ""
        if len(_NAMES) < _MOST_NAMES:
            _NAMES[tag] = name
    return name


_NAMES: dict[Any, str] = {}
_MOST_NAMES = 1000


def _find(element: Any, name: str) -> Any:
    return element.iter(f"{{*}}{name}")

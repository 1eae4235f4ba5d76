"""The quotes of the second seed's case and what its controls do to them.

A quote is a sentence of a block (paragraph or title) of the article, taken as characters without
markup. Its order is that of the seed, so that the same sentences are measured.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.civic_data import keyed

FEWEST, MOST = 12, 60
_BLOCKS = frozenset(("p", "title", "article-title"))
_CALLOUTS = frozenset(("bibr", "ref"))
_PLAIN = dict(zip("‘’“”–—−", "''\"\"---", strict=True))
_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_NO_SPACE = {f" {sign}": sign for sign in ")],.;:"} | {f"{sign} ": sign for sign in "(["}
_NOT = re.compile(r"\s*\bnot\b")
_AUXILIARY = re.compile(
    r"\b(?:was|were|is|are|has|have|had|do|does|did|can|could|may|might|would|will)\b"
)
_SPECIES = {
    "patients": "mice",
    "patient": "mouse",
    "humans": "mice",
    "human": "murine",
    "mice": "patients",
    "mouse": "human",
    "murine": "human",
    "rats": "patients",
    "rat": "human",
}
_ANIMAL = re.compile(rf"\b(?:{'|'.join(_SPECIES)})\b", re.IGNORECASE)
_EMPTIED = re.compile(r"(?:\s*[(\[][\s,;.\u2013-]*[)\]](?:[,;](?=\s*[(\[]))?)+")
_PUNCTUATION = re.compile(r"[\s,;.\u2013\u2014-]*")
_START, _END = "\ue000", "\ue001"
_BETWEEN = re.compile(f"{_END}([\\s,;\u2013\u2014-]*){_START}")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or title of an article.

    Attributes:
        name: Its id in the file, or `n` and its place among all elements.
        text: Its characters, on one line.
        in_references: It belongs to the reference list, so it is not the article's own words.
        is_title: It is no paragraph.
    """

    name: str
    text: str
    in_references: bool = False
    is_title: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of an article.

    Attributes:
        block: The block it stands in.
        text: The sentence.
    """

    block: Block
    text: str


def blocks(jats: bytes) -> tuple[Block, ...]:
    """Return the blocks of an article in order, those of the reference list too."""
    return tuple(_block(name, element) for name, element in elements(jats))


def own_blocks(jats: bytes) -> Iterator[Block]:
    """Return the blocks of an article in order, but for those of the reference list."""
    for name, element in elements(jats):
        if not is_in_references(element):
            yield _block(name, element, in_references=False)


def _block(name: str, element: Any, *, in_references: bool | None = None) -> Block:
    if in_references is None:
        in_references = is_in_references(element)
    text = plain("".join(element.itertext()))
    return Block(name, text, in_references, tag_of(element) != "p")


def elements(jats: bytes) -> list[tuple[str, Any]]:
    """Return the elements of an article that are blocks, each with its name."""
    etree: Any = import_module("lxml.etree")  # it comes without types
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    root = etree.fromstring(jats, parser)
    found = list(root.iter(*(f"{{*}}{name}" for name in _BLOCKS)))
    numbers: dict[Any, int] = {}
    if not all(element.get("id") for element in found):
        numbers = {element: number for number, element in enumerate(root.iter())}
    return [(element.get("id") or f"n{numbers[element]}", element) for element in found]


def is_in_references(element: Any) -> bool:
    """Return whether an element belongs to the reference list."""
    return next(element.iterancestors("{*}ref-list"), None) is not None


def tag_of(element: Any) -> str:
    """Return an element's name without namespace."""
    return str(element.tag).rpartition("}")[2]


def plain(text: str) -> str:
    """Return text with plain quote marks and dashes, single spaces and none inside brackets."""
    if not text.isascii():
        text = made_plain(text)
    text = " ".join(text.split())
    for spaced, sign in _NO_SPACE.items():
        text = text.replace(spaced, sign)
    return text


def made_plain(text: str) -> str:
    """Return characters with plain quote marks and dashes."""
    text = unicodedata.normalize("NFKC", text)
    for sign, other in _PLAIN.items():
        text = text.replace(sign, other)
    return text


def choose(found: Iterable[Block], gene: str | None) -> Quote | None:
    """Choose the quote of an article: it names the gene if any does; then by hash."""
    own = [block for block in found if not block.in_references]
    if gene:
        named = re.compile(rf"\b{re.escape(gene)}\b")
        # Most blocks do not name it: they are not divided into sentences.
        chosen = _first(
            quote
            for quote in _sentences(block for block in own if gene in block.text)
            if named.search(quote.text)
        )
        if chosen is not None:
            return chosen
    return _first(_sentences(own))


def choose_accented(found: Iterable[Block]) -> Quote | None:
    """Choose, by hash, a sentence in which letters have accents; None if there is none."""
    own = (block for block in found if not block.in_references)
    return _first(
        quote for quote in _sentences(own) if not unicodedata.is_normalized("NFD", quote.text)
    )


def _sentences(found: Iterable[Block]) -> Iterator[Quote]:
    """Return the sentences of blocks that are neither too short nor too long."""
    return (
        Quote(block, sentence)
        for block in found
        for sentence in _BREAK.split(block.text)
        if FEWEST <= len(sentence.split()) <= MOST
    )


def _first(quotes: Iterable[Quote]) -> Quote | None:
    """Return the first of quotes in the order of the seed."""
    return min(
        quotes, key=lambda one: (keyed(one.block.name + one.text), one.block.name), default=None
    )


def reference_title(found: Iterable[Block]) -> str | None:
    """Choose a title from the reference list: of at least five words, the first by hash."""
    own = {block.text for block in found if not block.in_references}
    titles = [
        block.text
        for block in found
        if block.in_references and block.is_title and len(block.text.split()) >= 5
    ]
    return min((title for title in titles if title not in own), key=keyed, default=None)


def altered(text: str) -> str:
    """Remove the word in the middle."""
    words = text.split()
    del words[len(words) // 2]
    return " ".join(words)


def negated(text: str) -> str | None:
    """Remove the first `not`, or put one behind the first auxiliary verb; None without either."""
    if _NOT.search(text):
        return _NOT.sub("", text, count=1)
    verb = _AUXILIARY.search(text)
    return None if verb is None else f"{text[: verb.end()]} not{text[verb.end() :]}"


def of_other_species(text: str) -> str | None:
    """Swap the first word for a species or its patients; None if there is none."""
    found = _ANIMAL.search(text)
    if found is None:
        return None
    other = _SPECIES[found[0].lower()]
    other = other.capitalize() if found[0][0].isupper() else other
    return text[: found.start()] + other + text[found.end() :]


def without_callouts(quote: Quote, jats: bytes) -> str:
    """Return a quote without what its article marks as a reference to the literature."""
    element = next(element for name, element in elements(jats) if name == quote.block.name)
    marked = []  # each symbol that is no space, with whether it belongs to a call-out
    depth = 0
    # What joins two call-outs goes with them.
    text = _BETWEEN.sub(r"\1", "".join(_marked(element)))
    for char in made_plain(text):
        if char in _START + _END:
            depth += 1 if char == _START else -1
        elif not char.isspace():
            marked.append((char, depth > 0))
    whole = "".join(char for char, _ in marked)
    at = whole.find("".join(quote.text.split()))
    if at < 0:
        return quote.text
    kept = []
    for char in quote.text:
        if char.isspace():
            kept.append(char)
            continue
        if not marked[at][1]:
            kept.append(char)
        at += 1
    text = "".join(kept)
    return quote.text if text == quote.text else plain(_EMPTIED.sub("", text))


def _marked(element: Any) -> Iterator[str]:
    """Return the characters of an element, call-outs between two marks."""
    yield element.text or ""
    for child in element:
        if _is_callout(child):
            yield f"{_START}{''.join(child.itertext())}{_END}"
        else:
            yield from _marked(child)
        yield child.tail or ""


def _is_callout(element: Any) -> bool:
    """Return whether an element is a call-out, or a superscript that holds nothing else."""
    if tag_of(element) == "xref":
        return element.get("ref-type") in _CALLOUTS
    if tag_of(element) != "sup" or not len(element):
        return False
    rest = (element.text or "") + "".join(child.tail or "" for child in element)
    return all(map(_is_callout, element)) and _PUNCTUATION.fullmatch(rest) is not None

"""Citations that this reader of Pandoc does not see, and markers that it lost (contract §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.lazy_pattern import lazy_pattern
from ars_pandoc.citations.cited_metadata import printed_texts
from ars_pandoc.citations.found import Found
from ars_pandoc.pandoc.elements import WHITE, Element, block_children, children

_TRIGGER = lazy_pattern(r"\[(?:[^\][]*[\s;])?-?@[\w{]")
# Braces around what is no key stay words in every reader.
_BRACES = lazy_pattern(r"\[(?:[^\][]*[\s;])?-?@\{")
_KEYS = lazy_pattern(r"@(?:\{([^}]+)\}|(\w+(?:[:.#$%&+?<>~/-]\w+)*))")
# What a link leads to: an address, a file, a place in the document.
_ADDRESS = lazy_pattern(r"[/#?:]|\.[A-Za-z]\w{1,4}\Z|\A\Z")
_READERS = (
    "read it with -f markdown, -f ipynb+citations, -f docx+citations (Pandoc 3) or -f html+raw_html"
)

_NUMBERS = lazy_pattern(r"[\[(]?[\d\s,;–—−⁰¹²³⁴⁵⁶⁷⁸⁹˒⁻-]+[\])]?\Z")
_FEWEST_NAMED, _FEWEST_NUMBERS = 2, 4
_SHOWN = 3

_Search = Callable[[str], int | None]
"""Returns the offset of what is looked for in the words of a paragraph, or None."""


def check_comments(found: Found, reader: Mapping[str, Any]) -> None:
    """Check that the filter sees comments and citations as they were written.

    Args:
        found: What finding gave.
        reader: Pandoc's `PANDOC_READER_OPTIONS`, empty where they are not known.

    Raises:
        ArsError: Comments were stripped, an HTML reader drops them, or a paragraph was read as an
            example list, which makes a number of every citation of its key.
    """
    if reader.get("strip-comments") or found.vanished:
        raise ArsError(
            "the markers cannot be seen: --strip-comments removed them before the filter ran",
            steps=["leave --strip-comments away; ars-gate removes its own markers"],
        )
    if found.span_cites and "raw_html" not in reader.get("extensions", ["raw_html"]):
        raise ArsError(
            "the document cites (data-cites), and this reader drops the comments behind citations",
            steps=["read it with -f html+raw_html"],
        )
    if found.swallowed is not None:
        raise ArsError(
            "a paragraph that opens with @key. or @key) became an example list, and every bare "
            "@key of the document a number",
            where=f"the list item '{found.swallowed}'",
            steps=[
                "write the citation in brackets: [@key, p. 12]",
                "read the document with -f markdown-example_lists",
            ],
        )


class OnlyCallOutsError(ArsError):
    """A document with sources cites in plain words alone.

    Beside documents with keys it is a chapter whose call-outs are counted (contract §3).
    """

    def placed(self, places: Sequence[str]) -> ArsError:
        """Return the error with the places of the call-outs, where they are known."""
        rest = len(places) - _SHOWN
        more = f" and {rest} more" if rest > 0 else ""
        where = f"{', '.join(places[:_SHOWN])}{more}" if places else self.where
        return ArsError(self.what, where=where, why=self.why, steps=self.steps)


def check_unseen(
    document: dict[str, Any],
    found: Found,
    reader: Mapping[str, Any],
    names_a_work: Callable[[str], bool] | None = None,
) -> None:
    """Check that a document without citations has none in plain words either.

    Args:
        document: The AST.
        found: What finding gave.
        reader: Pandoc's `PANDOC_READER_OPTIONS`, empty where they are not known.
        names_a_work: Whether a call-out has the name and the year of one of the document's
            sources; None where call-outs are only to be counted.

    Raises:
        ArsError: `[@key]` stands in the text.
        OnlyCallOutsError: Two call-outs name sources, or four number a reference list, and no
            `nocite` says that the document lists what it does not cite.
    """
    text = left_as_text(document, escapes=_reads_escapes(reader))
    if text is not None:
        raise ArsError(
            f"'{text}' stands in the text as plain words: this reader sees no citations",
            why="gfm, commonmark_x, ipynb and plain docx leave [@key] as it is: nobody judges it",
            steps=[_READERS, "write \\@ if it is no citation"],
        )
    if names_a_work is None or "nocite" in document["meta"]:
        return
    numbers = [one for one in found.unmarked if _NUMBERS.match(one)]
    named = [one for one in found.unmarked if names_a_work(one)]
    if found.reference_list and len(numbers) >= _FEWEST_NUMBERS:
        named = named or numbers
    elif len(named) < _FEWEST_NAMED:
        return
    raise OnlyCallOutsError(
        f"no citation is seen, but {len(found.unmarked)} call-outs stand in the text: "
        f"'{named[0]}'" + (f", '{named[1]}'" if len(named) > 1 else ""),
        why="a document with sources that cites in plain words has citations nobody judges",
        steps=[
            "cite with keys, [@key, p. 12], or put <!--ref:KEY--> behind each call-out",
            _READERS,
            "if they are works you list, put the list under a heading such as References or "
            "between ::: {#refs} and :::",
            "if it is a chapter of a book whose others cite with keys, check them together",
        ],
    )


def check_left(
    document: dict[str, Any], reader: Mapping[str, Any], known: Callable[[str], bool]
) -> None:
    """Check that a document with citations has none left as plain words beside them.

    Contract §3 asks for it where nothing is seen at all; a reader without citations may show
    markers, and then the `[@key]` beside them would print unjudged. Only known keys count, so
    that `[@user]` in a README alarms nobody.

    Args:
        document: The AST.
        reader: Pandoc's `PANDOC_READER_OPTIONS`, empty where they are not known.
        known: Says whether the sidecar or a bibliography has a key.

    Raises:
        ArsError: A `[@key]` with a known key stands in the text.
    """
    if not reader.get("extensions") or _reads_escapes(reader):
        return

    def search(text: str) -> int | None:
        for hit in _TRIGGER.finditer(text):
            inside = text[hit.start() :].partition("]")[0]
            if any(known(braced or plain) for braced, plain in _KEYS.findall(inside)):
                return hit.start()
        return None

    text = _in_document(document, search)
    if text is not None:
        raise ArsError(
            f"'{text}' stands in the text as plain words: this reader sees no citation in it",
            why="a source has this key; the words would print as they stand, and nobody judges "
            "them",
            steps=[
                _READERS,
                "put <!--ref:KEY--> and an anchor behind the words instead",
                "write it as code if it is no citation",
            ],
        )


def _reads_escapes(reader: Mapping[str, Any]) -> bool:
    r"""Return whether the reader sees citations and takes `\@` for an @ that is none.

    There an @ in plain words was escaped by its writer: `[see Figure \@ref(fig:a)]`. A reader
    without escapes, `docx+citations`, may see some citations and leave others as words.
    """
    extensions = reader.get("extensions", ())
    return "citations" in extensions and "all_symbols_escapable" in extensions


def left_as_text(document: dict[str, Any], *, escapes: bool = False) -> str | None:
    r"""Find a `[@key]` that stands in the text as plain words.

    A reader without the extension `citations` (`gfm`, `commonmark_x`, plain `docx`) leaves them
    so; a document that shows them has citations that nobody judged.

    Args:
        document: The AST.
        escapes: The reader sees citations and escapes: a bare `[@key]` was written `[\@key]`.

    Returns:
        The first such text, shortened, or None.
    """
    trigger = _BRACES if escapes else _TRIGGER

    def search(text: str) -> int | None:
        hit = trigger.search(text)
        return None if hit is None else hit.start()

    return _in_document(document, search)


def _in_document(document: dict[str, Any], search: _Search) -> str | None:
    """Search the metadata that prints, as Pandoc's reader leaves it, and the text."""
    for name, value in document["meta"].items():
        for what, content in printed_texts(name, value):
            within = _in_blocks if what == "blocks" else _in_inlines
            found = within(content, search)
            if found is not None:
                return found
    return _in_blocks(document["blocks"], search)


def _in_blocks(blocks: list[Element], search: _Search) -> str | None:
    for block in blocks:
        for what, inner in block_children(block):
            within = _in_blocks if what == "blocks" else _in_inlines
            found = within(inner, search)
            if found is not None:
                return found
    return None


def _in_inlines(inlines: list[Element], search: _Search) -> str | None:
    text: list[str] = []
    found = _gather(inlines, text, search)
    if found is not None:
        return found
    whole = "".join(text)
    start = search(whole)
    if start is None:
        return None
    rest = whole[start:]
    closed = rest.find("]")
    return rest[: closed + 1] if 0 < closed < 60 else rest[:40].rstrip() + "…"


def _gather(inlines: list[Element], text: list[str], search: _Search) -> str | None:
    """Collect the words of a paragraph; code, math and link targets are none."""
    for element in inlines:
        kind = element["t"]
        if kind == "Str":
            text.append(element["c"])
        elif kind in WHITE:
            text.append(" ")
        elif kind == "Note":
            found = _in_blocks(element["c"], search)
            if found is not None:
                return found
        elif kind in ("Code", "Math", "RawInline"):
            text.append(" ")
        elif kind == "Link" and _ADDRESS.search(element["c"][2][0]) is None:
            # txt2tags and TikiWiki make a link of `[@key, p. 3]`, to nowhere.
            text.append("[")
            found = _gather(element["c"][1], text, search)
            text.append("]")
            if found is not None:
                return found
        else:
            found = _gather(children(element) or [], text, search)
            if found is not None:
                return found
    return None

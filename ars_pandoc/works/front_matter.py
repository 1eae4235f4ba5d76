"""What a file says of itself beside its words: authors and DOIs in its markup (contract §8).

Readers leave out what stands in the head of a file; to know a source by its authors it is needed.
"""

from __future__ import annotations

import html
import re
import zipfile
from dataclasses import dataclass
from io import BytesIO

from ars_pandoc.base.foreign_xml import parse_xml
from ars_pandoc.texts.extract import JATS

_TAG = re.compile(rb"<[^<>]{0,2000}>")
_META = re.compile(rb"<meta\s[^<>]{0,2000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"""\b(name|property|content)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')""", re.IGNORECASE
)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_DOI_NAMES = frozenset(
    "citation_doi dc.identifier dc.identifier.doi dcterms.identifier prism.doi bepress_citation_doi "
    "eprints.doi doi".split()
)
_AUTHOR_NAMES = frozenset(
    "citation_author citation_authors dc.creator dcterms.creator author article:author".split()
)
_HEADS = re.compile(r"(?:word/document|docProps/core|meta|content)\.xml|[^/]*(?:/[^/]*)*\.opf")
_HEAD = 200_000
"""So many bytes of a file hold its head."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a file says of itself.

    Attributes:
        words: Text in which its authors stand, and its title in other languages, with other
            words; empty if its markup has none.
        dois: The DOIs that its markup states as its own, lower case.
    """

    words: str = ""
    dois: tuple[str, ...] = ()


def front_matter(data: bytes, media_type: str) -> FrontMatter:
    """Read the head of a file; what cannot be read says nothing.

    Args:
        data: The file's bytes.
        media_type: As `extract.media_type` tells it.
    """
    if media_type == JATS:
        return _of_jats(data)
    if media_type == "text/html":
        return _of_html(data[:_HEAD])
    if data.startswith(b"PK"):
        return _of_archive(data)
    return FrontMatter()


def _of_jats(data: bytes) -> FrontMatter:
    try:
        root = parse_xml(data)
    except ValueError:
        return FrontMatter()
    front = next(root.iter("{*}front"), None)
    if front is None:
        return FrontMatter()
    names = [
        " ".join(element.itertext())
        for group in front.iter("{*}contrib-group")
        for element in group.iter("{*}name", "{*}string-name", "{*}collab")
    ]
    dois = [
        "".join(element.itertext())
        for element in front.iter("{*}article-id")
        if element.get("pub-id-type") == "doi"
    ]
    translated = [" ".join(element.itertext()) for element in front.iter("{*}trans-title")]
    return FrontMatter("; ".join([*translated, *names]), _dois(dois))


def _of_html(head: bytes) -> FrontMatter:
    found: list[tuple[str, str]] = []
    for tag in _META.findall(head):
        values = {
            name.lower().decode(): html.unescape((double or single).decode("utf-8", "replace"))
            for name, double, single in _ATTRIBUTE.findall(tag)
        }
        name = values.get("name", values.get("property", ""))
        found.append((name.casefold(), values.get("content", "")))
    authors = [content for name, content in found if name in _AUTHOR_NAMES]
    return FrontMatter(
        "; ".join(authors), _dois([content for name, content in found if name in _DOI_NAMES])
    )


def _of_archive(data: bytes) -> FrontMatter:
    """Read the heads of an EPUB, DOCX or ODT, a bounded piece of each."""
    words: list[str] = []
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                if _HEADS.fullmatch(name):
                    with archive.open(name) as part:
                        words.append(_TAG.sub(b" ", part.read(_HEAD)).decode("utf-8", "replace"))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, RuntimeError):
        return FrontMatter()
    return FrontMatter(html.unescape(" ".join(words))[:20_000])


def _dois(texts: list[str]) -> tuple[str, ...]:
    return tuple(found[0].casefold() for text in texts if (found := _DOI.search(text.strip())))

"""What files of each kind say of themselves beside their words."""

from __future__ import annotations

import io
import zipfile

import pytest

from ars_pandoc.works.front_matter import FrontMatter, front_matter

JATS = """<article><front><article-meta>{}<contrib-group>
<contrib><name><surname>Smith</surname><given-names>Ada</given-names></name></contrib>
<contrib><string-name>Bo Li</string-name></contrib>
<contrib><collab>The Group</collab></contrib></contrib-group></article-meta></front>
<body><p>Words by <name>Nobody</name>.</p></body></article>"""


def archive(**parts: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        for name, text in parts.items():
            file.writestr(name.replace("__", "/").replace("_", "."), text)
    return made.getvalue()


def test_jats_names_authors_and_its_own_doi() -> None:
    ids = (
        '<article-id pub-id-type="doi">https://doi.org/10.1000/ABC</article-id>'
        '<article-id pub-id-type="pmid">10.1000/pmid</article-id>'
    )
    found = front_matter(JATS.format(ids).encode(), "application/jats+xml")
    assert found.words.split("; ") == ["Smith Ada", "Bo Li", "The Group"]
    assert found.dois == ("10.1000/abc",)


@pytest.mark.parametrize("data", [b"", b"<article>", b"<article><body/></article>"])
def test_jats_without_a_head_says_nothing(data: bytes) -> None:
    assert front_matter(data, "application/jats+xml") == FrontMatter()


AUTHORS = ("citation_author", "citation_authors", "dc.creator", "dcterms.creator", "author",
           "article:author", "DC.Creator")  # fmt: skip
DOIS = ("citation_doi", "dc.identifier", "dc.identifier.doi", "dcterms.identifier", "prism.doi",
        "bepress_citation_doi", "eprints.doi", "doi")  # fmt: skip


@pytest.mark.parametrize("name", AUTHORS)
def test_each_name_that_html_has_for_an_author(name: str) -> None:
    page = f"<html><head><meta name='{name}' content='Smith, Ada &amp; Bo'></head>".encode()
    assert front_matter(page, "text/html").words == "Smith, Ada & Bo"


@pytest.mark.parametrize("name", DOIS)
def test_each_name_that_html_has_for_a_doi(name: str) -> None:
    page = f'<META CONTENT="doi:10.1000/X" NAME="{name}">'.encode()
    assert front_matter(page, "text/html").dois == ("10.1000/x",)


@pytest.mark.parametrize(
    "meta",
    [
        "<meta name='keywords' content='10.1000/x Smith'>",
        "<meta name='citation_reference' content='10.1000/x'>",
        "<meta name='citation_title' content='Smith'>",
        "<meta name='og:title' content='Smith'>",
        "<meta name='doi' content='10.1/x'>",  # no registrant has one digit
        "<meta name='doi' content='none'>",
        "10.1000/x by Smith",
    ],
)
def test_what_is_said_of_others_is_not_its_own(meta: str) -> None:
    assert front_matter(meta.encode(), "text/html") == FrontMatter()


def test_a_property_names_as_well_as_a_name() -> None:
    page = b"<meta property='article:author' content='Ada'>"
    assert front_matter(page, "text/html").words == "Ada"


def test_the_head_of_a_page_is_its_beginning() -> None:
    late = b"x" * 200_000 + b"<meta name='author' content='Ada'>"
    assert front_matter(late, "text/html") == FrontMatter()
    assert front_matter(late[1_000:], "text/html").words == "Ada"


@pytest.mark.parametrize(
    ("part", "read"),
    [
        ("word__document_xml", True),
        ("docProps__core_xml", True),
        ("meta_xml", True),
        ("content_xml", True),
        ("OEBPS__package_opf", True),
        ("content_opf", True),
        ("word__comments_xml", False),
        ("word__settings_xml", False),
        ("chapter_xhtml", False),
    ],
)
def test_an_archive_is_read_where_its_head_stands(part: str, read: bool) -> None:
    data = archive(**{part: "<dc:creator>Ada&amp;Bo</dc:creator>"})
    words = front_matter(data, "application/epub+zip").words.split()
    assert words == (["Ada&Bo"] if read else [])


def test_a_damaged_archive_and_other_kinds_say_nothing() -> None:
    assert front_matter(b"PK\x03\x04 damaged", "application/epub+zip") == FrontMatter()
    assert front_matter(b"%PDF-1.4 <meta name='author' content='A'>", "application/pdf") == (
        FrontMatter()
    )

"""Articles that a test server gives away: JATS, and PDFs with printed pages."""

from __future__ import annotations

from functools import cache

import typst

from tests.texts.pdf.pdfs import sentences

TITLE = "How publishers bypass review and what comes of it"


def jats(title: str = TITLE, surname: str = "Smith", licence: str = "", body: str = "") -> bytes:
    """An article in JATS."""
    said = f"<permissions><license>{licence}</license></permissions>" if licence else ""
    words = body or f"<sec><title>Results</title><p>{' '.join(sentences(30))}</p></sec>"
    return (
        "<article xmlns:xlink='http://www.w3.org/1999/xlink'><front><article-meta>"
        f"<title-group><article-title>{title}</article-title></title-group><contrib-group>"
        f"<contrib contrib-type='author'><name><surname>{surname}</surname><given-names>Jane"
        f"</given-names></name></contrib></contrib-group>{said}<abstract><p>We looked.</p></abstract>"
        f"</article-meta></front><body>{words}</body></article>"
    ).encode()


@cache
def pdf(
    title: str = TITLE, author: str = "Jane Smith", above: str = "", words: int = 60, page: int = 1
) -> bytes:
    """An article as a PDF of a few pages."""
    made = typst.compile(
        f"""#set page(width: 14cm, height: 20cm, numbering: "1")
        #counter(page).update({page})
        #set par(justify: true)
        {above}

        = {title}
        {author}

        {" ".join(sentences(words, seed=len(title)))}
        """.encode()
    )
    assert isinstance(made, bytes)
    return made

"""JATS says what is raised, what is a call-out and what is the reference list."""

from __future__ import annotations

import pytest

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.jats import extract_jats

ARTICLE = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS-archivearticle1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML">
<front><article-meta>
<article-id pub-id-type="doi">10.1234/ABC</article-id>
<title-group><article-title>On <italic>BRAF</italic> inhibitors</article-title></title-group>
<contrib-group><contrib><name><surname>Smith</surname></name></contrib></contrib-group>
<pub-date><year>2020</year></pub-date>
<abstract><p>We summarise all of the work here.</p></abstract>
</article-meta></front>
<body>
<sec><label>1</label><title>Results</title>
<p>The drug reached 10<sup>5</sup> cells in CO<sub>2</sub> of all
mice [<xref ref-type="bibr" rid="b1">1</xref>, <xref ref-type="bibr" rid="b2">2</xref>] and
men<sup><xref ref-type="bibr" rid="b3">3</xref></sup> (<xref ref-type="bibr" rid="b4">Smith
et al., 2019</xref>) without &alpha;-blockers (<xref ref-type="fig" rid="f1">Fig. 1</xref>) too.</p>
<p>Survival was given by <disp-formula><mml:math><mml:mi>x</mml:mi></mml:math></disp-formula> where
the rest follows.</p>
<sec><title>Details</title><p>First of the details.</p><p>Second of the details.</p></sec>
<table-wrap><label>Table 1</label><caption><p>A caption of the table.</p></caption>
<table><tr><td>left cell words</td><td>right cell words</td></tr></table></table-wrap>
</sec></body>
<back><ref-list><title>References</title><ref><mixed-citation>A remarkable title of another
thing</mixed-citation></ref></ref-list>
<sec><title>After the references</title><p>These words stand behind the list of references.</p></sec>
</back></article>"""
SOURCE = extract_jats(ARTICLE.encode())


@pytest.mark.parametrize(
    ("quote", "result"),
    [
        ("reached 10⁵ cells in CO₂ of all mice and men without α-blockers too", "found"),
        ("reached 10⁵ cells in CO2 of all mice [1, 2] and men", "found"),
        ("of all mice and men (Smith et al., 2019) without α-blockers (Fig. 1) too", "found"),
        ("the drug reached 105 cells in CO2 of all mice", "review"),
        ("Survival was given by x where the rest follows", "found"),
        ("First of the details. Second of the details.", "found"),
        ("left cell words right cell words", "review"),
        ("A remarkable title of another thing", "not-found"),
        ("These words stand behind the list of references", "found"),
        ("We summarise all of the work here", "found"),
        ("A caption of the table", "found"),
    ],
)
def test_words_and_marks(quote: str, result: str) -> None:
    grounding = check_quote(SOURCE, quote)
    assert grounding.result == result, grounding


@pytest.mark.parametrize(
    ("quote", "section", "paragraph"),
    [
        ("We summarise all of the work here", "Abstract", 1),
        ("without α-blockers (Fig. 1) too. Survival", "1 Results", 1),
        ("Second of the details", "Details", 2),
    ],
)
def test_places_count_from_the_start_of_the_section(
    quote: str, section: str, paragraph: int
) -> None:
    grounding = check_quote(SOURCE, quote)
    assert (grounding.section, grounding.paragraph) == (section, paragraph)


def test_what_the_article_says_of_itself() -> None:
    assert SOURCE.title == "On BRAF inhibitors"
    assert SOURCE.identifiers == ("doi:10.1234/abc",)
    assert "Smith et al" in SOURCE.text
    assert "2020" not in SOURCE.text


def test_the_short_title_of_the_running_head_is_no_part_of_the_title() -> None:
    source = extract_jats(
        b"<article><front><article-meta><title-group><article-title>The long title</article-title>"
        b"<subtitle>a trial</subtitle><alt-title>Short</alt-title></title-group></article-meta>"
        b"</front></article>"
    )
    assert source.title == "The long title a trial"


def test_captions_of_supplementary_files_are_words_of_the_source() -> None:
    source = extract_jats(
        b"<article><back><sec><supplementary-material><media><label>File 3</label><caption>"
        b"<p>Expression in the cell lines upon inhibition of the signal. (TIF 4 kb)</p></caption>"
        b"</media></supplementary-material></sec></back></article>"
    )
    quote = "Expression in the cell lines upon inhibition of the signal."
    assert check_quote(source, quote).result == "found"


def test_white_space_at_the_end_of_what_is_raised_stands_outside_of_it() -> None:
    source = extract_jats(
        b"<article><body><p>They grew BRAF<sup>V600 </sup>mutated cells at 10<sup>5 </sup>for each "
        b"dish.</p></body></article>"
    )
    assert check_quote(source, "grew BRAFV600 mutated cells at 10⁵ for each dish").result == "found"


def test_notes_on_the_authors_are_words_of_the_source_behind_all_others() -> None:
    source = extract_jats(
        b"<article><front><article-meta><author-notes><corresp>a@b.org</corresp><fn fn-type='COI'>"
        b"<p>Two of us were paid by the maker of the drug.</p></fn></author-notes></article-meta>"
        b"</front><body><sec><title>Methods</title><p>We asked.</p></sec></body></article>"
    )
    found = check_quote(source, "Two of us were paid by the maker of the drug")
    assert (found.result, found.section, found.paragraph) == ("found", "Author notes", 1)
    assert source.text.startswith("\x1eMethods")
    assert "a@b.org" not in source.text

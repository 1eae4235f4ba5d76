"""Citations in raw TeX and HTML (contract §3: raw citations count)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.citations.raw_cite import RawCite
from ars_pandoc.citations.raw_code import raw_cites
from ars_pandoc.citations.raw_html import html_cites, tag_end
from ars_pandoc.citations.raw_tex import tex_cites

COMMANDS = [
    "cite", "citep", "citet", "citealt", "citealp", "citeauthor", "citeyear", "citeyearpar",
    "Citet", "Citep", "parencite", "Parencite", "textcite", "Textcite", "autocite", "Autocite",
    "footcite", "footcitetext", "smartcite", "supercite", "fullcite", "footfullcite", "citetitle",
]  # fmt: skip

keys = st.from_regex(r"[A-Za-z][A-Za-z0-9_:.-]{0,12}", fullmatch=True)


def pairs(cites: list[RawCite]) -> list[tuple[str, str]]:
    return [(cite.key, cite.locator) for cite in cites]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_natbib_and_biblatex(command: str) -> None:
    assert pairs(tex_cites(f"\\{command}{{a}}")) == [("a", "")]
    assert pairs(tex_cites(f"\\{command}*[12]{{a}}")) == [("a", "12")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (r"\cite[p.~12]{a}", [("a", "p.\u00a012")]),
        (r"\cite[see][12--14]{a}", [("a", "12–14")]),
        (r"\cite[see][]{a}", [("a", "")]),
        (r"\cite[12]{a,b}", [("a", ""), ("b", "12")]),
        ("\\cite{ a ,\n b }", [("a", ""), ("b", "")]),
        (r"\cite [12] {a}", [("a", "12")]),
        (r"\cite[\emph{p.}~3]{a}", [("a", "p.\u00a03")]),
        (r"\cite[{p. 3, [sic]}]{a}", [("a", "p. 3, [sic]")]),
        (r"\cites[12]{a}[13]{b}", [("a", "12"), ("b", "13")]),
        (r"\cite<see>{a}", [("a", "")]),
        (r"\textcites(see)()[12]{a}{b}", [("a", "12"), ("b", "")]),
        (r"Text \citep{a} and \emph{\citet{b}}.", [("a", ""), ("b", "")]),
        (r"\citetext{\citealp[p.~3]{a}, but \citealp{b}}", [("a", "p.\u00a03"), ("b", "")]),
        (r"\citetalias{a} and \citepalias[3]{b}", [("a", ""), ("b", "3")]),
        (r"\newcite{a}", [("a", "")]),
        (r"\verb|x| \cite{a} \verb|y|", [("a", "")]),
        (r"\verbatiminput{x} \cite{a}", [("a", "")]),
        ("\\begin{verbatim}\n%\n\\end{verbatim} \\cite{a}", [("a", "")]),
        ("%\\begin{verbatim}\n\\cite{a}\n%\\end{verbatim}", [("a", "")]),
        ("\\begin{verbatim} \\cite{a}", [("a", "")]),
        ("\\end{verbatim} \\begin{verbatim} \\cite{a}", [("a", "")]),
        ("\\verb|%| \\cite{a}", [("a", "")]),
        (r"\\verb|\cite{a}|", [("a", "")]),
        (r"\\begin{verbatim} \cite{a} \end{verbatim}", [("a", "")]),
        ("\\verb|x\n\\cite{a}|", [("a", "")]),
        (r"\begin{lstlisting}[escapechar=@] @\cite{a}@ \end{lstlisting}", [("a", "")]),
    ],
)
def test_the_optional_argument_is_the_locator(code: str, found: list[tuple[str, str]]) -> None:
    assert pairs(tex_cites(code)) == found


@pytest.mark.parametrize(
    "code",
    [
        r"\nocite{a}",
        r"\nocite{*}",
        r"\bibcite{a}{1}",
        r"\citestyle{apa}",
        r"\setcitestyle{numbers}",
        r"\DeclareCiteCommand{a}",
        r"\newcommand{\mycite}",
        "% \\cite{a}\n",
        "Text. % see \\cite{a}",
        r"\cite",
        r"\cite{}",
        r"\cite{a",
        r"\newcommand{\mycite}[1]{\citep[see][]{#1}}",
        r"\newcommand{\both}[2]{\cites{#1}{key:#2}}",
        r"\AtEveryCitekey{\clearfield{url}}",
        r"\AtEveryCite{\small}",
        r"\ifciteseen{again}{first}",
        r"\newcites{sup}{Supplementary references}",
        r"\defcitealias{a}{Paper I}",
        r"\excitation{k}",
        "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
        "\\begin{verbatim*}\n% \n\\cite{a}\n\\end{verbatim*}",
        r"\verb|\cite{a}| and \verb*+\citep{b}+",
        "cite{a}",
        r"\begin{tabular}{cite}",
    ],
)
def test_what_cites_nothing(code: str) -> None:
    assert tex_cites(code) == []


@pytest.mark.parametrize("percent", ["50\\% of \\cite{a}", "a \\\\ % \\cite{b}\n\\cite{a}"])
def test_only_a_bare_percent_sign_begins_a_comment(percent: str) -> None:
    assert pairs(tex_cites(percent)) == [("a", "")]


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(COMMANDS), st.lists(keys, min_size=1, max_size=4)), max_size=5
    )
)
def test_every_key_is_found_in_order(commands: list[tuple[str, list[str]]]) -> None:
    code = " and ".join(f"\\{command}{{{', '.join(names)}}}" for command, names in commands)
    assert [cite.key for cite in tex_cites(code)] == [key for _, names in commands for key in names]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('<span class="citation" data-cites="a b">x</span>', ["a", "b"]),
        ("<span data-cites='a'>", ["a"]),
        ("<span data-cites=a>", ["a"]),
        ('<SPAN DATA-CITES="a">', ["a"]),
        ('<span\nclass="x"\ndata-cites="doi:10.1/x">', ["doi:10.1/x"]),
        ('<span data-cites="a&amp;b">', ["a&b"]),
        ('<span data-cites="">', []),
        ('<!-- <span data-cites="a"> -->', []),
        ("the attribute data-cites=a in words", []),
        ('<span class="citation">', []),
    ],
)
def test_data_cites_in_html(code: str, found: list[str]) -> None:
    assert [cite.key for cite in html_cites(code)] == found
    assert all(cite.locator == "" for cite in html_cites(code))


@given(st.text())
def test_any_code_can_be_read(code: str) -> None:
    for cite in [*tex_cites(code), *tex_cites(f"\\cite{code}"), *html_cites(code)]:
        assert cite.key


@pytest.mark.parametrize(
    ("code", "cites"),
    [
        (r"\volcite{2}[p. 3]{smith2024}", [("smith2024", "p. 3")]),
        (r"\pvolcite[see]{2}[3]{smith2024}", [("smith2024", "3")]),
        (r"\textcquote[12]{smith2024}{When publishers bypass}", [("smith2024", "12")]),
        (r"\blockcquote[see][12]{smith2024}[.]{When}", [("smith2024", "12")]),
        (r"\foreigntextcquote{german}[12]{smith2024}{Wenn}", [("smith2024", "12")]),
        (r"\bibentry{smith2024}", [("smith2024", "")]),
        (r"\textquote{no citation}", []),
    ],
)
def test_commands_that_cite_in_other_ways(code: str, cites: list[tuple[str, str]]) -> None:
    assert [(cite.key, cite.locator) for cite in tex_cites(code)] == cites


@pytest.mark.parametrize(
    ("code", "found"),
    [
        # Faults that hid a citation.
        (r"\url{https://e.org/a%20b} and \cite{a}", [("a", "")]),
        (r"\href{https://e.org/a%20b}{x} \cite{a}", [("a", "")]),
        (r"\cite[\url{https://e.org/a%20b}, p. 3]{a}", [("a", "https://e.org/a%20b, p. 3")]),
        (r"\lstinline{%} \cite{a}", [("a", "")]),
        (r"\lstinline[language=tex]!%! \cite{a}", [("a", "")]),
        (r"\citefield{a}{title}", [("a", "")]),
        (r"\citelist{a}{location}", [("a", "")]),
        (r"\citep *{a}", [("a", "")]),
        (r"\citep * [3] {a}", [("a", "3")]),
        (r"\cite[\]]{a}", [("a", "]")]),
        (f"\\cite[{'long ' * 800}]{{a}}", [("a", ("long " * 800).strip())]),
        (r"\cite[see [3]]{a}", [("a", "see [3]")]),
        (r"\cite[see \citealp{b}][3]{a}", [("a", "3"), ("b", "")]),
        ("\\cite% a note\n  {a}", [("a", "")]),
        ("\\cite{a,% a note\n  b}", [("a", ""), ("b", "")]),
        (r"\begin{displaycquote}[3]{a}Words.\end{displaycquote}", [("a", "3")]),
        (r"\hybridblockcquote{german}[3]{a}{Wort}", [("a", "3")]),
        (r"\apud[1]{a}[2]{b}", [("a", "1"), ("b", "2")]),
        (r"\shortciteA[p.~3]{a}", [("a", "p.\u00a03")]),
        (r"\footfullcite[3]{a}, \citenum{b}, \onlinecite{c}", [("a", "3"), ("b", ""), ("c", "")]),
        (r"\ftvolcite{2}[3]{a} \pnotecite[3]{b}", [("a", "3"), ("b", "3")]),
        (r"\volcites{2}[3]{a}{4}[5]{b}", [("a", "3"), ("b", "5")]),
        (r"\CITE{a}", [("a", "")]),
        (r"\software{numpy \citep{a}, \emph{x \cite{b}}}", [("a", ""), ("b", "")]),
    ],
)
def test_a_command_that_was_not_seen(code: str, found: list[tuple[str, str]]) -> None:
    assert pairs(tex_cites(code)) == found


@pytest.mark.parametrize(
    "code",
    [
        "\\cite\n\n{a}",
        r"\begin{comment} \cite{a} \end{comment}",
        r"\excited{a} \explicit{b} \inciting{c}",
        "\\begin{Verbatim}\n\\cite{a}\n\\end{Verbatim}",
    ],
)
def test_a_command_that_cites_nothing(code: str) -> None:
    assert tex_cites(code) == []


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        (r"\cite[a]", ["a"]),
        (r"\cite[authoryear][a,b]", ["a", "b"]),
        (r"\cite[lefttext={see}][a]", ["a"]),
        (r"\cite{a}", ["a"]),
        (r"\nocite[a]", []),
    ],
)
def test_the_keys_of_context_stand_in_square_brackets(code: str, keys: list[str]) -> None:
    assert [cite.key for cite in tex_cites(code, context=True)] == keys
    assert [cite.key for cite in raw_cites("ConTeXt", code)] == keys


@pytest.mark.parametrize(
    ("style", "code", "found"),
    [
        ("LaTeX", r"\cite[3]{a}", [("a", "3")]),
        ("TeX", r"\cite{a}", [("a", "")]),
        ("beamer", r"\cite<1>[3]{a}", [("a", "3")]),
        ("HTML", '<span data-cites="a b">', [("a", ""), ("b", "")]),
        ("html5", "<span data-cites=a>", [("a", "")]),
        ("revealjs", "<span data-cites=a>", [("a", "")]),
        ("Typst", "@a", [("a", "")]),
        ("typst", "@a[p. 3] and #cite(<b>, supplement: [p. 4])", [("a", "p. 3"), ("b", "p. 4")]),
        ("typst", '#cite(label("a/b"), form: "prose")', [("a/b", "")]),
        ("typst", "#cite(<a>, form: none) // @b\n /* @c */ `@d` \\@e mail@f.org", []),
        ("typst", "https://e.org/@a ```\n@b\n``` @c", [("c", "")]),
        ("markdown", "[@a, p. 3; see @b, p. 4]", [("a", ", p. 3"), ("b", ", p. 4")]),
        ("Markdown", "As @a [p. 3] and @{b c}.", [("a", "p. 3"), ("b c", "")]),
        ("markdown_phpextra", "As @a, p. 3.", [("a", "")]),
        ("gfm", r"\@a `@b` c@d.org https://e.org/@f <!-- @g -->", []),
        ("openxml", "<w:t>@a</w:t>", []),
        ("rtf", r"\cite{a}", []),
    ],
)
def test_a_raw_format_is_known_by_any_of_its_names(
    style: str, code: str, found: list[tuple[str, str]]
) -> None:
    cites = raw_cites(style, code)
    assert pairs(cites) == found
    assert [code[slice(*cite.place)] for cite in cites] == [cite.key for cite in cites]
    assert all(cite.whole[0] <= cite.place[0] and cite.place[1] <= cite.whole[1] for cite in cites)


@pytest.mark.parametrize(
    "tag",
    [
        '<span title="a>b" data-cites="k">',
        "<span title='a>b' data-cites='k'>",
        '<span/data-cites="k">',
        "<span/data-cites=k/>",
        '<span title="x"data-cites="k">',
        '<div hidden\n  data-cites = "k">',
        '<span title=a"b data-cites="k">',
        '<a href="?a&data-cites=x" DATA-CITES="k">',
    ],
)
def test_a_tag_that_cites_is_read_as_a_browser_does(tag: str) -> None:
    keys = [cite.key for cite in html_cites(f"<p>{tag}words</span>")]
    assert keys in (["k"], ["k/"])  # a value without quotes goes on to the next space
    assert tag_end(tag, 0) == len(tag)


@pytest.mark.parametrize(
    "piece",
    ["\\cite[", "\\cite{", "\\begin{verbatim}", "[{", "}]", "<span ", 'data-cites="', "`", "@["],
)
def test_what_nothing_closes_is_read_in_good_time(piece: str) -> None:
    code = piece * 20_000
    started = time.perf_counter()
    for style in ("latex", "html", "typst", "markdown"):
        raw_cites(style, code)
    assert time.perf_counter() - started < 5

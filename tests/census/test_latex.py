"""The cite commands of LaTeX, and what is no citation in it."""

from __future__ import annotations

import pytest

from tests.census.written import keys, sure

COMMANDS = (
    "cite citet citep citealt citealp citeauthor citeyear citeyearpar citefullauthor Citet Citep "
    "Citealt Citeauthor citenum onlinecite parencite Parencite footcite footcitetext textcite "
    "Textcite smartcite autocite Autocite supercite fullcite footfullcite citetitle citeurl "
    "citedate notecite pnotecite citeA citeNP shortcite shortciteA fullciteA bibentry "
    "textcquote blockcquote citefield"
).split()


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_cites(name: str) -> None:
    assert sure(f"As \\{name}{{ghost}} says.", "latex") == ["ghost"]
    assert sure(f"As \\{name}*[see][p.~3]{{ghost}}{{x}} says.", "latex") == ["ghost"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\cite{a,b, c}", ["a", "b", "c"]),
        ("\\cite{a,%\n  b}", ["a", "b"]),
        ("\\citep *{bad}", ["bad"]),
        ("\\cite[\\]]{bad}", ["bad"]),
        ("\\cite[see {[1]}]{bad}", ["bad"]),
        ("\\cite[see [p. 3]]{bad}", ["bad"]),
        (f"\\cite[{'x ' * 2_000}]{{bad}}", ["bad"]),
        ("\\cite\n  [p. 3]\n  {bad}", ["bad"]),
        ("\\cites(pre)(post)[a][b]{one}[c]{two}{three} and {four}", ["one", "two", "three"]),
        ("\\parencites[3]{one}[4]{two}.", ["one", "two"]),
        ("\\volcite{2}[3]{bad}", ["bad"]),
        ("\\Pvolcite[see]{2}[3]{bad}", ["bad"]),
        ("\\volcites{2}{one}{3}{two}.", ["one", "two"]),
        ("\\citeA<see>[p. 3]{bad}", ["bad"]),
        ("\\citefield{bad}{title}", ["bad"]),
        ("\\textcquote[3]{bad}[.]{words}", ["bad"]),
        ("\\foreigntextcquote{german}[3]{bad}{Worte}", ["bad"]),
        ("\\hybridblockcquote{german}{bad}{Worte}", ["bad"]),
        ("\\begin{displaycquote}[3]{bad}\nWords\n\\end{displaycquote}", ["bad"]),
        ("\\begin{foreigndisplaycquote}{german}{bad}W\\end{foreigndisplaycquote}", ["bad"]),
        ("\\software{numpy \\citep{bad}} \\added{\\hl{\\cite{worse}}}", ["bad", "worse"]),
        ("\\url{https://e.org/a%20b} and \\cite{bad}", ["bad"]),
        ("\\href{https://e.org/%20}{as \\cite{bad}}", ["bad"]),
        ("\\lstinline{%} and \\cite{bad}", ["bad"]),
        ("\\verb|%| and \\cite{bad}", ["bad"]),
        ("100\\% of \\cite{bad}", ["bad"]),
        ("\\\\% \\cite{none}\n\\cite{bad}", ["bad"]),
        ("\\footnote{See \\footcite{bad}.}", ["bad"]),
        ("\\title{As \\cite{bad}}\\begin{document}x\\end{document} \\cite{late}", ["bad"]),
        ("It costs \\$5 \\cite{bad} or \\$6", ["bad"]),
        ("\\mycite{ghost} \\mycite{roe2021}", ["ghost", "roe2021"]),
    ],
)
def test_arguments(text: str, expected: list[str]) -> None:
    assert keys(text, "latex") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        pytest.param("% \\cite{ghost}", id="comment"),
        pytest.param("\\begin{comment}\n\\cite{ghost}\n\\end{comment}", id="comment environment"),
        pytest.param("\\iffalse \\ifx a \\fi \\cite{ghost} \\fi", id="iffalse"),
        pytest.param("\\begin{verbatim}\n\\cite{ghost}\n\\end{verbatim}", id="verbatim"),
        pytest.param("\\begin{lstlisting}[x]\n\\cite{ghost}\n\\end{lstlisting}", id="lstlisting"),
        pytest.param("\\begin{minted}{tex}\n\\cite{ghost}\n\\end{minted}", id="minted"),
        pytest.param("\\begin{filecontents}{a}\n\\cite{ghost}\n\\end{filecontents}", id="files"),
        pytest.param("\\verb|\\cite{ghost}| \\verb*+\\cite{ghost}+", id="verb"),
        pytest.param("\\lstinline{\\cite{ghost}} \\lstinline!\\cite{ghost}!", id="lstinline"),
        pytest.param("\\mintinline{tex}{\\cite{ghost}}", id="mintinline"),
        pytest.param("\\url{\\cite{ghost}} \\href{\\cite{ghost}}{x}", id="address"),
        pytest.param("\\label{\\cite{ghost}}", id="label"),
        pytest.param("$\\cite{ghost}$ and \\(\\cite{ghost}\\)", id="formula"),
        pytest.param("\\[\\cite{ghost}\\] $$\\cite{ghost}$$", id="displayed formula"),
        pytest.param("\\begin{align*}\\cite{ghost}\\end{align*}", id="align"),
        pytest.param("\\newcommand{\\x}[1][a]{\\cite{ghost}}", id="newcommand"),
        pytest.param("\\renewcommand*\\x{\\cite{ghost}}", id="renewcommand"),
        pytest.param("\\def\\x#1{\\cite{ghost}}", id="def"),
        pytest.param("\\NewDocumentCommand{\\x}{om}{\\cite{ghost}}", id="NewDocumentCommand"),
        pytest.param(
            "\\DeclareCiteCommand{\\x}[\\a]{\\cite{ghost}}{\\b}{\\c}{\\d}", id="DeclareCiteCommand"
        ),
        pytest.param("\\let\\x\\cite {ghost}", id="let"),
        pytest.param("\\nocite{ghost} \\nocite{*} \\fullnocite{ghost}", id="nocite"),
        pytest.param("\\bibcite{ghost}{1} \\citation{ghost}", id="auxiliary file"),
        pytest.param("\\citestyle{ghost} \\setcitestyle{ghost} \\citetext{ghost}", id="set-up"),
        pytest.param("\\defcitealias{ghost}{Paper I}", id="alias"),
        pytest.param("\\excite{ghost} \\incite{ghost} \\recite{ghost}", id="other words"),
        pytest.param("\\makeatletter\\cite{ghost}\\makeatother", id="code of a package"),
        pytest.param("\\@cite{ghost} \\@ifnextchar[{\\cite@x}{\\cite@y}", id="internal names"),
        pytest.param("\\cite{#1} \\cite{\\x}", id="parameters"),
        pytest.param("@ghost [@ghost] a@ghost.org p{3cm}@{}l", id="at signs"),
    ],
)
def test_what_is_exempt_stands_beside_what_is_not(exempt: str) -> None:
    assert keys(f"\\cite{{one}}\n{exempt}\n\\cite{{two}}", "latex") == ["one", "two"]


@pytest.mark.parametrize("end", ["\\endinput", "\\end{document}"])
def test_what_stands_behind_the_end_of_a_file_is_not_read(end: str) -> None:
    assert keys(f"\\cite{{one}}\n{end}\n\\cite{{ghost}}", "latex") == ["one"]
    assert keys(f"\\cite{{one}}\n% {end}\n\\cite{{two}}", "latex") == ["one", "two"]


def test_an_unknown_command_is_not_sure() -> None:
    assert sure("\\mycite{ghost}", "latex") == []


def test_a_key_of_markdown_counts_if_it_is_known() -> None:
    assert keys("As [@roe2021] and @poe2020 say, @ghost too.", "latex") == ["roe2021", "poe2020"]


def test_formulas_hold_no_empty_line() -> None:
    assert keys("A stray $ sign.\n\n\\cite{bad} for $x$.", "latex") == ["bad"]

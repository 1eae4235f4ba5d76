"""What TeX cites: in a document of its own, and in raw TeX."""

from __future__ import annotations

import pytest

from tests.positions.scanned import cited


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\\cite{a}", [("a", "\\cite{a}")]),
        ("\\cite[see][3]{a, b}", [("a", "\\cite[see][3]{a, b}"), ("b", "\\cite[see][3]{a, b}")]),
        ("\\textcite{a}, which holds {…}", [("a", "\\textcite{a}")]),
        ("\\cites[3]{a}[4]{b}", [("a", "\\cites[3]{a}[4]{b}"), ("b", "\\cites[3]{a}[4]{b}")]),
        ("\\parencite*{a}", [("a", "\\parencite*{a}")]),
        ("\\nocite{a}", []),
        ("\\emph{a}", []),
        ("\\cite {a}", [("a", "\\cite {a}")]),
        ("% \\cite{a}\n\\cite{b}", [("b", "\\cite{b}")]),
        ("5\\% \\cite{a}", [("a", "\\cite{a}")]),
        ("a\\\\% \\cite{a}\n", []),
        ("\\verb|\\cite{a}| \\cite{b}", [("b", "\\cite{b}")]),
        ("\\begin{verbatim}\n\\cite{a}\n\\end{verbatim} \\cite{b}", [("b", "\\cite{b}")]),
        # Listings can be told to run commands; where they do not, nothing is found in the AST.
        (
            "\\begin{lstlisting}\n\\cite{a}\n\\end{lstlisting} \\cite{b}",
            [("a", "\\cite{a}"), ("b", "\\cite{b}")],
        ),
        ("\\begin{comment}\n\\cite{a}\n\\end{comment}", []),
        ("\\begin{quote}\n\\cite{a}\n\\end{quote}", [("a", "\\cite{a}")]),
        ("\\begin{verbatim}\n\\cite{a}", [("a", "\\cite{a}")]),  # never closed
        ("\\cite{a}<!--ref:a-->", [("a", "\\cite{a}")]),
        ("\\cite{}", []),
        ("\\cite[3]", []),
    ],
)
def test_citations_of_tex(text: str, found: list[tuple[str, str]]) -> None:
    assert cited(text, "latex") == found

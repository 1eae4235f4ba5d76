"""Org: what is written as a citation, and each exemption beside a citation."""

from __future__ import annotations

import pytest

from tests.census.written import keys, sure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[cite:@a] and [cite/t:see @b p. 3; @c]", ["a", "b", "c"]),
        ("[cite/text/c:@doi:10.1/x-y.z]", ["doi:10.1/x-y.z"]),
        ("cite:a, citep:b,c and textcite:d.", ["a", "b", "c", "d"]),
        ("parencite:a autocite:b footcite:c Citet:d citeauthor*:e", ["a", "b", "c", "d", "e"]),
        ("[[cite:a]] [[citep:b,c][text]]", ["a", "b", "c"]),
        ("cite:&a;&b and [[cite:&c p. 4;&d]]", ["a", "b", "c", "d"]),
        ("[[cite:See &a p. 4][text]]", ["a"]),
        ("As \\citep[3]{a} says @@latex:\\cite{b}@@", ["a", "b"]),
        ("#+latex: \\cite{a}\n#+begin_export latex\n\\cite{b}\n#+end_export", ["a", "b"]),
        ("#+caption: From [cite:@a]\n#+title: By [cite:@b]", ["a", "b"]),
        ("#+begin_quote\n[cite:@a]\n#+end_quote", ["a"]),
        ("* Heading [cite:@a]\n- item [cite:@b]", ["a", "b"]),
    ],
)
def test_org(text: str, expected: list[str]) -> None:
    assert sure(text, "org") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        "#+begin_src org\n[cite:@ghost]\n#+end_src",
        "#+begin_example\ncite:ghost\n#+end_example",
        "#+BEGIN_COMMENT\ncite:ghost\n#+END_COMMENT",
        "#+begin_export ascii\n[cite:@ghost]\n#+end_export",
        "# a comment [cite:@ghost]",
        ": fixed [cite:@ghost]",
        "=[cite:@ghost]= and ~cite:ghost~",
        "[cite/n:@ghost] [cite/nocite:@ghost] nocite:ghost",
        "#+bibliography: cite:ghost",
        ":PROPERTIES:\n:X: cite:ghost\n:END:",
        "\\(\\cite{ghost}\\) $\\cite{ghost}$",
        "#+latex_header: \\cite{ghost}",
        "they cite: nothing, and https://x.org/cite:ghost",
    ],
)
def test_what_is_exempt_in_org(exempt: str) -> None:
    assert keys(f"[cite:@one]\n\n{exempt}\n\n[cite:@two]", "org") == ["one", "two"]


def test_a_commented_subtree_of_org() -> None:
    text = "* A\n** COMMENT B\n[cite:@ghost]\n*** C\n[cite:@ghost]\n** D\n[cite:@one]\n"
    assert sure(text, "org") == ["one"]
    assert sure("* A :noexport:\n[cite:@ghost]\n* B\n[cite:@one]\n", "org") == ["one"]

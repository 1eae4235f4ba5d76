"""Org, Typst, reStructuredText, HTML and JATS, each exemption beside a citation."""

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As @roe2021 and @poe2020[p. 3] say.", ["roe2021", "poe2020"]),
        ("#cite(<ghost>) #cite(<a>, supplement: [p. 3])", ["ghost", "a"]),
        ('#cite(label("https://x.org/a"))', ["https://x.org/a"]),
        ("#text(red)[cite @roe2021]", ["roe2021"]),
        ("https://x.org//a @roe2021", ["roe2021"]),
    ],
)
def test_typst(text: str, expected: list[str]) -> None:
    assert keys(text, "typst") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        "// @roe2021",
        "/* #cite(<ghost>) /* nested */ @roe2021 */",
        "`@roe2021` and ```typ\n#cite(<ghost>)\n```",
        "$ x @roe2021 $",
        '#import "@roe2021/cetz:0.2.0"',
        '#link("https://x.org/", "@roe2021")',
        "\\@roe2021 and me@roe2021.org",
        "#cite(<ghost>, form: none)",
        "#figure(image(1)) <fig>\nAs @fig shows.",
    ],
)
def test_what_is_exempt_in_typst(exempt: str) -> None:
    assert keys(f"#cite(<one>)\n{exempt}\n#cite(<two>)", "typst") == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":cite:`a,b` and :cite:p:`c`", ["a", "b", "c"]),
        (":cite:t:`{see}a{p. 3}` :footcite:`b` :footcite:ts:`c`", ["a", "b", "c"]),
        (".. raw:: latex\n\n   \\cite{a}\n\n:cite:`b`", ["a", "b"]),
        (".. note::\n\n   See :cite:`a`.\n\n.. [1] By :cite:`b`.", ["a", "b"]),
    ],
)
def test_rst(text: str, expected: list[str]) -> None:
    assert sure(text, "rst") == expected


@pytest.mark.parametrize(
    "exempt",
    [
        "``:cite:`ghost` ``",
        ".. a comment :cite:`ghost`\n   :cite:`ghost`",
        ".. code-block:: rst\n\n   :cite:`ghost`\n\n   :cite:`ghost`",
        "Literal::\n\n   :cite:`ghost`",
        ":math:`x` :code:`:cite:` :ref:`ghost`",
        ".. math::\n\n   :cite:`ghost`",
        ".. bibliography:: ghost.bib",
        ".. _ghost: https://x.org/:cite:`ghost`",
        "[CIT2002]_ [1]_ [#a]_",
    ],
)
def test_what_is_exempt_in_rst(exempt: str) -> None:
    assert keys(f":cite:`one`\n\n{exempt}\n\n:cite:`two`\n", "rst") == ["one", "two"]


def test_a_reference_of_rst_counts_if_its_key_is_known() -> None:
    assert keys("As [roe2021]_ and [CIT2002]_.", "rst") == ["roe2021"]


@pytest.mark.parametrize(
    "exempt",
    [
        '<script>x = "data-cites"; y = {"@context": "<i data-cites=ghost>"}</script>',
        "<style>@media { }</style>",
        "<!-- <span data-cites='ghost'> -->",
        "<pre>@roe2021</pre> <code>@roe2021</code>",
        '<a href="https://x.org/@roe2021" title="@roe2021">x</a>',
        "me@roe2021.org",
        "<p>@ghost [@ghost]</p>",
    ],
)
def test_html_cites_by_its_attribute(exempt: str) -> None:
    text = f'<i data-cites="one">A</i>\n{exempt}\n<i title="a>b" data-cites=\'two three\'>B</i>'
    assert keys(text, "html") == ["one", "two", "three"]


def test_a_key_left_as_text_in_html_counts_if_it_is_known() -> None:
    assert keys("<p>As [@roe2021] and @poe2020.</p>", "html") == ["roe2021", "poe2020"]


def test_jats_refers_to_its_references() -> None:
    text = '<xref ref-type="bibr" rid="roe2021">1</xref> <xref ref-type="fig" rid="poe2020"/>'
    assert keys(text, "jats") == ["roe2021"]

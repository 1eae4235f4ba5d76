"""What is written as a citation in Markdown, and what is none: each exemption beside a citation."""

from __future__ import annotations

import pytest

from ars_pandoc.census import count_written
from tests.census.written import keys, sure


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As [@roe2021] says.", ["roe2021"]),
        ("As @roe2021 says, and -@poe2020.", ["roe2021", "poe2020"]),
        ("[see @roe2021, p. 3; also -@poe2020]", ["roe2021", "poe2020"]),
        ("A [@{roe 2021}, p. 3] G", ["roe 2021"]),
        ("[@{https://x.org/a?b=c}]", ["https://x.org/a?b=c"]),
        ("@doi:10.1038/nature14539, and @tag:a_b.", ["doi:10.1038/nature14539", "tag:a_b"]),
        ("@url:https://x.org/2016/post.html.", ["url:https://x.org/2016/post.html"]),
        ("[[@roe2021]] and [[@poe2020|Poe]]", ["roe2021", "poe2020"]),
        ("A note^[See @roe2021.] and [^1].\n\n[^1]: By [@poe2020].", ["roe2021", "poe2020"]),
        ("[^1]: One.\n\n    Two [@roe2021].", ["roe2021"]),
        ("[Roe @roe2021](https://x.org) ![By @poe2020](a.png)", ["roe2021", "poe2020"]),
        ("[*see* **@roe2021**]{.aside}", ["roe2021"]),
        ("- one\n\n    two [@roe2021]\n\n  - three [@poe2020]", ["roe2021", "poe2020"]),
        ("> As [@roe2021]\n> says.\n>\n> And @poe2020.", ["roe2021", "poe2020"]),
        (
            "| A | B |\n|---|---|\n| x ` | [@roe2021] |\n| y ` | [@poe2020] |",
            ["roe2021", "poe2020"],
        ),
        ("# Heading [@roe2021] {#a}\n\nText.", ["roe2021"]),
        ("[see\n@roe2021,\np. 3]", ["roe2021"]),
        (": Caption [@roe2021] {#tbl:a}", ["roe2021"]),
        ("> 1. one\n>\n>     two [@roe2021]\n\n[@poe2020]", ["roe2021", "poe2020"]),
        ("`\\cite[p. 3]{roe2021}`{=latex}", ["roe2021"]),
        ("`\\cite{roe2021}`{=LaTeX} `\\cite{poe2020}`{=beamer}", ["roe2021", "poe2020"]),
        ("`\\cite[roe2021]`{=context}", ["roe2021"]),
        ("`#cite(<roe2021>)`{=typst} `@poe2020`{=typst}", ["roe2021", "poe2020"]),
        ("`[@roe2021]`{=markdown}", ["roe2021"]),
        ('`<span data-cites="roe2021">R</span>`{=HTML}', ["roe2021"]),
        ("```{=latex}\n\\citep{roe2021}\n```", ["roe2021"]),
        ("As \\citep[p. 3]{roe2021} and \\textcolor{red}{[@poe2020]}", ["roe2021", "poe2020"]),
        (
            "\\begin{tabular}{l}\nA & \\cite{roe2021}\n\n[@poe2020]\n\\end{tabular}",
            ["roe2021", "poe2020"],
        ),
        ('<span title="a>b" data-cites="roe2021">Roe</span>', ["roe2021"]),
        ("<span/data-cites=roe2021>", ["roe2021"]),
        ('[A](u){data-cites="roe2021 poe2020"}', ["roe2021", "poe2020"]),
        ('![](a.png){fig-cap="By [@roe2021]." fig-alt="@poe2020"}', ["roe2021"]),
        ('::: {.callout-note title="As [@roe2021]"}\nText.\n:::', ["roe2021"]),
        (
            "As {cite}`roe2021,poe2020` and {cite:p}`{see}smith2024`",
            ["roe2021", "poe2020", "smith2024"],
        ),
        ("```{note}\nAs [@roe2021].\n```\nAnd [@poe2020].", ["roe2021", "poe2020"]),
        ("vgl.@roe2021, (see@poe2020), 이며@smith2024", ["roe2021", "poe2020", "smith2024"]),
        ("研究@roe2021表明", ["roe2021"]),
        ("`` a ` b `` [@roe2021]", ["roe2021"]),
        ("A stray ` and [@roe2021]\n\nanother ` one", ["roe2021"]),
        ("It costs $5 [@roe2021] or $6.", ["roe2021"]),
        ("<!-- a note --> [@roe2021]", ["roe2021"]),
        ("\\\\@roe2021", ["roe2021"]),
        ("```\nnever closed\n\n[@roe2021]", ["roe2021"]),
        ("\\@openai and [@roe2021]\r\n\r\n[@poe2020]\r\n", ["roe2021", "poe2020"]),
    ],
)
def test_what_is_written_as_a_citation(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


@pytest.mark.parametrize(
    "exempt",
    [
        pytest.param("`[@ghost]`", id="code"),
        pytest.param("``[@ghost] ` [@ghost]``", id="code with a backtick"),
        pytest.param("`[@ghost]\n[@ghost]`", id="code over two lines"),
        pytest.param("`r cite('[@ghost]')`", id="inline code of R"),
        pytest.param("```python\n[@ghost]\n\n@ghost\n```", id="fenced code"),
        pytest.param("~~~ {.r}\n```\n[@ghost]\n```\n~~~", id="a fence within a fence"),
        pytest.param("````\n```\n[@ghost]\n````", id="a longer fence"),
        pytest.param("```{r x, echo=FALSE}\n[@ghost]\n\n[@ghost]\n```", id="a chunk with options"),
        pytest.param("```{python}\n#| echo: false\n[@ghost]\n```", id="a chunk"),
        pytest.param("- item\n\n  ```\n  [@ghost]\n  ```", id="a fence in a list"),
        pytest.param("> ```\n> [@ghost]\n> ```", id="a fence in a quote"),
        pytest.param("1.  ```{r}\n    [@ghost]\n\n    x\n    ```", id="a fence that opens an item"),
        pytest.param("- (i) ~~~\n      [@ghost]\n      ~~~", id="a fence in an item of an item"),
        pytest.param("Text.\n\n    [@ghost]\n\n    [@ghost]", id="indented code"),
        pytest.param("Text.\n\n\t[@ghost]", id="code indented by a tab"),
        pytest.param("- item\n\n      [@ghost]", id="indented code in a list"),
        pytest.param("> Text.\n>\n>     [@ghost]", id="indented code in a quote"),
        pytest.param("<pre>\n[@ghost]\n\n[@ghost]\n</pre>", id="pre"),
        pytest.param("<code>[@ghost]</code>", id="the tag of code"),
        pytest.param("$x_{[@ghost]}$", id="a formula"),
        pytest.param("$$\n[@ghost]\n$$", id="a displayed formula"),
        pytest.param("$a \\$ [@ghost]$", id="a formula with an escaped sign"),
        pytest.param("\\begin{equation}\n\\cite{ghost}\n\\end{equation}", id="an equation of TeX"),
        pytest.param("<!-- TODO: [@ghost]\n\n@ghost -->", id="a comment"),
        pytest.param('<script>\nx = {"@context": "[@ghost]"}\n\n</script>', id="a script"),
        pytest.param("<style>\n@media print { a[@ghost] {} }\n</style>", id="a style"),
        pytest.param("\\@ghost and [\\@ghost]", id="an escaped at sign"),
        pytest.param("Figure \\@ref(fig:a)", id="bookdown's reference"),
        pytest.param("<https://x.org/[@ghost]>", id="an autolink"),
        pytest.param("https://x.org/@ghost/a", id="an address"),
        pytest.param("[text](https://x.org/@ghost)", id="the target of a link"),
        pytest.param('[text](https://x.org/a "[@ghost]")', id="the title of a link"),
        pytest.param("[a]: https://x.org/@ghost", id="the target of a reference"),
        pytest.param("ghost@example.org, mailto:me@ghost.org", id="an address of mail"),
        pytest.param("<me@ghost.org>", id="a linked address of mail"),
        pytest.param('[text]{.a title="[@ghost]" id=x}', id="attributes"),
        pytest.param('::: {.b data-x="[@ghost]"}\n:::', id="attributes of a div"),
        pytest.param("---\nnocite: |\n  [@ghost]\nx-note: '[@ghost]'\n---", id="metadata"),
        pytest.param("---\ntitle: A\n# [@ghost]\n---", id="a comment of YAML"),
        pytest.param(
            "(@ghost) An example.\n\nAs (@ghost) shows, and @ghost.", id="an example list"
        ),
        pytest.param("[@fig:ghost; @tbl-ghost]", id="references of the listed prefixes"),
        pytest.param("# A {#box:ghost}\n\n[@box:ghost]", id="a reference to an id"),
        pytest.param("# Related work\n\nSee [@related-work].", id="a reference to a heading"),
        pytest.param("\\newcommand{\\g}[1]{\\citep{ghost}}", id="a definition"),
        pytest.param("\\iffalse [@ghost] \\cite{ghost} \\fi", id="iffalse"),
        pytest.param("{{< video https://x.org/[@ghost] >}}", id="a shortcode"),
        pytest.param("\\nocite{ghost}", id="nocite"),
    ],
)
def test_what_is_exempt_stands_beside_what_is_not(exempt: str) -> None:
    text = f"{exempt}\n\nBut [@nobody] is none of it.\n"
    if not exempt.startswith("---"):
        text = f"Before [@before].\n\n{text}"
        assert keys(text) == ["before", "nobody"]
    else:
        assert keys(text) == ["nobody"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[@ghost]", ["ghost"]),
        ("[see @ghost, p. 3]", ["ghost"]),
        ("Text[@ghost]", ["ghost"]),
        ("@ghost and (@ghost)", []),
        ("[@ghost](https://github.com/ghost)", []),
        ("[text by @ghost][1]", []),
        ("by [@ghost]\n\n[@ghost]: https://github.com/ghost", []),
        ("[@ghost]: doi:10.1/x", ["ghost"]),
        ("//book[@id='x']", []),
        ("\\citep{ghost}", ["ghost"]),
        ("{cite:t}`ghost`", ["ghost"]),
        ("^[As @ghost says.]", []),
        ("[@ghost, p. 3]{.c}", ["ghost"]),
        ("[As @ghost says]{.aside}", []),
    ],
)
def test_only_brackets_commands_and_markers_are_sure(text: str, expected: list[str]) -> None:
    assert sure(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        '```{r x, fig.cap="From [@ghost]."}\nplot(1)\n```',
        '```{r}\n#| fig-cap: "From [@ghost]."\n#| echo: false\n```',
        "```{r}\n#| tbl-cap: |\n#|   From\n#|   [@ghost].\n#| label: a\n```",
        "```{ojs}\n//| fig-cap: From [@ghost].\n```",
        "```{mermaid}\n%%| fig-cap: From [@ghost].\n```",
        "```{python}\n#| fig-subcap:\n#|   - From [@ghost].\n#|   - Nothing.\n```",
        "```{.python lst-cap='From [@ghost].'}\nx\n```",
    ],
)
def test_captions_in_the_options_of_a_chunk_print(text: str) -> None:
    assert sure(text) == ["ghost"]


@pytest.mark.parametrize(
    "text",
    [
        '```{r x, fig.alt="From [@ghost]."}\nplot(1)\n```',
        "```{r}\n#| label: '[@ghost]'\n#| code-summary: [@ghost]\n```",
        "```{python}\n# fig-cap: [@ghost]\n```",
    ],
)
def test_other_options_of_a_chunk_do_not(text: str) -> None:
    assert sure(f"{text}\n\n[@nobody]") == ["nobody"]


def test_prose_between_chunks_that_pandoc_swallows_is_seen_with_its_place() -> None:
    text = (
        "```{r fig-one, echo=FALSE}\nplot(1)\n\nplot(2)\n```\n\n"
        "Nobody can check this [@ghost2020].\n\n```{r fig-two, echo=FALSE}\nplot(3)\n```\n"
    )
    (written,) = count_written(text, "markdown")
    assert (written.key, written.line, written.column) == ("ghost2020", 7, 24)
    assert text[written.start :].startswith("@ghost2020")
    assert written.form == "bracketed"


@pytest.mark.parametrize(
    "field",
    "title subtitle abstract abstract-en thanks dedication acknowledgements description author "
    "include-before include-after reference-section-title".split(),
)
def test_the_fields_of_metadata_that_print(field: str) -> None:
    assert sure(f'---\n{field}: "As [@ghost] says"\nlang: en\n---\n\nText.') == ["ghost"]
    assert sure(f"---\n{field}: |\n  As\n\n  [@ghost]\nlang: en\n---\n\nText.") == ["ghost"]


@pytest.mark.parametrize("field", ["nocite", "keywords", "bibliography", "my-title", "titles"])
def test_other_fields_do_not_print(field: str) -> None:
    assert sure(f'---\n{field}: "[@ghost]"\ntitle: "[@nobody]"\n---\n') == ["nobody"]


def test_an_authors_handle_is_no_citation() -> None:
    text = "---\nauthor:\n- name: A [@roe2021]\n  twitter: '@smith2024'\n  email: a@b.org\n---\n"
    assert keys(text) == ["roe2021"]


def test_a_known_key_in_an_address_counts() -> None:
    assert keys("See https://x.org/@roe2021 and https://x.org/@ghost.") == ["roe2021"]


def test_a_known_key_that_became_a_number_counts() -> None:
    assert keys("(@roe2021) An example.\n\nAs @roe2021 says.") == ["roe2021"]


def test_a_known_key_is_no_cross_reference() -> None:
    assert keys("[@fig:a]", known={"fig:a"}) == ["fig:a"]
    assert keys("# Smith 2020\n\n[@smith-2020]", known={"smith-2020"}) == ["smith-2020"]


def test_metadata_may_stand_anywhere_and_a_rule_is_none() -> None:
    assert sure("Text.\n\n---\nx: '[@ghost]'\n---\n\n[@a]\n\n---\n\n[@b]\n\n---\n") == ["a", "b"]


def test_an_unclosed_comment_leaves_the_text() -> None:
    assert sure("A <!-- b\n\n[@ghost]") == ["ghost"]


def test_text_behind_a_comment_that_ends_in_the_line_is_read() -> None:
    assert sure("A <!-- b\n\nc --> [@ghost] <!-- d\n\n[@none] -->\n[@other]") == ["ghost", "other"]

"""Laws: generated manuscripts of each syntax give what was put into them, where it was put."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ars_pandoc.census import FoundPlace, Syntax, compare, count_written

KEYS = ("roe2021", "poe-2020", "doi:10.1/x_y", "müller:a", "Zoe1999a")
CITED: dict[Syntax, tuple[str, ...]] = {
    "markdown": (
        "[@{}]",
        "[see @{}, p. 3]",
        "as @{} says",
        "-@{}",
        "^[By @{}.]",
        "*@{}*",
        "\\citep[p. 3]{{{}}}",
        "Roe <!--ref:{}-->",
        "`\\cite{{{}}}`{{=latex}}",
        '<i data-cites="{}">Roe</i>',
        "{{cite}}`{}`",
        "[Roe @{}](https://x.org/a)",
    ),
    "latex": (
        "\\cite{{{}}}",
        "\\parencite[see][p.~3]{{{}}}",
        "\\footnote{{\\citet{{{}}}}}",
        "\\volcite{{2}}[3]{{{}}}",
        "\\unknown{{\\cite{{{}}}}}",
        "\\textcquote{{{}}}{{words}}",
        "Roe <!--ref:{}-->",
    ),
    "org": ("[cite:@{}]", "[cite/t:see @{} p. 3]", "[[cite:&{} p. 4]]", "Roe <!--ref:{}-->"),
    "typst": ("#cite(<{}>)", '#cite(label("{}"), supplement: [p. 3])', "Roe <!--ref:{}-->"),
    "rst": (":cite:`{}`", ":cite:p:`{{see}}{}`", ":footcite:t:`{}`", "Roe <!--ref:{}-->"),
    "html": ('<span data-cites="{}">Roe</span>', "Roe <!--ref:{}-->"),
}
EXEMPT: dict[Syntax, tuple[str, ...]] = {
    "markdown": (
        "`[@{}]`",
        "```\n[@{}]\n```",
        "```{{r x, echo=FALSE}}\n@{}\n```",
        "$[@{}]$",
        "<!-- [@{}] -->",
        "\\@a",
        "<https://x.org/[@{}]>",
        "[a](https://x.org/@{})",
        "<style>\n@{} \\cite{{{}}}\n</style>",
        "\\nocite{{{}}}",
        "\\newcommand{{\\x}}{{\\cite{{{}}}}}",
        '[a]{{.b title="[@{}]"}}',
    ),
    "latex": (
        "% \\cite{{{}}}",
        "\\verb|\\cite{{{}}}|",
        "\\begin{{verbatim}}\n\\cite{{{}}}\n\\end{{verbatim}}",
        "\\iffalse\\cite{{{}}}\\fi",
        "$\\cite{{{}}}$",
        "\\newcommand{{\\x}}{{\\cite{{{}}}}}",
        "\\nocite{{{}}}",
    ),
    "org": (
        "=[cite:@{}]=",
        "# [cite:@{}]",
        "#+begin_src org\n[cite:@{}]\n#+end_src",
        "[cite/n:@{}]",
    ),
    "typst": ("// #cite(<{}>)", "`#cite(<{}>)`", "/* #cite(<{}>) */"),
    "rst": ("``:cite:`{}` ``", ".. :cite:`{}`", "a::\n\n   :cite:`{}`"),
    "html": ("<!-- <i data-cites='{}'> -->", "<script>'<i data-cites={}>'</script>"),
}
PROSE = ("Some words.", "It costs 5 or 6 (see 3).", "A, b – c; d: e!", "Über naïve Œuvres.", "x.")


@st.composite
def manuscripts(draw: st.DrawFn) -> tuple[Syntax, str, list[str]]:
    """Return a syntax, a manuscript in it, and the keys that it cites."""
    syntax = draw(st.sampled_from(sorted(CITED)))
    parts: list[str] = []
    cited: list[str] = []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(["cited", "exempt", "prose"]))
        key = draw(st.sampled_from(KEYS))
        if kind == "prose":
            parts.append(draw(st.sampled_from(PROSE)))
            continue
        template = draw(st.sampled_from((CITED if kind == "cited" else EXEMPT)[syntax]))
        parts.append(template.format(*[key] * template.count("{}")))
        if kind == "cited":
            cited.append(key)
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return syntax, "\n\n".join(["Words.", *parts, ""]).replace("\n", end), cited


@settings(max_examples=400, deadline=None)
@given(manuscripts())
def test_found_is_what_was_written(case: tuple[Syntax, str, list[str]]) -> None:
    syntax, text, cited = case
    written = count_written(text, syntax, KEYS)
    assert [one.key for one in written] == cited
    for one in written:
        assert text.splitlines()[one.line - 1][one.column - 1] == text[one.start]


@settings(max_examples=200, deadline=None)
@given(manuscripts(), st.data())
def test_what_is_not_found_is_refused(
    case: tuple[Syntax, str, list[str]], data: st.DataObject
) -> None:
    syntax, text, _ = case
    written = count_written(text, syntax, KEYS)
    seen = [data.draw(st.booleans()) for _ in written]
    found = [
        FoundPlace("a", one.key, one.line)
        for one, is_seen in zip(written, seen, strict=True)
        if is_seen
    ]
    surplus = compare({"a": written}, found, KEYS)
    unseen = [one for one, is_seen in zip(written, seen, strict=True) if not is_seen]
    assert [one.written for one in surplus.refused] == unseen
    assert surplus.notes == ()


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from([*CITED, "jats", "ipynb", "other"]),
    st.text(alphabet=st.sampled_from("@[](){}<>!-`~$\\%#&:=;,.'\"| \n\r\tabcite:ref/*+_^·é𝒳1")),
)
def test_no_text_is_too_strange(syntax: Syntax, text: str) -> None:
    for one in count_written(text, syntax, {"a", "ref"}):
        assert one.key
        assert 0 <= one.start < len(text)

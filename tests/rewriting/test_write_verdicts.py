from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ars_pandoc.base.errors import ArsError
from ars_pandoc.citations.markers import Ref, read_comment
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.rewriting.manuscript_texts import STDIN
from ars_pandoc.rewriting.strip_text import strip_text
from ars_pandoc.rewriting.write_verdicts import Finalized, finalize_document
from ars_pandoc.verdict.resolve import resolve_document
from tests.checking.papers import write_paper
from tests.conftest import clean_environment, examples

NO_LOCATOR = "[UNVERIFIED CITATION — NO QUOTE OR PAGE LOCATOR]"
NO_ORIGINAL = "[UNVERIFIED CITATION — NO ORIGINAL]"
MALFORMED = "[UNVERIFIED CITATION — MALFORMED MARKER]"


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("paper")
    write_paper(path)
    before = Path.cwd()
    os.chdir(path)
    yield path
    os.chdir(before)


def finalize(text: str, reader: str = "markdown") -> Finalized:
    return finalize_document(Source((), reader), {STDIN: text}, clean_environment())


def final(text: str) -> str:
    return finalize(text).texts[STDIN]


def verdicts(text: str) -> list[tuple[str | None, str, tuple[str, ...]]]:
    document = read_source(Source((), "markdown"), clean_environment(), text.encode())
    judged = resolve_document(document.ast, document.environment)
    return [(one.citation.key, one.status, one.also) for one, _ in judged.findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A.<!--ref:read--><!--anchor:page:3-->", "A.<!--ref:read ok--><!--anchor:page:3-->"),
        ("A.<!-- ref: unread --><!--anchor:page:3-->", "A.<!--ref:unread LOW-WARN--><!--anchor:page:3-->"),
        ("A.<!--ref:read ok-->", f"A.{NO_LOCATOR}<!--ref:read-->"),
        (f"A {NO_LOCATOR} <!--ref:read--><!--anchor:page:3-->.", "A <!--ref:read ok--><!--anchor:page:3-->."),
        (f"A{NO_LOCATOR}<!--ref:gone--><!--anchor:page:3-->", f"A{NO_ORIGINAL}<!--ref:gone--><!--anchor:page:3-->"),
        ("A <!--ref:read TBD-->.", f"A {MALFORMED}<!--ref:read TBD-->."),
        ("A <!--anchor:page:3-->.", f"A {MALFORMED}<!--anchor:page:3-->."),
        ("[@read, p. 3]<!--ref:read-->.", "[@read, p. 3]<!--ref:read ok-->."),
        ("\ufeffA\r\n<!--ref:gone--> b\r\n", f"\ufeffA\r\n{NO_LOCATOR}<!--ref:gone--> b\r\n"),
    ],
)  # fmt: skip
def test_a_marker_is_resolved(text: str, expected: str) -> None:
    assert final(text) == expected


def test_a_literal_between_ref_and_anchor_was_deleted_and_no_verdict_written(
    folder: Path,
) -> None:
    path = folder / "between.md"
    text = f"Smith<!--ref:gone-->{NO_ORIGINAL}<!--anchor:page:3-->\n\nB.<!--ref:read-->\n"
    path.write_text(text, "utf-8")
    done = finalize_document(Source((path,), "markdown"), {path: text}, clean_environment())
    assert done.texts[path] == final(text)
    said = done.texts[path]
    assert (
        f"Smith{NO_LOCATOR}<!--ref:gone-->" in said or f"Smith{NO_ORIGINAL}<!--ref:gone-->" in said
    )
    assert final(said) == said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A [@read, p. 3].", "native"),
        # The literal would make a link of the brackets, and the locator would be lost.
        ("A [@gone, p. 3]<!--ref:gone-->.", "unsafe"),
        ("A^<!--ref:gone-->.", "unsafe"),
        ("A \\<!--ref:gone-->.", "escaped"),
    ],
)
def test_what_cannot_be_resolved_stays_and_is_listed(text: str, why: str) -> None:
    done = finalize(text)
    assert done.texts[STDIN] == text
    assert done.changed == ()
    assert [one.why for one in done.left] == [why]
    assert done.left[0].where is not None
    assert done.left[0].where[1] == 1


def test_code_and_notes_are_left_alone() -> None:
    text = "`<!--ref:read-->` $<!--ref:read-->$ <!-- note: x --> <!-- ref: https://a.b --> [@read, p. 1]\n"
    assert final(text) == text


def test_places_are_those_of_the_text_as_it_is_now() -> None:
    text = "Ä <!--ref:gone--> then [@read, p. 3].\n"
    done = finalize(text)
    where = done.left[0].where
    assert where is not None
    assert done.texts[STDIN][where[2] - 1 :].startswith("@read")


def test_a_word_processors_file_is_refused() -> None:
    with pytest.raises(ArsError, match="no text with markers"):
        finalize("x", "docx+citations")


# Right before a comment; a blank line parts the two.
LITERAL = re.compile(r"(?:\[UNVERIFIED CITATION — [A-Z ,-]+\][ \t]*(?:\r?\n[ \t]*)?)+(?=<!--)")


# The innermost where one opens in another: what is escaped or unclosed is none to Pandoc.
COMMENT = re.compile(r"(<!--(?:(?!<!--).)*?-->)", re.DOTALL)


def _outside(text: str) -> list[str]:
    """Give all that no verdict may change: what stands between comments, without the literal
    markers before them; comments that are no ref; the keys of those that are."""
    kept = []
    for number, piece in enumerate(re.split(COMMENT, LITERAL.sub("", text))):
        if number % 2 == 0:
            kept.append(piece)
            continue
        comment = read_comment(piece[4:-3], behind=True)
        kept.append(comment.key if isinstance(comment, Ref) else piece)
    return kept


TEXTS = st.lists(
    st.sampled_from(
        [
            "Word",
            "word",
            " ",
            " ",
            ". ",
            "\n",
            "\n\n",
            "\r\n\r\n",
            "- ",
            "# ",
            "> ",
            "*",
            "`",
            "研",
            "<!--ref:read-->",
            "<!-- ref:unread -->",
            "<!--ref:gone ok-->",
            "<!--ref:a b-->",
            "<!--anchor:page:3-->",
            "<!--anchor:page:3-->",
            "<!--anchor:tbl:3-->",
            "<!-- x -->",
            "[@read, p. 3]",
            "[@gone]",
            "@read",
            NO_ORIGINAL,
            MALFORMED,
            "[",
            "]",
            "^",
            "!",
            "\\",
            "<!--",
            "<!--ref:read",
            "<!-- note",
            "```\n",
            "$",
            "-->",
        ]
    ),
    min_size=1,
    max_size=16,
).map(lambda parts: "Start. " + "".join(parts))


@given(TEXTS)
@example(f"Start. [@read, p. 3]{NO_ORIGINAL}<!--ref:read-->")
@example(f"Start. [@read, p. 3]{NO_ORIGINAL}{NO_ORIGINAL}<!--ref:read-->")
@example(f"Start. {NO_ORIGINAL}\n\n<!--ref:read-->")
@settings(max_examples=examples(25))
def test_the_laws(text: str) -> None:
    hold(text)


PIECES = st.lists(
    st.sampled_from(
        [
            "Word ",
            ". ",
            "\n",
            "*",
            "`",
            "<!--ref:read-->",
            "<!--ref:gone ok-->",
            "<!--ref:a b-->",
            "<!--anchor:page:3-->",
            "<!-- x -->",
            "[@read, p. 3]",
            NO_ORIGINAL,
            "[",
            "]",
            "|",
            "[^1]",
            "<!--",
            "-->",
        ]
    ),
    max_size=6,
).map("".join)
METADATA = "---\ntitle: A {}\nabstract: |\n  B {}\nnote: C\n---\n\nT {}\n"
FORMS = st.sampled_from(
    [
        METADATA,
        "| a | b |\n|---|---|\n| x {} | {} |\n\n{}\n",
        "T[^1] {}\n\n[^1]: N {}\n\n    {}\n",
        "# H {}\n\n- i {}\n- j\n\n  {}\n",
        "Term {}\n\n:   D {}\n\n> Q {}\n",
        "![C {}](x.png)\n\n[l {}](u) {}\n",
        "```\n{}\n```\n\n{}\r\n\r\n{}\r\n",
        "{}\n\n<div>\n{}\n</div>\n\n{}",
    ]
)


@given(FORMS, PIECES, PIECES, PIECES)
@example(
    METADATA,
    "",
    f"{NO_ORIGINAL}{NO_ORIGINAL}<!--ref:read-->",
    "<!--ref:read-->Word <!--anchor:page:3--><!--anchor:page:3-->",
)
@example(
    "{}{}\r\n\r\n{}\r\n",
    "",
    f"{NO_ORIGINAL}<!--ref:read-->",
    "<!--anchor:page:3--><!--ref:read-->*<!--anchor:page:3-->",
)
@settings(max_examples=examples(25))
def test_the_laws_hold_in_every_form_of_a_text(form: str, one: str, two: str, three: str) -> None:
    hold(form.format(one, two, three))


ENDS = st.sampled_from(
    ["", "\n", "\n\n<!-- unclosed", "<!--ref:read", "\n```\n<!--ref:read-->", "\r\n"]
)


@given(TEXTS, TEXTS, ENDS)
@example("Smith<!--ref:gone-->", f"{NO_ORIGINAL}<!--anchor:page:3-->", "")
@example("Start. Word<!--ref:read--><!--anchor:page:3-->", "", "\n\n<!-- unclosed")
@settings(max_examples=examples(15))
def test_the_laws_hold_for_a_part_that_is_read_in(whole: str, part: str, end: str) -> None:
    """A file that another reads in, and the one that reads it: each is written by itself."""
    main, inner = Path("whole.qmd"), Path("_part.qmd")
    inner.write_bytes((part + end).encode())
    text = f"{whole}\n\n{{{{< include _part.qmd >}}}}\n{end}"
    once = finalize_file(main, text)
    if once is None:
        return
    assert inner.read_bytes() == (part + end).encode()
    assert finalize_file(main, once) == once
    assert _outside(once) == _outside(text)


def finalize_file(path: Path, text: str) -> str | None:
    """Return what a file holds after `ars finalize`; None where it cannot be judged."""
    path.write_bytes(text.encode())
    try:
        done = finalize_document(Source((path,), "markdown"), {path: text}, clean_environment())
    except ArsError:
        return None
    return done.texts[path]


def hold(text: str) -> None:
    """File = stdin; twice = once; strip after it = strip; the gate says the same; no other byte."""
    filed = finalize_file(Path("a.md"), text)
    try:
        done = finalize(text)
    except ArsError:
        assert filed is None
        return  # nothing that can be judged, so nothing is written
    once = done.texts[STDIN]
    assert filed == once
    assert finalize_file(Path("a.md"), once) == once
    assert _outside(once) == _outside(text)
    assert final(once) == once
    assert strip_text(once, "markdown") == strip_text(text, "markdown")
    assert verdicts(once) == verdicts(text)

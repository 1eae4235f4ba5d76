"""Text that prints although it stands in code."""

from __future__ import annotations

import pytest

from ars_pandoc.census.chunk_captions import (
    PRINTED,
    chunk_label,
    printed_options,
    printed_values,
)


@pytest.mark.parametrize("kind", ["fig", "tbl", "lst", "tab", "table", "figure", "vid"])
@pytest.mark.parametrize("joint", "-._")
@pytest.mark.parametrize("cap", ["cap", "caps", "caption", "captions", "subcap"])
def test_each_name_of_a_caption(kind: str, joint: str, cap: str) -> None:
    assert PRINTED.fullmatch(f"{kind}{joint}{cap}")
    assert PRINTED.fullmatch(f"{kind}{joint}{cap}".upper())


@pytest.mark.parametrize("name", ["cap", "caption", "caption-text"])
def test_a_caption_of_anything(name: str) -> None:
    assert PRINTED.fullmatch(name)


@pytest.mark.parametrize("name", ["fig-alt", "figcap", "recap", "fig-cap-location", "cap-location",
                                  "captioned", "label", "out-width"])  # fmt: skip
def test_its_neighbours_print_nothing(name: str) -> None:
    assert not PRINTED.fullmatch(name)


def values(text: str, *, title: bool = False) -> list[str]:
    return [text[start:end] for start, end in printed_values(text, 0, len(text), title=title)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('fig-cap="A [@b]"', ["A [@b]"]),
        ("r x, fig.cap = 'A', echo=FALSE, tab.cap=\"B\"", ["A", "B"]),
        (r'fig-cap="A \"b\" c"', [r"A \"b\" c"]),
        ('fig-cap="A\nb"', ["A\nb"]),
        ('fig-alt="A"', []),
        ('x.fig-cap="A"', []),
        ("fig-cap=A", []),
        ('title="A"', []),
    ],
)
def test_values_of_attributes(text: str, said: list[str]) -> None:
    assert values(text) == said


def test_a_callouts_title_prints_where_it_is_asked_for() -> None:
    assert values('{.callout-note Title="A" fig-cap="B"}', title=True) == ["A", "B"]
    assert values('{.callout-note subtitle="A"}', title=True) == []


def test_values_beyond_the_attributes_are_not_theirs() -> None:
    text = 'fig-cap="A" fig-cap="B" fig-cap="C"'
    assert list(printed_values(text, 12, 23)) == [(21, 22)]


def options(text: str) -> list[str]:
    return [text[start:end] for start, end in printed_options(text, 0, len(text))]


@pytest.mark.parametrize("mark", ["#", "//", "%%", "--"])
def test_options_in_the_comments_of_each_language(mark: str) -> None:
    assert options(f"{mark}| label: x\n{mark}| fig-cap: A [@b]\nx\n") == ["A [@b]"]


@pytest.mark.parametrize("line", ["# fig-cap: A", "x #| fig-cap: A", "#| fig-alt: A", "#| fig-cap A",
                                  "fig-cap: A"])  # fmt: skip
def test_other_lines_are_none(line: str) -> None:
    assert options(line) == []


def test_a_value_goes_on_in_lines_that_are_no_field_of_its_depth() -> None:
    text = "#| fig-cap: |\n#|   A [@b]\n#|   note: c\n#|   - d\n#| fig-alt: e\n#|   f\n"
    assert options(text) == ["|", "  A [@b]", "  note: c", "  - d"]


def test_a_caption_within_another_map_ends_with_its_neighbours() -> None:
    assert options("#| x:\n#|   fig-cap: A\n#|   fig-alt: B\n#|   C\n") == ["A"]


@pytest.mark.parametrize(
    ("head", "label"),
    [
        ("r fig-one, echo=FALSE", "fig-one"),
        ('r "a b"', "a"),
        ("python a.b_c", "a.b_c"),
        ("r", None),
        ("r echo=FALSE", None),
        ("r echo =FALSE", None),
        ("r , echo=FALSE", None),
        ("", None),
    ],
)
def test_the_label_of_a_chunk(head: str, label: str | None) -> None:
    assert chunk_label(head) == label

"""References to figures and the like are no citations, each prefix of the list for itself."""

from __future__ import annotations

import pytest

from ars_pandoc.census.cross_references import defined_ids, is_defined, is_listed, may_refer
from tests.census.written import keys


@pytest.mark.parametrize("prefix", "fig tbl eq sec lst thm ch".split())
def test_prefixes_with_a_colon(prefix: str) -> None:
    assert is_listed(f"{prefix}:x")
    assert is_listed(f"{prefix.capitalize()}:x")
    assert keys(f"[@{prefix}:x] [@x{prefix}:x]") == [f"x{prefix}:x"]


@pytest.mark.parametrize(
    "prefix",
    "fig tbl eq sec lst thm lem cor prp cnj def exm exr sol rem alg tip nte wrn imp cau".split(),
)
def test_prefixes_with_a_dash(prefix: str) -> None:
    assert is_listed(f"{prefix}-x")
    assert keys(f"[@{prefix}-x] [@x{prefix}-x]") == [f"x{prefix}-x"]


@pytest.mark.parametrize(
    "key", ["cau:x", "tip:x", "doi:10.1/x", "fig", "fig:", "figx", "smith-2020"]
)
def test_other_keys_are_not_listed(key: str) -> None:
    assert not is_listed(key)


def test_what_may_refer() -> None:
    assert may_refer("box:a")
    assert may_refer("smith-2020")
    assert not may_refer("2020-smith")
    assert not may_refer("smith2020")


@pytest.mark.parametrize(
    "text",
    [
        "# A heading {#box-a}",
        "# Box a",
        "Box A\n=====",
        "![x](a.png){.wide #box-a}",
        "::: {#box-a}\n:::",
        "```{r box-a, echo=FALSE}\n```",
        '```{r label="box-a"}\n```',
        "```{r}\n#| label: box-a\n```",
        '<div id="box-a">',
        "\\label{box-a}",
        "(box-a)=\n# A",
    ],
)
def test_where_ids_are_defined(text: str) -> None:
    ids = defined_ids(text)
    assert is_defined("box-a", ids)
    assert is_defined("Box-a", ids)
    assert not is_defined("box-b", ids)
    assert keys(f"{text}\n\n[@box-a] [@box-b]") == ["box-b"]

"""What a corpus asks beyond the gate's own rows (contract §6)."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.corpus.policies import POLICIES, check_policies, read_policies


@pytest.mark.parametrize(
    "name", ["contamination_triangulation", "citation_existence", "retraction"]
)
def test_each_policy_may_be_strict_or_off(name: str) -> None:
    assert name in POLICIES
    assert read_policies({"terminal_policies": {name: "strict"}}) == {name}
    for value in ("off", False):
        assert read_policies({"terminal_policies": {name: value}}) == frozenset()
    for value in ("strict", "off", False):
        assert check_policies({"terminal_policies": {name: value}}) == []


@pytest.mark.parametrize("data", [{}, {"terminal_policies": None}])
def test_without_policies_nothing_is_asked(data: dict[str, Any]) -> None:
    assert read_policies(data) == frozenset()
    assert check_policies(data) == []


@pytest.mark.parametrize("value", ["Strict", "on", True, 1, 0, None, ["strict"], {}])
def test_a_word_that_means_nothing_is_an_error(value: Any) -> None:
    data = {"terminal_policies": {"retraction": value, "citation_existence": "strict"}}
    assert read_policies(data) == {"citation_existence"}
    (problem,) = check_policies(data)
    assert problem.severity == "error"
    assert problem.path == "terminal_policies.retraction"
    assert "neither off nor strict" in problem.message


def test_a_policy_that_is_not_known_is_named_and_refuses_nothing() -> None:
    data = {"terminal_policies": {"newer": "strict"}}
    assert read_policies(data) == frozenset()
    (problem,) = check_policies(data)
    assert problem.severity == "warning"
    assert "newer" in problem.message


@pytest.mark.parametrize("value", ["strict", ["retraction"], 3, True])
def test_what_is_no_map_is_an_error(value: Any) -> None:
    assert read_policies({"terminal_policies": value}) == frozenset()
    (problem,) = check_policies({"terminal_policies": value})
    assert "not a map" in problem.message

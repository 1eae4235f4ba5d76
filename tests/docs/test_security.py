"""SECURITY.md names a test for each claim, and each of them is there."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"^\| (.+?) \| `(tests/[\w/]+\.py)::(\w+)` \|$", TEXT, re.M)


def test_every_claim_names_a_test() -> None:
    section = TEXT.split("## What holds it")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "claim" not in line]
    assert len(rows) == len(NAMED) > 30


@pytest.mark.parametrize(("claim", "path", "name"), NAMED, ids=[name for _, _, name in NAMED])
def test_the_test_behind_a_claim_is_there(claim: str, path: str, name: str) -> None:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert name in functions, claim
    # It says something: it asserts, or calls what does.
    body = ast.dump(functions[name])
    assert "Assert" in body or "raises" in body or "Call" in body

from __future__ import annotations

from ars_pandoc.cli.shared.shipped_files import TEMPLATES, lua_filter
from tests.conftest import ROOT


def test_a_checkout_has_them_beside_the_package() -> None:
    assert lua_filter() == ROOT / "_extensions" / "ars-gate" / "ars-gate.lua"
    assert ROOT / "templates" in TEMPLATES

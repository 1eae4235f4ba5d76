"""XML of others is read, and nothing of it is obeyed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.base.foreign_xml import parse_xml


def test_comments_and_instructions_are_left_out() -> None:
    root = parse_xml(b"<a>one<!-- two --><?three?><b>four</b></a>")
    assert "".join(root.itertext()) == "onefour"


def test_an_entity_brings_in_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden", encoding="utf-8")
    root = parse_xml(
        f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]><a>one &x;</a>'.encode()
    )
    assert "hidden" not in "".join(str(part) for part in root.itertext())


@pytest.mark.parametrize("data", [b"", b"<a>", b"no markup", b"\xff\xfe", b"<a>&nothing;</a>"])
def test_what_is_damaged_is_said_in_one_line(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z"):
        parse_xml(data)

"""Encrypted PDFs: an empty password opens them, another one has to be given."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from ars_pandoc.cli.commands.quote import command
from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.texts.extract import extract
from ars_pandoc.texts.pdf.unlocking import unlocked
from ars_pandoc.texts.unreadable import Unreadable
from tests.texts.pdf.pdfs import pdf

QUOTE = "The words of this file are for those who may read them"


def _encrypted(user: str) -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf(f"#set page(width: 13cm, height: 8cm)\n{QUOTE}."))) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user=user, R=4))
    return out.getvalue()


def test_an_empty_password_opens_a_file() -> None:
    assert check_quote(extract(_encrypted(""), "a.pdf"), QUOTE).result == "found"


def test_a_password_is_asked_for_and_opens_the_file() -> None:
    data = _encrypted("s3cret")
    with pytest.raises(Unreadable, match="encrypted with a password; `ars pin --password`"):
        extract(data, "a.pdf")
    with pytest.raises(Unreadable, match="password is wrong"):
        extract(data, "a.pdf", password="other")  # noqa: S106 - a test's own
    opened = extract(data, "a.pdf", password="s3cret")  # noqa: S106 - a test's own
    assert check_quote(opened, QUOTE).result == "found"


def test_quote_takes_a_password_and_keeps_nothing_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARS_CACHE_DIR", str(tmp_path / "cache"))
    file = tmp_path / "a.pdf"
    file.write_bytes(_encrypted("s3cret"))
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 2
    done = CliRunner().invoke(command, [str(file), QUOTE, "--password", "s3cret"])
    assert done.exit_code == 0, done.output
    assert not list((tmp_path / "cache").rglob("*.text"))
    monkeypatch.setenv("ARS_PDF_PASSWORD", "s3cret")
    assert CliRunner().invoke(command, [str(file), QUOTE]).exit_code == 0


def test_a_copy_that_opens_without_the_password_is_the_same_each_time() -> None:
    data = _encrypted("s3cret")
    copy = unlocked(data, "s3cret")
    assert copy == unlocked(data, "s3cret")
    assert check_quote(extract(copy, "a.pdf"), QUOTE).result == "found"
    with pytest.raises(Unreadable, match="password is wrong"):
        unlocked(data, "other")
    with pytest.raises(Unreadable, match="damaged"):
        unlocked(b"%PDF-1.4 nothing", "other")

"""The PDF engine takes what Pandoc gives it, and says plainly what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.pandoc.typst_engine import main


def _compile(folder: Path, text: str, *options: str) -> tuple[int, Path]:
    source, result = folder / "in.typ", folder / "out.pdf"
    source.write_text(text, encoding="utf-8")
    return main(["compile", *options, str(source), str(result)]), result


def test_a_document_becomes_a_pdf(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, result = _compile(tmp_path, "= Heading\nText\n")
    assert status == 0
    assert result.read_bytes().startswith(b"%PDF-")
    assert capfd.readouterr() == ("", "")


def test_pandocs_engine_options_are_taken(tmp_path: Path) -> None:
    status, result = _compile(
        tmp_path,
        '#set document(title: sys.inputs.t)\n#set text(lang: "en")\nText\n',
        f"--root={tmp_path}", "--font-path", str(tmp_path), "--pdf-standard", "a-2b",
        "--input", "t=A", "--ignore-system-fonts", "--creation-timestamp", "0",
    )  # fmt: skip
    assert status == 0
    assert b"pdfaid" in result.read_bytes()


def test_an_error_shows_the_place_and_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, result = _compile(tmp_path, "Fine\n#unknown\n")
    said = capfd.readouterr().err
    assert status == 1
    assert not result.exists()
    assert "unknown variable: unknown" in said
    assert "2 │ #unknown" in said
    assert "Traceback" not in said


def test_a_warning_is_shown_and_does_not_fail(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, _ = _compile(tmp_path, '#set text(font: "No Such Font")\nText\n')
    assert status == 0
    assert "unknown font family: no such font" in capfd.readouterr().err


def test_an_image_outside_the_documents_folder_is_found(tmp_path: Path) -> None:
    image = tmp_path / "else" / "dot.svg"
    image.parent.mkdir()
    image.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    (tmp_path / "doc").mkdir()
    assert _compile(tmp_path / "doc", f'#image("{image}")\n')[0] == 0


def test_a_link_without_a_target_is_a_warning_not_a_failed_document(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, result = _compile(tmp_path, '#link(<ref-a>)[A] #link(label("ref-b c"))[B]\n')
    assert status == 0
    assert result.exists()
    said = capfd.readouterr().err
    assert "the label <ref-a>" in said
    assert 'the label label("ref-b c")' in said
    assert {path.name for path in tmp_path.iterdir()} == {"in.typ", "out.pdf"}


def test_citations_without_a_bibliography_are_printed_as_keys(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, result = _compile(tmp_path, 'Known @a[p.~3], @b, #cite(label("c d"), form: "prose").\n')
    assert (status, result.exists()) == (0, True)
    assert "there is no bibliography" in capfd.readouterr().err


def test_a_source_that_the_bibliography_lacks_is_a_warning(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "refs.bib").write_text("@book{b, title={T}, author={Y, Z}, year=1999}\n")
    text = '#cite(<zz>) @b #cite(label("10.1/x(2)")) @yy #bibliography("refs.bib")\n'
    status, result = _compile(tmp_path, text)
    said = capfd.readouterr().err
    assert (status, result.exists()) == (0, True), said
    assert 'the source label("zz")' in said
    assert 'the source label("10.1/x(2)")' in said
    assert "the label <yy>" in said
    assert "<b>" not in said


def test_a_missing_link_target_hides_no_other_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, _ = _compile(tmp_path, "#link(<ref-a>)[A]\n#unknown\n")
    assert status == 1
    assert "unknown variable" in capfd.readouterr().err


@pytest.mark.parametrize("options", [["--nonsense"], ["--input", "novalue"], ["--format", "png"]])
def test_an_option_it_does_not_take_is_a_usage_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], options: list[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        _compile(tmp_path, "Text\n", *options)
    assert caught.value.code == 2
    assert "usage: typst" in capfd.readouterr().err


def test_the_same_clock_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first = _compile(tmp_path, "Text\n")[1].read_bytes()
    assert _compile(tmp_path, "Text\n")[1].read_bytes() == first

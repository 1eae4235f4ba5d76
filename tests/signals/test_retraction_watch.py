from __future__ import annotations

import os
from pathlib import Path

import pytest

from ars_pandoc.base.errors import ArsError
from ars_pandoc.signals.outcome import Outcome
from ars_pandoc.signals.record_match import Work
from ars_pandoc.signals.retraction_watch import RetractionWatch

HEAD = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,"
    "RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,"
    "OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n"
)


def row(doi: str, pmid: str, nature: str, date: str = "3/1/2024 0:00") -> str:
    head = '1,"A, title",S,I,J,P,C,A,U,Research Article'
    return f"{head},{date},10.1000/n,0,5/3/2022 0:00,{doi},{pmid},{nature},+Fraud;,No,\n"


def work(doi: str | None = None, pmid: str | None = None) -> Work:
    return Work("a", "T", (), 2020, doi, None, pmid)


def look_up(folder: Path, text: str, *works: Work) -> list[Outcome]:
    file = folder / "watch.csv"
    file.write_text(text, encoding="utf-8")
    watch = RetractionWatch(file, folder)
    try:
        return [watch.look_up(one) for one in works]
    finally:
        watch.close()


def retracted(outcome: Outcome) -> list[bool]:
    return [fact.value for fact in outcome.facts]


def test_a_paper_is_found_by_doi_or_pmid(tmp_path: Path) -> None:
    text = HEAD + row("10.1000/ABC", "0", "Retraction") + row("unavailable", "123", "Retraction")
    by_doi, by_pmid, none, nothing = look_up(
        tmp_path, text, work("10.1000/abc"), work(pmid="123"), work("10.1000/x", "0"), work()
    )
    assert (by_doi.state, retracted(by_doi)) == ("matched", [True])
    assert (by_pmid.by, retracted(by_pmid)) == ("pmid", [True])
    assert by_pmid.facts[0].identifier == "pmid:123"
    assert (none.state, retracted(none)) == ("unmatched", [False])
    assert nothing.state == "not-looked-up"


def test_the_last_word_counts(tmp_path: Path) -> None:
    text = HEAD + row("10.1000/a", "0", "Reinstatement", "11/2/2025 0:00")
    text += row("10.1000/a", "0", "Retraction", "9/1/2024 0:00")
    assert retracted(look_up(tmp_path, text, work("10.1000/a"))[0]) == [False]


@pytest.mark.parametrize("nature", ["Expression of concern", "Correction"])
def test_a_correction_or_a_concern_is_a_note(tmp_path: Path, nature: str) -> None:
    found = look_up(tmp_path, HEAD + row("10.1000/a", "0", nature), work("10.1000/a"))[0]
    assert retracted(found) == [False]
    assert found.facts[0].note == f"there is a notice on it: {nature.lower()}"
    assert [note.code for note in found.notes] == ["correction-or-concern"]


def test_the_fact_is_as_old_as_the_file(tmp_path: Path) -> None:
    file = tmp_path / "watch.csv"
    file.write_text(HEAD + row("10.1000/a", "0", "Retraction"), encoding="utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    watch = RetractionWatch(file, tmp_path)
    assert watch.look_up(work("10.1000/a")).facts[0].at == "2023-11-14T22:13:20Z"
    watch.close()


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "\x00\x01", "<html>"])
def test_a_file_that_is_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(ArsError, match="cannot be read as a Retraction Watch file"):
        look_up(tmp_path, text)
    with pytest.raises(ArsError, match="cannot be read"):
        RetractionWatch(tmp_path / "gone.csv", tmp_path)
    assert not list(tmp_path.glob("*.sqlite"))


def test_60_000_rows_cost_the_second_run_nothing(tmp_path: Path) -> None:
    rows = [row(f"10.1000/{n}", str(n + 1), "Retraction") for n in range(60_000)]
    file = tmp_path / "watch.csv"
    file.write_text(HEAD + "".join(rows), encoding="utf-8")
    RetractionWatch(file, tmp_path).close()
    (database,) = tmp_path.glob("*.sqlite")
    written = database.stat()
    watch = RetractionWatch(file, tmp_path)
    assert retracted(watch.look_up(work("10.1000/59999"))) == [True]
    watch.close()
    kept = database.stat()
    assert (kept.st_ino, kept.st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    # Another state of the file is read anew, and the old database goes.
    file.write_text(HEAD + row("10.1000/new", "0", "Retraction"), encoding="utf-8")
    watch = RetractionWatch(file, tmp_path)
    assert watch.look_up(work("10.1000/59999")).state == "unmatched"
    watch.close()
    assert len(list(tmp_path.glob("*.sqlite"))) == 1

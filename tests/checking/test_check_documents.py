from __future__ import annotations

from pathlib import Path

import pytest

from ars_pandoc.checking.check_documents import Job, check_document, check_documents
from ars_pandoc.checking.checked import exit_code
from ars_pandoc.documents.inputs import Source
from tests.checking.papers import check, check_text, write_paper
from tests.conftest import clean_environment


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_citation_has_its_status_and_its_place(folder: Path) -> None:
    checked = check_text(folder)
    assert checked.verdict == "refused"
    assert [
        (
            item.finding.citation.key,
            item.finding.status,
            item.position and (item.position.line, item.position.column),
        )
        for item in checked.items
    ] == [
        ("read", "ok", (5, 13)),
        ("read", "MED-WARN-NO-LOCATOR", (9, 5)),
        ("unread", "LOW-WARN", (9, 24)),
        ("gone", "HIGH-WARN-NO-ORIGINAL", (9, 39)),
        ("unread", "LOW-WARN", (13, 7)),
        (None, "HIGH-WARN-MALFORMED-MARKER", (13, 82)),
    ]
    assert checked.unplaced == 0


def test_the_verdict_is_the_gates_in_draft_mode_too(folder: Path) -> None:
    text = "---\nars: {mode: draft}\n---\n\nSee [@unread, p. 2].\n"
    checked = check_text(folder, text)
    assert (checked.mode, checked.verdict) == ("draft", "refused")


def test_locked_ignores_what_the_document_asks_for(folder: Path) -> None:
    path = write_paper(folder, "---\nars: {accept: [LOW-WARN]}\n---\n\nSee [@unread, p. 2].\n")
    assert check(path).verdict == "passed"
    locked = check(path, ARS_LOCKED="1", ARS_CORPUS="literature_corpus.yaml")
    assert (locked.locked, locked.verdict) == (True, "refused")


def test_fingerprints_survive_moved_lines_and_tell_twins_apart(folder: Path) -> None:
    before = check_text(folder)
    after = check_text(folder, "---\ntitle: A paper\n---\n\nNew words.\n\n" + _body())
    assert [item.fingerprint for item in before.items] == [item.fingerprint for item in after.items]
    twins = check_text(folder, "Same [@read] words.\n\nSame [@read] words.\n")
    first, second = (item.fingerprint for item in twins.items)
    assert first != second


def _body() -> str:
    from tests.checking.papers import TEXT

    return TEXT.split("---\n\n", 1)[1]


def test_rows_judge_without_sidecar_and_ledger(folder: Path) -> None:
    path = folder / "manuscript.md"
    path.write_text("One [@a, p. 3], two [@b].\n")
    checked = check(path, ("locator",))
    assert [item.finding.status for item in checked.items] == ["ok", "MED-WARN-NO-LOCATOR"]
    assert check(path, ("retraction",)).verdict == "passed"


def test_what_cannot_be_judged_says_why_and_stops_no_other(folder: Path) -> None:
    good = write_paper(folder, "Good [@read, p. 1].\n")
    (folder / "bytes.md").write_bytes(b"\0\1\2")
    (folder / "void").mkdir()
    sources = [folder / "bytes.md", folder / "gone.md", good]
    jobs = [Job(Source((path,), "markdown"), clean_environment()) for path in sources]
    results = tuple(check_documents(jobs))
    assert [one.verdict for one in results] == ["not-judged", "not-judged", "passed"]
    assert "no text" in (results[0].error or "")
    assert "No such file" in (results[1].error or "")
    assert exit_code(results) == 2


def test_a_file_beyond_the_bound_is_not_read(folder: Path) -> None:
    path = folder / "big.md"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    checked = check(path)
    assert "too large to be judged (100 MB)" in (checked.error or "")


def test_many_documents_come_in_their_order(folder: Path) -> None:
    write_paper(folder)
    jobs = []
    for number in range(14):
        path = folder / f"{number:02}.md"
        path.write_text(f"See [@read, p. {number + 1}].\n")
        jobs.append(Job(Source((path,), "markdown"), clean_environment()))
    results = tuple(check_documents(jobs))
    assert [one.name for one in results] == [str(job.source.paths[0]) for job in jobs]
    assert {one.verdict for one in results} == {"passed"}


def test_standard_input_has_lines_too(folder: Path) -> None:
    write_paper(folder)
    job = Job(Source((), "markdown"), clean_environment(), (), b"\n\nSee [@read].\n")
    (item,) = check_document(job).items
    assert item.position is not None
    assert (str(item.position.path), item.position.line, item.position.text) == (
        "-",
        3,
        "See [@read].",
    )


def _set(folder: Path, **texts: str) -> list[Job]:
    write_paper(folder)
    jobs = []
    for name, text in texts.items():
        path = folder / f"{name}.md"
        path.write_text(text, encoding="utf-8")
        jobs.append(Job(Source((path,), "markdown"), clean_environment()))
    return jobs


@pytest.mark.parametrize("names", ["abc", "bac", "bca", "cba"])
def test_a_chapter_of_call_outs_made_the_whole_book_end_in_2(folder: Path, names: str) -> None:
    sidecar = write_paper(folder).with_name("literature_corpus.yaml")
    family = _family_and_year(sidecar)
    texts = {
        "a": "Good [@read, p. 1].\n",
        "b": f"As {family[0]} ({family[1]}) showed, and again ({family[0]} {family[1]}).\n",
        "c": "Words.\n",
    }
    results = tuple(check_documents(_set(folder, **{name: texts[name] for name in names})))
    assert [Path(one.name).stem for one in results] == list(names), "in their order"
    assert exit_code(results) == 0
    counted = results[names.index("b")]
    assert [one.position and one.position.line for one in counted.callouts] == [1, 1]
    alone = tuple(check_documents(_set(folder, b=texts["b"], c=texts["c"])))
    assert exit_code(alone) == 2
    assert f"b.md:1:4: '{family[0]} ({family[1]})'" in (alone[0].error or "")


def _family_and_year(sidecar: Path) -> tuple[str, int]:
    from ars_pandoc.corpus.load_sidecar import load_corpus

    entry = load_corpus(sidecar).entries["read"]
    return str(entry.authors[0]["family"]), entry.year

"""The bench of real PDFs: its data file, its rules and its tables, on a page set here."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.grounding.check_quote import check_quote
from ars_pandoc.grounding.match_quote import Matcher
from ars_pandoc.texts.extract import extract
from benchmarks.pdf_alterations import alterations, splices
from benchmarks.pdf_files import (
    FRESH,
    HALVES,
    JUDGED,
    LAST,
    LATEST,
    QUOTES,
    TUNED,
    Document,
    Typed,
    fetch,
    load,
    read_members,
)
from benchmarks.pdfs import Counts, as_json, as_table, as_tables, judge, shown_failures
from benchmarks.public_files import UnreachableError
from tests.texts.pdf.pdfs import by_hand, sentences, typeset

SENTENCES = sentences(60, seed=3)
PAGE = typeset("\n\n".join(" ".join(SENTENCES[at : at + 6]) for at in range(0, 60, 6)), columns=2)


def document(*quotes: Typed, unreadable: bool = False) -> Document:
    return Document(
        name="made here",
        client="pip",
        package="none",
        version="1",
        file="a.pdf",
        sha256=hashlib.sha256(PAGE).hexdigest(),
        about="two columns",
        columns=2,
        unreadable=unreadable,
        quotes=quotes,
    )


def test_the_data_file_names_diverse_documents_and_their_quotes() -> None:
    documents = load()
    quotes = [quote for one in documents for quote in one.quotes]
    assert len(documents) >= 150
    assert len(quotes) >= 1187
    assert len({one.name for one in documents}) == len(documents)
    assert {one.client for one in documents} == {"apt", "git", "npm", "pip"}
    assert all(re.fullmatch("[0-9a-f]{64}", one.sha256) for one in documents)
    assert sum(one.columns > 1 for one in documents) >= 10
    assert sum(one.unreadable for one in documents) >= 3
    for one in documents:
        texts = [quote.text for quote in one.quotes]
        assert len(set(texts)) == len(texts)
        assert all(quote.page > 0 and quote.text == quote.text.strip() for quote in one.quotes)
    assert {quote.kind for quote in quotes} >= {"columns", "pages", "call-out", "symbols"}


def test_half_of_the_second_set_was_judged_once_by_the_hash_of_their_names() -> None:
    assert {one.half for one in load(QUOTES)} == {TUNED}
    documents = load(HALVES)
    for one in documents:
        digest = hashlib.sha256(one.name.encode()).digest()
        assert one.half == (JUDGED if digest[-1] % 2 else TUNED), one.name
        if one.client == "git":
            assert re.fullmatch("[0-9a-f]{40}", one.version), one.name
            assert one.package.count("/") == 1, one.name
    judged = [one for one in documents if one.half == JUDGED]
    assert len(documents) / 3 < len(judged) < len(documents) * 2 / 3
    assert sum(len(one.quotes) for one in judged) >= 200


@pytest.mark.parametrize(("data", "half"), [(FRESH, JUDGED), (LATEST, LAST)])
def test_the_sets_that_were_judged_once_are_large_and_named_by_commit(
    data: Path, half: str
) -> None:
    documents = load(data)
    assert {one.half for one in documents} == {half}
    assert len(documents) >= 40
    assert sum(len(one.quotes) for one in documents) >= 200
    of_git = [one.version for one in documents if one.client == "git"]
    assert len(of_git) >= 40
    assert all(re.fullmatch("[0-9a-f]{40}", version) for version in of_git)


def test_no_document_is_in_the_data_twice() -> None:
    hashes = [one.sha256 for one in load()]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    ("rule", "made"),
    [
        ("negation", "the dose of 5 mg did lower pressure below −3.2 units"),
        ("word removed", "the dose of 5 mg did lower pressure below −3.2 units"),
        ("word replaced", "the dose of 5 mg did gamma lower pressure below −3.2 units"),
        ("words of another place", "the dose of 5 mg did gamma delta epsilon"),
        ("number changed", "the dose of 5 mg did not lower pressure below −3.3 units"),
        ("sign dropped", "the dose of 5 mg did not lower pressure below 3.2 units"),
    ],
)
def test_false_quotes_are_made_by_rule(rule: str, made: str) -> None:
    quote = Typed(1, "1", "lines", "the dose of 5 mg did not lower pressure below −3.2 units")
    other = Typed(2, "2", "lines", "alpha beta gamma delta epsilon")
    assert alterations(quote, other)[rule] == made


def test_what_would_still_be_the_sources_words_is_not_made() -> None:
    other = Typed(2, "2", "lines", "alpha beta gamma delta epsilon")
    for text in ("whether they are numbered or not", "this one was, and the other was not."):
        assert "negation" not in alterations(Typed(1, "1", "lines", text), other)
    bracketed = Typed(1, "1", "lines", "as was said before [37] by many others")
    assert "word removed" not in alterations(bracketed, other)


def test_languages_without_spaces_have_false_quotes_too() -> None:
    quote = Typed(1, None, "no spaces", "这包括备份您的数据、搜集您硬件的信息")
    made = alterations(quote, Typed(2, None, "no spaces", "升级不再需要进行大规模的安装操作"))
    assert made["word removed"] == "这包括备份您的数搜集您硬件的信息"
    assert set(made) == {"word removed", "words of another place"}


@given(st.text(min_size=1).filter(str.strip), st.text(min_size=1).filter(str.strip))
def test_a_false_quote_is_never_the_genuine_one(one: str, two: str) -> None:
    made = alterations(Typed(1, None, "lines", one), Typed(1, None, "lines", two))
    assert one not in made.values()


@pytest.mark.parametrize("rule", ["splice across the gutter", "a line left out"])
def test_jumps_join_lines_that_do_not_follow_each_other_and_are_refused(rule: str) -> None:
    made = [text for name, text in splices(PAGE, [1], 2) if name == rule]
    assert len(made) > 3
    matcher = Matcher(extract(PAGE))
    text = " ".join(SENTENCES)
    for splice in made:
        assert splice not in text
        assert check_quote(matcher, splice).result == "not-found"


def test_a_page_of_one_column_has_no_gutter() -> None:
    page = typeset("\n\n".join(SENTENCES))
    assert {rule for rule, _ in splices(page, [1], 1)} == {"a line left out"}


def test_quotes_are_judged_and_counted() -> None:
    counts = Counts()
    first, last = SENTENCES[0], SENTENCES[5]
    absent = "none of these words was ever written by anybody here"
    judge(
        document(
            Typed(1, "1", "lines", first),
            Typed(1, "7", "columns", last),
            Typed(1, None, "lines", absent),
        ),
        PAGE,
        counts,
    )
    assert counts.genuine["lines"] == {"found": 1, "not-found": 1}
    assert counts.genuine["columns"] == {"found": 1}
    assert counts.pages == {"right": 1, "wrong": 1}
    assert not any(row["found"] for row in counts.false.values())
    assert any(absent in one for one in counts.failures)
    table = as_table(counts)
    assert "| **all** | 3 | 2 = 66.7% (20.8–93.9%) | 0 | 0 | 1 = 33.3% (6.1–79.2%) |" in table
    assert "right for 1 = 50.0% (9.5–90.5%)" in table
    again = Counts()
    judge(document(Typed(1, "1", "lines", first)), PAGE, again)
    once_more = Counts()
    judge(document(Typed(1, "1", "lines", first)), PAGE, once_more)
    assert as_json({"tuned": again}) == as_json({"tuned": once_more})


def test_of_a_scan_nothing_may_be_found_or_missed() -> None:
    counts = Counts()
    judge(document(Typed(1, None, "lines", SENTENCES[0]), unreadable=True), PAGE, counts)
    assert counts.without_text == {"found": 1}
    assert not counts.genuine
    assert not counts.false
    assert len(counts.failures) == 1


def test_a_file_that_is_there_is_not_fetched_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = document()
    (tmp_path / f"{here.sha256}.pdf").write_bytes(PAGE)
    assert fetch([here], tmp_path) == {here.sha256: tmp_path / f"{here.sha256}.pdf"}
    assert not capsys.readouterr().err


def test_a_file_of_another_folder_is_used_where_it_lies(tmp_path: Path) -> None:
    here = document()
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / f"{here.sha256}.pdf").write_bytes(PAGE)
    assert fetch([here], tmp_path / "new", cache) == {here.sha256: cache / f"{here.sha256}.pdf"}


def test_a_file_of_a_public_repository_is_fetched_at_its_commit_and_kept(tmp_path: Path) -> None:
    asked = []

    def public(repository: str, commit: str, path: str) -> bytes:
        asked.append((repository, commit, path))
        return PAGE

    here = replace(document(), client="git", package="owner/name", version="0" * 40)
    for _ in range(2):
        found = fetch([here], tmp_path, public=public)
        assert found == {here.sha256: tmp_path / f"{here.sha256}.pdf"}
    assert asked == [("owner/name", "0" * 40, "a.pdf")]


def test_a_file_that_is_another_by_now_is_named_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = replace(document(), client="git", package="owner/name")
    assert fetch([here], tmp_path, public=lambda *_: b"%PDF-1.4") == {}
    assert "made here (git owner/name 1, a.pdf) is another file by now" in capsys.readouterr().err
    assert fetch([here], tmp_path, public=lambda *_: None) == {}
    assert "made here (git owner/name 1, a.pdf) is not there" in capsys.readouterr().err


def test_without_network_repositories_are_left_out_with_one_attempt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    attempts = []

    def public(repository: str, _commit: str, _path: str) -> bytes:
        attempts.append(repository)
        raise UnreachableError("the host cannot be reached")

    one = replace(document(), client="git", package="owner/one")
    two = replace(one, name="made there", package="owner/two", sha256="0" * 64)
    assert fetch([one, two], tmp_path, public=public) == {}
    assert attempts == ["owner/one"]
    said = capsys.readouterr().err
    assert said.count("PDFs of public repositories are left out") == 1
    for here in ("made here (git owner/one", "made there (git owner/two"):
        assert f"left out: {here} 1, a.pdf) cannot be reached" in said


def test_sets_are_shown_apart_and_failures_of_the_last_one_only_on_demand() -> None:
    tuned, last = Counts(), Counts()
    absent = Typed(1, None, "lines", "none of these words was ever written by anybody here")
    missing = Typed(1, None, "lines", "nor were any of these other words written by her")
    judge(document(Typed(1, "1", "lines", SENTENCES[0]), absent), PAGE, tuned)
    judge(document(missing), PAGE, last)
    counts = {TUNED: tuned, LAST: last}
    tables = as_tables(counts)
    first, second = tables.split("## last")
    assert first.startswith("## tuned")
    assert "| **all** | 2 | 1 = 50.0% (9.5–90.5%) | 0 | 0 | 1 = 50.0% (9.5–90.5%) |" in first
    assert "| **all** | 1 | 0 = 0.0% (0.0–79.3%) | 0 | 0 | 1 = 100.0% (20.7–100.0%) |" in second
    assert [absent.text in one for one in shown_failures(counts, None)] == [True]
    assert [absent.text in one for one in shown_failures(counts, TUNED)] == [True]
    of_last = shown_failures({LAST: last}, LAST)
    assert [missing.text in one for one in of_last] == [True]


def test_members_of_a_source_archive_are_read_whatever_its_top_folder(tmp_path: Path) -> None:
    archive = tmp_path / "a.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        for name, data in (("top/a.pdf", b"one"), ("top/b.pdf.gz", gzip.compress(b"two"))):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    assert read_members(archive, {"a.pdf", "b.pdf.gz", "c.pdf"}) == {
        "a.pdf": b"one",
        "b.pdf.gz": b"two",
    }


def test_a_page_that_stands_twice_in_a_file_leaves_out_no_line() -> None:
    lines = [
        "the first of all lines here",
        "the second of all lines there",
        "the third of lines is",
    ]
    content = "".join(
        f"BT /F1 10 Tf 50 {700 - 14 * at} Td ({line}) Tj ET\n" for at, line in enumerate(lines)
    )
    splice = ("a line left out", "of all lines here the third of lines")
    assert splice in list(splices(by_hand(content.encode()), [1], 1))
    again = f"{content}BT 3 Tr /F1 10 Tf 50 100 Td ({' '.join((lines[0], lines[2]))}) Tj ET\n"
    assert splice not in list(splices(by_hand(again.encode()), [1], 1))

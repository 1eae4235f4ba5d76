"""Which words of its source a citation's place means (contract §12, Judgements)."""

from __future__ import annotations

from pathlib import Path

from ars_pandoc.corpus.judgements import passage_hash
from ars_pandoc.documents.inputs import Source
from ars_pandoc.documents.read_source import read_source
from ars_pandoc.verdict.cited_passage import hash_of_passage, passage_of, words_of
from ars_pandoc.verdict.judge_source import judge_again
from ars_pandoc.verdict.resolve import Judged
from tests.checking.papers import write_paper, write_quotes


def judged(path: Path) -> Judged:
    return judge_again(read_source(Source((path,), "markdown"), {}))


def test_the_hash_is_that_of_the_words_that_are_shown(tmp_path: Path) -> None:
    found = judged(write_quotes(tmp_path))
    assert found.sources is not None
    hashes = []
    for finding, _ in found.findings:
        passage = passage_of(finding.citation, finding.groundings, found.sources)
        own = hash_of_passage(finding.citation, found.sources)
        hashes.append(own)
        if passage["passage"]:
            assert own == passage["passage_sha256"] == passage_hash(passage["passage"])
        else:
            assert not own
    assert any(hashes)


def test_without_a_pinned_text_there_are_no_words(tmp_path: Path) -> None:
    found = judged(write_paper(tmp_path, "Words of somebody [@read, p. 3].\n"))
    assert found.sources is not None
    ((finding, _),) = found.findings
    assert words_of("read", found.sources) is None
    assert hash_of_passage(finding.citation, found.sources) is None
    assert passage_of(finding.citation, finding.groundings, found.sources)["passage"] == ""

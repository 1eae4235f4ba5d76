from __future__ import annotations

import pytest

from ars_pandoc.works.jats_retraction import JatsStatus, jats_status, retraction_fact

AT = "2026-05-14T10:00:00Z"


def article(kind: str, *related: str) -> bytes:
    links = "".join(f'<related-article related-article-type="{one}"/>' for one in related)
    return (
        f'<article article-type="{kind}"><!-- c --><front><article-meta>{links}</article-meta>'
        "</front><body><p>x</p></body></article>"
    ).encode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (article("research-article"), JatsStatus(retracted=False, notice=False)),
        (
            article("research-article", "retraction-forward"),
            JatsStatus(retracted=True, notice=False),
        ),
        (article("retracted-article"), JatsStatus(retracted=True, notice=False)),
        (article("retraction", "retracted-article"), JatsStatus(retracted=False, notice=True)),
        (article("correction", "retracted-article"), JatsStatus(retracted=False, notice=True)),
        (article("research-article", "correction-forward"), JatsStatus(False, False)),
        (
            b"<pmc-articleset>" + article("x", "retraction-forward") + b"</pmc-articleset>",
            JatsStatus(retracted=True, notice=False),
        ),
        (b"<html/>", None),
        (b"%PDF-1.7", None),
        (b"", None),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', None),
    ],
)
def test_what_an_article_says_of_itself(data: bytes, status: JatsStatus | None) -> None:
    assert jats_status(data) == status


def test_a_notice_is_no_fact_about_the_paper_and_silence_is_none_either() -> None:
    fact = retraction_fact(article("research-article", "retraction-forward"), AT)
    assert fact is not None
    assert (fact.what, fact.value, fact.service, fact.at) == ("retracted", True, "jats", AT)
    assert retraction_fact(article("retraction", "retracted-article"), AT) is None
    assert retraction_fact(article("research-article"), AT) is None
    assert retraction_fact(b"no JATS", AT) is None

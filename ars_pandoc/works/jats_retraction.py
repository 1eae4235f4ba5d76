"""What an article in JATS says of its own retraction (contract §8).

The article names the notice (`retraction-forward`), the notice names the article
(`retracted-article`): a notice is not the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.foreign_xml import parse_xml
from ars_pandoc.corpus.catalog import Fact

NAME = "jats"
"""The service that such a fact names in the catalog."""


@dataclass(frozen=True, slots=True)
class JatsStatus:
    """What the JATS of an article says.

    Attributes:
        retracted: It says that it is retracted.
        notice: It is a notice of retraction, not an article.
    """

    retracted: bool
    notice: bool


def retraction_fact(data: bytes, at: str) -> Fact | None:
    """Return what an article's own JATS says of its retraction as a fact for the catalog.

    Args:
        data: The article.
        at: When these bytes were got: what they say, they said then.

    Returns:
        None for bytes that are no JATS, for a notice, which speaks of another work, and for an
        article that says nothing: its bytes may be older than its retraction.
    """
    status = jats_status(data)
    if status is None or not status.retracted:
        return None
    return Fact("retracted", True, NAME, at)


def jats_status(data: bytes) -> JatsStatus | None:
    """Read what an article says of itself; None for bytes that are no JATS."""
    try:
        root = parse_xml(data)
    except ValueError:
        return None
    article = root if _name(root) == "article" else None
    if article is None:
        # PubMed Central wraps one article in a set.
        articles = [child for child in root if _name(child) == "article"]
        if len(articles) != 1:
            return None
        article = articles[0]
    kind = str(article.get("article-type", "")).casefold()
    front = next((child for child in article if _name(child) == "front"), None)
    related = {
        str(element.get("related-article-type", "")).casefold()
        for element in (front.iter() if front is not None else ())
        if _name(element) == "related-article"
    }
    notice = kind == "retraction" or (
        kind != "retracted-article" and "retracted-article" in related
    )
    retracted = not notice and (kind == "retracted-article" or "retraction-forward" in related)
    return JatsStatus(retracted, notice)


def _name(element: Any) -> str:
    """Return an element's name without namespace; comments and instructions have none."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""

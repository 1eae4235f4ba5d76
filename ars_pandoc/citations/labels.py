"""What locators are called: the labels of Pandoc's CSL locales, and those that readers know.

`labels.tsv` holds every label that the bundled Pandoc's locales print, one locale a line; the
oracle of the tests writes it. It is read late, and only the lines that are asked for are parsed.
"""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from ars_pandoc.citations.citation import Kind

ENGLISH = "en-US"

# Pandoc takes these where `lang` names no region, or one that has no locale of its own.
_MAIN_REGION = {
    "de": "de-DE",
    "en": ENGLISH,
    "es": "es-ES",
    "fr": "fr-FR",
    "no": "nb-NO",
    "pt": "pt-PT",
    "zh": "zh-CN",
}

# Of two terms with one label the earlier wins, as in Pandoc: French `§` is a paragraph.
CITEPROC_TERMS = (
    "book",
    "chapter",
    "column",
    "figure",
    "folio",
    "issue",
    "line",
    "note",
    "opus",
    "page",
    "number-of-pages",
    "paragraph",
    "part",
    "section",
    "sub-verbo",
    "verse",
    "volume",
)
"""The locator terms whose labels Pandoc's citeproc reads; it prints the others only."""

_RENAMED = {"article-locator": "article", "title-locator": "title"}

_NO_LOCATOR = frozenset({"volume", "issue", "supplement", "edition", "version"})

# What writers of English put before a number and no CSL locale has. Terms that CSL lacks have
# a plain word of the same sort.
_COMMON = {
    "page": "p pp pg pg. pgs pgs. pag.",
    "paragraph": "para paras par. pars.",
    "section": "sec secs sect sect. sects sects. subsection subsec.",
    "chapter": "ch ch. chs chs. chap chaps chpt.",
    "part": "pt pts",
    "appendix": "app appx appx. annex annexes",
    "figure": "fig figs",
    "table": "tab tab. tabs. tbl",
    "equation": "eq eqs eqs. eqn eqn. eqns eqns.",
    "line": "ln. lns.",
    "column": "col cols",
    "folio": "fol fols ff.",
    "note": "fn fn. fnn. footnote footnotes endnote endnotes",
    "article": "art arts",
    "volume": "vol vols",
    "issue": "no nos nr. num. number numbers iss.",
    "supplement": "suppl. suppl supp",
    "edition": "ed. eds. ed eds edn. edn edition editions aufl. auflage éd. édition edición edizione "
    "uppl. upplagan udg. изд.",
    "act": "akt akte acto atto",
    "scene": "szene szenen escena scena",
    "version": "version vers. ver.",
    "theorem": "theorem theorems thm thm. thms.",
    "lemma": "lemma lemmas lem. lem",
    "proposition": "proposition propositions prop. prop",
    "corollary": "corollary corollaries cor. cor",
    "definition": "definition definitions def. defn. def",
    "example": "example examples ex. exx. ex",
    "exercise": "exercise exercises",
    "remark": "remark remarks rem.",
    "algorithm": "algorithm algorithms alg.",
    "listing": "listing listings",
    "box": "box boxes",
    "plate": "plate plates pl.",
    "map": "map maps",
    "slide": "slide slides",
    "clause": "clause clauses cl.",
    "item": "item items",
    "recital": "recital recitals",
    "stanza": "stanza stanzas st.",
    "canto": "canto cantos",
    "schedule": "schedule sched.",
    "timestamp": "timestamp min.",
}

_PHRASES = {"page no.": "page", "page number": "page"}


def kind_of(term: str) -> Kind | None:
    """The anchor kind of a locator term (contract §3).

    Args:
        term: A CSL term, or a word of the same sort such as `theorem`.

    Returns:
        `page`, `paragraph`, `section`, or None for volume, issue and supplement, which alone
        are no locator (nor is an edition).
    """
    if term in _NO_LOCATOR:
        return None
    if term in {"page", "number-of-pages"}:
        return "page"
    return "paragraph" if term == "paragraph" else "section"


def locale_for(lang: str | None) -> str:
    """The locale of the table that Pandoc takes for a `lang`.

    Args:
        lang: A BCP 47 tag such as `de`, `de-AT`, `zh-Hant-TW`, or None.

    Returns:
        A name such as `de-AT`; American English where nothing fits.
    """
    if not lang:
        return ENGLISH
    base, *subtags = lang.replace("_", "-").split("-")
    base = base.lower()
    region = next((tag.upper() for tag in subtags if len(tag) == 2), None)
    names = _lines()
    if region and f"{base}-{region}" in names:
        return f"{base}-{region}"
    if base in _MAIN_REGION:
        return _MAIN_REGION[base]
    return next((name for name in names if name.split("-")[0] == base), ENGLISH)


@lru_cache(maxsize=8)
def locale_labels(lang: str | None) -> Mapping[str, str]:
    """The labels that citeproc itself reads in a document of this language, and no others.

    Args:
        lang: The document's language.

    Returns:
        Case-folded label to CSL term.
    """
    return MappingProxyType(_pick(locale_for(lang), CITEPROC_TERMS))


@lru_cache(maxsize=8)
def labels_for(lang: str | None) -> Mapping[str, str]:
    """The labels of a document's language and the English ones (contract §3).

    Args:
        lang: The document's language, or None.

    Returns:
        Case-folded label to CSL term; the document's language wins over English.
    """
    return MappingProxyType({**locale_labels(None), **locale_labels(lang)})


@lru_cache(maxsize=8)
def reader_labels_for(lang: str | None) -> Mapping[str, str]:
    """All that a reader takes for a label: `labels_for`, and what citeproc does not read.

    Args:
        lang: The document's language, or None.

    Returns:
        Case-folded label to CSL term, or to a plain word such as `theorem`.
    """
    rest = _printed_terms()
    common = {label: term for term, labels in _COMMON.items() for label in labels.split()}
    merged = {
        **common,
        **_PHRASES,
        **_pick(ENGLISH, rest),
        **_pick(locale_for(lang), rest),
        **labels_for(lang),
    }
    # The reader of Pandoc makes an apostrophe curly; citeproc's locales hold the straight one.
    merged |= {label.replace("'", "’"): term for label, term in merged.items() if "'" in label}
    return MappingProxyType(merged)


@lru_cache(maxsize=64)
def printed_label(term: str, lang: str | None, *, many: bool = False) -> str:
    """Return the label that a document's language prints before a number: `p.`, `S.`, `стр.`.

    Citeproc must read it as that term in this language, or the English one stands there.

    Args:
        term: A CSL term that citeproc reads.
        lang: The document's language.
        many: Before several numbers: `pp.`, `§§`.
    """
    locale = locale_for(lang)
    read = labels_for(lang)
    for name in dict.fromkeys((locale, ENGLISH)):
        labels = [
            label for label in _terms(name).get(term, ()) if read.get(label.casefold()) == term
        ]
        short = [label for label in labels if label.endswith(".")] or labels
        if short:
            # One of two is the plural, and the plural is the longer: `p.|pp.`.
            single, *rest = short
            alike = [
                label for label in rest if label[0] == single[0] and len(label) <= len(single) + 2
            ]
            return alike[0] if many and alike else single
    return ""


@lru_cache(maxsize=256)
def foreign_term(label: str) -> str | None:
    """What a label means in most languages: `S. 3` is a page although no `lang` is set.

    Args:
        label: The label as written.

    Returns:
        A CSL term, or None if no locale has the label.
    """
    folded = label.casefold()
    table = _folded()
    if folded not in table:
        return None
    holds = re.compile(rf"\t([a-z-]+)=(?:[^\t\n]*\|)?{re.escape(folded)}(?=[|\t\n])")
    votes = Counter(holds.findall(table))
    # It has the labels of `page` almost everywhere, and would halve its votes.
    del votes["number-of-pages"]
    return _name(votes.most_common(1)[0][0]) if votes else None


def _printed_terms() -> list[str]:
    return [term for term in _terms(ENGLISH) if term not in CITEPROC_TERMS]


def _pick(locale: str, terms: Iterable[str]) -> dict[str, str]:
    known = _terms(locale)
    picked: dict[str, str] = {}
    for term in terms:
        for label in known.get(term, ()):
            picked.setdefault(label.casefold(), _name(term))
    return picked


@cache
def _terms(locale: str) -> Mapping[str, list[str]]:
    fields = (field.partition("=") for field in _lines()[locale].split("\t"))
    return {term: labels.split("|") for term, _, labels in fields}


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, str]:
    rows = (line.partition("\t") for line in _text().splitlines() if line[0] != "#")
    return {name: terms for name, _, terms in rows}


@lru_cache(maxsize=1)
def _folded() -> str:
    return _text().casefold()


@lru_cache(maxsize=1)
def _text() -> str:
    data = pkgutil.get_data(__package__, "labels.tsv")
    if data is None:  # only a loader that cannot read data files
        raise FileNotFoundError("labels.tsv")
    return data.decode()


def _name(term: str) -> str:
    return _RENAMED.get(term, term)

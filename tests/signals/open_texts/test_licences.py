from __future__ import annotations

import pytest

from ars_pandoc.signals.open_texts.licences import is_admitted, licence_in, licence_of
from tests.signals.open_texts.articles import jats

_CC = "https://creativecommons.org"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("cc by", "CC-BY"),
        ("cc-by-nc-nd", "CC-BY-NC-ND"),
        ("cc_by_nc", "CC-BY-NC"),
        ("CCBY", "CC-BY"),
        ("CC BY 4.0", "CC-BY-4.0"),
        ("cc0", "CC0"),
        ("cc_no", "cc_no"),
        ("public-domain", "CC0"),
        (f"{_CC}/licenses/by/4.0/", "CC-BY-4.0"),
        (f"{_CC}/licenses/by-nc-sa/3.0/igo/", "CC-BY-NC-SA-3.0"),
        (f"{_CC}/publicdomain/zero/1.0/", "CC0-1.0"),
        ("publisher-specific-oa", "publisher-specific-oa"),
        ("other-oa", None),
        ("", None),
        (None, None),
        ("\x1b[31mred", None),
    ],
)
def test_names(said: object, name: str | None) -> None:
    assert licence_of(said) == name


@pytest.mark.parametrize(
    ("licence", "admitted", "is_so"),
    [
        ("CC-BY-4.0", ["CC-BY"], True),
        ("CC-BY", ["cc by"], True),
        ("CC-BY-NC", ["CC-BY"], False),
        ("CC-BY-3.0", ["CC-BY-4.0"], False),
        ("CC0-1.0", ["CC-BY", "CC0"], True),
        (None, ["CC-BY"], False),
        (None, [], True),
    ],
)
def test_what_a_list_admits(licence: str | None, admitted: list[str], is_so: bool) -> None:
    assert is_admitted(licence, admitted) is is_so


@pytest.mark.parametrize(
    "said",
    [
        f"<license-p><ext-link xlink:href='{_CC}/licenses/by/4.0/'>CC BY</ext-link></license-p>",
        "<ali:license_ref xmlns:ali='http://www.niso.org/schemas/ali/1.0/'>"
        f"{_CC}/licenses/by/4.0/</ali:license_ref>",
    ],
)
def test_what_an_article_says_of_itself(said: str) -> None:
    assert licence_in(jats(licence=said)) == "CC-BY-4.0"
    assert licence_in(jats()) is None
    assert licence_in(b"<article") is None

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.citations.citation import Kind
from ars_pandoc.citations.labels import kind_of, labels_for
from ars_pandoc.citations.locators import (
    UNFORMATTED,
    UNKNOWN_LABEL,
    Locator,
    citeproc_locator,
    equals_year,
    is_page_value,
    is_placeholder,
    page_value,
    parse_suffix,
)


def read(suffix: str, lang: str | None = None) -> Locator:
    locator = parse_suffix(f", {suffix}", lang)
    assert locator is not None, suffix
    return locator


def codes(locator: Locator) -> list[str]:
    return [note.code for note in locator.notes]


@pytest.mark.parametrize(
    ("suffix", "kind", "value"),
    [
        ("12", "page", "12"),
        ("12ff", "page", "12ff"),
        ("A12", "page", "A12"),
        ("S12", "page", "S12"),
        ("e1234", "page", "e1234"),
        ("3:2", "page", "3:2"),
        ("1, 3-5", "page", "1, 3-5"),
        ("p. iv", "page", "iv"),
        ("p.\xa012", "page", "12"),
        ("pp. 12-14 and passim", "page", "12-14"),
        ("para. 4", "paragraph", "4"),
        ("¶¶ 4-5", "paragraph", "4-5"),
        ("§ 3", "section", "3"),
        ("sec. 3.1", "section", "3.1"),
        ("chap. 2", "section", "2"),
        ("part II", "section", "II"),
        ("fig. 3b", "section", "3b"),
        ("l. 5", "section", "5"),
        ("v. 2", "section", "2"),
        ("fol. 12r", "section", "12r"),
        ("n. 3", "section", "3"),
        ("bk. 2", "section", "2"),
        ("{pp. iv, vi-xi, (xv)-(xvii)} with suffix", "page", "iv, vi-xi, (xv)-(xvii)"),
        ("{12}", "page", "12"),
        ("{ii, A, D-Z}", "section", "ii, A, D-Z"),
        ("{p. a}", "page", "a"),
    ],
)
def test_what_citeproc_reads_is_a_locator_without_a_note(
    suffix: str, kind: Kind, value: str
) -> None:
    locator = read(suffix)
    assert (locator.kind, locator.value, locator.notes) == (kind, value, ())


@pytest.mark.parametrize(
    ("suffix", "kind", "label", "value"),
    [
        ("ch. 2", "section", "chapter", "2"),
        ("sect. 3", "section", "section", "3"),
        ("table 4", "section", "table", "4"),
        ("Table S4", "section", "table", "S4"),
        ("eq. 5", "section", "equation", "5"),
        ("app. B", "section", "appendix", "B"),
        ("app. B, Table 4", "section", "appendix", "B"),
        ("thm. 1", "section", "theorem", "1"),
        ("art. 5", "section", "article", "5"),
        ("act I, scene 2", "section", "act", "I"),
        ("fn. 3", "section", "note", "3"),
        ("timestamp 12:30", "section", "timestamp", "12:30"),
        ("para 4", "paragraph", "paragraph", "4"),
        ("p 12", "page", "page", "12"),
        ("pg. 12", "page", "page", "12"),
        ("sec. Results", "section", "section", "Results"),
        ("§ Results, emphasis added", "section", "section", "Results"),
        ("part One", "section", "part", "One"),
        ("s.v. “Grace”", "section", "sub-verbo", "“Grace”"),
        ("see p. 3", "page", "page", "3"),
        ("emphasis in original, p. 12", "page", "page", "12"),
        ("see also Table 3 and Figure 4", "section", "table", "3"),
        ("SGB V § 3", "section", "section", "3"),
        ("vol. 2, p. 3", "page", "page", "3"),
        ("vol. 2, 15-17", "page", "page", "15-17"),
        ("vol. 2: 34", "page", "page", "34"),
        ("iv", "page", "page", "iv"),
        ("iv-ix", "page", "page", "iv-ix"),
        ("xxi", "page", "page", "xxi"),
        ("vi, my emphasis", "page", "page", "vi"),
        ("esp. 12-14", "page", "page", "12-14"),
        ("at 421 (emphasis added)", "page", "page", "421"),
    ],
)
def test_what_only_a_reader_reads_counts_with_a_note(
    suffix: str, kind: Kind, label: str, value: str
) -> None:
    locator = read(suffix)
    assert (locator.kind, locator.label, locator.value) == (kind, label, value)
    assert codes(locator) == [UNFORMATTED]


@pytest.mark.parametrize(
    "suffix",
    [
        "John 3:16",
        "AA IV, 421",
        "Kant, AA IV, 421",
        "Rn. 63",
        "Rn. 1612",
        "Rn. 63 ff.",
        "Met. 1028a10",
        "Ps 119:1a",
        "IV, 421",
    ],
)
def test_short_words_and_numbers_are_an_unknown_label(suffix: str) -> None:
    locator = read(suffix)
    assert (locator.kind, locator.label, locator.value) == ("section", "", suffix)
    assert codes(locator) == [UNKNOWN_LABEL]


def test_a_label_of_another_language_keeps_its_kind() -> None:
    page = read("S. 3")
    assert (page.kind, page.value, codes(page)) == ("page", "3", [UNKNOWN_LABEL])
    assert read("Bd. 2, S. 3").kind == "page"
    assert parse_suffix(", Bd. 2") is None


@pytest.mark.parametrize(
    ("lang", "suffix", "kind", "value"),
    [
        ("de", "S. 3", "page", "3"),
        ("de-AT", "S. 3", "page", "3"),
        ("de", "p. 3", "page", "3"),
        ("de", "Kap. 2", "section", "2"),
        ("de", "Bd. 2, S. 3", "page", "3"),
        ("de", "vgl. die Diskussion auf S. 12", "page", "12"),
        ("de", "Abschnitt Ergebnisse", "section", "Ergebnisse"),
        ("fr", "§ 3", "paragraph", "3"),
        ("fr", "tableau 4", "section", "4"),
        ("zh-CN", "第3页", "page", "3"),
        ("zh-CN", "第3章", "section", "3"),
    ],
)
def test_labels_of_the_language(lang: str, suffix: str, kind: Kind, value: str) -> None:
    locator = read(suffix, lang)
    assert (locator.kind, locator.value) == (kind, value)


@pytest.mark.parametrize("suffix", ["卷3", "卷 3"])
def test_a_chinese_volume_is_no_locator(suffix: str) -> None:
    assert parse_suffix(f", {suffix}", "zh-CN") is None


@pytest.mark.parametrize(
    "suffix",
    [
        "",
        "and passim",
        "passim",
        "my emphasis",
        "emphasis added",
        "in press",
        "in press 2020",
        "but see 2019 edition",
        "Poe 1999",
        "Poe 1999, 12",
        "see Poe 2001, p. 4",
        "May 2020",
        "accessed 12 May 2020",
        "chapter on methods",
        "note that",
        "part of it",
        "the mix",
        "mix",
        "I, Claudius",
        "n.d.",
        "n = 5",
        "ed. 2",
        "version 2.1",
        "vol. 2",
        "vol2",
        "no. 3",
        "supp. 2",
        "vol. IV",
        "{}",
        "{}, p. 3",
        "{p.}",
    ],
)
def test_prose_volumes_and_empty_braces_are_no_locator(suffix: str) -> None:
    assert parse_suffix(f", {suffix}") is None


def test_braces_that_follow_the_key_closely_turn_the_rest_into_prose() -> None:
    assert parse_suffix("{}, 99 years later") is None


@pytest.mark.parametrize(
    ("suffix", "value"),
    [("p. ?", "?"), ("pp. ??", "??"), ("p. TBD", "TBD"), ("p. xx", "xx"), ("p. 0", "0")]
    + [(bare, bare) for bare in ("?", "TBD", "xx")],
)
def test_placeholders_are_handed_on(suffix: str, value: str) -> None:
    locator = read(suffix)
    assert (locator.kind, locator.value) == ("page", value)
    assert is_placeholder(locator.value, "page")


def test_the_rest_is_as_written() -> None:
    assert read("p.\xa012, emphasis\xa0added").rest == ", emphasis\xa0added"
    assert read("sec. Results; my emphasis").rest == "; my emphasis"


@pytest.mark.parametrize(
    ("suffix", "value"),
    [
        ("p. 12", "12"),
        ("sec. 3", "3"),
        ("sec. Results", "Results"),
        ("table 4", "table 4"),
        ("s.v. Grace", "Grace"),
        ("John 3:16", "John 3:16"),
    ],
)
def test_anchor_values_say_what_a_number_counts(suffix: str, value: str) -> None:
    assert read(suffix).anchor_value == value


PAGES = """12 12-14 12–14 112-4 iv iv-ix S12 e1004 12,15-17 12ff 12f. 514a 3:2 12r A12 IV.3 12/13
eaau1234 12bis B12-B14 [17] p.12 xx 0 第3页"""


@pytest.mark.parametrize("value", PAGES.split())
def test_pages(value: str) -> None:
    assert is_page_value(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("p. 12", "12"),
        ("pp. 12-14", "12-14"),
        ("p 12", "12"),
        ("P. 12", "12"),
        ("page 12", "12"),
        (" 12, 15-17 ", "12, 15-17"),
        ("12 – 14", "12 – 14"),
        ("12 & 14", "12 & 14"),
        ("12 ff.", "12 ff."),
    ],
)
def test_page_values_lose_their_label(text: str, value: str) -> None:
    assert page_value(text) == value


NO_PAGES = """|p.|p|results|the third page|Table 3|abstract|Section 3|fig3|results2|12 of the book
|10.1000/xyz|John 3:16|smith2020|mix|?|n/a"""


@pytest.mark.parametrize("text", NO_PAGES.replace("\n", "").split("|"))
def test_what_is_no_page(text: str) -> None:
    assert not is_page_value(text)


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("?", "page", True),
        ("??", "section", True),
        ("TBD.", "section", True),
        ("todo", "page", True),
        ("N/A", "section", True),
        ("unknown", "paragraph", True),
        ("xx", "page", True),
        ("XX..", "page", True),
        ("xx-xx", "page", True),
        ("...", "page", True),
        ("p. ?", "page", True),
        ("0", "page", True),
        ("p. 0", "page", True),
        ("00", "paragraph", True),
        ("0", "section", False),
        ("xxi", "page", False),
        ("xix", "page", False),
        ("10", "page", False),
        ("Unknown pleasures", "section", False),
        ("", "page", False),
    ],
)
def test_placeholder_values(value: str, kind: Kind, expected: bool) -> None:
    assert is_placeholder(value, kind) is expected


def test_a_page_that_is_the_year() -> None:
    assert equals_year("2019", 2019)
    assert equals_year("p. 2019", 2019)
    assert not equals_year("2019-2021", 2019)
    assert not equals_year("12", 2019)


PIECES = """p. pp. ch. vol. Table see Rn. 12 12-14 iv 3:16 xx ? , ; . { } ( ) Results"""
SUFFIXES = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from([*PIECES.split(), " ", "\xa0"]), max_size=12).map("".join),
)


@given(SUFFIXES, st.sampled_from([None, "de", "zh-CN", "xx"]))
def test_every_locator_has_a_kind_and_stands_in_the_suffix(suffix: str, lang: str | None) -> None:
    locator = parse_suffix(suffix, lang)
    if locator is not None:
        assert locator.kind in {"page", "section", "paragraph"}
        assert locator.value
        # Pandoc hands on spaces alone; whatever else is white stays or becomes one.
        assert re.sub(r"[\xa0\n\t\r]", " ", locator.value) in re.sub(r"[\xa0\n\t\r]", " ", suffix)


@given(SUFFIXES)
def test_nothing_that_citeproc_formats_is_lost(suffix: str) -> None:
    found = citeproc_locator(suffix, labels_for(None))
    if found is not None and len(found.value) > 1 and found.label and kind_of(found.label):
        locator = parse_suffix(suffix)
        # A label glued to its number (`vol2`) is the one thing that citeproc takes for a page.
        assert locator is not None or found.value[0].isalpha() or found.value[-1].isalpha()


@given(st.text(max_size=40), st.sampled_from(["page", "section", "paragraph"]))
def test_values_are_judged_without_errors(text: str, kind: Kind) -> None:
    is_placeholder(text, kind)
    value = page_value(text)
    assert value is None or value in text


SCHOLARS = [
    "A 51/B 75",
    "KrV, A 51 / B 75",
    "fr. 12 DK",
    "fr. 3 L-P",
    "frag. 31 Voigt",
    "DK 22 B 12",
    "Nr. 3 lit. b",
    "Ziff. 2 Buchst. a)",
]


@pytest.mark.parametrize("suffix", SCHOLARS)
@pytest.mark.parametrize("lang", [None, "de"])
def test_numbers_with_letters_of_a_discipline_are_locators(suffix: str, lang: str | None) -> None:
    locator = parse_suffix(f", {suffix}", lang)
    assert locator is not None
    assert (locator.kind, locator.anchor_value) == ("section", suffix)
    assert [note.code for note in locator.notes] == [UNKNOWN_LABEL]


@pytest.mark.parametrize(
    "suffix",
    [
        "in 12 EU states",
        "with A 12 and more",
        "and B 75 was a road/path",
        "from 12 Smith",
        "lit. b",
        "see lit. b for Nr. three",
        "about 12 DK",
        "a 3 lit. review",
    ],
)
def test_letters_make_no_locator_of_prose(suffix: str) -> None:
    assert parse_suffix(f", {suffix}") is None


LEADS = ["but", "and", "see", "cf.", "esp.", "especially", "also", "e.g.", "at", "on", "here",
         "siehe", "vgl.", "bes.", "insbes.", "hier", "voir", "véase"]  # fmt: skip


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("pages", ["12", "421-3"])
def test_each_word_that_leads_to_pages(lead: str, pages: str) -> None:
    for text in (f"{lead} {pages}", f"{lead.capitalize()} {pages}", f"see {lead}, {pages}"):
        locator = read(text)
        assert (locator.kind, locator.value) == ("page", pages)
        assert codes(locator) == [UNFORMATTED]


@pytest.mark.parametrize("lead", ["with", "for", "cf", "especial", "vergl."])
def test_another_word_leads_nowhere(lead: str) -> None:
    locator = parse_suffix(f", {lead} 12", None)
    assert locator is None or locator.kind != "page"


@pytest.mark.parametrize("numeral", [*"IVXLCivxlc", "IV", "xii", "XLIV", "xc"])
@pytest.mark.parametrize("end", ["", ",", ";", ".", ")", "]", "–", "-"])
def test_a_numeral_behind_a_label_is_a_place(numeral: str, end: str) -> None:
    locator = parse_suffix(f", sec. {numeral}{end}", None)
    assert locator is not None
    assert locator.value.startswith(numeral)
    assert codes(locator) == []


@pytest.mark.parametrize("word", ["in general", "dim", "Ion", "Vx", "lid"])
def test_a_word_of_such_letters_is_none(word: str) -> None:
    locator = parse_suffix(f", sec. {word}", None)
    assert locator is None or codes(locator) == [UNFORMATTED]


HOLDING = ["?", "??", "…", "tba", "TBC", "tbd", "todo", "n/a", "n.a", "N.A.", "unknown", "none",
           "null", "xx", "xx-xx", "xx–yy", "xx - yy", "?…"]  # fmt: skip


@pytest.mark.parametrize("value", HOLDING)
@pytest.mark.parametrize("kind", ["page", "section", "paragraph"])
@pytest.mark.parametrize("end", ["", ".", "…", " ", "\xa0"])
def test_each_word_that_only_holds_the_place(value: str, kind: Kind, end: str) -> None:
    assert is_placeholder(f"{value}{end}", kind)
    assert is_placeholder(f"p. {value}", "page")


@pytest.mark.parametrize(
    "value",
    ["tbe", "tb", "tbda", "to do it", "na", "unknowns", "nulls", "x", "xxx", "yy", "xx-zz", "1?"],
)
def test_a_word_beside_it_names_a_place(value: str) -> None:
    assert not is_placeholder(value, "section")


@pytest.mark.parametrize("value", ["0", "00", "0, 0", "0;0", "0–0", "0-0", "-0", "0–"])
def test_page_zero_holds_the_place(value: str) -> None:
    assert is_placeholder(value, "page")
    assert is_placeholder(value, "paragraph")
    assert not is_placeholder(value, "section")


@pytest.mark.parametrize("value", ["10", "0:1", "0.1", "0/0"])
def test_another_page_does_not(value: str) -> None:
    assert not is_placeholder(value, "page")


@pytest.mark.parametrize("label", ["p.", "pp.", "pg.", "pgs.", "page", "pages", "P.", "p", "pgs"])
def test_each_label_of_pages_is_left_aside(label: str) -> None:
    assert is_placeholder(f"{label} tbd", "page")
    assert page_value(f"{label} 12") == "12"


@pytest.mark.parametrize("dash", list("-–—‐‑‒−"))
def test_each_dash_joins_two_pages(dash: str) -> None:
    for text in (f"12{dash}14", f"12 {dash} 14", f"12{dash}{dash}14"):
        assert page_value(text) == text


@pytest.mark.parametrize("sign", ["_", "..", "·", " to "])
def test_another_sign_joins_none(sign: str) -> None:
    assert page_value(f"12{sign}14") is None


@pytest.mark.parametrize("end", ["", ",", ";", ".", ")", "]"])
def test_a_capital_names_an_appendix(end: str) -> None:
    locator = parse_suffix(f", app. B{end}", None)
    assert locator is not None
    assert (locator.kind, locator.value) == ("section", "B")


@pytest.mark.parametrize("sign", ["“", "‘", "«", "„", '"', "'", ""])
def test_a_section_may_be_named_in_quotes(sign: str) -> None:
    locator = read(f"sec. {sign}Results of it")
    assert locator.value == f"{sign}Results of it"
    assert codes(locator) == [UNFORMATTED]
    assert parse_suffix(f", sec. {sign}results", None) is None


@pytest.mark.parametrize("label", ["sec.", "chap.", "appendix", "part", "s.v."])
def test_what_a_name_may_follow(label: str) -> None:
    assert read(f"{label} Results").kind == "section"


@pytest.mark.parametrize("label", ["p.", "line", "fig.", "table"])
def test_what_a_name_may_not(label: str) -> None:
    locator = parse_suffix(f", {label} Results", None)
    assert locator is None or locator.value != "Results"


NO_PLACE = """january february march april may june july august september october november december
jan feb apr jun jul aug sept sep oct nov dec about over under only nearly almost approx ca circa
around than isbn issn""".split()


@pytest.mark.parametrize("word", NO_PLACE)
def test_a_number_behind_such_a_word_is_no_place(word: str) -> None:
    for text in (f"{word} 12", f"{word.capitalize()}. 12", f"the {word} 12"):
        assert parse_suffix(f", {text}", None) is None, text


@pytest.mark.parametrize("word", ["Rn", "john", "decs", "isb", "AA", "marches"])
def test_a_number_behind_another_short_word_may_be_one(word: str) -> None:
    assert codes(read(f"{word} 12")) == [UNKNOWN_LABEL]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("第二章", "二"),
        ("第 7 页", "7"),
        ("第〇章", "〇"),
        ("第一百二十三页", "一百二十三"),
        ("第千章", "千"),
    ]
    + [(f"第{numeral}页", numeral) for numeral in "零一二三四五六七八九十"],
)
def test_an_ordinal_has_its_label_behind_it(text: str, value: str) -> None:
    locator = parse_suffix(f", {text}", "zh-CN")
    assert locator is not None
    assert locator.value == value


@pytest.mark.parametrize("mark", [chr(n) for n in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F),
                                                   *range(0x2066, 0x206A))])  # fmt: skip
def test_marks_of_direction_are_no_part_of_a_place(mark: str) -> None:
    locator = parse_suffix(f", {mark}xiv{mark}", None)
    assert locator is not None
    assert locator.value == "xiv"


@pytest.mark.parametrize(
    "text",
    ["A 51/B 75", "A 51, B 75", "A 51; B 75", "fr. 12 DK", "Fr. 12 DK", "frag. 12 Diels", "Frr 3 K",
     "frgs. 3 K–A", "DK 22 B 12", "Nr. 3 lit. b", "Art. 5, litt. c", "Nr. 3 let. b",
     "Nr. 2 Buchst. a)", "Nr. 2 buchst. b"],
)  # fmt: skip
def test_what_scholars_number_with_letters(text: str) -> None:
    locator = parse_suffix(f", {text}", None)
    assert locator is not None, text
    assert locator.kind == "section"


@pytest.mark.parametrize("glued", ["20041", "1499", "2104", "12a", "2004ab", "2004ff", "1551a10"])
def test_a_number_that_is_no_year_behind_a_lead_is_a_page(glued: str) -> None:
    assert read(f"see {glued}").value == glued


@pytest.mark.parametrize("year", ["1500", "1999", "2004", "2099", "2100"])
@pytest.mark.parametrize("letter", ["", "a", "B"])
@pytest.mark.parametrize("lead", ["see", "cf.", "at"])
def test_a_year_behind_a_lead_is_no_page(year: str, letter: str, lead: str) -> None:
    assert parse_suffix(f", {lead} {year}{letter}", None) is None


@pytest.mark.parametrize("behind", [", 12", ", 12-15", ": 12", ", 2001", "a, 12", " , 12"])
@pytest.mark.parametrize("lead", ["see", "cf.", "see also", "at"])
def test_the_page_of_another_work_is_no_list_of_pages_from_its_year(lead: str, behind: str) -> None:
    assert parse_suffix(f", {lead} 1999{behind}", None) is None


@pytest.mark.parametrize("pages", ["199, 12", "12, 1999", "1999-2001", "19991, 2", "1499, 2"])
def test_a_list_that_begins_with_no_year_is_pages(pages: str) -> None:
    assert read(f"see {pages}").kind == "page"


def test_a_bare_year_with_a_letter_is_a_page_as_to_citeproc() -> None:
    locator = read("2004a")
    assert (locator.kind, locator.value, codes(locator)) == ("page", "2004a", [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Poe 1999, 12", False),
        ("Poe 1999a, 12", False),
        ("Poe 19991, 12", True),
        ("Poe 1999ab, 12", True),
        ("Poe 1499, 2", True),
    ],
)
def test_a_word_with_its_year_is_another_work(text: str, found: bool) -> None:
    assert (parse_suffix(f", {text}", None) is not None) is found


@pytest.mark.parametrize("number", ["7", "12", "123"])
@pytest.mark.parametrize("space", ["", " "])
def test_an_ordinal_may_be_a_number(number: str, space: str) -> None:
    locator = parse_suffix(f", 第{space}{number}{space}章", "zh-CN")
    assert locator is not None
    assert (locator.kind, locator.value) == ("section", number)


@pytest.mark.parametrize("end", ["", ",", ";", ".", ")", "]", "–", "-"])
@pytest.mark.parametrize("numeral", [*"IVXLC", *"ivxlc"])
def test_a_numeral_of_one_letter_ends_there(numeral: str, end: str) -> None:
    assert read(f"see p. {numeral}{end}").kind == "page"


@pytest.mark.parametrize("word", ["I think", "Va", "D", "v is"])
def test_a_word_behind_a_label_is_no_numeral(word: str) -> None:
    assert parse_suffix(f"see p. {word}", None) is None


ROMAN = [*"IVXLCivxlc"]


@pytest.mark.parametrize("numeral", [*ROMAN, "ii", "iv", "xi", "xl", "xc", "cc"])
@pytest.mark.parametrize("end", ["", ",", ";", ".", ")", "]"])
def test_a_numeral_behind_a_label_of_readers_is_a_place(numeral: str, end: str) -> None:
    # Citeproc has no label `app.`, so that its rules do not help.
    locator = read(f"app. {numeral}{end}")
    assert (locator.label, locator.value, locator.kind) == ("appendix", numeral, "section")
    assert locator.rest.startswith(end)
    assert codes(locator) == [UNFORMATTED]


@pytest.mark.parametrize("dash", ["–", "-"])
@pytest.mark.parametrize("numeral", list("ivxlc"))
def test_a_numeral_may_begin_a_range(numeral: str, dash: str) -> None:
    assert read(f"app. {numeral}{dash}{numeral}").label == "appendix"
    assert read(f"app. {numeral}{dash}").value.startswith(numeral)


@pytest.mark.parametrize("numeral", [*"IVXLC", "II", "IV", "IX", "XL", "XC"])
def test_a_chapter_in_capitals_before_a_colon_is_a_place(numeral: str) -> None:
    for suffix in (f"sec. {numeral}: 34", f"chapter {numeral}: 34"):
        assert read(suffix).kind == "section", suffix


@pytest.mark.parametrize("letter", list("dmDMaz"))
def test_another_letter_is_no_numeral(letter: str) -> None:
    assert parse_suffix(f", app. {2 * letter}", None) is None or letter.isupper()


@pytest.mark.parametrize("numeral", ["II", "IV", "IX", "XL", "XC", "ii", "iv", "ix", "xl", "xc"])
def test_a_numeral_behind_a_word_nobody_knows(numeral: str) -> None:
    assert codes(read(f"Rn. {numeral}")) == [UNKNOWN_LABEL]
    # One letter alone can be anything.
    assert parse_suffix(f", Rn. {numeral[0]}", None) is None


@pytest.mark.parametrize("letter", list("dmDMag"))
def test_two_other_letters_behind_it_are_prose(letter: str) -> None:
    assert parse_suffix(f", Rn. {2 * letter}", None) is None


@pytest.mark.parametrize("volume", [*"IVXLC", "II", "XIV", "2", "12"])
@pytest.mark.parametrize("between", [": ", ":", " : "])
@pytest.mark.parametrize("label", ["vol.", "Vol.", "see vol.", "no."])
def test_the_pages_of_a_volume_behind_a_colon(volume: str, between: str, label: str) -> None:
    locator = read(f"{label} {volume}{between}34-6")
    assert (locator.kind, locator.value) == ("page", "34-6")
    assert codes(locator) == [UNFORMATTED]


@pytest.mark.parametrize("volume", ["D", "M", "B", "a", "x"])
def test_what_is_no_number_of_a_volume(volume: str) -> None:
    locator = parse_suffix(f", vol. {volume}: 34", None)
    assert locator is None or (locator.kind, locator.value) != ("page", "34")


@pytest.mark.parametrize("volume", [*"IVXLC", "2", "2(3)", "2(a)", "IV(1–2)"])
def test_the_pages_of_a_volume_behind_a_comma(volume: str) -> None:
    locator = read(f"vol. {volume}, 34")
    assert (locator.kind, locator.value) == ("page", "34")


@pytest.mark.parametrize("volume", ["2((3)", "2(3))"])
def test_brackets_that_do_not_close_are_no_issue(volume: str) -> None:
    locator = parse_suffix(f", vol. {volume}, 34", None)
    assert locator is None or locator.value != "34" or locator.label == ""


ORDINALS = "1st 2nd 3rd 4th 1er 1re 3e 3è 3a 3o 3ª 3° 3º 3ème 3de 3te 1ste".split()


@pytest.mark.parametrize("number", ORDINALS)
def test_an_edition_is_no_page_and_a_chapter_is_one(number: str) -> None:
    assert parse_suffix(f", {number} ed.", None) is None
    for word in ("chap.", "chapter"):
        locator = read(f"{number} {word}")
        assert (locator.label, locator.value) == ("chapter", re.sub(r"\D", "", number))
        # The page that follows is the place.
        assert read(f"{number} {word}, p. 9").value == "9"


@pytest.mark.parametrize("number", ["3x", "3zz", "3b", "3f"])
def test_another_letter_behind_a_number_makes_it_no_ordinal(number: str) -> None:
    assert read(f"{number} chapter").kind == "page"


@pytest.mark.parametrize("gap", [" ", "\xa0"])
@pytest.mark.parametrize(
    "end", ["", " of it", "\xa0of it", ", of it", "; of it", ": of it", ") it"]
)
def test_what_may_stand_around_the_label_of_an_ordinal(gap: str, end: str) -> None:
    locator = read(f"3rd{gap}chapter{end}")
    assert (locator.label, locator.value, locator.rest) == ("chapter", "3", end)


@pytest.mark.parametrize("word", ["chap_ter", "chap9", "_chapter", "chapter/", "chapter-x"])
def test_what_is_no_word_is_no_label_of_an_ordinal(word: str) -> None:
    locator = parse_suffix(f", 3rd {word}", None)
    assert locator is None or locator.label != "chapter"


@pytest.mark.parametrize(
    ("written", "rest"),
    [
        ("A.3", ""),
        ("A-3", ""),
        ("A3", ""),
        ("A.3.b", ""),
        ("A.3.B", ""),
        ("A.3.4", ""),
        ("A3-4", ""),
    ]
    + [("A.3", end) for end in (",", ";", ")", "]", " x", ".", ". x")],
)
def test_a_capital_with_its_numbers_names_an_appendix(written: str, rest: str) -> None:
    locator = read(f"app. {written}{rest}")
    assert (locator.label, locator.value, locator.rest) == ("appendix", written, rest)


@pytest.mark.parametrize("following", ["f", "ff", "sq", "sqq", "et seq", "et seqq"])
@pytest.mark.parametrize("dot", ["", "."])
def test_what_follows_a_page_belongs_to_it(following: str, dot: str) -> None:
    assert page_value(f"12 {following}{dot}") == f"12 {following}{dot}"


@pytest.mark.parametrize("joined", ["12 & 14", "12 and 14", "12/14", "(12)", "[12]", "12."])
def test_two_pages_and_pages_in_brackets(joined: str) -> None:
    assert page_value(joined) == joined


@pytest.mark.parametrize("joined", ["12 or 14", "12 und 14", "{12}", "<12>", "12_14", "12_a"])
def test_what_joins_no_pages(joined: str) -> None:
    assert page_value(joined) is None


@pytest.mark.parametrize("label", ["p", "pp", "pg", "pgs", "page", "pages"])
@pytest.mark.parametrize("gap", [".", ". ", " "])
def test_each_label_of_a_page_is_taken_off(label: str, gap: str) -> None:
    assert page_value(f"{label}{gap}12") == "12"
    assert page_value(f"{label.upper()}{gap}12") == "12"


def test_a_label_of_a_page_may_touch_its_number() -> None:
    assert page_value("p12") == "12"
    assert equals_year("p2020", 2020)


@pytest.mark.parametrize("behind", ["", ",", ";", "."])
def test_what_stands_behind_bare_pages_in_numerals(behind: str) -> None:
    locator = read(f"xiv{behind} more" if behind else "xiv")
    assert (locator.kind, locator.value) == ("page", "xiv")


@pytest.mark.parametrize("behind", [" more", "!", "?"])
def test_a_numeral_before_prose_is_prose(behind: str) -> None:
    assert parse_suffix(f", xiv{behind}", None) is None


@pytest.mark.parametrize("written", ["3-4页", "3–4页", "第3页"])
def test_a_label_that_touches_its_number(written: str) -> None:
    assert read(written, "zh-CN").value == re.sub("[第页]", "", written)


@pytest.mark.parametrize("term", ["section", "chapter", "appendix", "part"])
def test_a_name_in_small_letters_is_prose_behind_this_label(term: str) -> None:
    assert parse_suffix(f", {term} results", None) is None
    assert read(f"{term} Results").value == "Results"


def test_a_word_of_a_dictionary_may_be_small() -> None:
    assert read("s.v. results").value == "results"


@pytest.mark.parametrize("written", ["n.d.", "l.c.", " n.d."])
def test_an_abbreviation_is_no_note_and_no_line(written: str) -> None:
    assert parse_suffix(f",{written}", None) is None

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from ars_pandoc.checking.model import Checked
from ars_pandoc.report.junit import build_junit
from tests.checking.papers import check_text


def test_each_citation_is_a_case_and_each_refused_one_fails(tmp_path: Path) -> None:
    root = ElementTree.fromstring(build_junit([check_text(tmp_path)]))
    assert (root.tag, root.get("tests"), root.get("failures")) == ("testsuites", "6", "5")
    (suite,) = root
    cases = suite.findall("testcase")
    assert len({case.get("name") for case in cases}) == 6
    assert [case.get("line") for case in cases] == ["5", "9", "9", "9", "13", "13"]
    assert [len(case.findall("failure")) for case in cases] == [0, 1, 1, 1, 1, 1]
    failure = cases[1].find("failure")
    assert failure is not None
    assert failure.get("type") == "MED-WARN-NO-LOCATOR"
    assert "fix: " in (failure.text or "")


def test_what_was_not_judged_is_an_error_and_control_characters_are_no_xml() -> None:
    root = ElementTree.fromstring(build_junit([Checked("a.md", "a.md", "broken \x07 here\nnext")]))
    error = root.find("testsuite/testcase/error")
    assert error is not None
    assert error.get("message") == "broken \ufffd here"
    assert root.get("errors") == "1"

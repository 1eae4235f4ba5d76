from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from lxml import etree

from ars_pandoc.checking.checked import Checked, UnmarkedCallOut
from ars_pandoc.report.junit import build_junit
from tests.checking.papers import check_quotes, check_text

# What Jenkins' JUnit plugin and GitLab document, and nothing that either does not know.
SCHEMA = """\
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:attributeGroup name="counts">
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
  </xs:attributeGroup>
  <xs:complexType name="outcome" mixed="true">
    <xs:attribute name="message" type="xs:string" use="required"/>
    <xs:attribute name="type" type="xs:string" use="required"/>
  </xs:complexType>
  <xs:element name="testsuites"><xs:complexType><xs:sequence>
    <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
        <xs:choice minOccurs="0">
          <xs:element name="failure" type="outcome"/>
          <xs:element name="error" type="outcome"/>
        </xs:choice>
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attribute name="classname" type="xs:string" use="required"/>
        <xs:attribute name="time" type="xs:decimal" use="required"/>
        <xs:attribute name="file" type="xs:string"/>
        <xs:attribute name="line" type="xs:positiveInteger"/>
      </xs:complexType></xs:element>
    </xs:sequence>
      <xs:attributeGroup ref="counts"/>
      <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
      <xs:attribute name="time" type="xs:decimal" use="required"/>
    </xs:complexType></xs:element>
  </xs:sequence><xs:attributeGroup ref="counts"/></xs:complexType></xs:element>
</xs:schema>
"""


def test_it_keeps_the_schema_of_those_who_read_it(tmp_path: Path) -> None:
    documents = [
        check_text(tmp_path),
        check_quotes(tmp_path),
        Checked("a\x1b.md", None, "no\x00 text"),
        Checked("b.md", "b.md", callouts=(UnmarkedCallOut("Smith (2020)"),), refuse_unmarked=True),
    ]
    schema = etree.XMLSchema(etree.fromstring(SCHEMA))
    root = etree.fromstring(build_junit(documents).encode())
    schema.assertValid(root)
    for one in (root, *root):
        cases = one.findall(".//testcase")
        assert one.get("tests") == str(len(cases))
        assert one.get("failures") == str(sum(case.find("failure") is not None for case in cases))


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

"""JUnit's XML, as Jenkins and GitLab read it: a suite for each document, a case for a citation."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ars_pandoc.base.wording import printable
from ars_pandoc.checking.checked import Checked, Item
from ars_pandoc.positions.position import Position


def build_junit(documents: Sequence[Checked]) -> str:
    """Build the XML of checked documents."""
    root = Element("testsuites", name="ars check")
    totals = [0, 0, 0]
    for document in documents:
        suite = _suite(document)
        root.append(suite)
        for place, name in enumerate(("tests", "failures", "errors")):
            totals[place] += int(suite.attrib[name])
    for name, total in zip(("tests", "failures", "errors"), totals, strict=True):
        root.set(name, str(total))
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(document: Checked) -> Element:
    suite = Element("testsuite", name=printable(document.name))
    failures = errors = 0
    if document.error is not None:
        case = _case(suite, document, "document")
        first = document.error.split("\n")[0]
        SubElement(case, "error", message=printable(first), type="not-judged").text = _text(
            document.error
        )
        errors = 1
    for number, item in enumerate(document.items, 1):
        key = item.finding.citation.key or "(no key)"
        case = _case(suite, document, f"{number}. {key}", item.position)
        if item.finding.refused:
            failures += 1
            failure = SubElement(
                case,
                "failure",
                message=printable(f"{item.finding.label}: {item.finding.reason}"),
                type=item.finding.status,
            )
            failure.text = _text(_words(item))
    if document.refuse_unmarked:
        for one in document.callouts:
            failures += 1
            case = _case(suite, document, f"call-out {one.text}", one.position)
            SubElement(case, "failure", message="no citation follows", type="UNMARKED-CALL-OUT")
    suite.set("tests", str(len(suite)))
    if document.advisories:
        lines = "\n".join(one.line for one in document.advisories)
        SubElement(suite, "system-out").text = _text(lines)
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("skipped", "0")
    suite.set("time", "0")
    return suite


def _case(
    suite: Element, document: Checked, name: str, position: Position | None = None
) -> Element:
    path = printable(document.file if position is None else str(position.path))
    case = SubElement(suite, "testcase", classname=path, name=printable(name), time="0")
    case.set("file", path)
    if position is not None:
        case.set("line", str(position.line))
    return case


def _words(item: Item) -> str:
    lines = [f"why: {item.finding.reason}", f"fix: {item.finding.fix}"]
    if item.position is not None:
        lines.insert(0, f"{item.position.path}:{item.position.line}:{item.position.column}")
    lines.append(f"text: {item.context}")
    return "\n".join(lines)


def _text(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))

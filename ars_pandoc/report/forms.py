"""The reports of checked documents as text, by the name of their format."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ars_pandoc.checking.checked import Checked


def in_form(form: str, documents: Sequence[Checked]) -> str:
    """Return the report of checked documents.

    Args:
        form: `json`, `sarif`, `junit`, `github`, `markdown` or `html`.
        documents: What was checked.
    """
    return _FORMS[form](documents)


def _json(documents: Sequence[Checked]) -> str:
    from ars_pandoc.base.json_text import to_text
    from ars_pandoc.report.json import build_check

    return to_text(build_check(documents)) + "\n"


def _sarif(documents: Sequence[Checked]) -> str:
    from ars_pandoc.base.json_text import to_text
    from ars_pandoc.report.sarif import build_sarif

    return to_text(build_sarif(documents)) + "\n"


def _junit(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.junit import build_junit

    return build_junit(documents)


def _github(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.github import workflow_commands

    return "".join(f"{line}\n" for line in workflow_commands(documents))


def _markdown(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.markdown import checklist

    return "\n".join(checklist(documents)) + "\n"


def _html(documents: Sequence[Checked]) -> str:
    from ars_pandoc.report.html import build_html

    return build_html(documents)


_FORMS: dict[str, Callable[[Sequence[Checked]], str]] = {
    "json": _json,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
    "markdown": _markdown,
    "html": _html,
}

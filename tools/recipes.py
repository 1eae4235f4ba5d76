"""What a new status, source format, index, output format, document reader or command has to touch.

Each recipe of CONTRIBUTING.md is a list of places here, and a place tells whether it knows a
member: `tests/test_recipes.py` asks each place about each member, so that a new one fails, with
the names of the files that are missing, until all of them know it.

    python -m tools.recipes index dblp      what a new index of that name has to touch
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CODE = "ars_pandoc"


@dataclass(frozen=True, slots=True)
class Place:
    """One file that a new member has to touch.

    Attributes:
        file: The file from the root of the repository; `{name}` stands for the member's name.
        what: What has to stand there.
        knows: Tells whether it does, for the name of a member.
    """

    file: str
    what: str
    knows: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a member is added.

    Attributes:
        kind: What is added: `status`, `source format`, …
        members: Gives the names of all that there are.
        places: The files to touch.
    """

    kind: str
    members: Callable[[], Iterable[str]]
    places: tuple[Place, ...]

    def missing(self, name: str) -> list[str]:
        """Return each place that does not know a member, as `file: what`."""
        return [
            f"{place.file.format(name=slug(name))}: {place.what}"
            for place in self.places
            if not place.knows(name)
        ]


def slug(name: str) -> str:
    """Return a name as files have it: `semantic-scholar` is `semantic_scholar`."""
    return re.sub(r"\W+", "_", name).strip("_").lower()


def _read(file: str) -> str:
    return _read_path(ROOT / file)


@lru_cache
def _read_path(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _says(file: str, form: str = "{name}") -> Callable[[str], bool]:
    """Make a place that holds a text with the member's name in it, as a word of its own."""

    def knows(name: str) -> bool:
        text = re.escape(form.format(name=name))
        return re.search(rf"(?<![\w-]){text}(?![\w-])", _read(file)) is not None

    return knows


def _exists(form: str) -> Callable[[str], bool]:
    return lambda name: (ROOT / form.format(name=slug(name))).exists()


# A status ------------------------------------------------------------------------------------


def _statuses() -> list[str]:
    from ars_pandoc.verdict import matrix

    return [row.status for row in matrix.ROWS]


def _explained(status: str) -> bool:
    from ars_pandoc.verdict import matrix

    row = next((row for row in matrix.ROWS if row.status == status), None)
    texts = () if row is None else (row.short, row.what, row.why, row.example, row.remedy)
    return bool(texts) and all(texts)


def _is_word(status: str) -> bool:
    from ars_pandoc.citations.statuses import RESULTS

    return status in RESULTS


def _has_stage(status: str) -> bool:
    from ars_pandoc.checking.funnel import PLACED

    return status in PLACED


def _has_level(status: str) -> bool:
    return status == "ok" or status.partition("-")[0] in ("HIGH", "MED", "LOW")


def _in_report_schema(status: str) -> bool:
    schema: dict[str, Any] = json.loads(_read(f"{CODE}/report/schema/report.schema.json"))
    return status in schema["$defs"]["status"]["enum"]


def _has_golden(status: str) -> bool:
    folder = ROOT / "tests" / "golden"
    row = re.compile(rf"^[^|\n]+ \| \w+ \| {re.escape(status)}(?= |$)", re.MULTILINE)
    return any(row.search(_read_path(path)) for path in folder.glob("*/expected.txt"))


STATUS = Recipe(
    "status",
    _statuses,
    (
        Place(f"{CODE}/verdict/matrix.py", "a row of ROWS with all its texts", _explained),
        Place(f"{CODE}/citations/statuses.py", "a word of RESULTS", _is_word),
        Place(f"{CODE}/checking/funnel.py", "a stage of _REFUSED_BY", _has_stage),
        Place(f"{CODE}/report/levels.py", "a level for its first word", _has_level),
        Place(
            f"{CODE}/report/schema/report.schema.json",
            "a member of $defs.status",
            _in_report_schema,
        ),
        Place(
            "tests/verdict/test_matrix.py",
            "a condition of WHEN",
            _says("tests/verdict/test_matrix.py", '"{name}"'),
        ),
        Place("tests/golden", "a case whose expected.txt has it", _has_golden),
        Place(
            "README.md",
            "a row of the table “What the gate says”",
            _says("README.md", "| `{name}` |"),
        ),
    ),
)


# A format of sources --------------------------------------------------------------------------

_NAMES = {"xml": "JATS", "tex": "LaTeX", "md": "Markdown", "txt": "text"}
"""How users call a format, by the extension of its snapshots, if not by that in capitals."""

_OWN_MODULES = {"pdf": "texts/pdf/extract_pdf.py", "xml": "texts/jats.py"}
"""Which module takes the words out of what Pandoc does not read; else `texts/EXTENSION.py`."""


def _extensions() -> list[str]:
    from ars_pandoc.texts import extract

    return list(extract.EXTENSIONS.values())


def _media_type(extension: str) -> str:
    from ars_pandoc.texts import extract

    return next((kind for kind, ext in extract.EXTENSIONS.items() if ext == extension), "")


def _has_reader(extension: str) -> bool:
    from ars_pandoc.texts.extract import TEXT
    from ars_pandoc.texts.through_pandoc import READERS

    own = f"{CODE}/" + _OWN_MODULES.get(extension, f"texts/{extension}.py")
    return _media_type(extension) in (*READERS, TEXT) or (ROOT / own).exists()


def _is_suffix(extension: str) -> bool:
    from ars_pandoc.texts.extract import SOURCE_ENDINGS

    return f".{extension}" in SOURCE_ENDINGS


def _names_format(file: str) -> Callable[[str], bool]:
    def knows(extension: str) -> bool:
        return _says(file)(_NAMES.get(extension, extension.upper()))

    return knows


def _kind_is_tested(extension: str) -> bool:
    kind = _media_type(extension)
    return bool(kind) and f'"{kind}"' in _read("tests/texts/test_extract.py")


def _words_are_tested(extension: str) -> bool:
    name = _NAMES.get(extension, extension).lower()
    text = _read("tests/texts/test_through_pandoc.py")
    own = ROOT / "tests" / "texts"
    # Plain text has no reader; its encodings are what is tried.
    named = f'"{name}"' in text or (name == "text" and "decode(" in text)
    return named or (own / name).is_dir() or (own / f"test_{name}.py").exists()


SOURCE_FORMAT = Recipe(
    "source format",
    _extensions,
    (
        Place(
            f"{CODE}/texts/extract.py",
            "a media type in EXTENSIONS, told from its bytes or its name",
            lambda name: bool(_media_type(name)),
        ),
        Place(
            f"{CODE}/texts/through_pandoc.py",
            "a reader in READERS, or a module of its own beside it",
            _has_reader,
        ),
        Place(f"{CODE}/texts/extract.py", "its ending in SOURCE_ENDINGS", _is_suffix),
        Place(
            f"{CODE}/cli/commands/pin.py",
            "its name in the help",
            _names_format(f"{CODE}/cli/commands/pin.py"),
        ),
        Place(
            "docs/sources.md", "its name among what can be pinned", _names_format("docs/sources.md")
        ),
        Place("tests/texts/test_extract.py", "a file whose kind is told", _kind_is_tested),
        Place(
            "tests/texts/test_through_pandoc.py",
            "its words, or tests/texts/test_{name}.py",
            _words_are_tested,
        ),
    ),
)


# An index -------------------------------------------------------------------------------------


def _indexes() -> list[str]:
    from ars_pandoc.signals import indexes

    return list(indexes.INDEXES)


def _index(name: str) -> Any:
    from ars_pandoc.signals import indexes

    return indexes.INDEXES.get(name)


def _has_variable(file: str) -> Callable[[str], bool]:
    def knows(name: str) -> bool:
        index = _index(name)
        return index is not None and _says(file)(index.service.variable)

    return knows


def _is_served(name: str) -> bool:
    from tests.signals import servers

    index = _index(name)
    variables = servers.Services("").environment(Path())
    path = variables.get(index.service.variable, "") if index is not None else ""
    return bool(path) and path.strip("/") in servers._SERVICES


def _signal_is(known: Callable[[str], bool]) -> Callable[[str], bool]:
    """Make a place that must know the index's signal, if it has one."""

    def knows(name: str) -> bool:
        index = _index(name)
        return index is not None and (index.signal is None or known(index.signal))

    return knows


def _in_sidecar_schema(signal: str) -> bool:
    return f'"{signal}"' in _read(f"{CODE}/corpus/schema/sidecar.schema.json")


def _is_signal(signal: str) -> bool:
    from ars_pandoc.corpus.sidecar_entry import SIGNALS

    return signal in SIGNALS


def _has_suffix(signal: str) -> bool:
    from ars_pandoc.verdict.matrix import _SUFFIXES

    return signal in _SUFFIXES


def _suffix_is_explained(signal: str) -> bool:
    from ars_pandoc.verdict.explanations import SUFFIXES

    return any(f"{signal}: true" in one.example for one in SUFFIXES)


INDEX = Recipe(
    "index",
    _indexes,
    (
        Place(f"{CODE}/signals/{{name}}.py", "the index", _exists(f"{CODE}/signals/{{name}}.py")),
        Place(f"{CODE}/signals/indexes.py", "an entry of INDEXES", lambda name: name in _indexes()),
        Place(f"{CODE}/corpus/sidecar_entry.py", "its signal in SIGNALS", _signal_is(_is_signal)),
        Place(
            f"{CODE}/corpus/schema/sidecar.schema.json",
            "its signal, and what a manual entry may not have",
            _signal_is(_in_sidecar_schema),
        ),
        Place(f"{CODE}/verdict/matrix.py", "its signal in _SUFFIXES", _signal_is(_has_suffix)),
        Place(
            f"{CODE}/verdict/explanations.py",
            "its suffix in SUFFIXES",
            _signal_is(_suffix_is_explained),
        ),
        Place(
            f"{CODE}/cli/commands/signals.py",
            "its name in the help",
            _says(f"{CODE}/cli/commands/signals.py"),
        ),
        Place(
            "docs/signals.md",
            "a row of the table “What is asked”",
            _says("docs/signals.md", "| `{name}`"),
        ),
        Place("docs/options.md", "its environment variable", _has_variable("docs/options.md")),
        Place("tests/signals/servers.py", "how it answers", _is_served),
        Place("tests/signals/test_{name}.py", "its tests", _exists("tests/signals/test_{name}.py")),
    ),
)


# A format of reports --------------------------------------------------------------------------


def _formats() -> list[str]:
    from ars_pandoc.cli.commands import check
    from ars_pandoc.report import forms

    # `text` is what the others are measured against: the report for people, with the text beside it.
    names = dict.fromkeys((*check.FORMATS, *forms._FORMS))
    return [name for name in names if name != "text"]


def _is_form(name: str) -> bool:
    from ars_pandoc.report import forms

    # What people read is styled, and written as it comes.
    return name in forms._FORMS or name == "concise"


def _is_choice(name: str) -> bool:
    from ars_pandoc.cli.commands.check import command

    option = next(one for one in command.params if one.name == "form")
    return name in getattr(option.type, "choices", ())


def _is_listed(name: str) -> bool:
    listed = re.search(r"Formats:([\w\s,]+)\.", _read("README.md"))
    return listed is not None and name in re.findall(r"\w+", listed[1])


OUTPUT_FORMAT = Recipe(
    "output format",
    _formats,
    (
        Place(f"{CODE}/report/{{name}}.py", "the report", _exists(f"{CODE}/report/{{name}}.py")),
        Place(f"{CODE}/report/forms.py", "an entry of _FORMS", _is_form),
        Place(f"{CODE}/cli/commands/check.py", "a choice of --format, which completes", _is_choice),
        Place("README.md", "its name behind “Formats:”", _is_listed),
        Place("docs/ci.md", "a row of the table of formats", _says("docs/ci.md", "| `{name}` |")),
        Place(
            "docs/man/ars-check.1",
            "its name: run make man",
            _says("docs/man/ars-check.1"),
        ),
        Place("tests/report/test_{name}.py", "its tests", _exists("tests/report/test_{name}.py")),
        Place(
            "tests/cli/commands/test_check.py",
            "a run of the command that gives it",
            _says("tests/cli/commands/test_check.py", '"{name}"'),
        ),
    ),
)


# A reader of documents ------------------------------------------------------------------------


def _readers() -> list[str]:
    from ars_pandoc.documents import formats

    return list(dict.fromkeys(("markdown", *formats._READERS.values())))


def _reader_is_tried(name: str) -> bool:
    from tests.test_readers import CASES

    return {case.what for case in CASES if case.reader == name} >= {"citations", "markers"}


def _place_is_told(name: str) -> bool:
    from tests.positions.test_readers import NO_TEXT, WHERE

    return name in WHERE or name in NO_TEXT


DOCUMENT_READER = Recipe(
    "document reader",
    _readers,
    (
        Place(
            f"{CODE}/documents/formats.py",
            "the endings of its files in _READERS",
            lambda name: name in _readers(),
        ),
        Place("docs/readers.md", "a row of the table", _says("docs/readers.md", "`{name}`")),
        Place("tests/test_readers.py", "citations and markers in CASES", _reader_is_tried),
        Place(
            "tests/positions/test_readers.py",
            "a place in WHERE, or NO_TEXT; what finds it is in positions/scan.py",
            _place_is_told,
        ),
    ),
)


# A command ------------------------------------------------------------------------------------


def _commands() -> list[str]:
    from ars_pandoc.cli import COMMANDS

    return list(COMMANDS)


def _is_run(name: str) -> bool:
    from tests.cli.test_no_traces import RUNS

    return name in RUNS


def _has_tests(name: str) -> bool:
    from tools.mirror import ELSEWHERE

    module = f"cli/commands/{slug(name)}.py"
    return (ROOT / f"tests/cli/commands/test_{slug(name)}.py").exists() or module in ELSEWHERE


COMMAND = Recipe(
    "command",
    _commands,
    (
        Place(
            f"{CODE}/cli/__init__.py",
            "an entry of COMMANDS; of QUIET too, if its exit code tells and it asks nobody",
            lambda name: name in _commands(),
        ),
        Place(
            f"{CODE}/cli/commands/{{name}}.py",
            "the command, with examples in its help",
            _exists(f"{CODE}/cli/commands/{{name}}.py"),
        ),
        Place(
            "docs/man",
            "its page: run make man",
            lambda name: (ROOT / f"docs/man/ars-{name}.1").exists(),
        ),
        Place("tests/cli/test_no_traces.py", "a run in RUNS, and what it leaves there", _is_run),
        Place(
            "tests/cli/commands/test_{name}.py",
            "its tests",
            _has_tests,
        ),
    ),
)


RECIPES = {
    recipe.kind: recipe
    for recipe in (STATUS, SOURCE_FORMAT, INDEX, OUTPUT_FORMAT, DOCUMENT_READER, COMMAND)
}


def main(arguments: list[str]) -> int:
    """Print what a member has to touch; return 1 if it is not done, 2 if there is no recipe."""
    kind, name = " ".join(arguments[:-1]), "".join(arguments[-1:])
    if kind not in RECIPES:
        print(f"python -m tools.recipes KIND NAME, where KIND is one of: {', '.join(RECIPES)}")
        return 2
    missing = RECIPES[kind].missing(name)
    print("\n".join(missing) or f"all {len(RECIPES[kind].places)} places know {name}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The pages of the site that tell what the program itself says: statuses, commands, files."""

from __future__ import annotations

import inspect
import json
import os
import posixpath
import re
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ars_pandoc.cli import COMMANDS, group
from ars_pandoc.cli.commands.explain import gate_says
from ars_pandoc.gate import HELP
from ars_pandoc.report.markdown import escape
from ars_pandoc.verdict.explanations import NOTES, SUFFIXES, Explanation
from ars_pandoc.verdict.matrix import ROWS, Row

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("statuses", "commands", "files", "examples")
"""What is written for each build; nothing else stands in these folders."""

_SCHEMAS = {
    "sidecar": "ars_pandoc/corpus/schema/sidecar.schema.json",
    "ledger": "ars_pandoc/corpus/schema/ledger.schema.json",
    "catalog": "ars_pandoc/corpus/schema/catalog.schema.json",
    "report": "ars_pandoc/report/schema/report.schema.json",
    "suggestions": "ars_pandoc/suggesting/schema/suggestions.schema.json",
}
_INSTRUCTIONS = "templates/agents/citations.md"
_BLOCK = "instructions-for-agents"
_PLAIN = ("text", "date", "status", "citation key")
"""Parts of the schemas that are values and have no fields of their own."""

_TYPED = re.compile(
    r"(`[^`]+`|\[\[@[^]]*]](?:{[^}]*})?|\[@[^]]*]|@[\w]+ \[[^]]*]|(?:<!--\S*?-->)+"
    r"|\bars [a-z]+(?:-[a-z]+)*(?: [A-Z]+\b| --[a-z-]+(?: (?:[a-z]+_[a-z]+|\"[^\"]*\"))?)*)"
)
_LINK = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")


def write_pages(folder: Path) -> None:
    """Write all pages, and take away those that are there no longer.

    Args:
        folder: The folder of the documentation.
    """
    pages = site_pages()
    for name in FOLDERS:
        for old in (folder / name).glob("*.md"):
            if f"{name}/{old.name}" not in pages:
                old.unlink()
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            _replace(path, text)


def _replace(path: Path, text: str) -> None:
    """Write a page at once: two builds may run beside each other."""
    path.parent.mkdir(exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    Path(name).replace(path)


def site_pages() -> dict[str, str]:
    """Return each page by its path below the documentation's folder."""
    pages = {
        "statuses/index.md": "\n".join(_statuses()) + "\n",
        "statuses/contamination.md": _explained(
            "Contamination suffixes",
            "Behind `LOW-WARN` and `ok` the report repeats what the sidecar's "
            "`contamination_signals` say, several joined by `+`: `ok CONTAMINATED-PREPRINT+"
            "UNMATCHED`. They are hints, and nothing is refused for them.",
            SUFFIXES,
        ),
        "statuses/notes.md": _explained(
            "Notes",
            "Remarks in reports. They refuse nothing by themselves.",
            NOTES,
        ),
        "commands/index.md": "\n".join(_commands()) + "\n",
        "commands/ars-gate.md": f"# ars-gate\n\n```text\n{HELP.strip()}\n```\n",
        "files/index.md": "\n".join(_files()) + "\n",
        "examples/index.md": "\n".join(_examples()) + "\n",
    }
    for row in ROWS:
        pages[f"statuses/{_slug(row.status)}.md"] = "\n".join(_status(row)) + "\n"
    root = click.Context(group, info_name="ars")
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        if command is None:
            raise LookupError(name)
        context = click.Context(command, info_name=name, parent=root)
        pages[f"commands/ars-{name}.md"] = "\n".join(_command(context)) + "\n"
    for name, schema in _SCHEMAS.items():
        data = json.loads((ROOT / schema).read_text("utf-8"))
        pages[f"files/{name}.md"] = "\n".join(_schema(name, schema, data)) + "\n"
    pages[f"examples/{_BLOCK}.md"] = (ROOT / _INSTRUCTIONS).read_text("utf-8")
    for readme in sorted((ROOT / "examples").glob("*/README.md")):
        pages[f"examples/{readme.parent.name}.md"] = readme.read_text("utf-8")
    return pages


def site_links(text: str, page: str) -> str:
    """Lead the links of a page that leave the documentation to where the site has the same.

    On the repository's own pages `../examples/thesis` opens that folder; the site has its README
    as a page, and lets files be downloaded.

    Args:
        text: The page.
        page: Its path below the documentation's folder, without its ending.
    """
    here = posixpath.dirname(page)

    def lead(found: re.Match[str]) -> str:
        target, hash_sign, anchor = found[1].partition("#")
        path = posixpath.normpath(posixpath.join("docs", here, target))
        # What is left stays as it is: MyST offers a file for download.
        if path.startswith("docs/") or not (ROOT / path).exists():
            return found[0]
        parts = path.split("/")
        if path == "README.md":
            new, hash_sign, anchor = "/index.md", "", ""  # whose headings are others
        elif parts[0] == "examples" and len(parts) == 2:
            new = f"/examples/{parts[1]}.md"
        elif path == _INSTRUCTIONS:
            new = f"/examples/{_BLOCK}.md"
        elif path in _SCHEMAS.values():
            new = f"/files/{parts[-1].partition('.')[0]}.md"
        else:
            return found[0]
        return f"]({new}{hash_sign}{anchor})"

    return _LINK.sub(lead, text)


def _slug(status: str) -> str:
    return status.lower()


def _code(text: str) -> str:
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}"


def _prose(text: str) -> str:
    """Escape what would be markup; what is to be typed as it stands becomes code."""
    return "".join(
        part if part.startswith("`") else _code(part) if number % 2 else escape(part)
        for number, part in enumerate(_TYPED.split(text))
    )


def _statuses() -> Iterator[str]:
    yield from ("# Statuses", "")
    yield "The first row that applies gives a citation its status. Later rows that would refuse it"
    yield "too are listed with it (`also`). `ars explain` prints these pages in a terminal."
    yield from ("", "| row | status | meaning | gate |", "|:--|:--|:--|:--|")
    for row in ROWS:
        link = f"[`{row.status}`]({_slug(row.status)}.md)"
        yield f"| {row.number} | {link} | {_prose(row.short)} | {_prose(gate_says(row))} |"
    yield from ("", "Beside a status stand [contamination suffixes](contamination.md) and")
    yield "[notes](notes.md); neither changes the verdict."
    yield from _toctree([*(_slug(row.status) for row in ROWS), "contamination", "notes"])


def _status(row: Row) -> Iterator[str]:
    yield from (f"# {row.status}", "", _prose(row.what), "")
    yield from ("## Why", "", _prose(row.why), "")
    yield from ("## Example", "", "```text", row.example, "```", "")
    yield from ("## What to do", "", _prose(row.remedy), "")
    yield from ("## In reports", "", f"- The gate {_prose(gate_says(row))}.")
    if row.marker:
        yield f"- A draft shows `{row.marker}` behind the citation."
    else:
        yield "- A draft shows nothing behind the citation."
    yield f"- Row {row.number} of the matrix."


def _explained(title: str, intro: str, listed: tuple[Explanation, ...]) -> str:
    lines = [f"# {title}", "", intro, ""]
    for one in listed:
        lines += [f"## {one.name}", "", _prose(one.what), "", _prose(one.why), ""]
        lines += ["Example:", "", "```text", one.example, "```", ""]
        lines += [_prose(one.remedy), "", f"The gate: {_prose(one.gate)}.", ""]
    return "\n".join(lines)


def _commands() -> Iterator[str]:
    yield from ("# Command line", "")
    yield "`ars-gate` is the filter; `ars` is everything else. Each command explains itself too:"
    yield "`ars COMMAND --help`, or `man ars-COMMAND` once it is installed."
    yield from ("", "Exit codes of `ars`: 0 clean, 1 something was refused or found, 2 a usage,")
    yield "configuration or input error. Results go to standard output, diagnostics to standard"
    yield "error."
    yield from ("", "| command | what it does |", "|:--|:--|")
    yield "| [`ars-gate`](ars-gate.md) | The filter for Pandoc: renders, or refuses. |"
    for name, short in COMMANDS.items():
        yield f"| [`ars {name}`](ars-{name}.md) | {_prose(short)} |"
    yield from _toctree(["ars-gate", *(f"ars-{name}" for name in COMMANDS)])


def _command(context: click.Context) -> Iterator[str]:
    command = context.command
    yield from (f"# ars {context.info_name}", "")
    yield from ("```text", command.get_usage(context).removeprefix("Usage: "), "```", "")
    for block in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
        if not block.lstrip(" ").startswith("\b"):
            yield from (_prose(" ".join(block.split())), "")
            continue
        head, *lines = textwrap.dedent(block.replace("\b", "")).strip("\n").splitlines()
        if not head.startswith(" ") and head.endswith(":") and lines:
            yield from (f"**{_prose(head.removesuffix(':'))}**", "")
        else:
            lines.insert(0, head)
        yield from ("```text", *(line.removeprefix("  ") for line in lines), "```", "")
    yield from ("## Options", "")
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None:
            names, text = record
            if not text:
                continue  # an argument, which the usage shows
            yield from (f"{_code(names)}", f": {_prose(' '.join(text.split()))}", "")


def _files() -> Iterator[str]:
    yield from ("# Files", "")
    yield "What the gate reads and the commands write. The package holds a JSON Schema of each, and"
    yield "these pages are made from them; [editors](../editors.md) complete and check a sidecar by"
    yield "its schema."
    yield from ("", "| file | schema | what it is |", "|:--|:--|:--|")
    for name, schema in _SCHEMAS.items():
        data = json.loads((ROOT / schema).read_text("utf-8"))
        yield f"| [{name}]({name}.md) | `{schema}` | {_prose(data['description'])} |"
    yield from _toctree(list(_SCHEMAS))


def _schema(name: str, path: str, data: dict[str, Any]) -> Iterator[str]:
    yield from (f"# {name.capitalize()}", "", _prose(data["description"]), "")
    yield from (f"The schema is `{path}` in the package.", "")
    yield from _fields("At the top", data)
    for part, schema in reversed(data["$defs"].items()):
        shapes = [schema, *schema.get("oneOf", ())]
        if any("properties" in shape for shape in shapes):
            for number, shape in enumerate(shape for shape in shapes if "properties" in shape):
                yield from _fields(part if number == 0 else f"{part}, or", shape)


def _fields(title: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from (f"## {title.replace('_', ' ')}", "")
    if "description" in schema and title != "At the top":
        yield from (_prose(schema["description"]), "")
    yield from ("| field | | value |", "|:--|:--|:--|")
    required = schema.get("required", ())
    for name, field in schema["properties"].items():
        need = "required" if name in required else ""
        told = [_value(field), _prose(field.get("description", ""))]
        yield f"| `{name}` | {need} | {'. '.join(text for text in told if text)} |"
    yield ""


def _value(field: dict[str, Any]) -> str:
    """Say what a field may hold."""
    if "$ref" in field:
        part = field["$ref"].rsplit("/", 1)[1].replace("_", " ")
        return part if part in _PLAIN else f"[{part}](#{part.replace(' ', '-')})"
    if "enum" in field:
        return ", ".join(f"`{json.dumps(value).strip(chr(34))}`" for value in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if "anyOf" in field:
        return " or ".join(_value(one) for one in field["anyOf"])
    if field.get("type") == "array":
        return f"a list: {_value(field['items'])}" if field["items"] else "a list"
    if field.get("type") == "object":
        inner = field.get("additionalProperties")
        if isinstance(inner, dict):
            return f"a map: each {_value(inner)}"
        names = ", ".join(f"`{name}`" for name in field.get("properties", ()))
        return f"a map with {names}" if names else "a map"
    types = field.get("type", [])
    said = " or ".join([types] if isinstance(types, str) else types).replace("string", "text")
    if "minimum" in field and "maximum" in field:
        said += f", {field['minimum']} to {field['maximum']}"
    return said


def _examples() -> Iterator[str]:
    names = sorted(path.parent.name for path in (ROOT / "examples").glob("*/README.md"))
    yield from ("# Examples", "")
    yield "Each stands in the folder `examples` of the repository, and builds from its own README;"
    yield "tests run its commands."
    yield from _toctree([*names, _BLOCK])


def _toctree(names: list[str]) -> Iterator[str]:
    yield from ("", "```{toctree}", ":maxdepth: 1", "", *names, "```")

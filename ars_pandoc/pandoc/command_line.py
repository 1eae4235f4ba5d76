"""What a Pandoc command line asks for, as far as `ars render` must know it.

Pandoc's own parser stays the judge: nothing here is refused or changed, and what is not understood
is left for Pandoc to complain about.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PureWindowsPath
from typing import Any

# Long options that take the next word as their value (`pandoc --help` of 2.17 to 3.9).
_WITH_VALUE = frozenset({
    "from", "read", "to", "write", "output", "data-dir", "metadata", "metadata-file", "defaults",
    "template", "variable", "variable-json", "wrap", "toc-depth", "number-offset",
    "top-level-division", "extract-media", "resource-path", "include-in-header",
    "include-before-body", "include-after-body", "highlight-style", "syntax-definition",
    "syntax-highlighting", "dpi", "eol", "columns", "tab-stop", "pdf-engine", "pdf-engine-opt",
    "reference-doc", "request-header", "abbreviations", "indented-code-classes",
    "default-image-extension", "filter", "lua-filter", "shift-heading-level-by",
    "base-header-level", "track-changes", "reference-location", "figure-caption-position",
    "table-caption-position", "markdown-headings", "slide-level", "email-obfuscation",
    "id-prefix", "title-prefix", "css", "epub-subdirectory", "epub-cover-image", "epub-metadata",
    "epub-embed-font", "split-level", "chunk-template", "epub-chapter-level", "ipynb-output",
    "bibliography", "csl", "citation-abbreviations", "log", "print-default-template",
    "print-default-data-file", "print-highlight-style",
})  # fmt: skip
_WITHOUT_VALUE = frozenset({
    "file-scope", "sandbox", "standalone", "ascii", "toc", "table-of-contents", "lof",
    "list-of-figures", "lot", "list-of-tables", "number-sections", "no-highlight",
    "preserve-tabs", "self-contained", "embed-resources", "link-images", "no-check-certificate",
    "strip-comments", "reference-links", "atx-headers", "list-tables", "listings", "incremental",
    "section-divs", "html-q-tags", "epub-title-page", "citeproc", "natbib", "biblatex", "mathml",
    "webtex", "mathjax", "katex", "gladtex", "trace", "dump-args", "ignore-args", "verbose",
    "quiet", "fail-if-warnings", "bash-completion", "list-input-formats", "list-output-formats",
    "list-extensions", "list-highlight-languages", "list-highlight-styles", "version", "help",
})  # fmt: skip
_SHORT = {
    "f": "from", "r": "from", "t": "to", "w": "to", "o": "output", "M": "metadata",
    "d": "defaults", "V": "variable", "H": "include-in-header", "B": "include-before-body",
    "A": "include-after-body", "F": "filter", "L": "lua-filter", "T": "title-prefix", "c": "css",
    "D": "print-default-template",
}  # fmt: skip
_SAME = {"read": "from", "write": "to"}
_NESTING_LIMIT = 10


@dataclass(frozen=True, slots=True)
class PandocOptions:
    """What the command line and its defaults files ask for.

    Attributes:
        inputs: The input files in order; empty means standard input.
        output: The output file, or None for standard output.
        to: The output format without extensions, or None if the file name decides.
        pdf_engine: The named PDF engine, if any.
        filters: The named filters of any kind, in order.
        reader: The input format with extensions, or None if the file name decides.
    """

    inputs: tuple[str, ...] = ()
    output: str | None = None
    to: str | None = None
    pdf_engine: str | None = None
    filters: tuple[str, ...] = ()
    reader: str | None = None

    @property
    def makes_pdf(self) -> bool:
        """Whether Pandoc will call a PDF engine."""
        return self.to == "pdf" or Path(self.output or "").suffix.lower() == ".pdf"

    @property
    def names_gate(self) -> bool:
        """Whether a filter is already the gate, in any of its forms (`.py`, `.lua`, a path)."""
        return any(is_gate(name) for name in self.filters)


def is_gate(name: str) -> bool:
    """Return whether a filter's name is the gate's, such as `ars-gate` or `path/to/ars-gate.lua`."""
    # Windows paths split at both kinds of slash.
    return PureWindowsPath(name).stem.lower() == "ars-gate"


def read_options(arguments: Sequence[str]) -> PandocOptions:
    """Read a Pandoc command line and the defaults files that it names.

    Args:
        arguments: The command line without the program's name.

    Returns:
        What it asks for; later options replace earlier ones, as Pandoc has it.
    """
    found = PandocOptions()
    pairs = list(_split(arguments))
    data_dir = next((value for name, value in reversed(pairs) if name == "data-dir"), None)
    folders = defaults_folders(data_dir)
    for name, value in pairs:
        if name == "defaults":
            found = _merge_defaults(found, value, folders, _NESTING_LIMIT)
        elif name == "":
            found = replace(found, inputs=(*found.inputs, value))
        else:
            found = _merge(found, name, value)
    # Pandoc calls standard output `-`.
    return replace(found, output=None) if found.output == "-" else found


def _merge(found: PandocOptions, name: str, value: str) -> PandocOptions:
    if name == "output":
        return replace(found, output=value)
    if name == "to":
        return replace(found, to=re.split(r"[+-]", value, maxsplit=1)[0])
    if name == "from":
        return replace(found, reader=value)
    if name == "pdf-engine":
        return replace(found, pdf_engine=value)
    if name in ("filter", "lua-filter"):
        return replace(found, filters=(*found.filters, value))
    return found


def _split(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Return each option as (long name, value), and each input file as ("", name)."""
    words = iter(arguments)
    for word in words:
        if word == "--":
            yield from (("", rest) for rest in words)
        elif word.startswith("--"):
            given, equals, value = word[2:].partition("=")
            name = _full_name(given)
            if not equals and name in _WITH_VALUE:
                value = next(words, "")
            yield _SAME.get(name, name), value
        elif word.startswith("-") and word != "-":
            yield from _split_short(word[1:], words)
        else:
            yield "", word


def _split_short(cluster: str, words: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Take `-sCo out.html` apart: letters without a value first, at most one with a value."""
    for position, letter in enumerate(cluster):
        if letter in _SHORT:
            yield _SHORT[letter], cluster[position + 1 :] or next(words, "")
            return
        yield letter, ""


def _full_name(given: str) -> str:
    """Complete an abbreviated long option, if only one begins so."""
    if given in _WITH_VALUE or given in _WITHOUT_VALUE:
        return given
    candidates = [name for name in _WITH_VALUE | _WITHOUT_VALUE if name.startswith(given)]
    return candidates[0] if len(candidates) == 1 else given


def defaults_folders(data_dir: str | None) -> list[Path]:
    """Return where Pandoc looks for a defaults file: the working directory, then the user's data.

    Args:
        data_dir: What `--data-dir` names, or None.
    """
    if data_dir:
        return [Path(), Path(data_dir, "defaults")]
    home = Path.home()
    if os.name == "nt":
        user = [Path(os.environ.get("APPDATA") or home, "pandoc")]
    else:
        share = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
        user = [Path(share, "pandoc"), home / ".pandoc"]
    return [Path(), *(folder / "defaults" for folder in user)]


def find_defaults(name: str, folders: Sequence[Path]) -> Path | None:
    """Find a defaults file by the name behind `-d`; Pandoc adds `.yaml` where there is no ending.

    Args:
        name: The name as given.
        folders: Where to look (see `defaults_folders`).
    """
    file_name = name if Path(name).suffix else f"{name}.yaml"
    return next((folder / file_name for folder in folders if (folder / file_name).is_file()), None)


def expand_defaults_value(value: Any, path: Path) -> Any:
    """Replace `${.}`, the defaults file's folder, and `${NAME}` of the environment in a setting.

    Args:
        value: The setting: text, a list, a map or anything else.
        path: The defaults file.
    """
    if isinstance(value, str):
        text = value.replace("${.}", str(path.parent))
        return re.sub(r"\$\{(\w+)\}", lambda m: os.environ.get(m[1], m[0]), text)
    if isinstance(value, list):
        return [expand_defaults_value(item, path) for item in value]
    if isinstance(value, dict):
        return {key: expand_defaults_value(item, path) for key, item in value.items()}
    return value


def _merge_defaults(
    found: PandocOptions, name: str, folders: Sequence[Path], depth: int
) -> PandocOptions:
    path = find_defaults(name, folders)
    settings = _load(path) if path else None
    if path is None or settings is None or depth == 0:
        return found
    settings = expand_defaults_value(settings, path)
    for parent in _listed(settings.get("defaults")):
        found = _merge_defaults(found, str(parent), folders, depth - 1)
    for keys, option in (
        (("output-file",), "output"),
        (("to", "writer"), "to"),
        (("from", "reader"), "from"),
        (("pdf-engine",), "pdf-engine"),
    ):
        for key in keys:
            if settings.get(key) is not None:
                found = _merge(found, option, str(settings[key]))
    for item in _listed(settings.get("filters")):
        filter_name = item.get("path") if isinstance(item, dict) else item
        if filter_name:
            found = _merge(found, "filter", str(filter_name))
    files = [*_listed(settings.get("input-file")), *_listed(settings.get("input-files"))]
    return replace(found, inputs=(*found.inputs, *map(str, files)))


def _load(path: Path) -> dict[str, Any] | None:
    """Load a defaults file; one that is broken is Pandoc's to report."""
    import yaml  # late: only where a defaults file is named

    try:
        settings = yaml.safe_load(path.read_bytes())
    except (OSError, ValueError, yaml.YAMLError):
        return None
    return settings if isinstance(settings, dict) else None


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]

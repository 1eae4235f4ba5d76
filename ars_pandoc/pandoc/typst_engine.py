"""A PDF engine for Pandoc: the command line of `typst`, done with the PyPI package `typst`.

Pandoc calls `typst compile [options] IN.typ OUT.pdf`; the options are the user's
`--pdf-engine-opt`s.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from ars_pandoc.pandoc.typst_mend import Missing, mend, read_missing


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile one Typst file to PDF.

    Args:
        arguments: The command line without the program's name; `sys.argv` if None.

    Returns:
        0, or 1 if Typst found an error in the document; 2 for options it does not take
        (argparse exits).
    """
    options = _parser().parse_args(arguments)
    try:
        import typst  # late: a wrong option should not wait for the compiler to load
    except ModuleNotFoundError:
        from ars_pandoc.base.installing import install_step

        _say("the package typst is not installed", (install_step("typst"),))
        return 1

    settings = {
        "root": options.root,
        "font_paths": options.font_path,
        "ignore_system_fonts": options.ignore_system_fonts,
        "sys_inputs": dict(options.input_pairs),
        "pdf_standards": [name for names in options.pdf_standard for name in names],
        "package_path": options.package_path,
        "package_cache_path": options.package_cache_path,
        "timestamp": options.creation_timestamp,
        "pdf_tags": not options.no_pdf_tags,
    }
    known: frozenset[Missing] = frozenset()
    source = Path(options.input)
    try:
        while True:
            try:
                _, warnings = typst.compile_with_warnings(str(source), options.output, **settings)
                break
            except typst.TypstError as error:
                missing = read_missing(error.diagnostic)
                if missing <= known:
                    _say(error.diagnostic or error.message, error.hints)
                    return 1
                known |= missing
                source = _mended(Path(options.input), source, known)
    except (OSError, RuntimeError, ValueError) as error:
        _say(f"typst: {error}", ())
        return 1
    finally:
        if source != Path(options.input):
            source.unlink()
    for item in sorted(map(str, known)):
        _say(f"warning: {item}", ())
    for warning in warnings:
        _say(warning.diagnostic or warning.message, warning.hints)
    return 0


def _mended(original: Path, last: Path, missing: frozenset[Missing]) -> Path:
    """Write a copy that does without what is missing, beside the original for its images' sake."""
    text = mend(original.read_text(encoding="utf-8"), missing)
    if last == original:
        with NamedTemporaryFile(
            dir=original.parent, prefix=f"{original.stem}-", suffix=".typ", delete=False
        ) as file:
            last = Path(file.name)
    last.write_text(text, encoding="utf-8")
    return last


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="typst",
        allow_abbrev=False,
        epilog="For other options install typst and name it: --pdf-engine=/path/to/typst",
    )
    parser.add_argument("command", choices=["compile", "c"])
    # Pandoc hands images as absolute paths (it keeps fetched ones in the system's temporary
    # folder), and Typst reads nothing outside its root.
    root = os.environ.get("TYPST_ROOT") or Path.cwd().anchor
    parser.add_argument("--root", default=root)
    fonts = [path for path in os.environ.get("TYPST_FONT_PATHS", "").split(os.pathsep) if path]
    parser.add_argument("--font-path", action="append", default=fonts)
    parser.add_argument("--ignore-system-fonts", action="store_true")
    parser.add_argument(
        "--input", dest="input_pairs", metavar="KEY=VALUE", action="append", type=_pair, default=[]
    )
    parser.add_argument(
        "--pdf-standard", action="append", type=lambda text: text.split(","), default=[]
    )
    parser.add_argument("--no-pdf-tags", action="store_true")
    parser.add_argument("--package-path")
    parser.add_argument("--package-cache-path")
    # A build that sets the clock wants the same bytes each time.
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    parser.add_argument(
        "--creation-timestamp", type=int, default=int(epoch) if epoch.isdecimal() else None
    )
    parser.add_argument("--format", "-f", choices=["pdf"])
    parser.add_argument("--jobs", "-j", help="accepted; the library chooses by itself")
    parser.add_argument("input")
    parser.add_argument("output")
    return parser


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key, value


def _say(text: str, hints: Sequence[str]) -> None:
    """Print a diagnostic; the hints only where it does not hold them already."""
    lines = [text.rstrip(), *(f"  hint: {hint}" for hint in hints if hint not in text)]
    sys.stderr.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())

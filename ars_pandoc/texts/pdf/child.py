"""Reads a PDF from stdin in a process of its own and writes its words to stdout.

Before the PDF stands a line with its password, which may be empty.

Exit codes: 0 with the text as `to_bytes` writes it, 3 with the reason why it is unreadable.
"""

from __future__ import annotations

import sys

from ars_pandoc.base.bounded import ADDRESSES

UNREADABLE = 3


def main() -> int:
    """Read, extract, write."""
    _bound_memory()
    from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
    from ars_pandoc.texts.pdf.workers import processors
    from ars_pandoc.texts.source_text import to_bytes
    from ars_pandoc.texts.unreadable import Unreadable

    password, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        written = to_bytes(extract_pdf(data, workers=processors(), password=password.decode()))
    except Unreadable as error:
        sys.stdout.buffer.write(error.reason.encode())
        return UNREADABLE
    except MemoryError:
        sys.stdout.buffer.write(b"it needs more memory than a file may take")
        return UNREADABLE
    sys.stdout.buffer.write(written)
    return 0


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))


if __name__ == "__main__":
    sys.exit(main())

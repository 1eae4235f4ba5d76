"""Reads PDFs in a process of its own: a hostile one can end or fill that one alone.

As `--once` it reads one PDF from stdin: a line with its password, which may be empty, then the PDF;
the words, or the reason why there are none, go to stdout, and the exit code tells which.

As `--serve` it reads many, until stdin is closed. All that reading needs is imported once, and each
PDF is read in a fork that ends with it: nothing of one is left when the next comes. Before each
stand the seconds of processor time that it may take and the lengths of password and PDF, before
each answer the exit code and its length.
"""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
from typing import BinaryIO

from ars_pandoc.base.bounded import ADDRESSES

READ, FAULT, UNREADABLE = 0, 1, 3
"""Exit codes: the words as `to_bytes` writes them; a fault of ours; the reason why there are none."""

_SEVERAL = 2
_ONE_PAGE = b"""%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R
/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj
4 0 obj <</Length 89>> stream
BT /F1 12 Tf 50 700 Td (Some words of a page, 12 of them\\055) Tj 0 -14 Td (see p. 3 (2020).) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
"""
"""A page of our own, for a reader to practise on."""

ASKED = struct.Struct(">QQQ")
ANSWERED = struct.Struct(">iQ")


def main() -> int:
    """Read, extract, write."""
    if sys.argv[1:] == ["--serve"]:
        _serve(sys.stdin.buffer, sys.stdout.buffer)
        return 0
    password, _, data = sys.stdin.buffer.read().partition(b"\n")
    _bound_memory(len(data))
    code, written = _extract(data, password)
    sys.stdout.buffer.write(written)
    return code


def _extract(data: bytes, password: bytes) -> tuple[int, bytes]:
    from ars_pandoc.texts.pdf.extract_pdf import extract_pdf
    from ars_pandoc.texts.pdf.workers import processors
    from ars_pandoc.texts.source_text import to_bytes
    from ars_pandoc.texts.unreadable import Unreadable

    try:
        text = extract_pdf(data, workers=processors(), password=password.decode())
        return READ, to_bytes(text)
    except Unreadable as error:
        return UNREADABLE, error.reason.encode()
    except MemoryError:
        return UNREADABLE, b"it needs more memory than a file may take"


def _serve(reading: BinaryIO, writing: BinaryIO) -> None:
    import ars_pandoc.texts.pdf.extract_pdf
    import ars_pandoc.texts.source_text  # noqa: F401 (each fork finds it there)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked says so, and ends this
    count = 0
    while len(head := reading.read(ASKED.size)) == ASKED.size:
        count += 1
        if count == _SEVERAL:
            # What is loaded and compiled as it is needed would be so in each fork anew.
            _extract(_ONE_PAGE, b"")
            gc.freeze()
        processor, password_length, length = ASKED.unpack(head)
        password, data = reading.read(password_length), reading.read(length)
        code, written = _in_fork(data, password, processor)
        writing.write(ANSWERED.pack(code, len(written)) + written)
        writing.flush()


def _in_fork(data: bytes, password: bytes, processor: int) -> tuple[int, bytes]:
    """Read a PDF in a fork; the code is negative where a signal ended it."""
    import resource

    ours, theirs = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(ours)
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
            _bound_memory(len(data))
            try:
                code, written = _extract(data, password)
            except Exception as error:
                code, written = FAULT, f"{type(error).__name__}: {error}".encode()
            with os.fdopen(theirs, "wb") as pipe:
                pipe.write(written)
            os._exit(code)
        except BaseException:  # nothing of this process may run on in the fork
            os._exit(FAULT)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), written


def _bound_memory(length: int) -> None:
    """Bound what this process may reserve, beside the file itself: it is held three times."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    most = ADDRESSES + 3 * length
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    sys.exit(main())

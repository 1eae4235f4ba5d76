"""A copy of an encrypted PDF that opens without its password, so that the gate can read it later.

Run as a program it reads a line with the password and the PDF from stdin, and writes the copy to
stdout. Exit codes: 0, or 3 with the reason why the file cannot be opened.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from io import BytesIO
from typing import Any

from ars_pandoc.base.bounded import limits, seconds
from ars_pandoc.texts.unreadable import ENCRYPTED, Unreadable

_UNREADABLE = 3
_IDENTITY = re.compile(rb"/ID\s*\[\s*<[0-9A-Fa-f]*>\s*<[0-9A-Fa-f]*>\s*\]", re.DOTALL)


def unlocked(data: bytes, password: str) -> bytes:
    """Return a copy of an encrypted PDF without its encryption; the same bytes each time.

    Args:
        data: The bytes of the PDF.
        password: That opens it; it is written nowhere.

    Raises:
        Unreadable: The password is wrong, or the file is damaged.
    """
    most = seconds(len(data))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ars_pandoc.texts.pdf.unlocking"],
            # Not among the arguments, which everybody on the machine can see.
            input=password.encode().replace(b"\n", b"") + b"\n" + data,
            capture_output=True,
            check=False,
            timeout=most,
            **limits(),
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(f"it takes more than {most} s to open", lasting=False) from None
    if done.returncode == _UNREADABLE:
        raise Unreadable(done.stdout.decode("utf-8", "replace"))
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise Unreadable("the PDF is damaged: the program that opens it stopped")
    copy: bytes = done.stdout
    return copy


def main() -> int:
    """Read, open, write."""
    # Imported by name: the package has no type stubs.
    pypdfium2: Any = import_module("pypdfium2")
    password, _, data = sys.stdin.buffer.read().partition(b"\n")
    try:
        document = pypdfium2.PdfDocument(data, password=password.decode() or None)
        copy = BytesIO()
        document.save(copy, flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        why = f"{ENCRYPTED}; the password is wrong" if locked else "the PDF is damaged or cut short"
        sys.stdout.buffer.write(why.encode())
        return _UNREADABLE
    # pdfium names each copy by chance; what is pinned twice must be the same file.
    written = _IDENTITY.sub(lambda found: b"".ljust(len(found[0])), copy.getvalue())
    sys.stdout.buffer.write(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())

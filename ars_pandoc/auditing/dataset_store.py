"""A dataset of audited documents: Parquet parts under two folders, `documents` and `citations`.

Each part holds the rows of some fifty documents and is named by a hash of them. The citations of a
part are written first, its documents last: what has no documents was not finished. So a run that
was killed loses the parts that it had not written, and no reader ever sees half of one.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.auditing.dataset_rows import CITATIONS, DOCUMENTS, Row, Rows
from ars_pandoc.auditing.input_hash import is_url
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.whole_file import write_whole

TABLES: Mapping[str, Mapping[str, str]] = {"citations": CITATIONS, "documents": DOCUMENTS}
"""The folders in the order in which a part is written, each with its columns."""

_ENDING = ".parquet"


@dataclass(frozen=True, slots=True)
class Known:
    """What a dataset says of a document already.

    Attributes:
        inputs: The hash of what its verdict rests on; "" where nothing is known of that.
        files: The files that the hash is of.
        verdict: `passed`, `refused` or `not-judged`.
    """

    inputs: str
    files: tuple[str, ...]
    verdict: str


class Store:
    """The parts of a dataset in a folder, or at an address that fsspec knows.

    Args:
        place: The folder or address.

    Raises:
        ArsError: It is a file, it cannot be written, or something else lies there.
    """

    def __init__(self, place: str) -> None:
        from fsspec.core import url_to_fs

        try:
            self.system, self.root = url_to_fs(place if is_url(place) else str(Path(place)))
            self.is_local = not is_url(place) or place.startswith("file://")
            self._prepare(place)
        except (OSError, ValueError, ImportError) as error:
            raise ArsError(
                f"the dataset cannot be kept in {place}",
                why=str(error),
                steps=["name a folder that can be written: --dataset audit/"],
            ) from None

    def _prepare(self, place: str) -> None:
        if self.system.isfile(self.root):
            raise ArsError(
                f"{place} is a file, not the folder of a dataset",
                steps=["name another folder: --dataset audit/"],
            )
        if self.system.exists(self.root):
            names = {str(name).rstrip("/").rpartition("/")[2] for name in self._listed(self.root)}
            if names and not names & set(TABLES):
                raise ArsError(
                    f"{place} holds something else than a dataset",
                    steps=["name a new folder: --dataset audit/"],
                )
        for table in TABLES:
            self.system.makedirs(f"{self.root}/{table}", exist_ok=True)
        for name in self.parts("citations") - self.parts("documents"):
            self.system.rm_file(self._path("citations", name))

    def _listed(self, folder: str) -> list[str]:
        self.system.invalidate_cache()
        try:
            return list(self.system.ls(folder, detail=False))
        except FileNotFoundError:
            return []

    def _path(self, table: str, name: str) -> str:
        return f"{self.root}/{table}/{name}{_ENDING}"

    def parts(self, table: str = "documents") -> set[str]:
        """Return the names of the parts that a table has."""
        names = (str(name).rpartition("/")[2] for name in self._listed(f"{self.root}/{table}"))
        return {name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)}

    def paths(self, table: str) -> list[str]:
        """Return where the parts of a table are, for those who read them."""
        return [self._path(table, name) for name in sorted(self.parts(table))]

    def empty(self, table: str) -> Any:
        """Return a table of Arrow with the columns of one that has no part."""
        return _schema(TABLES[table]).empty_table()

    def known(self) -> dict[str, Known]:
        """Return what the dataset says of each document; the last word of several counts.

        Raises:
            ArsError: A part cannot be read.
        """
        found: dict[str, tuple[Any, Known]] = {}
        for name in sorted(self.parts()):
            columns = ["document", "inputs", "files", "verdict", "judged_at"]
            for row in self._read("documents", name, columns).to_pylist():
                document, moment = row["document"], row["judged_at"]
                if document not in found or found[document][0] < moment:
                    known = Known(row["inputs"], tuple(row["files"]), row["verdict"])
                    found[document] = moment, known
        return {document: known for document, (_, known) in found.items()}

    def write(self, rows: Sequence[Rows]) -> None:
        """Write one part.

        Raises:
            ArsError: It cannot be written; nothing of it is seen then.
        """
        documents = [one.document for one in rows]
        citations = [row for one in rows for row in one.citations]
        self._write({"citations": citations, "documents": documents})

    def _write(self, rows: Mapping[str, list[Row]]) -> str:
        import pyarrow
        from pyarrow import parquet

        data = {}
        for table, columns in TABLES.items():
            buffer = io.BytesIO()
            content = pyarrow.Table.from_pylist(rows[table], schema=_schema(columns))
            parquet.write_table(content, buffer, compression="zstd")
            data[table] = buffer.getvalue()
        name = hashlib.sha256(data["documents"] + data["citations"]).hexdigest()[:32]
        for table in TABLES:
            self._put(self._path(table, name), data[table])
        return name

    def _put(self, path: str, data: bytes) -> None:
        try:
            if self.is_local:
                write_whole(Path(path), data)
            else:
                self.system.pipe_file(path, data)
        except OSError as error:
            raise ArsError(
                f"a part of the dataset cannot be written to {path}",
                why=error.strerror or str(error),
                steps=["make room there, and run the same command again: it goes on"],
            ) from None

    def _read(self, table: str, name: str, columns: list[str] | None = None) -> Any:
        from pyarrow import ArrowException, parquet

        path = self._path(table, name)
        try:
            with self.system.open(path, "rb") as file:
                # Without threads: those of Arrow may end a short process with an abort.
                return parquet.read_table(
                    file, columns=columns, use_threads=False, pre_buffer=False
                )
        except (OSError, ArrowException) as error:
            raise ArsError(
                f"a part of the dataset cannot be read: {path}",
                why=str(error).split("\n", 1)[0],
                steps=["remove it and the part of the same name beside it, and run this again"],
            ) from None

    def tidy(self) -> None:
        """Take out what later runs have replaced, so that each document stands in it once."""
        last: dict[str, tuple[Any, str]] = {}
        rows = 0
        names = sorted(self.parts())
        for name in names:
            for row in self._read("documents", name, ["document", "judged_at"]).to_pylist():
                rows += 1
                known = last.get(row["document"])
                if known is None or known[0] < row["judged_at"]:
                    last[row["document"]] = row["judged_at"], name
        for name in names if rows > len(last) else ():
            documents = self._read("documents", name).to_pylist()
            kept = [row for row in documents if last[row["document"]][1] == name]
            if len(kept) < len(documents):
                self._replace(name, kept)

    def _replace(self, name: str, kept: list[Row]) -> None:
        stay = {row["document"] for row in kept}
        if kept:
            citations = self._read("citations", name).to_pylist()
            self._write(
                {
                    "documents": kept,
                    "citations": [row for row in citations if row["document"] in stay],
                }
            )
        # The documents first: what is left of a part without them does not count.
        for table in ("documents", "citations"):
            self.system.rm_file(self._path(table, name))


def _schema(columns: Mapping[str, str]) -> Any:
    import pyarrow

    types = {
        "string": pyarrow.string(),
        "list<string>": pyarrow.list_(pyarrow.string()),
        "int32": pyarrow.int32(),
        "bool": pyarrow.bool_(),
        "timestamp": pyarrow.timestamp("us", tz="UTC"),
    }
    return pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])

"""The sources that a command is about: named by keys, or cited by the documents that are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import shown
from ars_pandoc.cli.shared.catalogs import catalog_folder, the_folder
from ars_pandoc.cli.shared.document_options import judge_documents, naming
from ars_pandoc.cli.shared.sidecars import check_known, load_files
from ars_pandoc.corpus.find_sidecar import ENDINGS
from ars_pandoc.corpus.load_sidecar import Corpus, load_corpus, unite


@dataclass(frozen=True, slots=True)
class CitedSources:
    """The sources of a command.

    Attributes:
        corpora: The sidecars.
        folder: The folder of the catalog, or None for the one beside each sidecar.
        cited: How often each is cited; once where it was named.
        whole: All entries of the sidecars are meant.
        documents: How the documents were named, quoted for a shell; "" where none was.
    """

    corpora: tuple[Corpus, ...]
    folder: Path | None
    cited: Counter[str]
    whole: bool
    documents: str = ""

    def has(self, key: str) -> bool:
        """Return whether a source is meant."""
        return self.whole or key in self.cited


def cited_sources(
    named: Sequence[str],
    corpus: str | None,
    paper: str | None,
    command: str,
    given: Mapping[str, Any],
) -> CitedSources:
    """Find the sources that a command is about.

    Args:
        named: Documents, sidecars or keys; none for all entries of the sidecar.
        corpus: The sidecar that `--corpus` names, or None.
        paper: The document that `--for` names, or None.
        command: The command, for its errors.
        given: Pandoc's options for reading the documents.

    Raises:
        ArsError: A file cannot be read, a key is in no sidecar, or keys stand beside documents.
    """
    sidecars = [name for name in named if name.lower().endswith(ENDINGS)]
    rest = [name for name in named if name not in sidecars]
    if len(sidecars) > 1 or (sidecars and (corpus is not None or paper is not None)):
        raise ArsError("two sidecars are named", steps=["name one sidecar"])
    corpus = sidecars[0] if sidecars else corpus
    files = [name for name in rest if name == "-" or Path(name).exists()]
    files += [paper] if paper is not None and not rest else []
    keys = [name.removeprefix("@") for name in rest if name not in files]
    if (not files and not given.get("defaults")) or (paper is not None and keys):
        corpora = tuple(load_files(corpus, paper))
        check_known(keys, unite(corpora), command)
        return CitedSources(
            corpora, catalog_folder(paper), Counter(dict.fromkeys(keys, 1)), not keys
        )
    if keys:
        raise ArsError(
            f"{shown(keys[0], 200)}: no such file, and documents are named beside it",
            steps=["name documents alone, or keys alone with --for DOCUMENT"],
        )
    cited: Counter[str] = Counter()
    paths: dict[Path, None] = {}
    folders: dict[str | None, None] = {}
    for _, judged in judge_documents(files=files, corpus=corpus, **given):
        cited.update(one.citation.key for one in judged.all_findings if one.citation.key)
        folders[judged.options.sources] = None
        if judged.sources is not None and judged.sources.corpus is not None:
            paths.update(dict.fromkeys(judged.sources.corpus.paths))
    return CitedSources(
        tuple(load_corpus(path) for path in paths),
        the_folder(folders, "this call"),
        cited,
        False,
        naming(files=files, corpus=corpus, **given),
    )

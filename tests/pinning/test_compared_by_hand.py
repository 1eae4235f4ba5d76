from __future__ import annotations

from datetime import date
from pathlib import Path

from ars_pandoc.corpus.catalog import catalog_path
from ars_pandoc.corpus.edit_sidecar import set_fields
from ars_pandoc.corpus.load_sidecar import load_corpus
from ars_pandoc.pinning.compared_by_hand import record_compared
from tests.corpus.sidecars import raw_entry, write_sidecar


def test_what_is_recorded_can_be_taken_back(tmp_path: Path) -> None:
    sidecar = write_sidecar(tmp_path / "refs.ars.yaml", raw_entry("a"))
    before = load_corpus(sidecar).entries["a"]
    done = record_compared(sidecar, [before], "vision_check", catalog_path(sidecar))
    assert (done.changed, done.retracted) == (("a",), ())
    after = load_corpus(sidecar).entries["a"]
    assert after.source_verified_against_original
    if not before.source_acquired:
        assert after.fields["source_acquisition_date"] == date.today().isoformat()
    set_fields(sidecar, {"a": done.before["a"]})
    assert load_corpus(sidecar).entries["a"].fields == before.fields

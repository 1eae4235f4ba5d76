from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ars_pandoc.base import locked_file
from ars_pandoc.base.errors import ArsError
from ars_pandoc.corpus.edit_ledger import Change, mark_read, unmark_read
from ars_pandoc.corpus.ledger import ReadScope, ledger_path, load_ledger, read_ledger

WRITTEN_BY_HAND = """\
# Read by J. S.; see also the reading list.
session_id: 'spring'   # not a uuid
created_at: 2026-05-14T10:00:00Z
human_read:
  # The two for chapter 1
  - citation_key: smith2024
    marked_at: '2026-05-14T10:00:00Z'
    attestation_type: USER_ATTESTED_READ
    read_scope: {level: sections, locators: [pp. 10-24]}   # to be finished
  - citation_key: 12345
    marked_at: 2026-05-14
kept: true
"""


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    return tmp_path / "refs.ars.yaml"


def read(sidecar: Path) -> str:
    return ledger_path(sidecar).read_text(encoding="utf-8")


def test_a_new_ledger_has_a_session_and_a_date(sidecar: Path) -> None:
    mark_read(sidecar, ["smith2024"])
    ledger = yaml.safe_load(read(sidecar))
    assert list(ledger) == ["session_id", "created_at", "human_read"]
    assert isinstance(ledger["created_at"], str)
    (record,) = ledger["human_read"]
    assert list(record) == ["citation_key", "marked_at"]
    assert load_ledger([sidecar]).is_read("smith2024")


def test_a_mark_adds_lines_and_changes_no_other(sidecar: Path) -> None:
    ledger_path(sidecar).write_text(WRITTEN_BY_HAND, encoding="utf-8")
    mark_read(sidecar, ["new"], ReadScope("sections", ("section 3",), "for: chapter 2"))
    before, after = WRITTEN_BY_HAND.splitlines(), read(sidecar).splitlines()
    assert [line for line in after if line in before] == before
    mark = load_ledger([sidecar]).mark("new")
    assert mark is not None
    assert (mark.level, mark.locators, mark.note) == ("sections", ("section 3",), "for: chapter 2")


def test_unmarking_adds_a_line_and_deletes_none(sidecar: Path) -> None:
    ledger_path(sidecar).write_text(WRITTEN_BY_HAND, encoding="utf-8")
    assert unmark_read(sidecar, ["smith2024", "other"]) == Change(("smith2024",), ("other",))
    before, after = WRITTEN_BY_HAND.splitlines(), read(sidecar).splitlines()
    (added,) = [line for line in after if line not in before]
    assert added.startswith("    rescinded_at: '")
    assert not load_ledger([sidecar]).is_read("smith2024")
    assert load_ledger([sidecar]).is_read("12345")


def test_mark_unmark_mark_within_a_second_is_read(sidecar: Path) -> None:
    mark_read(sidecar, ["a"])
    unmark_read(sidecar, ["a"])
    assert not load_ledger([sidecar]).is_read("a")
    mark_read(sidecar, ["a"])
    assert load_ledger([sidecar]).is_read("a")
    assert len(read_ledger(ledger_path(sidecar))) == 2


def test_unmarking_ends_all_standing_marks(sidecar: Path) -> None:
    mark_read(sidecar, ["a"])
    mark_read(sidecar, ["a"], ReadScope("full_text"))
    unmark_read(sidecar, ["a"])
    assert not load_ledger([sidecar]).is_read("a")


def test_a_second_mark_is_made_only_for_another_scope(sidecar: Path) -> None:
    assert mark_read(sidecar, ["a", "a"], ReadScope("abstract_only")) == Change(("a",), ())
    assert mark_read(sidecar, ["a"], ReadScope("abstract_only")) == Change((), ("a",))
    assert mark_read(sidecar, ["a"]) == Change((), ("a",))
    assert mark_read(sidecar, ["a", "b"], ReadScope("full_text")) == Change(("a", "b"), ())


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1),
    st.text(min_size=1).filter(lambda note: note.strip() and note.isprintable()),
)
def test_every_key_and_note_is_read_back_as_written(key: str, note: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        sidecar = Path(folder, "refs.yaml")
        mark_read(sidecar, [key], ReadScope("full_text", note=note))
        mark = load_ledger([sidecar]).mark(key)
        assert mark is not None
        assert mark.note == note
        # ARS reads it with PyYAML: there, too, a key must not become a number or a date.
        (record,) = yaml.safe_load(read(sidecar))["human_read"]
        assert record["citation_key"] == key


def test_line_ends_byte_order_mark_and_mode_are_kept(sidecar: Path) -> None:
    path = ledger_path(sidecar)
    path.write_bytes(b"\xef\xbb\xbf" + WRITTEN_BY_HAND.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    mark_read(sidecar, ["new"])
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf#")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_is_followed_and_stays_a_link(sidecar: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "log.yaml").write_text("human_read: []\n", encoding="utf-8")
    ledger_path(sidecar).symlink_to(shared / "log.yaml")
    mark_read(sidecar, ["a"])
    assert ledger_path(sidecar).is_symlink()
    assert "citation_key: a" in (shared / "log.yaml").read_text(encoding="utf-8")


def test_an_explicit_document_start_is_kept(sidecar: Path) -> None:
    ledger_path(sidecar).write_text("---\nhuman_read:\n", encoding="utf-8")
    ledger_path(sidecar).write_text(
        "---\nhuman_read:\n- citation_key: b\n  marked_at: 2026-05-14\n", encoding="utf-8"
    )
    mark_read(sidecar, ["a"])
    assert read(sidecar).startswith("---\nhuman_read:\n- citation_key: b\n")


def test_a_damaged_ledger_is_left_as_it_is(sidecar: Path) -> None:
    text = "human_read:\n- citation_key: a\n  marked_at: 2026-0"
    ledger_path(sidecar).write_text(text, encoding="utf-8")
    for change in (mark_read, unmark_read):
        with pytest.raises(ArsError, match="damaged"):
            change(sidecar, ["b"])
    assert read(sidecar) == text


def test_a_mark_that_would_not_stand_is_an_error(sidecar: Path) -> None:
    text = "human_read:\n- citation_key: a\n  marked_at: 2026-05-14\n  rescinded_at: 2962-05-14\n"
    ledger_path(sidecar).write_text(text, encoding="utf-8")
    with pytest.raises(ArsError, match="in the future"):
        mark_read(sidecar, ["a"])
    assert read(sidecar) == text


def test_what_a_crash_left_behind_is_in_nobodys_way(sidecar: Path) -> None:
    mark_read(sidecar, ["a"])
    path = ledger_path(sidecar)
    path.with_name(f".{path.name}.part").write_text("half a led", encoding="utf-8")
    mark_read(sidecar, ["b"])
    assert load_ledger([sidecar]).is_read("a")
    assert load_ledger([sidecar]).is_read("b")
    assert not path.with_name(f".{path.name}.part").exists()


def test_where_no_lock_can_be_made_nothing_is_written(
    sidecar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = ledger_path(sidecar)
    state = sidecar.parent / "state"
    state.touch()  # a file where a folder must be made
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    monkeypatch.setattr(locked_file, "_lock_of_folder", lambda folder: None)
    with pytest.raises(ArsError, match="cannot be written"):
        mark_read(sidecar, ["a"])
    assert not path.exists()


@pytest.mark.slow
def test_two_processes_at_once_lose_no_mark(sidecar: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from ars_pandoc.corpus.edit_ledger import mark_read\n"
        "for n in range(5): mark_read(Path(sys.argv[1]), [f'{sys.argv[2]}{n}'])\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, str(sidecar), name]) for name in "abc"
    ]
    assert [process.wait(timeout=60) for process in started] == [0, 0, 0]
    marks = load_ledger([sidecar])
    assert all(marks.is_read(f"{name}{n}") for name in "abc" for n in range(5))

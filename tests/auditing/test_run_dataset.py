"""Many documents: killed and resumed, on cores and on a cluster, with the same rows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ars_pandoc.auditing.dataset_job import DatasetJob
from ars_pandoc.auditing.dataset_rows import Rows
from ars_pandoc.auditing.dataset_store import Store
from ars_pandoc.auditing.dataset_summary import summarise
from ars_pandoc.auditing.run_dataset import (
    BATCH,
    left_to_do,
    on_cluster,
    on_cores,
    run_dataset,
    seconds_of,
)
from ars_pandoc.base.errors import ArsError
from tests.auditing.many_documents import comparable, jobs_of, write_folder
from tests.conftest import ROOT, clean_environment

NUMBER = 130


@pytest.fixture(scope="module")
def theses(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counter[str]]:
    folder = tmp_path_factory.mktemp("many") / "theses"
    return folder, write_folder(folder, NUMBER)


@pytest.fixture(scope="module")
def of_cores(theses: tuple[Path, Counter[str]]) -> list[Rows]:
    return list(on_cores(jobs_of(theses[0]), 2))


@pytest.mark.slow
def test_each_document_gets_its_verdict(
    theses: tuple[Path, Counter[str]], of_cores: list[Rows]
) -> None:
    assert Counter(rows.document["verdict"] for rows in of_cores) == theses[1]
    names = [job.name for job in jobs_of(theses[0])]
    assert [rows.document["document"] for rows in of_cores] == names
    unjudged = [rows.document for rows in of_cores if rows.document["verdict"] == "not-judged"]
    assert all(row["reason"] for row in unjudged)


def _dies_once(job: DatasetJob) -> Rows:
    """Judge as `audit_one` does; a document with a mark beside it ends its process the first time."""
    from ars_pandoc.auditing.dataset_job import audit_one

    mark = Path(f"{job.name}.dies")
    if mark.exists():
        if mark.read_text("ascii") == "once":
            mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_one(job)


@pytest.mark.skipif(sys.platform == "win32", reason="a process ends itself with a POSIX signal")
def test_a_document_whose_process_was_killed_is_tried_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ars_pandoc.auditing.run_dataset.audit_one", _dies_once)
    for name, mark in (("a", ""), ("b", "once"), ("c", "always"), ("d", "")):
        (tmp_path / f"{name}.md").write_text("Nobody is cited.\n", "utf-8")
        if mark:
            (tmp_path / f"{name}.md.dies").write_text(mark, "ascii")
    got = [rows.document for rows in on_cores(jobs_of(tmp_path), 2)]
    verdicts = {Path(row["document"]).stem: row["verdict"] for row in got}
    assert verdicts == {"a": "passed", "b": "passed", "c": "not-judged", "d": "passed"}
    assert "ended from outside" in got[2]["reason"]


@pytest.fixture
def cluster() -> Iterator[Any]:
    import distributed

    local: Any = distributed.LocalCluster
    with local(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as running:
        yield running


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a worker is killed with a POSIX signal")
def test_a_cluster_whose_workers_are_killed_gives_the_same_rows(
    theses: tuple[Path, Counter[str]], of_cores: list[Rows], cluster: Any
) -> None:
    got: list[Rows] = []
    workers = [nanny.pid for nanny in cluster.workers.values()]
    assert len(workers) == 2
    for rows in on_cluster(jobs_of(theses[0]), cluster.scheduler_address):
        got.append(rows)
        if len(got) in (1, BATCH + 1):
            os.kill(workers.pop(), signal.SIGKILL)
    assert not workers
    named = {rows.document["document"]: comparable(rows) for rows in got}
    assert len(named) == len(got)
    assert named == {rows.document["document"]: comparable(rows) for rows in of_cores}


def _dies(jobs: list[DatasetJob], folder: str) -> list[Rows]:
    """Judge as `audit_batch` does; one document ends the process whenever it is tried."""
    from ars_pandoc.auditing.dataset_job import audit_one

    os.chdir(folder)
    if any(job.name.endswith("p00010.md") for job in jobs):
        os.kill(os.getpid(), signal.SIGKILL)
    return [audit_one(job) for job in jobs]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a worker ends itself with a POSIX signal")
def test_a_document_that_ends_every_worker_costs_itself_alone(
    theses: tuple[Path, Counter[str]], cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ars_pandoc.auditing.run_dataset.audit_batch", _dies)
    jobs = [job for job in jobs_of(theses[0]) if "p0001" in job.name]
    got = {
        rows.document["document"]: rows.document
        for rows in on_cluster(jobs, cluster.scheduler_address)
    }
    assert set(got) == {job.name for job in jobs}
    lost = [row for row in got.values() if row["verdict"] == "not-judged"]
    assert [Path(row["document"]).name for row in lost] == ["p00010.md"]
    assert "ended from outside" in lost[0]["reason"]
    # Anybody can end a process: the next run tries it again.
    assert lost[0]["inputs"] == ""


@pytest.mark.slow
def test_no_cluster_is_said() -> None:
    job = DatasetJob("a.md", jobs_source(), {})
    with pytest.raises(ArsError, match="no Dask scheduler answers") as caught:
        list(on_cluster([job], "tcp://127.0.0.1:9"))
    assert "start one: dask scheduler" in caught.value.steps


def jobs_source() -> Any:
    from ars_pandoc.documents.inputs import Source

    return Source((Path("a.md"),), "markdown")


def ars(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    program = "import sys; from ars_pandoc.cli import main; sys.exit(main(sys.argv[1:]))"
    line = ["audit", "theses", "--dataset", "out", "--jobs", "2", "--time-limit", "2", *more]
    return subprocess.Popen(
        [sys.executable, "-c", program, *line],
        cwd=folder,
        env={**clean_environment(), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX signal kills the run")
def test_a_run_that_was_killed_twice_goes_on_to_the_right_counts(tmp_path: Path) -> None:
    right = write_folder(tmp_path / "theses", 3 * BATCH + 10)
    out = tmp_path / "out" / "documents"
    for parts in (1, 2):
        running = ars(tmp_path)
        deadline = time.monotonic() + 120
        while len(list(out.glob("*.parquet"))) < parts and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        assert len(list(out.glob("*.parquet"))) >= parts
    last = ars(tmp_path)
    _, err = last.communicate(timeout=240)
    assert last.returncode == 2
    store = Store(str(tmp_path / "out"))
    assert summarise(store).verdicts == right
    before = int(err.decode().split(" of them judged before")[0].rpartition(" ")[2])
    assert before >= 2 * BATCH
    # And once more: nothing is new, nothing is judged, nothing is left over.
    again = ars(tmp_path)
    _, err = again.communicate(timeout=120)
    assert f"{sum(right.values())} of them judged before" in err.decode()
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.slow
def test_only_what_changed_is_judged_again(tmp_path: Path) -> None:
    right = write_folder(tmp_path / "theses", 12)
    store = Store(str(tmp_path / "out"))
    jobs = jobs_of(tmp_path / "theses")
    run_dataset(jobs, store, processes=2)
    assert left_to_do(jobs, store) == []
    changed = tmp_path / "theses" / "p00009.md"
    changed.write_text("Nobody is cited.\n", "utf-8")
    todo = left_to_do(jobs, store)
    assert [job.name for job in todo] == [str(changed)]
    run_dataset(todo, store, processes=1)
    store.tidy()
    verdicts = summarise(store).verdicts
    assert verdicts == right - Counter(["refused"]) + Counter(["passed"])
    # A sidecar that changed is a change of all that rest on it.
    (tmp_path / "theses" / "literature_corpus.yaml").write_text("literature_corpus: []\n", "utf-8")
    assert len(left_to_do(jobs, store)) == len(jobs)


def test_an_error_between_leaves_what_was_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path / "theses", 6)
    jobs = [
        job for job in jobs_of(tmp_path / "theses") if job.name[-8:] in ("00004.md", "00005.md")
    ]
    store = Store(str(tmp_path / "out"))

    def stops(rows: Rows) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_dataset(jobs, store, processes=1, notice=stops)
    assert set(store.known()) == {jobs[0].name}


def test_a_larger_document_has_more_time(tmp_path: Path) -> None:
    small, large = tmp_path / "small.md", tmp_path / "large.md"
    small.write_bytes(b"a")
    large.write_bytes(b"a" * 40_000_000)
    jobs = [DatasetJob(str(path), jobs_source(), {}) for path in (small, large)]
    jobs = [
        DatasetJob(job.name, type(job.source)((Path(job.name),), "markdown"), {}) for job in jobs
    ]
    assert seconds_of(jobs[0]) <= seconds_of(jobs[1])
    assert seconds_of(DatasetJob("gone.md", jobs_source(), {"ARS_TIME_LIMIT": "2"})) == 68

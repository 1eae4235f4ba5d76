"""Audit many documents into a dataset: on the cores of this machine, or on a Dask cluster.

Both ways run the same function on each document and give the same rows (contract §13).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ars_pandoc.auditing.dataset_job import DatasetJob, audit_batch, audit_one, lost_one
from ars_pandoc.auditing.dataset_rows import Rows
from ars_pandoc.auditing.dataset_store import Known, Store
from ars_pandoc.auditing.input_hash import look_again
from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.worker_pool import Lost, WorkerPool
from ars_pandoc.pandoc.bounded_pandoc import limits_of

BATCH = 50
"""Documents in one part."""

_PANDOCS = 4
"""So often a document may use the time that one Pandoc has: it, its bibliographies, its fields."""
_OURS = 60
_AHEAD = 2
"""Batches that are sent to a cluster for each of its workers: results are not heaped up there."""

Notice = Callable[[Rows], None]


def left_to_do(jobs: Sequence[DatasetJob], store: Store) -> list[DatasetJob]:
    """Return the documents that are new or changed since they were judged."""
    look_again()
    known = store.known()
    return [job for job in jobs if not _is_done(job, known.get(job.name))]


def _is_done(job: DatasetJob, known: Known | None) -> bool:
    if known is None or not known.inputs:
        return False
    return known.inputs == job.inputs(known.files, judged=known.verdict != "not-judged")


def run_dataset(
    jobs: Sequence[DatasetJob],
    store: Store,
    *,
    processes: int | None = None,
    cluster: str | None = None,
    notice: Notice = lambda rows: None,
) -> None:
    """Judge documents, and write each batch of them as it is done.

    Args:
        jobs: The documents.
        store: The dataset.
        processes: How many work on this machine; one for each core by default.
        cluster: The address of a Dask scheduler, in place of this machine.
        notice: Is told of each document.

    Raises:
        ArsError: A part cannot be written, or the cluster cannot be used. What is written stays.
    """
    rows = on_cluster(jobs, cluster) if cluster else on_cores(jobs, processes)
    batch: list[Rows] = []
    try:
        for one in rows:
            batch.append(one)
            notice(one)
            if len(batch) == BATCH:
                store.write(batch)
                batch = []
    finally:  # after Ctrl-C too: what is judged is not judged again
        if batch:
            store.write(batch)


def on_cores(jobs: Sequence[DatasetJob], processes: int | None = None) -> Iterator[Rows]:
    """Judge documents in processes of this machine, and give their rows in order.

    One whose process was ended from outside is tried once more, in a process of its own: what
    ended it may have been another document's memory. One that took all of its time is not.
    """
    if not jobs:
        return
    count = min(processes or os.cpu_count() or 1, len(jobs))
    for job, result in zip(jobs, _pool(count).results(jobs), strict=True):
        again = isinstance(result, Lost) and not result.late
        last = next(_pool(1).results([job])) if again else result
        yield lost_one(job, late=last.late) if isinstance(last, Lost) else last


def _pool(count: int) -> WorkerPool[DatasetJob, Rows]:
    return WorkerPool(audit_one, count, seconds_of, "spawn")


def seconds_of(job: DatasetJob) -> float:
    """Return how long a document may take before the process that judges it is ended."""
    size = sum(path.stat().st_size for path in job.source.paths if path.is_file())
    return _PANDOCS * limits_of(job.environment, size).seconds + _OURS


def on_cluster(jobs: Sequence[DatasetJob], address: str) -> Iterator[Rows]:
    """Judge documents on a Dask cluster, and give their rows as they come.

    A batch whose worker is ended is given to another by Dask. Where each that gets it ends, its
    documents are judged one at a time in the end: one that ends every worker costs itself alone.

    Raises:
        ArsError: There is no cluster at the address, or its workers have no ars-pandoc.
    """
    import distributed

    folder = str(Path.cwd())
    client = _connected(address)
    completed: Any = distributed.as_completed
    with client:
        waiting = [list(jobs[start : start + BATCH]) for start in range(0, len(jobs), BATCH)][::-1]
        doubtful: list[DatasetJob] = []
        sent: dict[Any, list[DatasetJob]] = {}
        most = _AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        done = completed(loop=client.loop)

        def send() -> bool:
            """Send what may be sent; return whether all of it stands by itself."""
            alone = not waiting and not sent
            if alone and doubtful:
                waiting.append([doubtful.pop(0)])
            while waiting and len(sent) < most:
                batch = waiting.pop()
                future = client.submit(audit_batch, batch, folder, pure=False)
                sent[future] = batch
                done.add(future)
            return alone

        alone = send()
        while sent:
            future = next(done)
            batch = sent.pop(future)
            try:
                yield from future.result()
            except (
                Exception
            ) as error:  # of the cluster: what is wrong with a document is in its rows
                if type(error).__name__ != "KilledWorker":
                    raise _unusable(address, error) from None
                # Dask blames all that a worker had before it: one at a time it is known who did it.
                if alone and len(batch) == 1:
                    yield lost_one(batch[0])
                else:
                    doubtful += batch
            alone = send()


def _connected(address: str) -> Any:
    import distributed

    client: Any = distributed.Client
    try:
        return client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ArsError(
            f"no Dask scheduler answers at {address}",
            why=str(error),
            steps=["start one: dask scheduler", "leave --dask away to use this machine's cores"],
        ) from None


def _unusable(address: str, error: Exception) -> ArsError:
    return ArsError(
        f"the Dask cluster at {address} cannot judge documents",
        why=f"{type(error).__name__}: {error}",
        steps=["install the same ars-pandoc, with Pandoc, where its workers run"],
    )

"""Publish graphs, submit jobs, read results."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, overload

from google.protobuf.message import DecodeError

from .alerts import AlertOptions, MatchAlert
from .contract import (
    AlertRecord,
    ChangeRecord,
    JobControl,
    JobProgress,
    ResultRecord,
    Topics,
    enum_number,
)
from .edges import VertexNames, edge_list
from .errors import InputError, InternalError, NotFoundError, ResourceError, StoppedError
from .jobs import Job
from .kafka import Connection
from .partitioner import partition_of
from .request import checked_job_id, job_request
from .results import Outcome, Progress, RunAssembler
from .snapshot import delta_records, named_delta_records, require_version, snapshot_records
from .stream import EdgeStream, change_record, micros_of
from .versions import version_keys, versions

_GRAPH_RECORD = "cliquestream.v1.GraphRecord"
_REASON_CHARACTERS = 256
#: Runs of which a reader of all results holds pages at once.
_UNFINISHED_RUNS = 1000


@dataclass(frozen=True)
class Published:
    """A version of a graph that this client has published."""

    graph_id: str
    version: int
    #: Names of the vertices where they are not numbers.
    names: VertexNames | None = None


@dataclass(frozen=True)
class Alert:
    """A run that a condition was true of, and the run before it."""

    run: Outcome
    before: Outcome | None


class Client:
    """A connection to one installation; safe for use by several threads, to be closed.

    ``bootstrap`` is ``HOST:PORT[,HOST:PORT…]``, by default the environment's CLIQUESTREAM_KAFKA_BOOTSTRAP or
    ``localhost:9092``. ``connection`` holds librdkafka's own properties for a secured broker
    (``security.*``, ``sasl.*``, ``ssl.*``). Every wait ends: ``request_timeout`` bounds a question to the
    broker, ``publish_timeout`` a record's acknowledgement (both in seconds), ``page_bytes`` the pages
    held of one run. Every failure is a :class:`~cliquestream.CliquestreamError`.
    """

    def __init__(
        self,
        bootstrap: str | None = None,
        *,
        topic_prefix: str = "",
        source: str = "/cliquestream/python",
        request_timeout: float = 10.0,
        publish_timeout: float = 60.0,
        page_bytes: int = 256 << 20,
        connection: Mapping[str, str] | None = None,
    ) -> None:
        #: The broker's address.
        self.bootstrap = bootstrap or os.environ.get("CLIQUESTREAM_KAFKA_BOOTSTRAP") or "localhost:9092"
        self._topics = Topics(topic_prefix)
        self._page_bytes = page_bytes
        self._kafka = Connection(
            self.bootstrap, self._topics, source, request_timeout, publish_timeout, connection or {}
        )
        # Two versions of a graph must never interleave on their partition.
        self._one_version_at_a_time = threading.Lock()
        self._last_version = 0

    def publish(
        self,
        graph_id: str,
        edges: Any,
        *,
        source: Any = None,
        target: Any = None,
        version: int | None = None,
        zstd: bool = False,
    ) -> Published:
        """Publishes a snapshot and returns once its commit record is acknowledged.

        ``edges`` are pairs, an array of shape (edges, 2), a DataFrame or a pyarrow.Table (``source`` and
        ``target`` name its columns), a NetworkX or igraph graph, or a square scipy matrix. Direction, loops and repetitions
        do not matter. ``version`` is the present time in milliseconds unless given. Names of vertices go
        with the snapshot, as text, so that every reader of an answer has them.
        """
        listed = edge_list(edges, source, target)
        number = self._publish_version(
            graph_id, version, lambda number: snapshot_records(graph_id, number, listed, zstd=zstd)
        )
        return Published(graph_id, number, listed.names)

    def delta(
        self,
        base: Published | tuple[str, int],
        *,
        insert: Any = (),
        delete: Any = (),
        version: int | None = None,
    ) -> Published:
        """Publishes a version that is another one with edges inserted and deleted.

        A base with names takes names; new ones are added to those that the result has. A base that the
        workers do not have makes no version: jobs on it answer ``VERSION_UNKNOWN``.
        """
        known = base if isinstance(base, Published) else Published(*base)
        names = known.names
        if names is not None:
            insert, delete = list(insert), list(delete)
            names = names.with_names_of(insert)
        inserted, deleted = edge_list(insert, names=names), edge_list(delete, names=names)
        if known.names is None and (inserted.names is not None or deleted.names is not None):
            raise InputError("OPTION_INVALID", "the base has no names: edges are pairs of numbers from 0 to 2^64 - 1")
        texts = names.carried() if names is not None else None
        if known.names is not None and known.names.carried() is not None:
            if texts is None:
                raise InputError(
                    "OPTION_INVALID", "a new name cannot be carried: it is empty, too long, or alike another as text"
                )
            carried = texts
            number = self._publish_version(
                known.graph_id,
                version,
                lambda number: named_delta_records(known.graph_id, known.version, number, inserted, deleted, carried),
            )
            return Published(known.graph_id, number, names)
        number = self._publish_version(
            known.graph_id,
            version,
            lambda number: delta_records(known.graph_id, known.version, number, inserted, deleted),
        )
        return Published(known.graph_id, number, names)

    def versions(self, graph_id: str, *, timeout: float = 60.0) -> list[int]:
        """Versions of a graph whose records lie in the graphs topic, ascending; reads its partition.

        A worker may have rejected one of them, or may keep fewer.
        """
        require_version(graph_id, 1)
        return versions(self._kafka, self._partition(self._topics.graphs, graph_id), graph_id, timeout)

    def retire(self, graph_id: str, version: int, *, timeout: float = 60.0) -> int:
        """Retires a version: jobs no longer find it, and its space is freed. Returns the records retired.

        :class:`NotFoundError` where it has no records, :class:`InputError` where a delta builds on it.
        """
        require_version(graph_id, version)
        partition = self._partition(self._topics.graphs, graph_id)
        keys = version_keys(self._kafka, partition, graph_id, version, timeout)
        if not keys:
            raise NotFoundError("VERSION_UNKNOWN", f"version {version} of graph {graph_id} has no records")
        tombstones = ((key, key, _GRAPH_RECORD, None) for key in keys)
        with self._one_version_at_a_time:
            # The first tombstone retires the version; a failure after it leaves only space behind.
            self._kafka.publish(self._topics.graphs, partition, tombstones)
        return len(keys)

    def submit(
        self,
        job: Job,
        graph: Published | str,
        *,
        job_id: str | None = None,
        version: int | None = None,
        at_least: int | None = None,
        priority: int | None = None,
        deadline: float | None = None,
        tenant: str = "",
        engine: str = "auto",
        every_version: bool = False,
        every: float | None = None,
        coalesce: bool = False,
        alert: bool | AlertOptions = False,
        difference: bool = False,
        difference_by_vertex: bool = False,
        secret: str = "",
    ) -> Submitted:
        """Submits a job and returns once the broker has it.

        ``graph`` is an id, read at its latest version unless ``version`` or ``at_least`` say otherwise,
        or what :meth:`publish` returned, read at that version. ``job_id`` makes the request idempotent:
        an id seen before is answered once. ``deadline`` and ``every`` are seconds from now and between
        two runs; with ``every`` or ``every_version`` the job stands until it is cancelled. With ``alert`` it
        stands on every version, and tells of the matches that appear and vanish (:meth:`alerts`). With
        ``difference`` results of a standing job hold what changed since the run before, instead of the answer
        (:attr:`Outcome.difference`); with ``difference_by_vertex`` what they say of vertices is of those alone
        whose value changed, too (:class:`VertexArrays`). With a ``secret``, long and drawn at random, only who
        knows it cancels the job.
        """
        graph_id, names = (graph, None) if isinstance(graph, str) else (graph.graph_id, graph.names)
        every_version = every_version or (bool(alert) and every is None)
        standing = every_version or every is not None
        if not isinstance(graph, str) and version is None and at_least is None and not standing:
            version = graph.version
        name = job_id or str(uuid.uuid4())
        request = job_request(
            job,
            graph_id,
            name,
            version=version,
            at_least=at_least,
            priority=priority,
            deadline=deadline,
            tenant=tenant,
            engine=engine,
            every_version=every_version,
            every=every,
            coalesce=coalesce,
            alert=alert,
            difference=difference,
            difference_by_vertex=difference_by_vertex,
            secret=secret,
        )
        _ = self._kafka.partitions_of(self._topics.alerts) if alert else 0
        # Of an id that may have been used before, the answer may lie there already.
        start = "beginning" if job_id else "end"
        handle = Submitted(self, name, names, self._start(self._topics.results, name, start), secret)
        partition = self._partition(self._topics.jobs, graph_id)
        record = (graph_id, name, "cliquestream.v1.JobRequest", request.SerializeToString())
        self._kafka.publish(self._topics.jobs, partition, iter([record]))
        return handle

    def run(self, job: Job, graph: Published | str, *, timeout: float = 300.0, **options: Any) -> Outcome:
        """Submits a job, waits for its outcome, and raises its failure."""
        return self.submit(job, graph, **options).wait(timeout)

    def cancel(self, job_id: str, reason: str = "", *, secret: str = "") -> None:
        """Asks for the end of a queued, running or standing job; one that is not there is no failure.

        A job that was submitted with a ``secret`` goes on without it.
        """
        control = JobControl()
        control.cancel.job_id = checked_job_id(job_id)
        control.cancel.reason = reason[:_REASON_CHARACTERS]
        control.cancel.secret = secret
        partition = self._partition(self._topics.control, job_id)
        record = (job_id, str(uuid.uuid4()), "cliquestream.v1.JobControl", control.SerializeToString())
        self._kafka.publish(self._topics.control, partition, iter([record]))

    def runs(self, job_id: str, *, start: str = "beginning", timeout: float | None = None) -> Iterator[Outcome]:
        """Every complete run of a job, whoever submitted it: those that are kept, then those that come.

        ``start`` is ``beginning`` or ``end``. Ends with :class:`StoppedError` when ``timeout`` seconds are
        over; without one it goes on until its reader stops.
        """
        runs = self._runs(checked_job_id(job_id), self._start(self._topics.results, job_id, start), timeout)
        return (outcome.named(None) for outcome in runs)

    def results(self, *, start: str = "end", timeout: float | None = None) -> Iterator[Outcome]:
        """Every complete run of every job of this installation, as they are committed; for sinks."""
        topic = self._topics.results
        starts: dict[int, int] = {}
        for partition in range(self._kafka.partitions[topic]):
            starts[partition] = self._start_of(topic, partition, start)
        unfinished: dict[str, RunAssembler] = {}
        for message in self._kafka.read(topic, starts, timeout):
            record = _parsed(ResultRecord, message)
            job_id = record.page.job_id or record.result.job_id
            assembler = unfinished.setdefault(job_id, RunAssembler(job_id, self._page_bytes))
            if len(unfinished) > _UNFINISHED_RUNS:
                raise ResourceError("RESULT_TOO_LARGE", f"pages of more than {_UNFINISHED_RUNS} runs without results")
            outcome = assembler.accept(record, len(message.value()))
            if outcome is not None:
                del unfinished[job_id]
                yield outcome.named(None)

    def stream(
        self,
        graph_id: str,
        *,
        create: bool = False,
        version_events: int | None = None,
        version_wait: float | None = None,
        version_time: float | None = None,
        window_events: int | None = None,
        window: float | None = None,
        lateness: float | None = None,
        events: int = 4096,
    ) -> EdgeStream:
        """Sends edge events of a graph, which workers turn into versions of it.

        ``create`` begins an empty graph where there is none. Versions are made after exactly
        ``version_events``, ``version_wait`` seconds after their first event, or whenever ``version_time``
        seconds of event time have passed; the last ``window_events`` insertions count, or those of the last
        ``window`` seconds. What is said here holds from here on; nothing said leaves what was said before.
        A record takes ``events`` at most.
        """
        require_version(graph_id, 1)
        topic = self._topics.changes
        partition = partition_of(graph_id, self._kafka.partitions_of(topic))

        def send(record: Any) -> None:
            self._kafka.publish(topic, partition, iter([change_record(record, graph_id)]))

        definition: dict[str, Any] = {
            "create_graph": create,
            "version_events": version_events or 0,
            "version_wait_micros": micros_of(version_wait),
            "version_event_micros": micros_of(version_time),
            "window_events": window_events or 0,
            "window_micros": micros_of(window),
            "allowed_lateness_micros": micros_of(lateness),
        }
        if any(definition.values()):
            send(ChangeRecord(definition={"graph_id": graph_id, **definition}))
        return EdgeStream(graph_id, send, events)

    @overload
    def alerts(
        self, job_id: str, condition: None = None, *, start: str = "end", timeout: float | None = None
    ) -> Iterator[MatchAlert]: ...

    @overload
    def alerts(
        self,
        job_id: str,
        condition: Callable[[Outcome, Outcome | None], bool],
        *,
        start: str = "end",
        timeout: float | None = None,
    ) -> Iterator[Alert]: ...

    def alerts(
        self,
        job_id: str,
        condition: Callable[[Outcome, Outcome | None], bool] | None = None,
        *,
        start: str = "end",
        timeout: float | None = None,
    ) -> Iterator[MatchAlert] | Iterator[Alert]:
        """What a job with alerts tells, in its order, each once: matches that appear and vanish.

        With a ``condition``, of any standing job: the runs that it is true of, given each run and the one
        before. A run that did not succeed is an alert then, too, and is never the one before.
        """
        if condition is not None:
            return self._runs_that(job_id, condition, start, timeout)
        topic = self._topics.alerts
        partition = partition_of(checked_job_id(job_id), self._kafka.partitions_of(topic))
        starts = {partition: self._start_of(topic, partition, start)}
        return self._told(job_id, topic, starts, timeout)

    def _told(
        self, job_id: str, topic: str, starts: dict[int, int], timeout: float | None
    ) -> Iterator[MatchAlert]:
        for message in self._kafka.read(topic, starts, timeout):
            alert = _parsed(AlertRecord, message)
            if alert.job_id == job_id:
                yield MatchAlert.of(alert)

    def _runs_that(
        self,
        job_id: str,
        condition: Callable[[Outcome, Outcome | None], bool],
        start: str,
        timeout: float | None,
    ) -> Iterator[Alert]:
        before: Outcome | None = None
        for run in self.runs(job_id, start=start, timeout=timeout):
            if not run.succeeded or condition(run, before):
                yield Alert(run, before)
            if run.succeeded:
                before = run

    def progress(self, job_id: str, *, timeout: float | None = None) -> Iterator[Progress]:
        """Progress of a job from its beginning, until a run has ended."""
        topic = self._topics.progress
        starts = self._start(topic, checked_job_id(job_id), "beginning")
        for message in self._kafka.read(topic, starts, timeout):
            progress = _parsed(JobProgress, message)
            if progress.job_id == job_id:
                yield Progress.of(progress)
                if progress.phase == enum_number("JobPhase", "JOB_PHASE_ENDED"):
                    return

    def close(self) -> None:
        """Sends what is buffered and closes the connections."""
        self._kafka.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _runs(self, job_id: str, starts: dict[int, int], timeout: float | None) -> Iterator[Outcome]:
        assembler = RunAssembler(job_id, self._page_bytes)
        for message in self._kafka.read(self._topics.results, starts, timeout):
            outcome = assembler.accept(_parsed(ResultRecord, message), len(message.value()))
            if outcome is not None:
                yield outcome

    def _publish_version(
        self, graph_id: str, given: int | None, records: Callable[[int], Iterator[tuple[str, Any]]]
    ) -> int:
        with self._one_version_at_a_time:
            number = max(time.time_ns() // 1_000_000, self._last_version + 1) if given is None else given
            named = ((key, key, _GRAPH_RECORD, record.SerializeToString()) for key, record in records(number))
            self._kafka.publish(self._topics.graphs, self._partition(self._topics.graphs, graph_id), named)
            if given is None:
                self._last_version = number
            return number

    def _start(self, topic: str, job_id: str, start: str) -> dict[int, int]:
        partition = self._partition(topic, job_id)
        return {partition: self._start_of(topic, partition, start)}

    def _start_of(self, topic: str, partition: int, start: str) -> int:
        if start not in ("beginning", "end"):
            raise InputError("OPTION_INVALID", f"start is beginning or end, not {start!r}")
        first, end = self._kafka.ends(topic, partition)
        return first if start == "beginning" else end

    def _partition(self, topic: str, identifier: str) -> int:
        return partition_of(identifier, self._kafka.partitions[topic])


class Submitted:
    """A job that the broker has."""

    def __init__(
        self, client: Client, job_id: str, names: VertexNames | None, starts: dict[int, int], secret: str
    ) -> None:
        self.job_id = job_id
        self._secret = secret
        self._client = client
        self._names = names
        self._starts = starts

    def wait(self, timeout: float = 300.0) -> Outcome:
        """The outcome of the first run; raises its failure unless it proved something before it was stopped."""
        for outcome in self.runs(timeout=timeout):
            if outcome.failure is not None and not outcome.partial:
                raise outcome.failure
            return outcome
        raise StoppedError("DEADLINE_EXCEEDED", f"no outcome of {self.job_id} within {timeout} s")

    def runs(self, timeout: float | None = None) -> Iterator[Outcome]:
        """Every run from the submission on, with vertices by name where the graph has names."""
        for outcome in self._client._runs(self.job_id, self._starts, timeout):
            yield outcome.named(self._names)

    def progress(self, timeout: float | None = None) -> Iterator[Progress]:
        """Progress until a run has ended."""
        return self._client.progress(self.job_id, timeout=timeout)

    def cancel(self, reason: str = "") -> None:
        """Asks for the job's end."""
        self._client.cancel(self.job_id, reason, secret=self._secret)


def _parsed(kind: Any, message: Any) -> Any:
    try:
        return kind.FromString(message.value() or b"")
    except DecodeError as cause:
        where = f"{message.topic()}-{message.partition()}"
        raise InternalError(
            "RECORD_UNDECODABLE", f"record {message.offset()} of {where} is not of this contract"
        ) from cause



"""How this client uses Kafka: one producer, and a consumer of its own for each reader.

Nothing here runs in the background. A reader has no group and commits nothing; it reads fixed
partitions from fixed offsets, committed records alone, until its time is over.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from typing import Any

from confluent_kafka import Consumer, KafkaError, KafkaException, Producer, TopicPartition

from .contract import Topics
from .errors import CliquestreamError, InputError, InternalError, StoppedError

LOG = logging.getLogger("cliquestream.kafka")
_POLL = 0.1
_UNACKNOWLEDGED = 64
_BUFFERED_KILOBYTES = 32 << 10
_CONNECTION = ("security.", "sasl.", "ssl.", "client.dns.lookup", "client.rack", "socket.", "metadata.max.age.ms")
_REFUSALS = {
    KafkaError.TOPIC_AUTHORIZATION_FAILED,
    KafkaError.CLUSTER_AUTHORIZATION_FAILED,
    KafkaError._AUTHENTICATION,
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError._UNKNOWN_TOPIC,
    KafkaError._UNKNOWN_PARTITION,
    KafkaError._FATAL,
}


class Connection:
    """A producer, the topics' partitions, and the bounds of every wait."""

    def __init__(
        self,
        bootstrap: str,
        topics: Topics,
        source: str,
        request_timeout: float,
        publish_timeout: float,
        properties: Mapping[str, str],
    ) -> None:
        refused = sorted(name for name in properties if not name.startswith(_CONNECTION))
        if refused:
            raise InputError("OPTION_INVALID", f"not connection properties: {', '.join(refused)}")
        self.topics = topics
        self.request_timeout = request_timeout
        self._bootstrap = bootstrap
        self._source = source.encode()
        self._publish_timeout = publish_timeout
        self._common: dict[str, Any] = {"bootstrap.servers": bootstrap, "logger": LOG, **properties}
        milliseconds = max(1, int(publish_timeout * 1000))
        try:
            self._producer = Producer(
                {
                    "enable.idempotence": True,
                    "linger.ms": 0,
                    "message.timeout.ms": milliseconds,
                    "queue.buffering.max.kbytes": _BUFFERED_KILOBYTES,
                    **self._common,
                }
            )
            self.partitions = self._layout()
            # Asks for offsets alone, so that asking opens no connection each time.
            self._offsets = self._consumer()
        except KafkaException as cause:
            raise self._failure(f"cannot reach {bootstrap}", cause) from cause

    def _layout(self) -> dict[str, int]:
        found = self._producer.list_topics(timeout=self.request_timeout).topics
        counts = {name: len(found[name].partitions) for name in self.topics.all() if name in found}
        missing = [name for name in self.topics.all() if not counts.get(name)]
        if missing:
            raise InternalError(
                "BROKER_UNAVAILABLE", f"topics are missing on {self._bootstrap}: {', '.join(missing)}"
            )
        if counts[self.topics.graphs] != counts[self.topics.jobs]:
            raise InputError(
                "OPTION_INVALID", f"{self.topics.graphs} and {self.topics.jobs} must have equally many partitions"
            )
        return counts | {name: len(found[name].partitions) for name in self.topics.optional() if name in found}

    def partitions_of(self, topic: str) -> int:
        """How many partitions a topic has; an error where an installation is without it."""
        if not self.partitions.get(topic):
            raise InternalError(
                "BROKER_UNAVAILABLE", f"the topic {topic} is missing on {self._bootstrap}; 'topics create' makes it"
            )
        return self.partitions[topic]

    def publish(self, topic: str, partition: int, records: Iterator[tuple[str, str, str, bytes | None]]) -> None:
        """Sends (key, event id, event type, value) in order; returns once all are acknowledged.

        The last record is sent after the acknowledgement of all before it.
        """
        trace = f"00-{uuid.uuid4().hex}-{uuid.uuid4().hex[:16]}-01".encode()
        sender = _Sender(self._producer, topic, partition, self._publish_timeout)
        held: tuple[str, str, str, bytes | None] | None = None
        try:
            for record in records:
                if held is not None:
                    sender.send(held, self._headers(held, trace))
                held = record
            if held is not None:
                sender.wait(0)
                sender.send(held, self._headers(held, trace))
            sender.wait(0)
        except KafkaException as cause:
            raise self._failure(f"publishing to {topic}", cause) from cause

    def _headers(self, record: tuple[str, str, str, bytes | None], trace: bytes) -> list[tuple[str, bytes]]:
        now = datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")
        return [
            ("ce_id", record[1].encode()),
            ("ce_source", self._source),
            ("ce_type", record[2].encode()),
            ("ce_specversion", b"1.0"),
            ("ce_time", now.encode()),
            ("content-type", b"application/protobuf"),
            ("traceparent", trace),
        ]

    def ends(self, topic: str, partition: int) -> tuple[int, int]:
        """The first offset that is kept, and the one that the next record gets."""
        try:
            # Asked of the broker: what a consumer remembers is of partitions that it reads.
            low, high = self._offsets.get_watermark_offsets(
                TopicPartition(topic, partition), timeout=self.request_timeout, cached=False
            )
            return int(low), int(high)
        except KafkaException as cause:
            raise self._failure(f"asking for the offsets of {topic}", cause) from cause

    def read(
        self, topic: str, starts: Mapping[int, int], timeout: float | None, *, to_end: bool = False
    ) -> Iterator[Any]:
        """Committed records from these offsets on, by partition; ends with StoppedError after the time-out.

        With ``to_end`` it ends where the one partition ended when the reader came there.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        consumer = self._consumer(to_end)
        try:
            consumer.assign([TopicPartition(topic, partition, offset) for partition, offset in starts.items()])
            while True:
                left = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
                if left <= 0:
                    raise StoppedError("DEADLINE_EXCEEDED", f"nothing more came on {topic} within {timeout} s")
                message = consumer.poll(left)
                if message is None:
                    continue
                if message.error() is None:
                    yield message
                elif message.error().code() == KafkaError._PARTITION_EOF:
                    return
                elif message.error().fatal() or message.error().code() in _REFUSALS:
                    raise self._failure(f"reading {topic}", KafkaException(message.error()))
        except KafkaException as cause:
            raise self._failure(f"reading {topic}", cause) from cause
        finally:
            consumer.close()

    def _consumer(self, to_end: bool = False) -> Any:
        return Consumer(
            {
                # librdkafka asks for a group even where none is used.
                "group.id": "cliquestream-python-reader",
                "enable.auto.commit": False,
                "enable.auto.offset.store": False,
                "isolation.level": "read_committed",
                "auto.offset.reset": "earliest",
                "enable.partition.eof": to_end,
                "queued.max.messages.kbytes": _BUFFERED_KILOBYTES,
                **self._common,
            }
        )

    def close(self) -> None:
        self._producer.flush(self.request_timeout)
        self._offsets.close()

    @staticmethod
    def _failure(what: str, cause: KafkaException) -> CliquestreamError:
        error = cause.args[0]
        invalid = error.code() in (KafkaError._INVALID_ARG, KafkaError._CONFLICT)
        kind, code = (InputError, "OPTION_INVALID") if invalid else (InternalError, "BROKER_UNAVAILABLE")
        return kind(code, f"{what}: {error.str()}")


class _Sender:
    """Keeps a bounded number of records on their way to one partition."""

    def __init__(self, producer: Any, topic: str, partition: int, timeout: float) -> None:
        self._producer = producer
        self._topic = topic
        self._partition = partition
        self._timeout = timeout
        self._sent = 0
        self._acknowledged = 0
        self._error: Any = None

    def send(self, record: tuple[str, str, str, bytes | None], headers: list[tuple[str, bytes]]) -> None:
        self.wait(_UNACKNOWLEDGED - 1)
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                self._producer.produce(
                    self._topic,
                    key=record[0].encode(),
                    value=record[3],
                    partition=self._partition,
                    headers=headers,
                    on_delivery=self._delivered,
                )
                self._sent += 1
                return
            except BufferError:
                # Other threads of this client fill the buffer.
                if time.monotonic() > deadline:
                    raise StoppedError("DEADLINE_EXCEEDED", f"publishing to {self._topic} took too long") from None
                self._producer.poll(_POLL)

    def wait(self, allowed: int) -> None:
        """Until at most so many are on their way."""
        # The producer gives up by itself a little before this.
        deadline = time.monotonic() + self._timeout + 5
        while self._sent - self._acknowledged > allowed:
            self._producer.poll(_POLL)
            if self._error is not None:
                raise KafkaException(self._error)
            if time.monotonic() > deadline:
                raise StoppedError("DEADLINE_EXCEEDED", f"publishing to {self._topic} took too long")
        if self._error is not None:
            raise KafkaException(self._error)

    def _delivered(self, error: Any, _message: Any) -> None:
        self._acknowledged += 1
        if error is not None:
            self._error = error

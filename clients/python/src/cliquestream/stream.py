"""Edge events of one graph, many in a record."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Callable
from datetime import datetime
from math import isfinite
from types import TracebackType
from typing import Any, SupportsIndex

from .checksum import crc32c
from .contract import PAYLOAD_BYTES, ChangeRecord
from .edges import is_whole
from .errors import InputError

_CHANGE_RECORD = "cliquestream.v1.ChangeRecord"
_HIGHEST_ID = 2**64 - 1
_NAME_BYTES = 1024
#: Farthest time of an event from 1970, in microseconds.
_EVENT_MICROS = 2**60
#: Of an event, beside names: two ids of 8 bytes, a time, a bit.
_EVENT_BYTES = 25

Send = Callable[[str, bytes], None]


class EdgeStream:
    """Sends events in the order of the calls; made by :meth:`cliquestream.Client.stream`.

    Ends are whole numbers from 0 to 2^64 - 1 (Python's or NumPy's), or text where the graph's vertices have
    names; an empty graph takes either. Nothing runs in the background: a record leaves when it is full
    (``events``), at :meth:`flush`, and at the end of a ``with`` block. For one thread at a time.
    """

    def __init__(self, graph_id: str, send: Callable[[Any], None], events: int = 4096) -> None:
        if not 1 <= events <= PAYLOAD_BYTES // _EVENT_BYTES:
            raise InputError("OPTION_INVALID", f"a record holds 1 to {PAYLOAD_BYTES // _EVENT_BYTES} events")
        self.graph_id = graph_id
        #: Events given so far.
        self.sent = 0
        self._send = send
        self._most = events
        self._begin()

    def _begin(self) -> None:
        self._ends: list[int] = []
        self._names: dict[bytes, int] = {}
        self._name_bytes = 0
        self._deletions: list[bool] = []
        self._times: list[int | None] = []

    def insert(
        self, source: SupportsIndex | str, target: SupportsIndex | str, time: datetime | float | None = None
    ) -> None:
        """The edge is there from now on, or from ``time`` on (seconds since 1970, or a datetime with a zone)."""
        self._add(False, source, target, time)

    def delete(
        self, source: SupportsIndex | str, target: SupportsIndex | str, time: datetime | float | None = None
    ) -> None:
        """The edge is not there from now on, or from ``time`` on."""
        self._add(True, source, target, time)

    def _add(
        self,
        deletion: bool,
        source: SupportsIndex | str,
        target: SupportsIndex | str,
        time: datetime | float | None,
    ) -> None:
        micros = _micros(time)
        names = [_name(end) for end in (source, target) if isinstance(end, str)]
        if len(names) == 1:
            raise InputError("CHANGE_INVALID", f"one end of ({source!r}, {target!r}) is a number and the other a name")
        if not names and not all(_is_id(end) for end in (source, target)):
            raise InputError("CHANGE_INVALID", f"({source!r}, {target!r}): neither numbers from 0 to 2^64 - 1 nor text")
        more = sum(len(name) + 2 for name in names if name not in self._names)
        if self._deletions and (
            bool(names) != bool(self._names)
            or (micros is None) != (self._times[0] is None)
            or self._name_bytes + more + (len(self._deletions) + 1) * _EVENT_BYTES > PAYLOAD_BYTES
        ):
            self.flush()
        if names:
            self._ends += [self._position(name) for name in names]
        else:
            self._ends += [int(source), int(target)]
        self._deletions.append(deletion)
        self._times.append(micros)
        self.sent += 1
        if len(self._deletions) == self._most:
            self.flush()

    def _position(self, name: bytes) -> int:
        if name not in self._names:
            self._names[name] = len(self._names)
            self._name_bytes += len(name) + 2
        return self._names[name]

    def flush(self) -> None:
        """Returns when the broker has every event that was given."""
        if not self._deletions:
            return
        wide = max(self._ends) > 0xFFFFFFFF
        count = len(self._deletions)
        pairs = struct.pack(f"<{2 * count}{'Q' if wide else 'I'}", *self._ends)
        deletions = bytearray((count + 7) // 8 if any(self._deletions) else 0)
        for event, deletes in enumerate(self._deletions):
            if deletes:
                deletions[event >> 3] |= 1 << (event & 7)
        times = b"" if self._times[0] is None else struct.pack(f"<{count}q", *self._times)
        names = b"".join(_listed(name) for name in self._names)
        batch = {
            "graph_id": self.graph_id,
            "id_width": 8 if wide else 4,
            "pairs": pairs,
            "deletions": bytes(deletions),
            "event_times": times,
            "names": names,
            "crc32c": crc32c(names + pairs + bytes(deletions) + times),
        }
        self._begin()
        self._send(ChangeRecord(batch=batch))

    def end(self) -> None:
        """Ends the stream after its events: the graph takes snapshots and deltas again."""
        self.flush()
        self._send(ChangeRecord(definition={"graph_id": self.graph_id, "end": True}))

    def __enter__(self) -> EdgeStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        # What was given before a failure happened, too.
        self.flush()


def change_record(record: Any, graph_id: str) -> tuple[str, str, str, bytes]:
    """Key, event id, type and value of a record of changes."""
    return graph_id, str(uuid.uuid4()), _CHANGE_RECORD, record.SerializeToString()


def micros_of(seconds: float | None) -> int:
    """A duration in microseconds; 0 for none."""
    if seconds is None:
        return 0
    if seconds <= 0:
        raise InputError("OPTION_INVALID", f"a duration is more than 0 seconds, not {seconds!r}")
    return int(seconds * 1_000_000)


def _micros(time: datetime | float | None) -> int | None:
    if time is None:
        return None
    if isinstance(time, datetime):
        if time.tzinfo is None:
            raise InputError("CHANGE_INVALID", f"{time!r} has no time zone")
        time = time.timestamp()
    micros = round(time * 1_000_000) if isfinite(time) else _EVENT_MICROS + 1
    if abs(micros) > _EVENT_MICROS:
        raise InputError("CHANGE_INVALID", f"{time!r} is too far from 1970")
    return micros


def _is_id(end: Any) -> bool:
    return is_whole(end) and 0 <= int(end) <= _HIGHEST_ID


def _name(text: str) -> bytes:
    try:
        name = text.encode()
    except UnicodeEncodeError:
        raise InputError("CHANGE_INVALID", f"{text!r} is no text") from None
    if not 0 < len(name) <= _NAME_BYTES:
        raise InputError("CHANGE_INVALID", f"a name has 1 to {_NAME_BYTES} bytes, not {len(name)}")
    return name


def _listed(name: bytes) -> bytes:
    length = len(name)
    return (bytes([length]) if length < 128 else bytes([length & 127 | 128, length >> 7])) + name

"""The contract's messages, topics, identifiers and bounds.

Message classes are made from the descriptor set ``contract.binpb`` when the package is imported,
with whatever protobuf runtime is there.
"""

from __future__ import annotations

import importlib.resources
import re
from dataclasses import dataclass
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

#: Characters of a graph id or a job id.
ID_CHARACTERS = 128
#: Highest version of a graph.
HIGHEST_VERSION = 2**63 - 1
#: Bytes of a chunk or of a delta's part as carried by one record.
PAYLOAD_BYTES = 917_504
#: Bytes before compression at which chunks are cut; a multiple of 16, so that no pair straddles two.
CHUNK_BYTES = 909_312
#: Parts of a delta.
DELTA_PARTS = 65_536

_PACKAGE = "cliquestream.v1."
_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{1,128}")


def _pool() -> Any:
    files = descriptor_pb2.FileDescriptorSet()
    files.ParseFromString(importlib.resources.files(__package__).joinpath("contract.binpb").read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file) if not hasattr(pool, "AddSerializedFile") else pool.AddSerializedFile(file.SerializeToString())
    return pool


_POOL = _pool()


def _message(name: str) -> Any:
    descriptor = _POOL.FindMessageTypeByName(_PACKAGE + name)
    # Runtimes before 4.22 have only the factory's method, those from 5 on only the function.
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(_POOL).GetPrototype(descriptor)


def enum_number(enum: str, name: str) -> int:
    """The number of an enum's value, by its full name."""
    value = _POOL.FindEnumTypeByName(_PACKAGE + enum).values_by_name.get(name)
    if value is None:
        raise KeyError(name)
    return int(value.number)


def enum_name(enum: str, number: int, prefix: str) -> str:
    """The name of an enum's value without its prefix; a value newer than this client is its number."""
    value = _POOL.FindEnumTypeByName(_PACKAGE + enum).values_by_number.get(number)
    return str(number) if value is None else str(value.name)[len(prefix) :]


GraphRecord = _message("GraphRecord")
JobRequest = _message("JobRequest")
JobControl = _message("JobControl")
ResultRecord = _message("ResultRecord")
JobProgress = _message("JobProgress")
ChangeRecord = _message("ChangeRecord")
AlertRecord = _message("Alert")
PatternLabel = _message("PatternLabel")


@dataclass(frozen=True)
class Topics:
    """Names of the topics; a prefix lets several installations share a broker."""

    prefix: str = ""

    @property
    def graphs(self) -> str:
        return self.prefix + "graphs.v1"

    @property
    def jobs(self) -> str:
        return self.prefix + "jobs.v1"

    @property
    def control(self) -> str:
        return self.prefix + "control.v1"

    @property
    def results(self) -> str:
        return self.prefix + "results.v1"

    @property
    def progress(self) -> str:
        return self.prefix + "progress.v1"

    @property
    def changes(self) -> str:
        return self.prefix + "changes.v1"

    @property
    def alerts(self) -> str:
        return self.prefix + "alerts.v1"

    def optional(self) -> tuple[str, ...]:
        """What an installation may be without."""
        return (self.changes, self.alerts)

    def all(self) -> tuple[str, ...]:
        """What a client reads or writes."""
        return (self.graphs, self.jobs, self.control, self.results, self.progress)


def is_identifier(text: object) -> bool:
    """Whether this is a graph id or a job id."""
    return isinstance(text, str) and _IDENTIFIER.fullmatch(text) is not None


def count(message: Any) -> int:
    """The value of a Count, exact at any size."""
    if message.beyond_128_bits:
        return int.from_bytes(message.beyond_128_bits, "big")
    return (int(message.high) << 64) | int(message.low)

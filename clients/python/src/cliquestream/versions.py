"""Which records of a version lie in the graphs topic."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError

from .contract import GraphRecord
from .errors import InputError
from .kafka import Connection


def version_keys(kafka: Connection, partition: int, graph_id: str, version: int, timeout: float) -> list[str]:
    """Keys of a version's records, the one whose tombstone retires it first.

    Reads the graph's partition from its beginning to its present end and holds keys only. Refuses a
    version that a delta builds on, because a worker that restores could not build that delta's again.
    """
    topic = kafka.topics.graphs
    live: dict[str, None] = {}
    built: dict[str, int] = {}
    prefix = f"{graph_id}/{version}/"
    first, _ = kafka.ends(topic, partition)
    for message in kafka.read(topic, {partition: first}, timeout, to_end=True):
        key = (message.key() or b"").decode("utf-8", "replace")
        if key.startswith(prefix):
            live.pop(key, None) if message.value() is None else live.setdefault(key)
        elif key.startswith(graph_id + "/") and "/delta-" in key:
            if message.value() is None:
                built.pop(key, None)
            elif _base(message.value()) == version:
                built[key] = version
    if built and live:
        other = next(iter(built)).split("/")[1]
        raise InputError(
            "OPTION_INVALID", f"a delta builds version {other} on version {version} of {graph_id}; retire that one first"
        )
    return sorted(live, key=lambda key: key[len(prefix) :] not in ("header", "reference", "delta-0"))


def versions(kafka: Connection, partition: int, graph_id: str, timeout: float) -> list[int]:
    """Versions that have a commit, a reference or a delta, ascending."""
    topic = kafka.topics.graphs
    found: dict[int, None] = {}
    first, _ = kafka.ends(topic, partition)
    for message in kafka.read(topic, {partition: first}, timeout, to_end=True):
        parts = (message.key() or b"").decode("utf-8", "replace").split("/")
        if len(parts) != 3 or parts[0] != graph_id or not parts[1].isdecimal():
            continue
        if message.value() is None and parts[2] in ("header", "reference", "delta-0"):
            found.pop(int(parts[1]), None)
        elif message.value() is not None and parts[2] in ("commit", "reference", "delta-0"):
            found.setdefault(int(parts[1]))
    return sorted(found)


def _base(value: bytes) -> Any:
    try:
        return GraphRecord.FromString(value).delta.base_version
    except DecodeError:
        return None  # No worker could build anything of it either.

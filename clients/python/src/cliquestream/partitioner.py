"""Which partition a graph or a job lies on."""

from __future__ import annotations

_MASK = 0xFFFFFFFF
_MULTIPLIER = 0x5BD1E995
_SEED = 0x9747B28C


def murmur2(data: bytes) -> int:
    """murmur2 as in Kafka's clients, as an unsigned 32-bit number."""
    length = len(data)
    state = _SEED ^ length
    whole = length - length % 4
    for at in range(0, whole, 4):
        word = int.from_bytes(data[at : at + 4], "little") * _MULTIPLIER & _MASK
        word = (word ^ word >> 24) * _MULTIPLIER & _MASK
        state = state * _MULTIPLIER & _MASK ^ word
    if whole < length:
        state = (state ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _MASK
    state = (state ^ state >> 13) * _MULTIPLIER & _MASK
    return state ^ state >> 15


def partition_of(identifier: str, partitions: int) -> int:
    """The partition of a graph id (graphs, jobs) or a job id (all other topics)."""
    return (murmur2(identifier.encode()) & 0x7FFFFFFF) % partitions

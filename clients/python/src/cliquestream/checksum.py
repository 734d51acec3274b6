"""CRC-32C (Castagnoli), in Python alone, and with NumPy some hundred times as fast.

The fast way cuts the data into lanes of equal length, walks through all lanes at once, and joins the
lanes' remainders two by two: the checksum of A followed by B is that of A moved on by as many zero
bytes as B has, exclusive or that of B (Mark Adler's crc32_combine).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

numpy: Any
try:
    import numpy
except ImportError:  # The table alone is exact, too.
    numpy = None

_POLYNOMIAL = 0x82F63B78
_ALL = 0xFFFFFFFF
_LANES = 2048


def _table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _table()


def crc32c(data: Any, before: int = 0) -> int:
    """The checksum of bytes, or of any contiguous buffer, that follow others with the checksum ``before``."""
    view = memoryview(data).cast("B")
    state = before ^ _ALL
    at = 0
    if numpy is not None and len(view) >= 8 * _LANES:
        at = len(view) // _LANES * _LANES
        state = _lanes(view[:at], state)
    for byte in view[at:]:
        state = _TABLE[(state ^ byte) & 0xFF] ^ state >> 8
    return state ^ _ALL


def joined(first: int, second: int, second_bytes: int) -> int:
    """The checksum of two pieces together, from theirs and the second's length."""
    return _apply(_zeros(second_bytes), first) ^ second


def _lanes(view: memoryview, state: int) -> int:
    length = len(view) // _LANES
    columns = numpy.ascontiguousarray(numpy.frombuffer(view, numpy.uint8).reshape(_LANES, length).T)
    table = numpy.array(_TABLE, numpy.uint32)
    states = numpy.zeros(_LANES, numpy.uint32)
    states[0] = state
    for column in columns:
        states = table[(states ^ column) & 0xFF] ^ (states >> 8)
    while len(states) > 1:
        moved = numpy.zeros(len(states) // 2, numpy.uint32)
        for bit, word in enumerate(_zeros(length)):
            moved ^= numpy.where(states[0::2] >> bit & 1, numpy.uint32(word), numpy.uint32(0))
        states = moved ^ states[1::2]
        length *= 2
    return int(states[0])


def _apply(operator: tuple[int, ...], state: int) -> int:
    moved = 0
    for word in operator:
        if state & 1:
            moved ^= word
        state >>= 1
    return moved


@lru_cache(maxsize=256)
def _zeros(count: int) -> tuple[int, ...]:
    """Moves a state on by so many zero bytes: a 32 by 32 matrix over two elements, by columns."""
    result = tuple(1 << bit for bit in range(32))
    power = tuple(_TABLE[1 << bit & 0xFF] ^ (1 << bit) >> 8 for bit in range(32))
    while count:
        if count & 1:
            result = tuple(_apply(power, column) for column in result)
        power = tuple(_apply(power, column) for column in power)
        count >>= 1
    return result

"""The records of a snapshot and of a delta, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .checksum import crc32c, joined
from .contract import CHUNK_BYTES, DELTA_PARTS, HIGHEST_VERSION, PAYLOAD_BYTES, GraphRecord, is_identifier
from .edges import EdgeList
from .errors import InputError


def snapshot_records(
    graph_id: str, version: int, edges: EdgeList, *, zstd: bool = False, chunk_bytes: int = CHUNK_BYTES
) -> Iterator[tuple[str, Any]]:
    """Key and record of header, names where there are some, chunks and commit, in this order."""
    require_version(graph_id, version)
    if chunk_bytes % 16 or not 64 <= chunk_bytes <= CHUNK_BYTES:
        raise InputError(
            "SNAPSHOT_SIZE_WRONG", f"chunks have 64 to {CHUNK_BYTES} bytes, a multiple of 16, not {chunk_bytes}"
        )
    pieces = [edges.buffer[at : at + chunk_bytes] for at in range(0, len(edges.buffer), chunk_bytes)]
    checksums = [crc32c(piece) for piece in pieces]
    whole = 0
    for piece, checksum in zip(pieces, checksums, strict=True):
        whole = joined(whole, checksum, len(piece))
    totals = {"chunk_count": len(pieces), "edge_count": edges.count, "payload_crc32c": whole}
    named: dict[str, Any] = {"graph_id": graph_id, "version": version}
    prefix = f"{graph_id}/{version}/"
    names = _name_pieces(edges.names.carried() if edges.names is not None else None, chunk_bytes)
    named_totals = {}
    if names:
        payload = b"".join(piece for piece, _ in names)
        named_totals = {
            "name_count": sum(count for _, count in names),
            "name_chunk_count": len(names),
            "name_bytes": len(payload),
            "name_crc32c": crc32c(payload),
        }
    yield prefix + "header", GraphRecord(
        header={
            **named,
            **totals,
            **named_totals,
            "id_width": edges.width,
            "vertex_bound": edges.bound,
            "encoding": "EDGE_ENCODING_PAIRS",
            "compression": "COMPRESSION_ZSTD" if zstd else "COMPRESSION_NONE",
            "payload_bytes": len(edges.buffer),
        }
    )
    compressor = _zstd() if zstd else None
    for sequence, (text, count) in enumerate(names):
        listed = text if compressor is None else compressor.compress(text)
        chunk: dict[str, Any] = {"sequence": sequence, "payload": listed, "uncompressed_bytes": len(text)}
        chunk["name_count"] = count
        yield f"{prefix}names-{sequence}", GraphRecord(names={**named, **chunk, "crc32c": crc32c(listed)})
    for sequence, (piece, checksum) in enumerate(zip(pieces, checksums, strict=True)):
        payload = bytes(piece)
        if compressor is not None:
            payload = compressor.compress(payload)
            checksum = crc32c(payload)
        chunk = {"sequence": sequence, "payload": payload, "uncompressed_bytes": len(piece), "crc32c": checksum}
        yield prefix + str(sequence), GraphRecord(chunk={**named, **chunk})
    yield prefix + "commit", GraphRecord(commit={**named, **totals})


def delta_records(
    graph_id: str,
    base: int,
    version: int,
    inserted: EdgeList,
    deleted: EdgeList,
    *,
    part_bytes: int = PAYLOAD_BYTES,
) -> Iterator[tuple[str, Any]]:
    """Key and record of every part: what is inserted first, then what is deleted."""
    require_version(graph_id, base)
    require_version(graph_id, version)
    if version <= base:
        raise InputError("VERSION_NOT_NEWER", f"new version {version} is not above base version {base}")
    width = max(inserted.width, deleted.width)
    pairs = _as_wide(inserted, width) + _as_wide(deleted, width)
    border = inserted.count * 2 * width
    step = part_bytes // (2 * width) * 2 * width
    parts = max(1, -(-len(pairs) // step))
    if parts > DELTA_PARTS:
        raise InputError("SNAPSHOT_SIZE_WRONG", f"the delta has {parts} parts, more than {DELTA_PARTS}")
    for part in range(parts):
        begin, end = part * step, min(len(pairs), (part + 1) * step)
        middle = min(max(border, begin), end)
        delta = {
            "graph_id": graph_id,
            "base_version": base,
            "new_version": version,
            "id_width": width,
            "part": part,
            "part_count": parts,
            "inserted": pairs[begin:middle],
            "deleted": pairs[middle:end],
            "crc32c": crc32c(pairs[begin:end]),
        }
        yield f"{graph_id}/{version}/delta-{part}", GraphRecord(delta=delta)


def named_delta_records(
    graph_id: str,
    base: int,
    version: int,
    inserted: EdgeList,
    deleted: EdgeList,
    names: list[bytes],
    *,
    part_bytes: int = PAYLOAD_BYTES,
) -> Iterator[tuple[str, Any]]:
    """The same for a graph whose vertices have names: every part has those of its own edges.

    ``names`` are what records carry of the names that the edges' numbers stand for.
    """
    require_version(graph_id, base)
    require_version(graph_id, version)
    if version <= base:
        raise InputError("VERSION_NOT_NEWER", f"new version {version} is not above base version {base}")
    parts = [_Part()]
    for edges, into in ((inserted, "inserted"), (deleted, "deleted")):
        for ends in edges.pairs():
            first, second = (names[end] for end in ends)
            if parts[-1].size_with(first, second) > part_bytes:
                parts.append(_Part())
            parts[-1].add(first, second, into)
    if len(parts) > DELTA_PARTS:
        raise InputError("SNAPSHOT_SIZE_WRONG", f"the delta has {len(parts)} parts, more than {DELTA_PARTS}")
    for number, part in enumerate(parts):
        listed = bytes(part.names)
        delta = {
            "graph_id": graph_id,
            "base_version": base,
            "new_version": version,
            "id_width": 4,
            "part": number,
            "part_count": len(parts),
            "names": listed,
            "inserted": bytes(part.inserted),
            "deleted": bytes(part.deleted),
            "crc32c": crc32c(listed + bytes(part.inserted) + bytes(part.deleted)),
        }
        yield f"{graph_id}/{version}/delta-{number}", GraphRecord(delta=delta)


class _Part:
    """Edges of one part of a delta by positions in its own names."""

    def __init__(self) -> None:
        self.names = bytearray()
        self.inserted = bytearray()
        self.deleted = bytearray()
        self._positions: dict[bytes, int] = {}

    def size_with(self, first: bytes, second: bytes) -> int:
        held = len(self.names) + len(self.inserted) + len(self.deleted)
        return held + 8 + sum(len(_listed(name)) for name in (first, second) if name not in self._positions)

    def add(self, first: bytes, second: bytes, into: str) -> None:
        for name in (first, second):
            if name not in self._positions:
                self._positions[name] = len(self._positions)
                self.names += _listed(name)
            pairs = self.inserted if into == "inserted" else self.deleted
            pairs += self._positions[name].to_bytes(4, "little")


def _listed(name: bytes) -> bytes:
    """A name as payloads list it: a varint of its length before it."""
    length = len(name)
    return (bytes([length]) if length < 128 else bytes([length & 127 | 128, length >> 7])) + name


def _name_pieces(names: list[bytes] | None, chunk_bytes: int) -> list[tuple[bytes, int]]:
    """Payloads of names, each with how many it holds; a name never straddles two."""
    pieces: list[tuple[bytes, int]] = []
    piece, count = bytearray(), 0
    room = max(chunk_bytes, 1034)
    for name in names or ():
        listed = _listed(name)
        if len(piece) + len(listed) > room:
            pieces.append((bytes(piece), count))
            piece, count = bytearray(), 0
        piece += listed
        count += 1
    if count:
        pieces.append((bytes(piece), count))
    return pieces


def require_version(graph_id: str, version: int) -> None:
    """Refuses what is no graph id or no version."""
    if not is_identifier(graph_id):
        raise InputError(
            "GRAPH_ID_INVALID", f"{graph_id!r} is no graph id: 1 to 128 characters out of A-Z a-z 0-9 . _ -"
        )
    if not 1 <= version <= HIGHEST_VERSION:
        raise InputError("RECORD_INCOMPLETE", f"a version is 1 to 2^63 - 1, not {version}")


def _as_wide(edges: EdgeList, width: int) -> bytes:
    if edges.width == width:
        return bytes(edges.buffer)
    narrow = edges.buffer
    return b"".join(bytes(narrow[at : at + 4]) + b"\0\0\0\0" for at in range(0, len(narrow), 4))


def _zstd() -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError("OPTION_INVALID", "zstd=True needs the package zstandard") from None
    return zstandard.ZstdCompressor(level=3)

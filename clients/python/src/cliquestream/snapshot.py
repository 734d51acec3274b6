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
    """Key and record of header, chunks and commit, in this order."""
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
    named = {"graph_id": graph_id, "version": version}
    prefix = f"{graph_id}/{version}/"
    yield prefix + "header", GraphRecord(
        header={
            **named,
            **totals,
            "id_width": edges.width,
            "vertex_bound": edges.bound,
            "encoding": "EDGE_ENCODING_PAIRS",
            "compression": "COMPRESSION_ZSTD" if zstd else "COMPRESSION_NONE",
            "payload_bytes": len(edges.buffer),
        }
    )
    compressor = _zstd() if zstd else None
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

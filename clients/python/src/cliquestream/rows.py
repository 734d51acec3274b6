"""Rows of an answer that the launcher wrote to a file: of any size, read one at a time."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from .errors import InputError

#: What a row's text holds as a number.
_COUNTS = ("count", "size")
_ENDS = ("vertex", "from", "to")
_SETS = ("clique", "match")


class Rows:
    """What lies in a file of rows; each iteration reads it anew, in constant memory.

    A row is a mapping with the members that docs/answers.md lists, counts being numbers and cliques and
    matches tuples: ``{"vertex": "ann", "count": 1}``, ``{"clique": ("ann", "bob", "cy")}``. Of JSON lines
    (``.jsonl``, also with ``.gz``, and ``.zst`` where zstandard is installed) and, with pyarrow, of Arrow and
    Parquet.
    """

    def __init__(self, path: str | Path, count: int, names: Mapping[str, Hashable] | None = None) -> None:
        #: Where they lie.
        self.path = Path(path)
        self._count = count
        self._names = names

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[dict[str, Any]]:
        kind = _kind(self.path)
        if kind == "jsonl":
            rows: Iterator[dict[str, Any]] = map(json.loads, _lines(self.path))
        else:
            rows = (row for batch in _batches(self.path, kind) for row in batch.to_pylist())
        return map(self._read, rows)

    def frame(self) -> Any:
        """All of them as a pandas DataFrame, with a column for each member; rows are of one kind."""
        import pandas

        kind = _kind(self.path)
        if kind != "jsonl":
            table = _table(self.path, kind)
            return pandas.DataFrame({name: self._column(name, table.column(name)) for name in table.column_names})
        columns: dict[str, list[Any]] = {}
        for row in self:
            for name in row if not columns else ():
                columns[name] = []
            if row.keys() != columns.keys():
                raise InputError("OPTION_INVALID", "rows of more than one kind are no table; iterate over them")
            for name, value in row.items():
                columns[name].append(value)
        return pandas.DataFrame(columns)

    def _column(self, name: str, column: Any) -> Any:
        if name in _SETS:
            return [self._value(name, vertices) for vertices in column.to_pylist()]
        if name in _ENDS and self._names is not None:
            return [self._value(name, vertex) for vertex in column.to_pylist()]
        return column.to_pandas()

    def _read(self, row: dict[str, Any]) -> dict[str, Any]:
        return {name: self._value(name, value) for name, value in row.items()}

    def _value(self, name: str, value: Any) -> Any:
        if name in _COUNTS:
            return int(value)
        if name in _SETS:
            return tuple(value if self._names is None else map(self._names.__getitem__, value))
        if self._names is not None and name in _ENDS:
            return self._names[value]
        return value


def readable(path: Path) -> None:
    """Refuses, before anything is computed, what could not be read afterwards."""
    kind = _kind(path)
    if kind != "jsonl":
        _pyarrow()
    elif path.suffix == ".zst":
        _zstandard()


def _kind(path: Path) -> str:
    endings = path.suffixes[-2:] if path.suffix in (".gz", ".zst") else path.suffixes[-1:]
    kinds = {".jsonl": "jsonl", ".ndjson": "jsonl", ".arrow": "file", ".feather": "file", ".arrows": "stream"}
    kinds[".parquet"] = "parquet"
    kind = kinds.get(endings[0]) if endings else None
    if kind is None or (len(endings) > 1 and kind != "jsonl"):
        raise InputError(
            "OPTION_INVALID",
            f"{path.name} tells no format of rows that are read here; a name ends with .jsonl, .jsonl.gz, .jsonl.zst or,"
            " where pyarrow is installed, .arrow, .arrows or .parquet",
        )
    return kind


def _lines(path: Path) -> Iterator[str]:
    with _unpacked(path) as lines:
        yield from lines


def _unpacked(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    if path.suffix == ".zst":
        unpacking = _zstandard().ZstdDecompressor().stream_reader(path.open("rb"), read_across_frames=True)
        return io.TextIOWrapper(unpacking, "utf-8")
    return path.open(encoding="utf-8")


def _batches(path: Path, kind: str) -> Iterator[Any]:
    _pyarrow()
    if kind == "parquet":
        from pyarrow import parquet

        with parquet.ParquetFile(path) as file:
            yield from file.iter_batches()
        return
    from pyarrow import ipc

    with path.open("rb") as opened:
        if kind == "stream":
            yield from ipc.open_stream(opened)
            return
        file = ipc.open_file(opened)
        for number in range(file.num_record_batches):
            yield file.get_batch(number)


def _table(path: Path, kind: str) -> Any:
    if kind == "parquet":
        from pyarrow import parquet

        return parquet.read_table(path)
    from pyarrow import ipc

    with path.open("rb") as opened:
        return (ipc.open_stream if kind == "stream" else ipc.open_file)(opened).read_all()


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError("OPTION_INVALID", "Arrow and Parquet need the package pyarrow; .jsonl needs none") from None
    return pyarrow


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise InputError("OPTION_INVALID", ".zst needs the package zstandard; .jsonl and .jsonl.gz need none") from None
    return zstandard

"""Edges out of what people hold: pairs, arrays, DataFrames, NetworkX, igraph, scipy.

All of them become one buffer of little-endian pairs, which is what the contract carries. Libraries are
recognised by their types' modules, so that none of them is imported, or needed, for the others.

Vertices that are whole numbers from 0 to 2^64 - 1 keep their numbers. All others (text, negative
numbers, tuples, …) are numbered in the order in which they appear, and ``names`` tells them apart.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from .errors import InputError

_WIDEST = 2**64 - 1
_NAME_BYTES = 1024


class VertexNames:
    """Numbers of named vertices: ``names[number]`` is a name, ``names.number(name)`` its number."""

    def __init__(self, names: Iterable[Hashable]) -> None:
        self._names = list(names)
        self._numbers = {name: number for number, name in enumerate(self._names)}
        if len(self._numbers) != len(self._names):
            raise InputError("OPTION_INVALID", "two vertices have the same name")

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self._names)

    def __getitem__(self, number: int) -> Hashable:
        return self._names[number]

    def number(self, name: Hashable) -> int:
        """The number of a name; an :class:`InputError` where there is none."""
        try:
            return self._numbers[name]
        except KeyError:
            raise InputError("OPTION_INVALID", f"no vertex is named {name!r}") from None

    def carried(self) -> list[bytes] | None:
        """What records carry: the names' text in UTF-8, or None where they cannot be carried.

        Text is carried as it is, anything else as ``str`` shows it. Names that are empty, longer than
        1,024 bytes or alike as text stay with this process, and the graph's vertices are numbers elsewhere.
        """
        texts = [str(name).encode("utf-8", "surrogatepass") for name in self._names]
        fit = all(0 < len(text) <= _NAME_BYTES and _is_utf8(text) for text in texts)
        return texts if fit and len(set(texts)) == len(texts) else None

    def with_names_of(self, pairs: Iterable[tuple[Hashable, Hashable]]) -> VertexNames:
        """These names and, behind them, those of the pairs that are new."""
        return VertexNames(dict.fromkeys(chain(self._names, chain.from_iterable(pairs))))


class EdgeList:
    """Pairs of vertex numbers in one buffer.

    ``width`` is the bytes of a number (4 or 8), ``count`` the number of pairs, loops and repetitions
    included, ``bound`` a number that every vertex is below (0 for none below 2^64), ``names`` the names
    of the vertices where they have some.
    """

    def __init__(self, pairs: Any, width: int, highest: int, names: VertexNames | None = None) -> None:
        self.buffer = memoryview(pairs).cast("B")
        self.width = width
        self.count = len(self.buffer) // (2 * width)
        self.bound = (highest + 1) & _WIDEST
        self.names = names

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every pair of numbers."""
        numbers = self.buffer.cast("Q" if self.width == 8 else "I")
        if sys.byteorder == "big":
            swapped = array("Q" if self.width == 8 else "I", numbers)
            swapped.byteswap()
            return zip(swapped[::2], swapped[1::2], strict=True)
        return zip(numbers[::2], numbers[1::2], strict=True)

    @staticmethod
    def of_numbers(numbers: Sequence[int]) -> EdgeList:
        """From numbers in a row: both ends of the first edge, of the second, and so on."""
        highest = max(numbers, default=-1)
        width = 8 if highest > 0xFFFFFFFF else 4
        packed = array("Q" if width == 8 else "I", numbers)
        if sys.byteorder == "big":
            packed.byteswap()
        return EdgeList(packed, width, highest)


def edge_list(edges: Any, source: Any = None, target: Any = None, names: VertexNames | None = None) -> EdgeList:
    """Edges of any kind that is known.

    ``source`` and ``target`` name the columns of a DataFrame. With ``names`` every vertex is a name
    out of these.
    """
    if isinstance(edges, EdgeList):
        return edges
    module = type(edges).__module__.partition(".")[0]
    if module == "pandas":
        return _of_frame(edges, source, target, names)
    if source is not None or target is not None:
        raise InputError("OPTION_INVALID", "source and target name columns of a DataFrame; these edges are none")
    if module == "networkx":
        return _of_pairs(((a, b) for a, b in edges.edges()), names)
    if module == "igraph":
        named = "name" in edges.vs.attributes()
        listed = edges.get_edgelist()
        if not named:
            return _of_pairs(listed, names)
        texts = edges.vs["name"]
        return _of_pairs(((texts[a], texts[b]) for a, b in listed), names)
    if module == "scipy":
        return _of_matrix(edges, names)
    if module == "numpy":
        return _of_array(edges, names)
    return _of_pairs(edges, names)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _of_pairs(edges: Iterable[Any], names: VertexNames | None) -> EdgeList:
    ends: list[Any] = []
    try:
        for edge in edges:
            first, second = edge
            ends.append(first)
            ends.append(second)
    except (TypeError, ValueError):
        raise InputError(
            "SNAPSHOT_ENCODING_INVALID", f"edge {len(ends) // 2} is no pair of vertices; expected (source, target)"
        ) from None
    if names is not None:
        return _numbered(ends, names)
    if all(type(end) is int and 0 <= end <= _WIDEST for end in ends):
        return EdgeList.of_numbers(ends)
    return _named(ends)


def _named(ends: list[Any]) -> EdgeList:
    # NumPy's whole numbers are numbers, whatever their class is; a bool or a float is none.
    if all(_is_whole(end) and 0 <= int(end) <= _WIDEST for end in ends):
        return EdgeList.of_numbers([int(end) for end in ends])
    for end in ends:
        if end is None or end != end:
            raise InputError("SNAPSHOT_ENCODING_INVALID", f"{end!r} is no vertex: a value is missing")
        if not isinstance(end, Hashable):
            raise InputError("SNAPSHOT_ENCODING_INVALID", f"{end!r} is no vertex: it cannot be hashed")
    return _numbered(ends, VertexNames(dict.fromkeys(ends)))


def _is_whole(end: Any) -> bool:
    return hasattr(end, "__index__") and not isinstance(end, bool) and type(end).__name__ != "bool_"


def _numbered(ends: list[Any], names: VertexNames) -> EdgeList:
    numbered = EdgeList.of_numbers([names.number(end) for end in ends])
    numbered.names = names
    return numbered


def _of_array(edges: Any, names: VertexNames | None) -> EdgeList:
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise InputError("SNAPSHOT_ENCODING_INVALID", f"an array of shape (edges, 2) is needed, not {edges.shape}")
    import numpy

    if names is not None or edges.dtype.kind not in "iu" or (edges.size and int(edges.min()) < 0):
        if edges.dtype.kind in "fc":
            raise InputError("SNAPSHOT_ENCODING_INVALID", f"vertices are whole numbers or names, not {edges.dtype}")
        return _of_pairs(edges.tolist(), names)
    highest = int(edges.max()) if edges.size else -1
    width = 8 if highest > 0xFFFFFFFF else 4
    return EdgeList(numpy.ascontiguousarray(edges, f"<u{width}").reshape(-1), width, highest)


def _of_matrix(matrix: Any, names: VertexNames | None) -> EdgeList:
    if matrix.shape[0] != matrix.shape[1]:
        raise InputError("SNAPSHOT_ENCODING_INVALID", f"an adjacency matrix is square, not {matrix.shape}")
    import numpy

    cells = matrix.tocoo()
    there = cells.data != 0
    return _of_array(numpy.column_stack((cells.row[there], cells.col[there])), names)


def _of_frame(frame: Any, source: Any, target: Any, names: VertexNames | None) -> EdgeList:
    columns = list(frame.columns)
    if source is None and target is None:
        if "source" in columns and "target" in columns:
            source, target = "source", "target"
        elif len(columns) == 2:
            source, target = columns
    for column in (source, target):
        if column is None or column not in columns:
            raise InputError(
                "OPTION_INVALID", f"name the two columns by source= and target=; the DataFrame has {columns}"
            )
    ends = frame[[source, target]]
    if ends.isna().to_numpy().any():
        row = int(ends.isna().any(axis=1).to_numpy().argmax())
        raise InputError("SNAPSHOT_ENCODING_INVALID", f"row {row} of the DataFrame has no {source} or no {target}")
    if all(kind.kind in "iu" for kind in ends.dtypes):
        return _of_array(ends.to_numpy(), names)
    return _of_pairs(zip(ends[source].tolist(), ends[target].tolist(), strict=True), names)

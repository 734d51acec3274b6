"""Edges out of what people hold: pairs, arrays, DataFrames, Arrow tables, NetworkX, igraph, scipy.

All of them become one buffer of little-endian pairs, which is what the contract carries. Libraries are
recognised by their types' modules, so that none of them is imported, or needed, for the others.

Vertices that are whole numbers from 0 to 2^64 - 1 keep their numbers. All others (text, negative
numbers, tuples, …) are numbered in the order in which they appear, and ``names`` tells them apart.
Numbers that are not whole by their type are no vertices, whatever holds them: 1.0 may have been 1, or text.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from numbers import Integral, Number
from typing import Any

from .errors import InputError

_WIDEST = 2**64 - 1
_NAME_BYTES = 1024
_REMEDY = (
    "vertices are whole numbers or names; make whole numbers of it by int() or .astype('int64'), after dropping"
    " what is missing (pandas makes floats of whole numbers beside it), or names by str()"
)


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

    ``source`` and ``target`` name the columns of a DataFrame or of an Arrow table. With ``names`` every vertex is a name
    out of these.
    """
    if isinstance(edges, EdgeList):
        return edges
    module = type(edges).__module__.partition(".")[0]
    if module == "pandas":
        return _of_frame(edges, source, target, names)
    if module == "pyarrow":
        return _of_arrow(edges, source, target, names)
    if source is not None or target is not None:
        raise InputError("OPTION_INVALID", "source and target name columns of a DataFrame or table; these edges are none")
    if module == "networkx":
        return _of_pairs(((a, b) for a, b in edges.edges()), names)
    if module == "igraph":
        return _of_igraph(edges, names)
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
            if isinstance(edge, (str, bytes)):
                raise TypeError
            ends.append(first)
            ends.append(second)
    except (TypeError, ValueError):
        raise _refused(f"edge {len(ends) // 2} is no pair of vertices; expected (source, target)") from None
    kinds = set(map(type, ends))
    if names is None and kinds <= {int} and all(0 <= end <= _WIDEST for end in ends):
        return EdgeList.of_numbers(ends)
    _require_vertices(ends, kinds)
    return _named(ends) if names is None else _numbered(ends, names)


def _refused(sentence: str) -> InputError:
    return InputError("SNAPSHOT_ENCODING_INVALID", sentence)


def _require_vertices(ends: list[Any], kinds: set[type]) -> None:
    if any(kind is type(None) or kind.__name__ in ("NAType", "NaTType") for kind in kinds):
        missing = next(end for end in ends if end is None or type(end).__name__ in ("NAType", "NaTType"))
        raise _refused(f"{missing!r} is no vertex: a value is missing")
    no_vertices = {kind for kind in kinds if issubclass(kind, Number) and not issubclass(kind, Integral)}
    if no_vertices:
        wrong = next(end for end in ends if type(end) in no_vertices)
        if wrong != wrong:
            raise _refused(f"{wrong!r} is no vertex: a value is missing")
        raise _refused(f"{wrong!r} is no vertex but a {type(wrong).__name__}: {_REMEDY}")
    for end in ends:
        try:
            hash(end)
        except TypeError:
            raise _refused(f"{end!r} is no vertex: it cannot be hashed") from None


def _named(ends: list[Any]) -> EdgeList:
    # NumPy's whole numbers are numbers, whatever their class is; a bool is none.
    if all(is_whole(end) and 0 <= int(end) <= _WIDEST for end in ends):
        return EdgeList.of_numbers([int(end) for end in ends])
    return _numbered(ends, VertexNames(dict.fromkeys(ends)))


def is_whole(end: Any) -> bool:
    """Of any type of whole numbers; a truth value, which Python counts among them, is none."""
    return hasattr(end, "__index__") and not isinstance(end, bool) and type(end).__name__ != "bool_"


def _numbered(ends: list[Any], names: VertexNames) -> EdgeList:
    numbered = EdgeList.of_numbers([names.number(end) for end in ends])
    numbered.names = names
    return numbered


def _of_array(edges: Any, names: VertexNames | None) -> EdgeList:
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise _refused(f"an array of shape (edges, 2) is needed, not {edges.shape}")
    import numpy

    if edges.dtype.kind not in "iu":
        return _of_pairs(edges.tolist(), names)
    if names is not None or (edges.size and int(edges.min()) < 0):
        return _of_pairs(edges.tolist(), names)
    highest = int(edges.max()) if edges.size else -1
    width = 8 if highest > 0xFFFFFFFF else 4
    return EdgeList(numpy.ascontiguousarray(edges, f"<u{width}").reshape(-1), width, highest)


def _of_columns(first: Any, second: Any, names: VertexNames | None) -> EdgeList:
    """From two arrays of whole numbers, which may be of types that only floats would hold together."""
    import numpy

    if names is not None or any(column.size and int(column.min()) < 0 for column in (first, second)):
        return _of_pairs(zip(first.tolist(), second.tolist(), strict=True), names)
    highest = max((int(column.max()) for column in (first, second) if column.size), default=-1)
    width = 8 if highest > 0xFFFFFFFF else 4
    pairs = numpy.empty((first.size, 2), f"<u{width}")
    pairs[:, 0], pairs[:, 1] = first, second
    return EdgeList(pairs.reshape(-1), width, highest)


def _of_igraph(graph: Any, names: VertexNames | None) -> EdgeList:
    listed = graph.get_edgelist()
    if "name" not in graph.vs.attributes():
        return _of_pairs(listed, names)
    texts = graph.vs["name"]
    places: dict[Any, int] = {}
    for place, text in enumerate(texts):
        before = places.setdefault(text, place) if isinstance(text, Hashable) else place
        if before != place:
            raise _refused(
                f"vertices {before} and {place} share the name {text!r} and would be one; make the attribute 'name'"
                " tell them apart, or delete it (del graph.vs['name']) for numbers"
            )
    return _of_pairs(((texts[a], texts[b]) for a, b in listed), names)


def _of_matrix(matrix: Any, names: VertexNames | None) -> EdgeList:
    if matrix.shape[0] != matrix.shape[1]:
        raise _refused(f"an adjacency matrix is square, not {matrix.shape}")
    cells = matrix.tocoo()
    there = cells.data != 0
    return _of_columns(cells.row[there], cells.col[there], names)


def _of_frame(frame: Any, source: Any, target: Any, names: VertexNames | None) -> EdgeList:
    ends = []
    for column in _ends(list(frame.columns), source, target, "DataFrame"):
        end = frame[column]
        missing = end.isna().to_numpy()
        if missing.any():
            raise _refused(f"row {int(missing.argmax())} of the DataFrame has no {column}")
        if end.dtype.kind in "fc":
            raise _refused(f"column {column!r} of the DataFrame holds {end.dtype}: {_REMEDY}")
        ends.append(end)
    if all(end.dtype.kind in "iu" for end in ends):
        # Each by itself: signed beside unsigned would be floats. One of pandas' own types is no array yet.
        first, second = (end.to_numpy(f"{end.dtype.kind}8") for end in ends)
        return _of_columns(first, second, names)
    return _of_pairs(zip(*(end.tolist() for end in ends), strict=True), names)


def _of_arrow(table: Any, source: Any, target: Any, names: VertexNames | None) -> EdgeList:
    from pyarrow import types

    ends = []
    for column in _ends(list(table.schema.names), source, target, "table"):
        end = table.column(column)
        if end.null_count:
            row = end.is_null().to_pylist().index(True)
            raise _refused(f"row {row} of the table has no {column}")
        if types.is_floating(end.type) or types.is_decimal(end.type):
            raise _refused(f"column {column!r} of the table holds {end.type}: {_REMEDY}")
        ends.append(end)
    if all(types.is_integer(end.type) for end in ends):
        first, second = (end.to_numpy() for end in ends)
        return _of_columns(first, second, names)
    return _of_pairs(zip(*(end.to_pylist() for end in ends), strict=True), names)


def _ends(columns: list[Any], source: Any, target: Any, table: str) -> tuple[Any, Any]:
    """The two columns that hold the ends of edges."""
    if source is None and target is None:
        if "source" in columns and "target" in columns:
            source, target = "source", "target"
        elif len(columns) == 2:
            source, target = columns
    for column in (source, target):
        if column is None or column not in columns:
            raise InputError("OPTION_INVALID", f"name the two columns by source= and target=; the {table} has {columns}")
        if columns.count(column) > 1:
            raise InputError("OPTION_INVALID", f"more than one column of the {table} is named {column!r}")
    return source, target

"""What a run of a standing job changed since the run before, and how it is laid over what was known."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .contract import count
from .errors import BaseVersionError, InputError, ResourceError

if TYPE_CHECKING:
    from .results import Outcome


@dataclass(frozen=True)
class Difference:
    """What is other than in the run before; the outcome has no answer then."""

    #: The version of the run before.
    base_version: int
    #: Exact numbers before and after, by a name such as ``triangles`` or ``4-cliques``; those that did not
    #: change are left out.
    figures: Mapping[str, tuple[int, int]]
    #: Whether ``per_vertex`` and ``local_clustering`` hold only the vertices whose value is another one, and
    #: those that are not there any more with 0. False: they are whole.
    changed_vertices_only: bool

    @staticmethod
    def of(message: Any) -> Difference:
        """From a record of the contract."""
        return Difference(
            base_version=message.base_version,
            figures={figure.name: (count(figure.before), count(figure.after)) for figure in message.figures},
            changed_vertices_only=message.changed_vertices_only,
        )


class VertexArrays:
    """What the runs of one standing job say of its graph's vertices, kept up to date run by run.

    ``per_vertex`` and ``local_clustering`` are mappings by vertex in which one with the value 0 is left out,
    unless others are given: a list, which grows, or a NumPy array, both by the vertex's number. What is given
    is written to; with the ``version`` and the ``job_id`` that it is of, it is gone on from. No array comes to
    have more than ``most`` values.
    """

    def __init__(
        self,
        per_vertex: Any = None,
        local_clustering: Any = None,
        *,
        version: int | None = None,
        job_id: str | None = None,
        most: int = 1 << 24,
    ) -> None:
        self.per_vertex: Any = {} if per_vertex is None else per_vertex
        self.local_clustering: Any = {} if local_clustering is None else local_clustering
        #: The version that they are of; None before the first run.
        self.version = version
        self.job_id = job_id
        self._most = most

    def lay(self, run: Outcome) -> bool:
        """Takes the next run over; in time that follows what the run holds, not the graph, where it is a difference.

        A whole answer replaces what was known. A run that did not succeed changes nothing, and False is
        returned. :class:`BaseVersionError` where the run tells what changed since another version than the
        one that is known, :class:`ResourceError` where an array has no room; nothing is changed then.
        """
        if not run.succeeded:
            return False
        whole = run.difference is None or not run.difference.changed_vertices_only
        if run.difference is not None and not whole:
            base = run.difference.base_version
            if base != self.version or self.job_id not in (None, run.job_id):
                raise BaseVersionError(run.job_id, run.run, base, self.job_id, self.version)
        pairs = ((self.per_vertex, run.per_vertex, False), (self.local_clustering, run.local_clustering, True))
        for array, values, fractions in pairs:
            if isinstance(array, MutableMapping):
                self._require_room(array, values, whole)
            else:
                self._require_places(array, values, fractions, run.has_names or bool(run.names))
        for array, values, _ in pairs:
            _lay_over(array, values, whole)
        self.version, self.job_id = run.graph_version, run.job_id
        return True

    def _require_room(self, array: Mapping[Any, Any], values: Mapping[Any, Any], whole: bool) -> None:
        if whole:
            size = sum(1 for value in values.values() if value)
        else:
            size = len(array) + sum((value != 0) - (vertex in array) for vertex, value in values.items())
        if size > self._most:
            raise _no_room(f"{size} vertices have a value, and at most {self._most} are kept (most)")

    def _require_places(self, array: Any, values: Mapping[Any, Any], fractions: bool, named: bool) -> None:
        """Of a list or an array: that every vertex has a place there, and every value fits it, exactly."""
        if not values:
            return
        if named:
            raise InputError("OPTION_INVALID", "vertices with names have no place in a list; take a dict")
        highest = max(values)
        kind = getattr(array, "dtype", None)
        places = self._most if kind is None else len(array)
        if highest >= places:
            raise _no_room(f"vertex {highest} has no place in an array of {places} values")
        if kind is None or kind.kind == "O":
            return
        if fractions and kind.kind == "f" and kind.itemsize >= 8:
            return
        if fractions or kind.kind not in "iu":
            raise InputError("OPTION_INVALID", f"an array of {kind} cannot hold the values exactly")
        largest, bits = max(values.values()), 8 * int(kind.itemsize) - (kind.kind == "i")
        if largest >> bits:
            raise _no_room(f"{largest} does not fit an array of {kind}")


def _lay_over(array: Any, values: Mapping[Any, Any], whole: bool) -> None:
    if isinstance(array, MutableMapping):
        if whole:
            array.clear()
        for vertex, value in values.items():
            if value:
                array[vertex] = value
            else:
                array.pop(vertex, None)
        return
    if whole:
        array[:] = [0] * len(array)
    if not values:
        return
    if hasattr(array, "dtype"):
        array[list(values.keys())] = list(values.values())
        return
    array.extend([0] * (max(values) + 1 - len(array)))
    for vertex, value in values.items():
        array[vertex] = value


def _no_room(what: str) -> ResourceError:
    return ResourceError("RESULT_TOO_LARGE", what)

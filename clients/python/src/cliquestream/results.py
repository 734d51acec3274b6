"""Answers, put together from a result and its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .contract import count, enum_name
from .differences import Difference
from .edges import VertexNames
from .errors import CliquestreamError, InternalError, ResourceError, error_of
from .rows import Rows


@dataclass(frozen=True)
class Triangles:
    """``wedges``, ``transitivity`` and ``average_clustering`` are there when clustering was asked for."""

    triangles: int
    wedges: int | None = None
    transitivity: float | None = None
    average_clustering: float | None = None


@dataclass(frozen=True)
class KCliques:
    """Number of cliques by size."""

    cliques: Mapping[int, int]
    #: Of a partial answer: numbers of sizes up to this one are exact, those of larger sizes lower bounds.
    exact_to: int | None = None


@dataclass(frozen=True)
class MaximumClique:
    """``upper_bound`` is larger than ``clique_number`` in a partial answer alone."""

    clique_number: int
    upper_bound: int
    #: How many there are, when all were asked for.
    maximum_cliques: int | None


@dataclass(frozen=True)
class MaximalCliques:
    """Number of maximal cliques, in all and by size."""

    maximal_cliques: int
    by_size: Mapping[int, int]


@dataclass(frozen=True)
class Motifs:
    """Number of induced subgraphs by the motif's name."""

    motifs: Mapping[str, int]


@dataclass(frozen=True)
class Matches:
    """Number of subgraphs that match, each counted once.

    When some were listed, ``complete`` is false where the limit ended the listing; ``matches`` is exact when
    it is true, or when ``matches`` is larger than ``listed``.
    """

    matches: int
    listed: int | None = None
    complete: bool | None = None


@dataclass(frozen=True)
class Listing:
    """``complete`` is false when the limit ended the listing."""

    listed: int
    complete: bool


@dataclass(frozen=True)
class SizeEstimate:
    """The estimated number of cliques of one size, and the interval that holds the exact one."""

    estimate: float
    low: float
    high: float
    #: Candidates that were sampled from.
    paths: float
    samples: int
    hits: int
    #: Whether all three numbers are the exact count.
    exact: bool


@dataclass(frozen=True)
class CliqueEstimates:
    """Estimates by clique size; each interval holds the exact count with the confidence."""

    confidence: float
    sizes: Mapping[int, SizeEstimate]


@dataclass(frozen=True)
class CoreNumbers:
    """The largest core number, and how many vertices have each that occurs."""

    degeneracy: int
    vertices: Mapping[int, int]


Answer = Triangles | KCliques | MaximumClique | MaximalCliques | Motifs | Matches | Listing | CliqueEstimates | CoreNumbers


@dataclass(frozen=True)
class Outcome:
    """One complete run of a job."""

    job_id: str
    #: 0 of a job that runs once; counts up for a standing job.
    run: int
    graph_id: str
    #: The version that was read; 0 when there was none.
    graph_version: int
    #: SUCCEEDED, FAILED, CANCELLED or DEADLINE_EXCEEDED.
    status: str
    #: Why it did not succeed.
    failure: CliquestreamError | None
    #: Whether the answer is what was proven before the job was stopped.
    partial: bool
    answer: Answer | None
    #: Triangles or cliques through each vertex, when asked for.
    per_vertex: Mapping[Any, int]
    #: Triangles or cliques through each edge, when asked for.
    per_edge: Mapping[tuple[Any, Any], int]
    #: Local clustering coefficient of each vertex, when asked for.
    local_clustering: Mapping[Any, float]
    #: The cliques or matches that were listed.
    listed: Sequence[tuple[Any, ...]]
    #: Vertices with an edge, and undirected edges, of the graph that was read.
    vertices: int
    edges: int
    #: cpu or cuda.
    engine: str
    plan: Mapping[str, str]
    #: Milliseconds by part: queued, transfer, prepare, compute, publish.
    timings: Mapping[str, float]
    tenant: str = ""
    #: Of a run on every version: versions before this one that got no run, the newest 256.
    skipped_versions: Sequence[int] = ()
    #: Names of vertices that came with the answer, by the vertex's number.
    names: Mapping[int, str] = field(default_factory=dict)
    #: Whether vertices are here by their names.
    has_names: bool = False
    #: Of ``compute`` with ``output``: what went to the file; None of a job that was stopped.
    rows: Rows | None = None
    #: Of a run that tells what changed since the one before, instead of its answer.
    difference: Difference | None = None

    @property
    def succeeded(self) -> bool:
        return self.status == "SUCCEEDED"

    def named(self, names: VertexNames | None) -> Outcome:
        """The same with vertices by their names; the same itself where a graph has none, or has them already.

        ``names`` are the publisher's own, whatever their type. Where they are not known, or are others than
        came with the answer, those that came are taken.
        """
        if self.has_names or (names is None and not self.names):
            return self

        def name(vertex: int) -> Any:
            came = self.names.get(vertex)
            if names is not None and vertex < len(names) and came in (None, str(names[vertex])):
                return names[vertex]
            return vertex if came is None else came
        return replace(
            self,
            per_vertex={name(vertex): value for vertex, value in self.per_vertex.items()},
            per_edge={(name(a), name(b)): value for (a, b), value in self.per_edge.items()},
            local_clustering={name(vertex): value for vertex, value in self.local_clustering.items()},
            listed=[tuple(name(vertex) for vertex in vertices) for vertices in self.listed],
            names={},
            has_names=True,
        )


@dataclass(frozen=True)
class Progress:
    """How far a run has come; advisory."""

    run: int
    #: QUEUED, WAITING_FOR_GRAPH, PREPARING, COMPUTING, PUBLISHING or ENDED.
    phase: str
    #: Share of the work that is done, 0 to 1.
    fraction: float
    #: Seconds to the end; None when unknown.
    remaining: float | None
    partial_count: int | None
    #: Of a search for maximum cliques: size found, and proven bound.
    clique_bounds: tuple[int, int] | None

    @staticmethod
    def of(message: Any) -> Progress:
        bounds = message.clique_bounds
        return Progress(
            run=message.run,
            phase=enum_name("JobPhase", message.phase, "JOB_PHASE_"),
            fraction=message.fraction,
            remaining=message.remaining_millis / 1000 if message.remaining_millis else None,
            partial_count=count(message.partial_count) if message.HasField("partial_count") else None,
            clique_bounds=(bounds.lower, bounds.upper) if message.HasField("clique_bounds") else None,
        )


@dataclass
class Pages:
    """What the pages of one run hold."""

    per_vertex: dict[int, int] = field(default_factory=dict)
    per_edge: dict[tuple[int, int], int] = field(default_factory=dict)
    local_clustering: dict[int, float] = field(default_factory=dict)
    listed: list[tuple[int, ...]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)

    def add(self, page: Any) -> None:
        self.names.update(zip(page.names.vertices, page.names.names, strict=True))
        kind = page.WhichOneof("content")
        if kind == "vertex_counts":
            content = page.vertex_counts
            self.per_vertex.update(zip(content.vertices, map(count, content.counts), strict=True))
        elif kind == "edge_counts":
            content = page.edge_counts
            edges = zip(content.to, map(count, content.counts), strict=True)
            # "from" is a word of Python's, so that the field has no attribute.
            self.per_edge.update(((a, b), value) for a, (b, value) in zip(getattr(content, "from"), edges, strict=True))
        elif kind == "vertex_coefficients":
            content = page.vertex_coefficients
            self.local_clustering.update(zip(content.vertices, content.coefficients, strict=True))
        elif kind == "vertex_sets":
            self.listed.extend(tuple(item.vertices) for item in page.vertex_sets.sets)


class RunAssembler:
    """Puts the pages and the result of one job's next complete run together, within a bound of bytes."""

    def __init__(self, job_id: str, page_bytes: int) -> None:
        self._job_id = job_id
        self._bound = page_bytes
        self._start(-1)

    def _start(self, run: int) -> None:
        self._run = run
        self._pages = Pages()
        self._count = 0
        self._bytes = 0

    def accept(self, record: Any, size: int) -> Outcome | None:
        """Takes the next record of the job's partition; an outcome once the run is complete."""
        kind = record.WhichOneof("kind")
        message = record.page if kind == "page" else record.result
        if kind is None or message.job_id != self._job_id:
            return None
        if message.run != self._run:
            self._start(message.run)
        if kind == "page":
            if message.sequence != self._count:
                raise self._broken(f"page {message.sequence} where {self._count} was due")
            self._count += 1
            self._bytes += size
            if self._bytes > self._bound:
                raise ResourceError(
                    "RESULT_TOO_LARGE", f"the pages of job {self._job_id} exceed {self._bound} bytes (page_bytes)"
                )
            self._pages.add(message)
            return None
        if message.page_count != self._count:
            raise self._broken(f"{self._count} pages where {message.page_count} were announced")
        outcome = _outcome(message, self._pages)
        self._start(-1)
        return outcome

    def _broken(self, what: str) -> CliquestreamError:
        return InternalError("RECORD_INCOMPLETE", f"result of job {self._job_id}: {what}")


def _sizes(sizes: Any) -> dict[int, int]:
    return {entry.size: count(entry.count) for entry in sizes}


def _answer(result: Any) -> Answer | None:
    kind = result.WhichOneof("answer")
    if kind == "triangles":
        said = result.triangles
        if not said.HasField("wedges"):
            return Triangles(count(said.triangles))
        return Triangles(count(said.triangles), count(said.wedges), said.transitivity, said.average_clustering)
    if kind == "k_cliques":
        return KCliques(_sizes(result.k_cliques.cliques), result.k_cliques.exact_to if result.partial else None)
    if kind == "maximum_clique":
        found = result.maximum_clique
        total = count(found.maximum_clique_count) if found.HasField("maximum_clique_count") else None
        return MaximumClique(found.clique_number, found.upper_bound, total)
    if kind == "maximal_cliques":
        return MaximalCliques(count(result.maximal_cliques.count), _sizes(result.maximal_cliques.by_size))
    if kind == "motifs":
        return Motifs({motif.name: count(motif.count) for motif in result.motifs.motifs})
    if kind == "pattern":
        said = result.pattern
        if not said.HasField("listed"):
            return Matches(count(said.matches))
        return Matches(count(said.matches), said.listed, said.complete)
    if kind == "listing":
        return Listing(result.listing.listed, result.listing.complete)
    if kind == "clique_estimate":
        said = result.clique_estimate
        return CliqueEstimates(said.confidence, {size.size: _estimate(size) for size in said.cliques})
    if kind == "core_numbers":
        cores = result.core_numbers
        return CoreNumbers(cores.degeneracy, {entry.core: entry.vertices for entry in cores.cores})
    return None


def _estimate(size: Any) -> SizeEstimate:
    return SizeEstimate(size.estimate, size.low, size.high, size.paths, size.samples, size.hits, size.exact)


def _failure(result: Any) -> CliquestreamError | None:
    if not result.HasField("failure"):
        return None
    code = enum_name("FailureCode", result.failure.code, "FAILURE_CODE_")
    category = enum_name("FailureCategory", result.failure.category, "FAILURE_CATEGORY_")
    return error_of(code, result.failure.message, category)


def _outcome(result: Any, pages: Pages) -> Outcome:
    pages.names.update(zip(result.names.vertices, result.names.names, strict=True))
    in_record = [tuple(clique.vertices) for clique in result.maximum_clique.cliques]
    return Outcome(
        job_id=result.job_id,
        run=result.run,
        graph_id=result.graph_id,
        graph_version=result.graph_version,
        status=enum_name("JobStatus", result.status, "JOB_STATUS_"),
        failure=_failure(result),
        partial=result.partial,
        answer=_answer(result),
        per_vertex=pages.per_vertex,
        per_edge=pages.per_edge,
        local_clustering=pages.local_clustering,
        listed=in_record + pages.listed,
        vertices=result.vertices,
        edges=result.edges,
        engine=result.engine,
        plan=dict(result.plan),
        timings=dict(_timings(result.timings)),
        tenant=result.tenant,
        skipped_versions=tuple(result.skipped_versions),
        names=pages.names,
        difference=Difference.of(result.difference) if result.HasField("difference") else None,
    )


def _timings(timings: Any) -> Iterator[tuple[str, float]]:
    for part in ("queued", "transfer", "prepare", "compute", "publish"):
        yield part, getattr(timings, part + "_nanos") / 1e6

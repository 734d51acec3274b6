"""Results of standing jobs that hold what changed, against a real worker; counts are NetworkX's."""

import random
import uuid
from dataclasses import replace

import pytest
from cliquestream import (
    BaseVersionError,
    Difference,
    InputError,
    NotFoundError,
    Outcome,
    ResourceError,
    VertexArrays,
    triangles,
)

networkx = pytest.importorskip("networkx")
VERTICES = 30


def graph_id():
    return "difference-" + uuid.uuid4().hex


def stand(client, graph, job, **options):
    """A job that stands from here on, and its runs."""
    submitted = client.submit(job, graph, job_id="job-" + uuid.uuid4().hex, every_version=True, **options)
    # Answered behind it on the same partition: now the job stands.
    client.run(triangles(), graph)
    return submitted, submitted.runs(timeout=120)


def change(client, graph, known, rng):
    """A version with some edges fewer and some more."""
    pairs = [tuple(rng.sample(range(VERTICES), 2)) for _ in range(6)]
    deleted = rng.sample(sorted(known.edges), 4)
    known.remove_edges_from(deleted)
    known.add_edges_from(pairs)
    return client.delta(graph, insert=pairs, delete=deleted)


def through(known):
    return {vertex: number for vertex, number in networkx.triangles(known).items() if number}


def clustering(known):
    return {vertex: value for vertex, value in networkx.clustering(known).items() if value}


def run_of(version, per_vertex, base=None, **others):
    """A run of a job, as a client reads it."""
    return Outcome(
        **{
            "job_id": "job", "run": version, "graph_id": "graph", "graph_version": version, "status": "SUCCEEDED",
            "failure": None, "partial": False, "answer": None, "per_vertex": per_vertex, "per_edge": {},
            "local_clustering": {}, "listed": [], "vertices": 0, "edges": 0, "engine": "cpu", "plan": {}, "timings": {},
            "difference": None if base is None else Difference(base, {}, True), **others,
        }
    )  # fmt: skip


def test_what_changed_adds_up_to_what_networkx_counts(client):
    rng = random.Random(20261125)
    known = networkx.gnp_random_graph(VERTICES, 0.3, seed=3)
    graph = client.publish(graph_id(), known)
    job, runs = stand(client, graph, triangles(per_vertex=True, clustering=True), difference_by_vertex=True)
    arrays = VertexArrays()
    base, total = None, 0
    for _ in range(5):
        graph = change(client, graph, known, rng)
        run = next(runs)
        now = sum(through(known).values()) // 3
        if base is None:
            assert run.difference is None and run.answer.triangles == now
        else:
            assert run.answer is None and run.difference.changed_vertices_only
            assert run.difference.base_version == base
            assert run.difference.figures.get("triangles", (total, total)) == (total, now)
        assert arrays.lay(run)
        assert arrays.per_vertex == through(known)
        assert arrays.local_clustering == pytest.approx(clustering(known), abs=1e-12)
        assert (arrays.version, arrays.job_id) == (graph.version, job.job_id)
        base, total = graph.version, now
    job.cancel()
    last = next(runs)
    assert last.status == "CANCELLED" and not arrays.lay(last) and arrays.per_vertex == through(known)


def test_figures_before_and_after_and_whole_arrays(client):
    graph = client.publish(graph_id(), [("ann", "bob"), ("bob", "cy")])
    job, runs = stand(client, graph, triangles(per_vertex=True), difference=True)
    first = client.delta(graph, insert=[("cy", "dan")])
    assert next(runs).difference is None
    second = client.delta(first, insert=[("ann", "cy")])
    run = next(runs)
    assert run.difference == Difference(first.version, {"triangles": (0, 1)}, False)
    assert run.per_vertex == {"ann": 1, "bob": 1, "cy": 1, "dan": 0}
    arrays = VertexArrays()
    assert arrays.lay(run) and arrays.per_vertex == {"ann": 1, "bob": 1, "cy": 1}
    client.delta(second, insert=[("eve", "dan")])
    assert next(runs).difference == Difference(second.version, {}, False)
    job.cancel()


def test_values_of_another_version_are_not_laid_over(client):
    graph = client.publish(graph_id(), [("ann", "bob"), ("bob", "cy")])
    job, runs = stand(client, graph, triangles(per_vertex=True), difference_by_vertex=True)
    versions = []
    for pair in [("ann", "cy"), ("cy", "dan"), ("dan", "bob"), ("dan", "ann")]:
        graph = client.delta(graph, insert=[pair])
        versions.append(graph.version)
    first, second, third, fourth = (next(runs) for _ in range(4))
    arrays = VertexArrays()
    with pytest.raises(BaseVersionError, match="nothing is known"):
        arrays.lay(second)
    arrays.lay(first)
    with pytest.raises(NotFoundError) as missed:
        arrays.lay(third)
    assert missed.value.code == "VERSION_UNKNOWN"
    assert (missed.value.base_version, missed.value.known_version) == (versions[1], versions[0])
    for run in (second, third, fourth):
        arrays.lay(run)
    assert arrays.per_vertex == dict.fromkeys(("ann", "bob", "cy", "dan"), 3)
    with pytest.raises(BaseVersionError, match="of job job"):
        VertexArrays(version=versions[0], job_id="job").lay(second)
    with pytest.raises(InputError, match="names"):
        VertexArrays([], version=versions[1]).lay(third)
    job.cancel()


def test_lists_and_arrays_by_number_take_them_too():
    numpy = pytest.importorskip("numpy")
    whole = run_of(1, {0: 2, 1: 0, 4: 2**70})
    changed = run_of(2, {0: 0, 5: 7}, 1)
    listed = VertexArrays([9])
    assert listed.lay(whole) and listed.per_vertex == [2, 0, 0, 0, 2**70]
    assert listed.lay(changed) and listed.per_vertex == [0, 0, 0, 0, 2**70, 7]
    counts, fractions = numpy.full(6, 9, "i8"), numpy.zeros(6)
    arrays = VertexArrays(counts, fractions)
    with pytest.raises(ResourceError, match="does not fit"):
        arrays.lay(whole)
    assert counts.tolist() == [9] * 6 and arrays.version is None
    arrays.lay(run_of(1, {0: 2, 1: 0, 4: 2**63 - 1}, local_clustering={0: 0.1}))
    arrays.lay(replace(changed, local_clustering={0: 0.0, 3: 0.3}))
    assert counts.tolist() == [0, 0, 0, 0, 2**63 - 1, 7] and fractions.tolist() == [0, 0, 0, 0.3, 0, 0]
    with pytest.raises(ResourceError, match="no place"):
        arrays.lay(run_of(3, {6: 1}, 2))
    with pytest.raises(InputError, match="float64"):
        VertexArrays(fractions).lay(whole)
    with pytest.raises(InputError, match="float32"):
        VertexArrays(None, numpy.zeros(6, "f4")).lay(run_of(1, {}, local_clustering={0: 0.1}))


def test_what_is_kept_is_bounded_and_a_refusal_changes_nothing():
    arrays = VertexArrays(most=2)
    arrays.lay(run_of(1, {0: 1, 1: 1, 2: 0}))
    with pytest.raises(ResourceError) as full:
        arrays.lay(run_of(2, {2: 1}, 1))
    assert full.value.code == "RESULT_TOO_LARGE"
    assert arrays.per_vertex == {0: 1, 1: 1} and arrays.version == 1
    arrays.lay(run_of(2, {2: 1, 0: 0}, 1))
    assert arrays.per_vertex == {1: 1, 2: 1}
    with pytest.raises(ResourceError):
        VertexArrays([], most=2).lay(run_of(1, {2: 1}))


def test_a_snapshot_under_other_names_once_left_counts_with_the_names_before(client):
    name = graph_id()
    first = client.publish(name, [("ann", "bob"), ("bob", "cy"), ("cy", "ann")])
    job, _ = stand(client, first, triangles(per_vertex=True), difference_by_vertex=True)
    runs, arrays = client.runs(job.job_id, timeout=60), VertexArrays()
    client.delta(first, insert=[("cy", "dan")])
    arrays.lay(next(runs))
    told = []
    for edges in (
        [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("cy", "dan"), ("dan", "eve")],
        [("x", "y"), ("y", "z"), ("z", "x"), ("z", "dan")],
        [(0, 1), (1, 2), (2, 0), (2, 3)],
        [("x", "y"), ("y", "z"), ("z", "x"), ("z", "dan")],
    ):
        client.publish(name, edges)
        run = next(runs)
        arrays.lay(run)
        told.append((run.difference.changed_vertices_only, sorted(arrays.per_vertex)))
    assert told == [
        (True, ["ann", "bob", "cy"]), (False, ["x", "y", "z"]), (False, [0, 1, 2]), (False, ["x", "y", "z"])
    ]  # fmt: skip
    assert all(number == 1 for number in arrays.per_vertex.values())
    job.cancel()

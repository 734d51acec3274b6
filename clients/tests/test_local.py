"""``compute`` without Kafka: the same jobs and answers, through the launcher."""

import os
from dataclasses import replace

import pytest
from cliquestream import (
    InputError,
    KCliques,
    Matches,
    StoppedError,
    cliques,
    compute,
    k_cliques,
    match,
    maximal_cliques,
    maximum_clique,
    motifs,
    triangles,
)

PAIRS = [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("cy", "dan")]


def test_every_job_gives_what_the_service_gives(client):
    networkx = pytest.importorskip("networkx")
    people = networkx.les_miserables_graph()
    graph = client.publish("local-and-service", people)
    jobs = [
        triangles(per_vertex=True, per_edge=True, clustering=True),
        k_cliques(),
        k_cliques((3, 4), method="orientation", ordering="degree"),
        maximum_clique(all=True),
        maximal_cliques(minimum_size=3, limit=1000),
        motifs(4),
        match("0-1,1-2,2-3,3-0", limit=5),
        cliques(5, limit=10_000),
    ]
    for job in jobs:
        here, there = compute(job, people), client.run(job, graph)
        expected = there.answer
        if isinstance(expected, Matches) and expected.complete is False:
            # The service stops where the listing ends; the command counts on.
            assert here.answer.matches >= expected.matches
            expected = replace(expected, matches=here.answer.matches)
        assert here.answer == expected
        assert (here.vertices, here.edges, here.status) == (there.vertices, there.edges, "SUCCEEDED")
        assert here.per_vertex == there.per_vertex
        assert here.local_clustering == pytest.approx(there.local_clustering)
        assert {frozenset(edge): n for edge, n in here.per_edge.items()} == {
            frozenset(edge): n for edge, n in there.per_edge.items()
        }
        assert len(here.listed) == len(there.listed)


def test_a_graph_file_and_names():
    assert compute(triangles(per_vertex=True), PAIRS).per_vertex == {"ann": 1, "bob": 1, "cy": 1, "dan": 0}


def test_a_file_is_read_by_the_launcher(tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text("# a triangle\n0 1\n1 2\n2 0\n")
    assert compute(k_cliques(), file).answer == KCliques({1: 3, 2: 3, 3: 1})


def test_failures_keep_their_code(tmp_path):
    for graph, code in ((tmp_path / "none.txt", "FILE_UNREADABLE"), (str(tmp_path), "FILE_UNREADABLE")):
        with pytest.raises(InputError) as refused:
            compute(triangles(), graph)
        assert refused.value.code == code
    with pytest.raises(InputError) as refused:
        compute(motifs(99), PAIRS)
    assert refused.value.code == "OPTION_INVALID"
    with pytest.raises(InputError):
        compute(triangles(), PAIRS, engine="abacus")
    with pytest.raises(InputError, match="cannot be started"):
        compute(triangles(), PAIRS, launcher=tmp_path / "none")


def test_a_time_out_ends_the_job_and_keeps_what_was_proven():
    numpy = pytest.importorskip("numpy")
    pairs = numpy.array([(a, b) for a in range(1500) for b in range(a) if (a * 7919 + b * 104729) % 10 < 4])
    with pytest.raises(StoppedError) as stopped:
        compute(motifs(5, method="plans"), pairs, timeout=0.2)
    assert stopped.value.code == "DEADLINE_EXCEEDED"


def test_without_a_launcher_it_says_what_to_do(monkeypatch):
    monkeypatch.delenv("CLIQUESTREAM_LAUNCHER")
    monkeypatch.setitem(os.environ, "PATH", "/nonexistent")
    with pytest.raises(InputError, match="launcher="):
        compute(triangles(), PAIRS)

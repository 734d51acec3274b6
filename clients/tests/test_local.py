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
    core_numbers,
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
        core_numbers(per_vertex=True),
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


TABLE = "day;payer;payee;amount, net\n1;ann;bob;9.5\n2;bob;cy;3\n3;cy;ann;7\n4;cy;dan;1\n"


def test_columns_named_for_a_path_were_dropped_in_silence(tmp_path):
    table = tmp_path / "payments.csv"
    table.write_text(TABLE)
    job = triangles(per_vertex=True)
    wanted = {"ann": 1, "bob": 1, "cy": 1, "dan": 0}
    ends = {"source": "payer", "target": "payee"}
    for said in (
        {**ends, "ignore": ["day", "amount, net"]},
        {**ends, "ignore": "*"},
        {**ends, "ignore": iter(["day", "amount, net"])},
        {"source": 2, "target": 3, "ignore": (1, 4), "header": True, "delimiter": ";", "format": "csv"},
        {**ends, "ignore": "*", "delimiter": "semicolon", "quote": "none", "comment": "#", "ids": "names"},
    ):
        assert compute(job, table, **said).per_vertex == wanted
    escaped = tmp_path / "escaped.dat"
    escaped.write_text('"ann \\"a\\""::bob\nbob::cy\n')
    assert compute(job, escaped, delimiter="::", escape="\\", escape_in="quotes", header=False).per_vertex == {
        'ann "a"': 0, "bob": 0, "cy": 0
    }
    # By other columns, another graph.
    assert compute(triangles(), str(table), source="day", target="payer", ignore="*").answer.triangles == 0
    # A header that is none is an edge.
    assert compute(job, table, source=2, target=3, ignore="*", header=False).edges == 5


def test_a_path_s_options_that_do_not_fit_are_refused(tmp_path):
    table = tmp_path / "payments.csv"
    table.write_text(TABLE)
    ends = {"source": "payer", "target": "payee"}
    for said, code, sentence in (
        ({}, "FILE_LINE_INVALID", "which columns hold the ends"),
        (ends, "FILE_LINE_INVALID", "further columns would be dropped"),
        ({**ends, "ignore": ["day", "weight"]}, "FILE_LINE_INVALID", "further columns would be dropped"),
        ({"source": "payer", "ignore": "*"}, "OPTION_INVALID", "go together"),
        ({**ends, "ignore": "*", "header": "yes"}, "OPTION_INVALID", "header= is True or False, not 'yes'"),
        ({**ends, "ignore": [1.5]}, "OPTION_INVALID", "ignore= is text or a whole number, not 1.5"),
        ({**ends, "ignore": True}, "OPTION_INVALID", "ignore= is text or a whole number, not True"),
        ({**ends, "ignore": "*", "delimiter": 9}, "OPTION_INVALID", "delimiter= is text, not 9"),
        ({**ends, "ignore": "*", "delimiter": "ab"}, "OPTION_INVALID", "delimiter"),
        ({**ends, "ignore": "*", "escape": 92}, "OPTION_INVALID", "escape= is text, not 92"),
        ({"format": "parchment"}, "OPTION_INVALID", "parchment"),
    ):
        with pytest.raises(InputError, match=sentence) as refused:
            compute(triangles(), table, **said)
        assert refused.value.code == code
    with pytest.raises(InputError, match="format=, ignore= tell how a file is read"):
        compute(triangles(), PAIRS, ignore="weight", format="csv")
    with pytest.raises(InputError, match="no path"):
        compute(triangles(), "-")
    with pytest.raises(InputError, match="name columns of a DataFrame or table"):
        compute(triangles(), PAIRS, source="a", target="b")


def test_attributes_of_a_file_name_its_vertices(tmp_path):
    file = tmp_path / "people.json"
    people = '{"id": 1, "called": "ann"}, {"id": 2, "called": "bob"}, {"id": 3, "called": "cy"}'
    links = '{"source": 1, "target": 2}, {"source": 2, "target": 3}, {"source": 3, "target": 1}'
    file.write_text(f'{{"nodes": [{people}], "links": [{links}]}}')
    named = compute(triangles(per_vertex=True), file, name_by="called", name_memory="1MiB")
    assert named.per_vertex == {"ann": 1, "bob": 1, "cy": 1}

"""Answers of any size by way of a file of rows."""

import tracemalloc

import pytest
from cliquestream import (
    InputError,
    ResourceError,
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
from cliquestream.edges import edge_list

PAIRS = [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("cy", "dan")]
#: By the package that reads it.
FORMATS = {
    "jsonl": "json",
    "ndjson": "json",
    "jsonl.gz": "gzip",
    "jsonl.zst": "zstandard",
    "arrow": "pyarrow",
    "feather": "pyarrow",
    "arrows": "pyarrow",
    "parquet": "pyarrow",
}


@pytest.fixture(scope="module")
def people():
    return pytest.importorskip("networkx").les_miserables_graph()


def rows_of(job, graph, file):
    outcome = compute(job, graph, output=file)
    listed = list(outcome.rows)
    # Each iteration reads anew.
    assert list(outcome.rows) == listed and len(outcome.rows) == len(listed)
    return outcome, listed


def test_answers_larger_than_memory_were_one_json_object(tmp_path, people):
    import networkx

    def rows(job):
        return rows_of(job, people, tmp_path / "answer.jsonl")

    whole = compute(triangles(per_vertex=True, per_edge=True, clustering=True), people)
    _, listed = rows(triangles(per_edge=True))
    assert {frozenset((row["from"], row["to"])): row["count"] for row in listed} == {
        frozenset(edge): count for edge, count in whole.per_edge.items()
    }
    outcome, listed = rows(triangles(clustering=True))
    assert {row["vertex"]: row["coefficient"] for row in listed} == pytest.approx(whole.local_clustering)
    assert outcome.answer == whole.answer
    outcome, listed = rows(maximum_clique(all=True))
    assert [set(row["clique"]) for row in listed] == [set(clique) for clique in outcome.listed]
    _, listed = rows(cliques(4, limit=10))
    assert len(listed) == 10 and all(len(row["clique"]) == 4 for row in listed)
    _, listed = rows(match("4-cycle", limit=7))
    assert len(listed) == 7
    assert all(people.has_edge(*pair) for row in listed for pair in zip(row["match"], row["match"][1:], strict=False))
    _, listed = rows(k_cliques())
    assert listed[2] == {"size": 3, "count": sum(networkx.triangles(people).values()) // 3}


@pytest.mark.parametrize("ending", FORMATS)
def test_rows_of_every_format_are_alike(tmp_path, people, ending):
    import networkx

    pytest.importorskip(FORMATS[ending])
    file = tmp_path / ("answer." + ending)
    outcome, listed = rows_of(triangles(per_vertex=True), people, file)
    assert {row["vertex"]: row["count"] for row in listed} == networkx.triangles(people)
    assert outcome.answer.triangles == 467 and outcome.per_vertex == {}
    wanted = {frozenset(clique) for clique in networkx.find_cliques(people)}
    outcome, listed = rows_of(maximal_cliques(limit=1000), people, file)
    assert {frozenset(row["clique"]) for row in listed} == wanted
    assert outcome.answer.maximal_cliques == len(wanted) and not outcome.listed


@pytest.mark.parametrize("ending", ["jsonl", "arrow", "arrows", "parquet"])
def test_rows_as_a_data_frame(tmp_path, ending):
    pytest.importorskip(FORMATS[ending])
    pytest.importorskip("pandas")
    file = tmp_path / ("answer." + ending)
    frame = compute(triangles(per_vertex=True), [(0, 1), (1, 2), (2, 0), (2, 2**40)], output=file).rows.frame()
    assert list(frame.columns) == ["vertex", "count"] and frame["count"].dtype.kind in "iu"
    assert dict(zip(frame["vertex"], frame["count"], strict=True)) == {0: 1, 1: 1, 2: 1, 2**40: 0}
    frame = compute(cliques(3), [((0, "a"), -1), (-1, 7), (7, (0, "a"))], output=file).rows.frame()
    assert set(frame["clique"][0]) == {(0, "a"), -1, 7}
    frame = compute(triangles(per_edge=True), [(-1, 0), (0, 1)], output=file).rows.frame()
    assert set(zip(frame["from"], frame["to"], strict=True)) <= {(-1, 0), (0, -1), (0, 1), (1, 0)}


def test_rows_of_two_kinds_are_iterated_and_are_no_table(tmp_path):
    pytest.importorskip("pandas")
    outcome = compute(triangles(per_vertex=True, per_edge=True), PAIRS, output=tmp_path / "answer.jsonl")
    assert [("from" in row) for row in outcome.rows] == [False] * 4 + [True] * 4
    with pytest.raises(InputError, match="more than one kind"):
        outcome.rows.frame()


def test_a_file_of_rows_has_names_and_not_their_numbers(tmp_path):
    names = ["ann", 'Zoë "Z", M.', " blank ", "two\nlines", "#", "7", "-"]
    pairs = [(a, b) for a in names for b in names if a != b]
    file = tmp_path / "answer.jsonl"
    outcome = compute(triangles(per_vertex=True), pairs, output=file)
    assert {row["vertex"]: row["count"] for row in outcome.rows} == dict.fromkeys(names, 15)
    assert "Zoë" in file.read_text() and '"ann"' in file.read_text()
    # Of the caller's own kinds.
    mixed = compute(maximum_clique(), [(("a", 1), -5), (-5, "x"), ("x", ("a", 1))], output=file)
    assert [set(row["clique"]) for row in mixed.rows] == [{("a", 1), -5, "x"}] == [set(mixed.listed[0])]
    for alike in ([(-1, "-1")], [("ann", "")], [("ann", "b" * 2000)]):
        with pytest.raises(InputError, match="cannot hold these names"):
            compute(triangles(per_vertex=True), alike, output=file)


def test_rows_of_a_file_are_those_of_its_columns(tmp_path):
    table = tmp_path / "payments.csv"
    table.write_text("payer,payee,amount\nann,bob,1\nbob,cy,2\ncy,ann,3\n")
    outcome = compute(cliques(3), table, ignore="amount", source="payer", target="payee", output=str(tmp_path / "out.jsonl.gz"))
    assert [set(row["clique"]) for row in outcome.rows] == [{"ann", "bob", "cy"}]


def test_rows_are_read_in_constant_memory(tmp_path):
    ring = [(vertex, (vertex + 1) % 100_000) for vertex in range(100_000)]
    outcome = compute(triangles(per_vertex=True), ring, output=tmp_path / "answer.jsonl")
    tracemalloc.start()
    try:
        assert sum(1 for row in outcome.rows if row["count"] == 0) == 100_000
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_what_cannot_be_read_afterwards_is_refused_before(tmp_path):
    for name in ("answer.csv", "answer", "answer.arrow.gz", ".gz", "-"):
        with pytest.raises(InputError, match=r"a name ends with \.jsonl") as refused:
            compute(motifs(3), PAIRS, output=tmp_path / name, launcher="/nonexistent")
        assert refused.value.code == "OPTION_INVALID"
    with pytest.raises(ResourceError) as refused:
        compute(triangles(per_vertex=True), PAIRS, output=tmp_path / "none/answer.jsonl")
    assert refused.value.code == "OUTPUT_UNWRITABLE"
    try:
        import pyarrow
    except ImportError:
        with pytest.raises(InputError, match="pyarrow"):
            compute(triangles(), PAIRS, output=tmp_path / "answer.arrow", launcher="/nonexistent")
    else:
        assert pyarrow.__version__


def test_a_job_that_was_stopped_leaves_no_rows(tmp_path):
    numpy = pytest.importorskip("numpy")
    pairs = numpy.array([(a, b) for a in range(1500) for b in range(a) if (a * 7919 + b * 104729) % 10 < 4])
    file = tmp_path / "answer.jsonl"
    try:
        assert compute(motifs(5, method="plans"), pairs, timeout=0.2, output=file).rows is None
    except StoppedError as stopped:
        assert stopped.code == "DEADLINE_EXCEEDED"
    assert not file.exists()


def test_arrow_tables_are_edges():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"source": [0, 1, 2], "target": [1, 2, 0], "weight": [0.5, 1.0, 2.0]})
    assert sorted(edge_list(table).pairs()) == [(0, 1), (1, 2), (2, 0)]
    (batch,) = table.to_batches()
    assert sorted(edge_list(batch).pairs()) == [(0, 1), (1, 2), (2, 0)]
    assert sorted(edge_list(pyarrow.concat_tables([table, table])).pairs())[:2] == [(0, 1), (0, 1)]
    highest = 2**64 - 1
    wide = pyarrow.table({"a": pyarrow.array([1], "int8"), "b": pyarrow.array([highest], "uint64")})
    assert list(edge_list(wide).pairs()) == [(1, highest)]
    names = pyarrow.table({"a": ["ann", "bob"], "b": pyarrow.array(["bob", "cy"]).dictionary_encode(), "c": [1, 2]})
    assert list(edge_list(names, "a", "b").names) == ["ann", "bob", "cy"]
    for wrong, sentence in (
        (names, r"name the two columns.*\['a', 'b', 'c'\]"),
        (pyarrow.table({"a": [1, None], "b": [2, 3]}), "row 1 of the table has no a"),
        (pyarrow.table({"a": [1.0], "b": [2.0]}), "column 'a' of the table holds double.*int64"),
        (pyarrow.table([[1], [2], [3]], ["source", "target", "source"]), "more than one column of the table"),
    ):
        with pytest.raises(InputError, match=sentence):
            edge_list(wrong)

"""Every kind of graph that people hold becomes the same pairs."""

import struct

import pytest
from cliquestream import InputError
from cliquestream.edges import edge_list

PAIRS = [(0, 1), (1, 2), (2, 0), (2, 3)]


def pairs_of(edges):
    form = "<" + ("Q" if edges.width == 8 else "I") * (2 * edges.count)
    flat = struct.unpack(form, edges.buffer)
    return sorted(tuple(sorted(pair)) for pair in zip(flat[::2], flat[1::2], strict=True))


WANTED = sorted(tuple(sorted(pair)) for pair in PAIRS)


def test_pairs_lists_generators_and_sets():
    assert pairs_of(edge_list(PAIRS)) == WANTED
    assert pairs_of(edge_list(pair for pair in PAIRS)) == WANTED
    assert pairs_of(edge_list([list(pair) for pair in PAIRS])) == WANTED


def test_the_width_follows_the_largest_number():
    assert edge_list([(0, 2**32 - 1)]).width == 4
    assert edge_list([(0, 2**32)]).width == 8
    assert edge_list([(0, 2**64 - 1)]).bound == 0
    assert edge_list(PAIRS).bound == 4


def test_names_and_negative_numbers_are_numbered_as_they_appear():
    edges = edge_list([("ann", "bob"), ("bob", "cy")])
    assert pairs_of(edges) == [(0, 1), (1, 2)]
    assert [edges.names[0], edges.names[2], edges.names.number("bob")] == ["ann", "cy", 1]
    assert edge_list([(-1, 5)]).names[0] == -1
    assert edge_list([(2**64, 5)]).names[0] == 2**64


def test_numpy_arrays_of_every_whole_type():
    numpy = pytest.importorskip("numpy")
    for kind in ("u1", "i4", "<i8", ">i8", "u8"):
        assert pairs_of(edge_list(numpy.array(PAIRS, kind))) == WANTED
    assert edge_list(numpy.array([[-1, 2]])).names is not None
    assert pairs_of(edge_list(numpy.array(PAIRS).T.T[::-1])) == WANTED
    assert edge_list(numpy.empty((0, 2), "i8")).count == 0
    assert pairs_of(edge_list([(numpy.int64(3), numpy.int32(1))])) == [(1, 3)]


def test_data_frames_by_column_name():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(PAIRS, columns=["source", "target"])
    assert pairs_of(edge_list(frame)) == WANTED
    assert pairs_of(edge_list(frame.assign(weight=0.5))) == WANTED
    renamed = frame.assign(weight=1).rename(columns={"source": "payer", "target": "payee"})
    assert pairs_of(edge_list(renamed, "payer", "payee")) == WANTED
    with pytest.raises(InputError, match=r"payer.*payee.*weight"):
        edge_list(renamed)
    texts = pandas.DataFrame({"a": ["x", "y"], "b": ["y", "z"]})
    assert edge_list(texts).names[2] == "z"
    with pytest.raises(InputError, match="row 1"):
        edge_list(pandas.DataFrame({"a": [1, None], "b": [2, 3]}))
    with pytest.raises(InputError):
        edge_list(pandas.DataFrame({"a": [None, "x"], "b": ["y", "z"]}))


def test_networkx_graphs_of_every_kind():
    networkx = pytest.importorskip("networkx")
    for kind in (networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph):
        assert pairs_of(edge_list(kind(PAIRS))) == WANTED
    assert edge_list(networkx.karate_club_graph()).count == 78
    assert "MmeBurgon" in list(edge_list(networkx.les_miserables_graph()).names)


def test_igraph_graphs_with_and_without_names():
    igraph = pytest.importorskip("igraph")
    assert pairs_of(edge_list(igraph.Graph(edges=PAIRS))) == WANTED
    named = igraph.Graph(edges=[(0, 1)])
    named.vs["name"] = ["ann", "bob"]
    assert edge_list(named).names.number("bob") == 1


def test_scipy_matrices_without_the_zeros_that_they_store():
    sparse = pytest.importorskip("scipy.sparse")
    rows, columns = zip(*PAIRS, strict=True)
    for form in ("csr", "csc", "coo", "lil"):
        matrix = sparse.coo_matrix(([1, 1, 1, 1], (rows, columns)), shape=(4, 4)).asformat(form)
        assert pairs_of(edge_list(matrix)) == WANTED
    assert edge_list(sparse.coo_matrix(([0, 1], ([0, 1], [1, 2])), shape=(3, 3))).count == 1
    with pytest.raises(InputError, match="square"):
        edge_list(sparse.coo_matrix((2, 3)))


@pytest.mark.parametrize(
    "edges",
    [[1, 2], [(1, 2, 3)], [(1,)], 5, ["abc"], [(1, None)], [(1, float("nan"))], [([], 1)], [((1, []), 1)]],
)
def test_what_is_no_edge_is_refused_and_said(edges):
    with pytest.raises(InputError) as refused:
        edge_list(edges)
    assert refused.value.code == "SNAPSHOT_ENCODING_INVALID"


def test_texts_of_two_letters_were_edges_between_letters():
    for texts in (["ab", "bc"], [b"ab"]):
        with pytest.raises(InputError, match="edge 0 is no pair of vertices"):
            edge_list(texts)


def test_arrays_of_another_shape_are_refused():
    numpy = pytest.importorskip("numpy")
    for wrong in (numpy.zeros((3, 3), int), numpy.zeros(4, int)):
        with pytest.raises(InputError, match="shape"):
            edge_list(wrong)


def test_whole_floats_became_names_in_lists_and_frames_alone():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    networkx, igraph = pytest.importorskip("networkx"), pytest.importorskip("igraph")
    pairs = [(0.0, 1.0), (1.0, 2.0)]
    named = igraph.Graph(edges=[(0, 1)])
    named.vs["name"] = [1.0, 2.0]
    for floats in (
        pairs,
        [(0, 1), (1, 2.0)],
        [("ann", 1.5)],
        [(numpy.float32(1), 2)],
        numpy.array(pairs),
        numpy.array(pairs, object),
        pandas.DataFrame(pairs, columns=["a", "b"]),
        pandas.DataFrame(pairs, columns=["a", "b"]).astype("Float64"),
        pandas.DataFrame({"a": ["x", 1.0], "b": ["y", "z"]}),
        networkx.Graph(pairs),
        named,
    ):
        with pytest.raises(InputError, match=r"[Ff]loat.*: vertices are whole numbers or names.*astype\('int64'\).*str\(\)"):
            edge_list(floats)
    with pytest.raises(InputError, match="column 'b' of the DataFrame holds float64"):
        edge_list(pandas.DataFrame({"a": [1, 2], "b": [2.0, 3.0]}))
    for missing in (float("nan"), numpy.nan, pandas.NA, pandas.NaT, None):
        with pytest.raises(InputError, match="a value is missing"):
            edge_list([("ann", "bob"), ("bob", missing)])
    for array in (numpy.array([[0, 1], [1, numpy.nan]]), numpy.array([[0, None]])):
        with pytest.raises(InputError, match="a value is missing|float"):
            edge_list(array)
    # What the sentence says helps: whole numbers beside a missing one, which pandas held as floats.
    frame = pandas.DataFrame({"a": [0, 1, 2, None], "b": [1, 2, 0, 3]})
    with pytest.raises(InputError, match="row 3 of the DataFrame has no a"):
        edge_list(frame)
    assert pairs_of(edge_list(frame.dropna().astype("int64"))) == [(0, 1), (0, 2), (1, 2)]
    assert pairs_of(edge_list(frame.dropna().astype("Int64"))) == [(0, 1), (0, 2), (1, 2)]


def test_signed_beside_unsigned_columns_became_floats():
    pandas = pytest.importorskip("pandas")
    highest = 2**64 - 1
    frame = pandas.DataFrame({"a": [1, 2], "b": [2, highest]}).astype({"a": "int64", "b": "uint64"})
    assert pairs_of(edge_list(frame)) == [(1, 2), (2, highest)]
    negative = frame.assign(a=[-1, 2])
    assert list(edge_list(negative).names) == [-1, 2, highest]
    assert pairs_of(edge_list(frame.astype({"b": "UInt64"}))) == [(1, 2), (2, highest)]
    small = pandas.DataFrame({"a": [1, 2], "b": [2, 3]}).astype({"a": "int8", "b": "uint64"})
    assert edge_list(small).width == 4


def test_columns_of_one_name_are_not_guessed():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([(1, 2, 3)], columns=["source", "target", "source"])
    with pytest.raises(InputError, match="more than one column of the DataFrame is named 'source'"):
        edge_list(frame)


def test_igraph_s_vertices_of_one_name_were_merged():
    igraph = pytest.importorskip("igraph")
    named = igraph.Graph(edges=[(0, 1), (1, 2), (2, 3)])
    named.vs["name"] = ["ann", "bob", "ann", "cy"]
    with pytest.raises(InputError, match="vertices 0 and 2 share the name 'ann'"):
        edge_list(named)
    del named.vs["name"]
    assert pairs_of(edge_list(named)) == [(0, 1), (1, 2), (2, 3)]

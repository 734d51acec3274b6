"""The Python client writes, byte for byte, what the contract's golden records say."""

import random
import re

import pytest
from cliquestream import EdgeList, InputError, checksum
from cliquestream.checksum import crc32c, joined
from cliquestream.contract import CHUNK_BYTES, GraphRecord, ResultRecord, count
from cliquestream.edges import VertexNames, edge_list
from cliquestream.errors import error_of
from cliquestream.partitioner import murmur2, partition_of
from cliquestream.snapshot import delta_records, named_delta_records, snapshot_records
from conftest import HOME

GOLDEN = dict(
    line.split() for line in (HOME / "proto/src/test/resources/golden/records.txt").read_text().splitlines()
)


def test_the_table_of_partitions_in_the_contract_is_reproduced():
    rows = re.findall(
        r"\| `([\w-]+)` \| `(0x\w+)` \| (\d+) \| (\d+) \| (\d+) \|", (HOME / "proto/README.md").read_text()
    )
    assert len(rows) == 3
    for name, hashed, cleared, of_6, of_12 in rows:
        assert murmur2(name.encode()) == int(hashed, 16)
        assert murmur2(name.encode()) & 0x7FFFFFFF == int(cleared)
        assert (partition_of(name, 6), partition_of(name, 12)) == (int(of_6), int(of_12))


def test_a_checksum_is_that_of_the_standard_at_every_length_and_alignment():
    # RFC 3720, appendix B.4.
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E
    data = random.Random(1).randbytes(200_003)
    slow = 0
    for at in range(0, len(data), 5000):
        slow = crc32c(data[at : at + 5000], slow)
    assert crc32c(data) == slow
    assert joined(crc32c(data[:77_777]), crc32c(data[77_777:]), len(data) - 77_777) == slow


def test_a_checksum_needs_no_numpy(monkeypatch):
    data = random.Random(2).randbytes(100_000)
    fast = crc32c(data)
    monkeypatch.setattr(checksum, "numpy", None)
    assert crc32c(data) == fast


def test_a_snapshot_is_the_golden_one():
    edges = EdgeList.of_numbers([0, 1, 1, 2, 2, 0, 9, 0])
    records = list(snapshot_records("golden", 3, edges))
    assert [key for key, _ in records] == ["golden/3/header", "golden/3/0", "golden/3/commit"]
    for number, (_, record) in enumerate(records):
        assert record == GraphRecord.FromString(bytes.fromhex(GOLDEN[f"snapshot-pairs-{number}"]))


def test_a_delta_is_the_golden_one():
    # Ids of 64 bits although 32 would do: the golden delta says so.
    def wide(*numbers):
        narrow = EdgeList.of_numbers([*numbers, 2**40, 2**40])
        narrow.buffer = narrow.buffer[:-16]
        narrow.count -= 1
        return narrow

    records = list(delta_records("golden", 4, 5, wide(7, 8), wide(1, 2, 1, 300), part_bytes=32))
    assert [key for key, _ in records] == ["golden/5/delta-0", "golden/5/delta-1"]
    for number, (_, record) in enumerate(records):
        assert record == GraphRecord.FromString(bytes.fromhex(GOLDEN[f"delta-{number}"]))


def test_a_delta_of_both_widths_is_carried_at_the_larger():
    (_, record), = delta_records("g", 1, 2, edge_list([(1, 2)]), edge_list([(3, 2**40)]))
    assert record.delta.id_width == 8
    assert record.delta.inserted == (1).to_bytes(8, "little") + (2).to_bytes(8, "little")


def test_chunks_stay_within_the_bound_and_hold_every_pair_once():
    source = random.Random(3)
    numbers = [source.randrange(10_000) for _ in range(2 * 300_000)]
    edges = EdgeList.of_numbers(numbers)
    records = [record for _, record in snapshot_records("g", 1, edges)]
    chunks = [record.chunk for record in records[1:-1]]
    assert all(len(chunk.payload) <= CHUNK_BYTES and len(chunk.payload) % 8 == 0 for chunk in chunks)
    assert b"".join(chunk.payload for chunk in chunks) == bytes(edges.buffer)
    assert [chunk.sequence for chunk in chunks] == list(range(records[0].header.chunk_count)) == [0, 1, 2]
    assert records[0].header.payload_crc32c == records[-1].commit.payload_crc32c == crc32c(edges.buffer)


def test_an_empty_graph_has_no_chunk():
    header, commit = (record for _, record in snapshot_records("g", 1, edge_list([])))
    assert (header.header.chunk_count, header.header.edge_count, commit.commit.payload_crc32c) == (0, 0, 0)


def test_a_count_beyond_128_bits_is_exact():
    result = ResultRecord.FromString(bytes.fromhex(GOLDEN["result"])).result
    counts = {entry.size: count(entry.count) for entry in result.k_cliques.cliques}
    assert counts == {3: 608_389, 4: 2**64 + 2, 5: 10**60}


@pytest.mark.parametrize("graph_id", ["", "a/b", "ü", "x" * 129, "a\n"])
def test_what_is_no_graph_id_is_refused(graph_id):
    with pytest.raises(InputError) as refused:
        list(snapshot_records(graph_id, 1, edge_list([])))
    assert refused.value.code == "GRAPH_ID_INVALID"


@pytest.mark.parametrize("version", [0, -1, 2**63])
def test_what_is_no_version_is_refused(version):
    with pytest.raises(InputError) as refused:
        list(snapshot_records("g", version, edge_list([])))
    assert refused.value.code == "RECORD_INCOMPLETE"


def test_a_code_newer_than_this_client_keeps_the_category_that_came_with_it():
    assert error_of("NEWER_THAN_THIS", "why", "RESOURCE").category == "RESOURCE"
    assert error_of("GRAPH_UNKNOWN", "why").category == "NOT_FOUND"


def test_a_snapshot_with_names_is_the_golden_one():
    edges = edge_list([("Zoë", "bob"), ("bob", "carol")])
    records = list(snapshot_records("golden", 7, edges))
    assert [key for key, _ in records] == [f"golden/7/{part}" for part in ("header", "names-0", "0", "commit")]
    for number, (_, record) in enumerate(records):
        assert record == GraphRecord.FromString(bytes.fromhex(GOLDEN[f"snapshot-named-{number}"]))


def test_a_delta_by_names_is_the_golden_one():
    names = VertexNames(["Zoë", "bob", "carol", "dave"])
    inserted, deleted = edge_list([("dave", "Zoë")], names=names), edge_list([("bob", "carol")], names=names)
    records = list(named_delta_records("golden", 7, 8, inserted, deleted, names.carried(), part_bytes=64))
    for number, (_, record) in enumerate(records):
        assert record == GraphRecord.FromString(bytes.fromhex(GOLDEN[f"delta-named-{number}"]))


def test_names_that_records_cannot_carry_stay_here():
    for names in (["", "a"], ["x" * 1025, "a"], [1.0, "1.0"], ["\ud800", "a"]):
        assert VertexNames(names).carried() is None
    header, *_ = (record for _, record in snapshot_records("g", 1, edge_list([("", "a")])))
    assert header.header.name_count == 0

package main

import "encoding/binary"

// pairs must agree with EDGE_ENCODING_PAIRS of graph.proto: little-endian ids of id_width bytes, here 4, two an edge.
func pairs(ids ...uint32) (payload []byte) {
	for _, id := range ids {
		payload = binary.LittleEndian.AppendUint32(payload, id)
	}
	return payload
}

// nameList must agree with SnapshotNames of graph.proto: before each name the number of its bytes of UTF-8 as a varint.
func nameList(names ...string) (payload []byte) {
	for _, name := range names {
		payload = append(binary.AppendUvarint(payload, uint64(len(name))), name...)
	}
	return payload
}

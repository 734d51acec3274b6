package main

import "encoding/binary"

// partitionOf must agree with murmur2 of Kafka's Java client: of the graph id on graphs, jobs and changes, of the job id elsewhere.
func partitionOf(id string, partitions int) int32 {
	const m = 0x5bd1e995
	data := []byte(id)
	h := 0x9747b28c ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		h = h*m ^ (k^k>>24)*m
	}
	for i := len(data) - 1; i >= 0; i-- {
		h ^= uint32(data[i]) << (8 * i)
	}
	if len(data) > 0 {
		h *= m
	}
	h = (h ^ h>>13) * m
	return int32((h^h>>15)&0x7fffffff) % int32(partitions)
}

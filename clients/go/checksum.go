package main

import "hash/crc32"

// crc32c must agree with RFC 3720's CRC-32C (Castagnoli), of a chunk as carried and of all payloads in sequence.
func crc32c(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// Pairs in half their bytes, for the way from the host to the device: the link is the slowest part of a count from an
// edge array. Arrays that are sorted by their first id, as files and rows are, have few bits of it in a block of
// neighbours, and ids fit 32 bits far from being used up; so a block keeps its first id once, and a pair is one word:
//
//   (first - the block's first id) << bits | (second - first)
//
// A run is a number of blocks, two words of header each, and then a word a pair. Both differences are taken modulo 2^32,
// so nothing is assumed of an array but what the packer sees; a run with one block that does not fit is not packed.
#pragma once

#include "common/common.cuh"

namespace cliquestream::graph {

constexpr u32 kPackedBlock = 512;  // pairs

struct PackedBlock {
  u32 first;  // of the block's first pair
  u32 bits;   // of second - first
};

__host__ __device__ constexpr u64 packed_blocks(u64 pairs) { return (pairs + kPackedBlock - 1) / kPackedBlock; }
__host__ __device__ constexpr u64 packed_words(u64 pairs) {
  return packed_blocks(pairs) * (sizeof(PackedBlock) / sizeof(u32)) + pairs;
}

}  // namespace cliquestream::graph

// Oriented edges as sort keys: (u << bits | v) with rank v < rank u, so sorting the keys sorts rows and, inside a row,
// ranks. Loops become the all-ones key of 2 * bits bits, which no edge has (u > v), and end up last.
#pragma once

#include "common/common.cuh"
#include "graph/policy.cuh"

namespace cliquestream::graph {

constexpr u64 kNoKey = ~u64{0};    // a loop, where keys are grouped instead of sorted
constexpr u32 kHubWindow = 65535;  // targets below it fit 16 bits, with 0xFFFF left over as padding

// Bits of a rank inside a key.
inline u32 rank_bits(u64 active) { return bits_below(active); }

__device__ __forceinline__ u64 key_source(u64 key, u32 bits) { return key >> bits; }
__device__ __forceinline__ u32 key_target(u64 key, u32 bits) { return static_cast<u32>(key & ((1ull << bits) - 1)); }

// Writes the target at a position of a row; the last one writes the padding after it too.
__device__ __forceinline__ void write_target(u64 row, u64 position, u32 target, u32* adjacency) {
  u64 at = row_quad(row) * 4 + position;
  adjacency[at] = target;
  if (position + 1 == row_length(row)) {
    for (at++; at & 3; at++) {
      adjacency[at] = kNoId;
    }
  }
}

}  // namespace cliquestream::graph
